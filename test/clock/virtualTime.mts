/**
 * Stands in for the node's pause: no time passes but what is paused. Mock `http/pause.ts` by it, and
 * call `startTime` before each test; `Date.now` goes by it then.
 */
import type { Stop } from '../../nodes/MessagingService/http/stop.ts';

export const noon = Date.parse('2026-11-22T12:00:00Z');

let now = noon;
const longPauses: number[] = [];

/** Until when each of the pauses that are on lasts. */
const until = new Set<{ time: number }>();

let ticking: Promise<void> | undefined;

/** Ten milliseconds, or up to the end of a pause, in one turn of the event loop, for all who wait. */
function tick(): Promise<void> {
	ticking ??= new Promise((resolve) => {
		setImmediate(() => {
			ticking = undefined;
			now = Math.min(now + 10, ...[...until].map(({ time }) => Math.max(time, now)));
			resolve();
		});
	});
	return ticking;
}

export async function pause(milliseconds: number, stop?: Stop): Promise<void> {
	const end = { time: now + milliseconds };
	if (milliseconds > 0) longPauses.push(milliseconds);
	until.add(end);
	do await tick();
	while (now < end.time && !stop?.isStopped);
	until.delete(end);
}

export function startTime(): void {
	now = noon;
	longPauses.length = 0;
	until.clear();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
}

/** Milliseconds since `startTime`. */
export const passed = (): number => now - noon;

export function pass(milliseconds: number): void {
	now += milliseconds;
}

export const pauses = (): number[] => longPauses;
