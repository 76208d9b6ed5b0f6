import type { Outcomes } from './outcomes';
import type { SendOrder } from '../item';
import { inTurns } from '../turns';
import { LargeMap } from '../values/collections';

/**
 * Whom the run reaches, or is to reach: numbers, each counted once, and the segments of each message to each of its
 * numbers. Works in turns. @param isMeant whether a row counts
 */
export async function reachOf(outcomes: Outcomes, isMeant?: (order: SendOrder) => boolean) {
	const numbers = new LargeMap<true>();
	const groups = new Set<number>();
	let segments = 0;
	for await (const [index, { order }] of inTurns(outcomes.rows)) {
		if (!order || isMeant?.(order) === false) continue;
		const { contact_list_id: group } = order.body;
		const own = outcomes.ownAt(index);
		if (group !== null) groups.add(group);
		else {
			for (const number of own) numbers.set(number, true);
			segments += order.segments * own.length;
		}
	}
	return { numbers: numbers.size, segments, groups: groups.size };
}
