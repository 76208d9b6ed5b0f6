import { readWait } from './comeBack';
import type { Outcome, Purpose } from './outcome';

/** Whether to make the same request once more, and after how many milliseconds. */
type Decision = { repeat: false } | { repeat: true; wait: number; pauseAll?: true };

const stop: Decision = { repeat: false };

/** Milliseconds. A longer wait than this becomes a failure that says so. */
const longestWait = 120_000;

/**
 * Statuses after which the same request may succeed, if repeating it does no harm. From 520 on, they are proxies' own.
 */
const passing = [408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530];

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
		// No connection came about: no byte of the request left. All wait together.
		case 'unreachable':
			return thrice.repeat ? { ...thrice, pauseAll: true } : stop;
		// The service may have taken the message before it failed.
		case 'serverError':
		case 'refused': {
			if (purpose === 'send' || !passing.includes(outcome.status)) return stop;
			const asked = outcome.type === 'serverError' && readRetryAfter(outcome.retryAfter, now);
			if (!asked || !thrice.repeat) return thrice;
			return asked > longestWait ? stop : { repeat: true, wait: asked };
		}
		// Nobody knows how far the request came.
		case 'lost':
		case 'timedOut':
			return purpose !== 'send' ? thrice : stop;
		// Accepted, accepted with the receipt lost, plainly refused, or nothing that is listed here.
		default:
			return stop;
	}
}

/** Returns the milliseconds from now until a Retry-After; undefined if it names no plausible future time. */
export function readRetryAfter(value = '', now = Date.now()): number | undefined {
	return readWait(value, now);
}
