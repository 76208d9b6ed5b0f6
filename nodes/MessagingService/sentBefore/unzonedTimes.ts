import type { IDataObject } from 'n8n-workflow';

import { createdAtOf } from '../values/messageRecord';
import { latestInstant, unzonedWithin } from '../values/time';

/** Bounds the offset of a list's times without a zone: none of its messages was created in the future. */
export class UnzonedTimes {
	/** Creation time of the newest message with such a time, read as UTC, in milliseconds since 1970. */
	private newest = -Infinity;

	/** Adds a record of the list. */
	add(record: IDataObject): void {
		const createdAt = createdAtOf(record);
		if (createdAt === undefined || createdAt <= this.newest) return;
		if (latestInstant(record.created_at) !== createdAt) this.newest = createdAt;
	}

	/**
	 * Returns the most milliseconds by which a time without a zone, read as UTC, can be too early. Negative if the
	 * service's clock shows that such times are ahead of UTC.
	 * @param now the latest possible time by the service's clock
	 */
	tooEarlyBy(now: number): number {
		return Math.min(unzonedWithin, now - this.newest);
	}
}
