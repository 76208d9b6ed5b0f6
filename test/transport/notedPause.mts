/** Stands in for the pause: notes how long each was to be, and takes three milliseconds at most. */
const pauses: number[] = [];

export function pause(milliseconds: number): Promise<void> {
	pauses.push(milliseconds);
	return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 3)));
}

/** Waits other than the one in which items gather. */
export const waits = (): number[] => pauses.filter((milliseconds) => milliseconds > 0);

/** Forgets what was noted. */
export function forgetPauses(): void {
	pauses.length = 0;
}
