import type { FailedOutcome } from '../../nodes/MessagingService/http/outcome';
import { plainText } from '../../nodes/MessagingService/http/plainText';
import type { Problem } from '../../nodes/MessagingService/validation/problem';
import { shortened } from '../../nodes/MessagingService/validation/shortened';

/** The fields of an answer that are named, and the characters of each. */
const mostFields = 20;
const longestField = 40;

/** Every sentence about a token that could not be got. None of them sent a message. */
export const tokenProblems = {
	missing: (field: string): Problem => ({
		id: 'credentialField',
		what: `${field} is empty in the credential.`,
		next: 'Copy it from your API keys.',
	}),
	noToken: (fields: string[]): Problem => ({
		id: 'noToken',
		what: `The service's answer has no access token this node can use (${
			fields.length > 0
				? `fields received: ${fields
						.slice(0, mostFields)
						.map((field) => shortened(plainText(field), longestField))
						.join(', ')}`
				: 'no fields at all'
		}).`,
		next: 'Check Base URL in the credential. If it is right, send this text to the maintainers of this node.',
	}),
	wrongKeys: (): Problem => ({
		id: 'wrongKeys',
		what: 'The service refused Client ID and Client Secret.',
		next: 'Copy both again from your API keys, then save the credential.',
	}),
	wrongAddress: (): Problem => ({
		id: 'wrongAddress',
		what: 'Base URL in the credential leads to something other than the messaging service.',
		next: "Check Base URL. It must be the service's address followed by /api.",
	}),
	unreachable: (): Problem => ({
		id: 'tokenUnreachable',
		what: "The service can't be reached to get an access token.",
		next: 'Check Base URL in the credential, whether the service is running, and whether the n8n server can reach it.',
	}),
	untrusted: (): Problem => ({
		id: 'tokenUntrusted',
		what: "The service's certificate isn't trusted, so the client secret was not sent.",
		next: 'Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.',
	}),
	busy: (): Problem => ({
		id: 'tokenBusy',
		what: 'The service gave no access token, because it is receiving too many requests.',
		next: 'Wait a minute, then try again.',
	}),
	failing: (): Problem => ({
		id: 'tokenFailing',
		what: 'The service failed to give an access token.',
		next: 'Try again later. If it fails again, tell the service.',
	}),
};

/**
 * The problem for an exchange that failed. The service's own text is left out: an answer to a
 * request that carries the secret may repeat it.
 */
export function tokenProblem(outcome: FailedOutcome): Problem {
	switch (outcome.type) {
		case 'unauthorized':
			return tokenProblems.wrongKeys();
		case 'refused':
			return [404, 405, 410].includes(outcome.status)
				? tokenProblems.wrongAddress()
				: tokenProblems.wrongKeys();
		case 'unreadable':
		case 'redirected':
			return tokenProblems.wrongAddress();
		case 'rateLimited':
			return tokenProblems.busy();
		case 'unreachable':
			return tokenProblems.unreachable();
		case 'untrusted':
			return tokenProblems.untrusted();
		case 'notReady':
			return outcome.problem;
		default:
			return tokenProblems.failing();
	}
}
