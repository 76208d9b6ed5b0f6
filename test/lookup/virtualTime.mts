/**
 * Stands in for the node's pause: no time passes but what is paused. Mock `http/pause.ts` by it, and
 * call `startTime` before each test; `Date.now` goes by it then.
 */
import type { Stop } from '../../nodes/MessagingService/http/stop.ts';

export const noon = Date.parse('2026-11-22T12:00:00Z');

let now = noon;
const longPauses: number[] = [];

export async function pause(milliseconds: number, stop?: Stop): Promise<void> {
	if (stop?.isStopped) return;
	if (milliseconds > 0) longPauses.push(milliseconds);
	await new Promise((resolve) => setImmediate(resolve));
	if (!stop?.isStopped) now += milliseconds;
}

export function startTime(): void {
	now = noon;
	longPauses.length = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
}

/** Milliseconds since `startTime`. */
export const passed = (): number => now - noon;

export function pass(milliseconds: number): void {
	now += milliseconds;
}

export const pauses = (): number[] => longPauses;
