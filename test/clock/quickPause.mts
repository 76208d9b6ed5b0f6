/**
 * Stands in for the node's own pause: back-offs of seconds take milliseconds, and `Date.now` goes on by what was
 * left of them. Which requests are made, and in which order, stays the same. Pauses of more than a minute last, so
 * that a test can stop a run in one.
 * Use: `jest.mock('…/http/pause.ts', () => jest.requireActual('../clock/quickPause.mts'))`.
 */

import type { Stop } from '../../nodes/MessagingService/http/stop.ts';

const longestShortened = 60_000;

const machineTime = Date.now.bind(Date);

/** Milliseconds that pauses would have taken longer. */
let saved = 0;

/** Not `Date.now`, which a test may have moved further. */
const now = (): number => machineTime() + saved;

// Whoever waits until a time has come, as the limiter does after a 429, would else ask again and again until it has.
Date.now = now;

export async function pause(milliseconds: number, stop?: Stop): Promise<void> {
	if (stop?.isStopped) return;
	const end = now() + milliseconds;
	const taken = milliseconds > longestShortened ? milliseconds : Math.min(milliseconds, 3);
	// A limiter that a test leaves paused must not keep jest's process alive.
	const over = new Promise<void>((resolve) => void setTimeout(resolve, taken).unref());
	await (stop ? stop.orStopped(over, () => undefined) : over);
	if (!stop?.isStopped) saved = Math.max(saved, end - machineTime());
}
