import type { IDataObject } from 'n8n-workflow';

import { createdAtOf } from '../values/messageRecord';
import { latestInstant, unzonedWithin } from '../values/time';

/** How late times without a zone can be, by what a list shows: none of its messages was created in the future. */
export class UnzonedTimes {
	/** When the newest of these messages was created, read as UTC. */
	private newest = -Infinity;

	/** Notes a record of the list. */
	add(record: IDataObject): void {
		const createdAt = createdAtOf(record);
		if (createdAt === undefined || createdAt <= this.newest) return;
		if (latestInstant(record.created_at) !== createdAt) this.newest = createdAt;
	}

	/**
	 * Returns by how many milliseconds such a time, read as UTC, can be too early. Negative where the service's clock
	 * shows a time ahead of UTC. @param now by the service's clock, at the latest
	 */
	tooEarlyBy(now: number): number {
		return Math.min(unzonedWithin, now - this.newest);
	}
}
