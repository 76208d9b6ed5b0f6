/** Stands in for the pause as `quickPause` does, and notes how long each was to be. */
import { pause as quickPause } from './quickPause.mts';

const pauses: number[] = [];

let on = 0;

export function pause(milliseconds: number): Promise<void> {
	pauses.push(milliseconds);
	on++;
	return quickPause(milliseconds).finally(() => on--);
}

/** How many pauses of this length there were. */
export const pausesOf = (milliseconds: number): number =>
	pauses.filter((each) => each === milliseconds).length;

/** Pauses that wait for something, not those that only let n8n's event loop go round. */
export const waits = (): number[] => pauses.filter((milliseconds) => milliseconds > 0);

/** How many pauses are on: while there are none, and no request is under way, nothing goes on by itself. */
export const pausesOn = (): number => on;

/** Forgets what was noted. */
export function forgetPauses(): void {
	pauses.length = 0;
}
