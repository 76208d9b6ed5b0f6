import type { Outcome, Purpose } from './outcome';

/** Whether to make the same request once more, and after how many milliseconds. */
export type Decision =
	| { repeat: false }
	| { repeat: true; wait: number; renewToken?: true; pauseAll?: true };

/** What the decision needs besides the outcome; both are parameters so that it stays pure. */
interface Circumstances {
	/** Milliseconds since 1970, for a Retry-After that names a date. */
	now: number;
	/** From 0 to below 1. Spreads our own waits, so that many items don't come back at once. */
	random: number;
}

const stop: Decision = { repeat: false };

/** Milliseconds. A service that asks for a longer wait than this gets a failure that says so. */
const longestWait = 120_000;

/** Answers that a second, equal request may turn out better for, when repeating does no harm. */
const passing = [408, 500, 502, 503, 504];

/**
 * Decides whether a request is made again after this outcome. A send has no idempotency key, so it
 * is repeated only when the answer, or its absence, proves that the service did not take it.
 *
 * @param attempt how many attempts at this request ended so far with a failure of this kind, from 1
 */
export function decide(
	purpose: Purpose,
	outcome: Outcome,
	attempt: number,
	{ now, random }: Circumstances = { now: Date.now(), random: Math.random() },
): Decision {
	switch (outcome.type) {
		// The token was rejected before anything else was looked at. Once: a second one means the keys are bad.
		case 'unauthorized':
			return purpose !== 'token' && attempt <= 1
				? { repeat: true, wait: 0, renewToken: true }
				: stop;
		// An explicit refusal, sends included. All requests wait, or the other items keep hammering.
		case 'rateLimited':
			if (attempt > (purpose === 'token' ? 3 : 5)) return stop;
			return afterRateLimit(outcome.retryAfter, attempt, now, random);
		// No connection came about: no byte of the request left.
		case 'unreachable':
			return attempt <= 3 ? { repeat: true, wait: backOff(attempt, random) } : stop;
		// The service may have taken the message before it failed.
		case 'serverError':
			return purpose !== 'send' && attempt <= 3 && passing.includes(outcome.status)
				? { repeat: true, wait: backOff(attempt, random) }
				: stop;
		// Nobody knows how far the request came.
		case 'lost':
		case 'timedOut':
			return purpose !== 'send' && attempt <= 3
				? { repeat: true, wait: backOff(attempt, random) }
				: stop;
		// Accepted, accepted with the receipt lost, plainly refused, or nothing that is listed here.
		case 'answered':
		case 'unreadable':
		case 'refused':
		case 'redirected':
		case 'untrusted':
		case 'canceled':
		case 'notReady':
		case 'unlisted':
			return stop;
	}
}

function afterRateLimit(
	retryAfter: string | undefined,
	attempt: number,
	now: number,
	random: number,
): Decision {
	const asked = readRetryAfter(retryAfter, now);
	// No jitter on a time that the service gave: it knows when it has room again.
	const wait = asked ?? backOff(attempt, random);
	return wait <= longestWait ? { repeat: true, wait, pauseAll: true } : stop;
}

/**
 * Reads a Retry-After header, in seconds or as a date.
 *
 * @returns milliseconds from now, at least 0, or undefined when there is none that can be read
 */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	// Only a date with a name of a month: Date.parse also takes '-5' and '2' for dates.
	const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Milliseconds: one half to one second before the first repetition, and twice as much before each next one. */
function backOff(attempt: number, random: number): number {
	return Math.round(2 ** (attempt - 1) * (500 + 500 * random));
}
