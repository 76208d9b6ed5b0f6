/** Stands in for the pause as `quickPause` does, and notes how long each was to be. */
import { pause as quickPause } from './quickPause.mts';

const pauses: number[] = [];

export function pause(milliseconds: number): Promise<void> {
	pauses.push(milliseconds);
	return quickPause(milliseconds);
}

/** How many pauses of this length there were. */
export const pausesOf = (milliseconds: number): number => pauses.filter((each) => each === milliseconds).length;

/** Pauses that wait for something, not those that only let n8n's event loop go round. */
export const waits = (): number[] => pauses.filter((milliseconds) => milliseconds > 0);

/** Forgets what was noted. */
export function forgetPauses(): void {
	pauses.length = 0;
}
