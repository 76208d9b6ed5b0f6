/** Stands in for the pause as `quickPause` does, and notes how long each was to be. */
import { pause as quickPause } from './quickPause.mts';

const pauses: number[] = [];

export function pause(milliseconds: number): Promise<void> {
	pauses.push(milliseconds);
	return quickPause(milliseconds);
}

/** Waits other than the one in which items gather. */
export const waits = (): number[] => pauses.filter((milliseconds) => milliseconds > 0);

/** Forgets what was noted. */
export function forgetPauses(): void {
	pauses.length = 0;
}
