import type { Outcome, Purpose } from './outcome';

/** Whether to make the same request once more, and after how many milliseconds. */
type Decision = { repeat: false } | { repeat: true; wait: number; pauseAll?: true };

const stop: Decision = { repeat: false };

/** Milliseconds. A longer wait than this becomes a failure that says so. */
const longestWait = 120_000;

/** Answers that a second, equal request may turn out better for, when repeating does no harm. */
const passing = [408, 500, 502, 503, 504];

/**
 * Decides whether a request is made again after this outcome. A send has no idempotency key, so it
 * is repeated only when the answer, or its absence, proves that the service did not take it.
 *
 * @param attempt how many attempts at this request failed in this way so far, from 1
 * @param circumstances `random` spreads our own waits, so that many items don't come back at once
 */
export function decide(
	purpose: Purpose,
	outcome: Outcome,
	attempt: number,
	{ now, random } = { now: Date.now(), random: Math.random() },
): Decision {
	// One half to one second before the first repetition, and twice as much before each next one.
	const backOff = Math.round(2 ** (attempt - 1) * (500 + 500 * random));
	const thrice: Decision = attempt <= 3 ? { repeat: true, wait: backOff } : stop;
	switch (outcome.type) {
		// The token was rejected before anything else was looked at. Twice means that the keys are bad.
		case 'unauthorized':
			return purpose !== 'token' && attempt <= 1 ? { repeat: true, wait: 0 } : stop;
		// An explicit refusal, sends included. All requests wait, or the other items keep hammering.
		case 'rateLimited': {
			// No jitter on a time that the service gave: it knows when it has room again.
			const wait = readRetryAfter(outcome.retryAfter, now) ?? backOff;
			const isOver = attempt > (purpose === 'token' ? 3 : 5) || wait > longestWait;
			return isOver ? stop : { repeat: true, wait, pauseAll: true };
		}
		// No connection came about: no byte of the request left.
		case 'unreachable':
			return thrice;
		// The service may have taken the message before it failed.
		case 'serverError':
			return purpose !== 'send' && passing.includes(outcome.status) ? thrice : stop;
		// Nobody knows how far the request came.
		case 'lost':
		case 'timedOut':
			return purpose !== 'send' ? thrice : stop;
		// Accepted, accepted with the receipt lost, plainly refused, or nothing that is listed here.
		default:
			return stop;
	}
}

/** Milliseconds from now until a Retry-After, in seconds or as a date; undefined where it names no time to come. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
	const text = value?.trim() ?? '';
	const isNumber = /^\d+(\.\d+)?$/.test(text);
	// Only a date with a name of a month: Date.parse also takes '-5' and '2' for dates, and 'May 5' for one of 2001.
	const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
	const wait = isNumber ? Math.ceil(Number(text) * 1000) : date - now;
	return wait > 0 ? wait : undefined;
}
