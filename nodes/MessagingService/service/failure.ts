import type { FailedOutcome } from './outcome';
import { plainText } from './plainText';
import { readRetryAfter } from './retryPolicy';
import { problems, type Given, type OutcomeSentence, type Problem } from '../texts';

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

/**
 * The failure of a request that changed nothing, so it can always be made again.
 * @param clock writes a time, in milliseconds since 1970; as ISO 8601 unless told
 */
export function failureOfRead(
	outcome: FailedOutcome,
	clock = (time: number) => new Date(time).toISOString(),
): Problem {
	if (outcome.type === 'notReady') return outcome.problem;
	if (outcome.type === 'down' || outcome.type === 'sendsFail')
		return { ...problems[outcome.type](clock(outcome.since)), declared: declaredOf(outcome) };
	let id: OutcomeSentence = outcome.type;
	if (outcome.type === 'rateLimited' && readRetryAfter(outcome.retryAfter))
		id = 'rateLimitedWithWait';
	if (outcome.type === 'refused') {
		const { status, said, isPage } = outcome;
		if (isPage && status !== 404) id = 'refusedByPage';
		else if (status === 404) id = said ? 'notFoundNamed' : 'notFound';
		else if (status === 403) id = 'forbidden';
		else if (!said) id = 'refusedWithoutReason';
	}
	return { ...problems[id](outcome as Given), declared: declaredOf(outcome) };
}

/** The failure of a query whose answer threw while it was read: it has a shape that nobody expects. */
export function failureOfOddAnswer(thrown: unknown): Problem {
	const said = thrown instanceof Error ? plainText(thrown.message) : undefined;
	return { ...failureOfRead({ type: 'unlisted', said }), declared: { cause: 'node-defect' } };
}
