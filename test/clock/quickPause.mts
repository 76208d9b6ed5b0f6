/**
 * Stands in for the node's own pause: back-offs of seconds become milliseconds. Which requests are
 * made, and in which order, stays the same. Use: `jest.mock('…/http/pause.ts', () => jest.requireActual('./quickPause.mts'))`.
 */
export function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 3)));
}
