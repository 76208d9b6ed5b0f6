import type { FailedOutcome } from './outcome';
import { plainText } from './plainText';
import { readRetryAfter } from './retryPolicy';
import { problems, type RequestFacts, type OutcomeSentence, type Problem } from '../texts';

/** Classifies a failed request for n8n's poll scheduler. Only failures that somebody has to fix count as permanent. */
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
 * Returns the problem of a failed request that changed nothing, so it can always be made again.
 * @param clock formats a time given in milliseconds since 1970; by default as ISO 8601
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
	return { ...problems[id](outcome as RequestFacts), declared: declaredOf(outcome) };
}

/** Returns the problem of a query whose answer has such an unexpected shape that reading it threw. */
export function failureOfOddAnswer(thrown: unknown): Problem {
	const said = thrown instanceof Error ? plainText(thrown.message) : undefined;
	return { ...failureOfRead({ type: 'unlisted', said }), declared: { cause: 'node-defect' } };
}
