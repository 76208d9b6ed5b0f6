/**
 * Stands in for the node's own pause: back-offs of seconds take milliseconds, and `Date.now` goes on by what was
 * left of them. Which requests are made, and in which order, stays the same.
 * Use: `jest.mock('…/http/pause.ts', () => jest.requireActual('../clock/quickPause.mts'))`.
 */

const machineTime = Date.now.bind(Date);

/** Milliseconds that pauses would have taken longer. */
let saved = 0;

/** Not `Date.now`, which a test may have moved further. */
const now = (): number => machineTime() + saved;

// Whoever waits until a time has come, as the limiter does after a 429, would else ask again and again until it has.
Date.now = now;

export async function pause(milliseconds: number): Promise<void> {
	const end = now() + milliseconds;
	// A limiter that a test leaves paused must not keep jest's process alive.
	await new Promise<void>((resolve) => void setTimeout(resolve, Math.min(milliseconds, 3)).unref());
	saved = Math.max(saved, end - machineTime());
}
