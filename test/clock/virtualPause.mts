/** Stands in for the node's own pause: it goes by the virtual clock. */
import type { Stop } from '../../nodes/MessagingService/http/stop.ts';
import { clock } from './virtualClock.mts';

export async function pause(milliseconds: number, stop?: Stop): Promise<void> {
	if (stop?.isStopped) return;
	await clock.sleep(milliseconds, (wake) => stop?.onStop(wake));
}
