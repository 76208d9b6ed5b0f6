import { yielding } from '../eventLoop';
import { failureOfThrown, type Parameters } from '../fields/parameters';
import { options } from '../fields/send';
import type { SendOrder } from '../item';
import type { Outcomes } from '../recipients/outcomes';
import type { Row } from '../recipients/row';
import { type Problem, problems } from '../texts';

/** Limits that apply to a whole run. Of several items' limits, the lowest counts. 0 means none. */
const caps = [
	{ option: 'maxRecipients', exceeded: 'tooManyRecipients' },
	{ option: 'maxTotalSegments', exceeded: 'tooManyTotalSegments' },
] as const;

/**
 * Refuses rows if the run exceeds a cap, counting what earlier tries have sent. If a cap is set, contact groups are
 * refused too: only the service knows who is in them.
 */
export async function applyCaps(rows: Row[], outcomes: Outcomes): Promise<void> {
	let reach: Awaited<ReturnType<typeof reachOf>> | undefined;
	for (const { option, exceeded } of caps) {
		let cap = Infinity;
		for (const order of outcomes.orders) if (order[option] > 0) cap = Math.min(cap, order[option]);
		if (cap === Infinity) continue;
		// Counted before any row is refused: a refused row reaches nobody.
		reach ??= await reachOf(outcomes);
		const total = option === 'maxRecipients' ? reach.numbers : reach.segments;
		const tooMany = problems[exceeded](total, cap);
		const ofGroup = problems.notForGroups(options[option].property.displayName);
		for (const row of rows) {
			const isGroup = row.order!.body.contact_list_id !== null;
			if (isGroup || total > cap) row.refuse([isGroup ? ofGroup : tooMany]);
		}
	}
}

/**
 * Returns the problem for all other items if this item has an unreadable cap, since a cap applies to the whole run.
 * Undefined if its caps can be read.
 */
export function unreadableCapOf(parameters: Parameters, index: number): Problem | undefined {
	for (const { option } of caps) {
		const cap = options[option];
		const item = parameters.of(index);
		try {
			item.read(cap);
		} catch (error) {
			item.refuse(failureOfThrown(error));
		}
		if (item.problems.length > 0) return problems.capOfOtherItem(cap.property.displayName, index);
	}
	return undefined;
}

/**
 * Counts what the run reaches, or is to reach: phone numbers, each once; contact groups; and segments, with those of
 * each message counted for each of its numbers. Yields to the event loop.
 * @param isMeant whether to count a row
 */
export async function reachOf(outcomes: Outcomes, isMeant?: (order: SendOrder) => boolean) {
	const numbers = new Set<string>();
	const groups = new Set<number>();
	let segments = 0;
	for await (const { order, reached } of yielding(outcomes.rows.values())) {
		if (!order || isMeant?.(order) === false) continue;
		const { contact_list_id: group } = order.body;
		if (reached.length === 0) continue;
		if (group !== null) groups.add(group);
		else {
			for (const { number } of reached) numbers.add(number);
			segments += (order.segments ?? 0) * reached.length;
		}
	}
	return { numbers: numbers.size, segments, groups: groups.size };
}
