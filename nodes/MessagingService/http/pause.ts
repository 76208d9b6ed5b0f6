import { sleep } from 'n8n-workflow';

import type { Stop } from './stop';

/**
 * Waits this many milliseconds, or until the execution is stopped, whichever comes first.
 * Never rejects: the caller looks whether it was stopped.
 */
export async function pause(milliseconds: number, stop?: Stop): Promise<void> {
	if (stop?.isStopped) return;
	const over = sleep(milliseconds);
	await (stop ? stop.orStopped(over, () => undefined) : over);
}
