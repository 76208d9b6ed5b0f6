import type { FailedOutcome } from './outcome';
import { plainText } from './reason';
import { readRetryAfter } from './retryPolicy';
import type { MessageBody } from '../item';
import { problems, type Check, type Given, type OutcomeSentence, type Problem } from '../texts';
import { fitted } from '../wording';

/** The outcomes after which nobody can say whether a message was sent, and what a failed send tells of them. */
const unknown: Partial<Record<FailedOutcome['type'], OutcomeSentence>> = {
	serverError: 'sendServerError',
	lost: 'sendLost',
	timedOut: 'sendTimedOut',
	unreadable: 'sendUnreadable',
	redirected: 'sendRedirected',
	unlisted: 'sendUnlisted',
};

/** Why a request failed, for n8n's scheduler: only what somebody has to mend is called permanent. */
export function declaredOf(outcome: FailedOutcome): Problem['declared'] {
	const { type } = outcome;
	if (type === 'rateLimited')
		return { cause: 'rate-limited', retryAfterMs: readRetryAfter(outcome.retryAfter) };
	if (type === 'unauthorized') return { cause: 'credential-invalid' };
	if (type === 'refused')
		return { cause: outcome.status === 403 ? 'credential-invalid' : 'configuration-invalid' };
	const neverLeft = type === 'notTls' || type === 'blocked' || type === 'notMade';
	return { cause: neverLeft ? 'configuration-invalid' : 'temporarily-unavailable' };
}

/** The failure of a request that changed nothing, so it can always be made again. */
export function failureOfRead(outcome: FailedOutcome): Problem {
	if (outcome.type === 'notReady') return outcome.problem;
	let id: OutcomeSentence = outcome.type;
	if (outcome.type === 'rateLimited' && readRetryAfter(outcome.retryAfter))
		id = 'rateLimitedWithWait';
	if (outcome.type === 'refused') {
		const { status, said } = outcome;
		if (status === 404) id = said ? 'notFoundNamed' : 'notFound';
		else if (status === 403) id = 'forbidden';
		else if (!said) id = 'refusedWithoutReason';
	}
	return { ...problemOf(id, outcome), declared: declaredOf(outcome) };
}

/** The failure of a query whose answer threw while it was read: it has a shape that nobody expects. */
export function failureOfOddAnswer(thrown: unknown): Problem {
	const said = thrown instanceof Error ? plainText(thrown.message) : '';
	return { ...failureOfRead({ type: 'unlisted', said }), declared: { cause: 'node-defect' } };
}

/** The failure of a send: refused where the outcome proves that the service did not take it, else unknown. */
export function failureOfSend(
	outcome: FailedOutcome,
	body: MessageBody,
	at: string,
	skips = false,
): Problem {
	if (outcome.type === 'canceled') return problems.sendCanceled();
	const id = unknown[outcome.type];
	if (!id) return failureOfRead(outcome);
	const isCanceled = outcome.type === 'lost' && outcome.code === 'ERR_CANCELED';
	const check = checkOf(body, at);
	const given = { ...outcome, skips, check: textOf(check) };
	return { ...problemOf(isCanceled ? 'sendCanceledUnderWay' : id, given), check };
}

/** The failure of numbers that got nothing, because another request for the same message has an unknown outcome. */
export function failureElsewhere(body: MessageBody, at: string): Problem {
	const check = checkOf(body, at);
	return { ...problems.sendUnknownElsewhere(textOf(check)), check };
}

function problemOf(id: OutcomeSentence, given: object): Problem {
	return problems[id](given as Given);
}

/** What finds the message again at the service: at most three of its numbers, so that it stays readable. */
function checkOf({ recipients, contact_list_id, campaign }: MessageBody, at: string): Check {
	const more = (recipients?.length ?? 0) - 3;
	const named = recipients?.slice(0, 3).join(', ') || `contact group ${String(contact_list_id)}`;
	const to = more > 0 ? `${named} and ${more} more` : named;
	return { to, about: `campaign '${fitted(campaign, 80)}', tried at ${at}` };
}

function textOf({ to, about }: Check): string {
	return `${to}, ${about}`;
}
