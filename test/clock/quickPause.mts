/**
 * Stands in for the node's own pause: back-offs of seconds become milliseconds. Which requests are
 * made, and in which order, stays the same. Use: `jest.mock('…/http/pause.ts', () => jest.requireActual('../clock/quickPause.mts'))`.
 */
export function pause(milliseconds: number): Promise<void> {
	// A limiter that a test leaves paused asks again and again: that must not keep jest's process alive.
	return new Promise((resolve) => void setTimeout(resolve, Math.min(milliseconds, 3)).unref());
}
