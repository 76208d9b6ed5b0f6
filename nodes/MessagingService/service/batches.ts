import { pause, type Stop } from './stop';
import { groupedBy } from '../values/collections';

/** How many items a batch has, and the milliseconds from the start of one to the start of the next. */
export interface Batching {
	size: number;
	interval: number;
}

/** n8n's Batching: the batches start one interval after the other, whether the one before is done or not. */
export async function inBatches<Item extends { index: number }, Ended>(
	items: Item[],
	batching: Batching | undefined,
	stop: Stop,
	go: (batch: Item[]) => Promise<Ended>,
): Promise<Ended[]> {
	if (!batching) return [await go(items)];
	const batches = groupedBy(items, ({ index }) => Math.floor(index / batching.size));
	const underWay: Array<Promise<Ended>> = [];
	for (const batch of batches.values()) {
		if (underWay.length > 0) await pause(batching.interval, stop);
		const going = go(batch);
		// Awaited below, after the last pause: until then a rejection would be nobody's.
		going.catch(() => undefined);
		underWay.push(going);
	}
	await Promise.allSettled(underWay);
	return await Promise.all(underWay);
}
