import { refuseAlike, shareEqualRows } from './equalRows';
import { lookUpUnknown } from './lookUpUnknown';
import type { Outcomes } from './outcomes';
import { sendAll } from './requests';
import type { Sending } from './sending';
import { sendUnsent } from './skipAlreadySent';
import { failureOfThrown, type Parameters } from '../fields/parameters';
import { options } from '../fields/send';
import { type SendItem, type SendOrder, skipsSent } from '../item';
import { type Problem, problems } from '../texts';
import { inTurns } from '../turns';
import { LargeMap } from '../values/collections';

/** Sends the messages of the items that may go. A step that no item asks for is not taken. */
export async function sendItems(items: SendItem[], sending: Sending): Promise<void> {
	const going = items.filter(({ order }) => !order.isDryRun && order.body.recipients?.length !== 0);
	const forget = sending.recent.keepFor(sending.began);
	try {
		const send = going.some(({ order }) => skipsSent(order)) ? sendUnsent : sendAll;
		const unknown = await send(going, sending);
		if (unknown.length > 0) await lookUpUnknown(unknown, sending);
	} finally {
		forget();
	}
}

/** The items that may go, each with the recipients that nothing became of yet. Others are refused, or repeat one. */
export async function mayGo(read: SendItem[], outcomes: Outcomes): Promise<SendItem[]> {
	if (read.length > 0 && outcomes.rows.size > 1) {
		await refuseAlike(read, outcomes);
		await shareEqualRows(read, outcomes);
	}
	const going = read.flatMap((item) => outcomes.openPart(item) ?? []);
	await applyCaps(going, outcomes);
	return going.filter(({ index }) => outcomes.rows.get(index)!.failures.length === 0);
}

/** The limits of a whole run; of several items' limits the lowest counts, and 0 is none. */
const caps = [
	{ option: 'maxRecipients', exceeded: 'tooManyRecipients' },
	{ option: 'maxTotalSegments', exceeded: 'tooManyTotalSegments' },
] as const;

/** Refuses items that come to more than a cap, together with what earlier tries have sent. */
async function applyCaps(going: SendItem[], outcomes: Outcomes): Promise<void> {
	let reach: Awaited<ReturnType<typeof reachOf>> | undefined;
	for (const { option, exceeded } of caps) {
		let cap = Infinity;
		for (const order of outcomes.orders) if (order[option] > 0) cap = Math.min(cap, order[option]);
		if (cap === Infinity) continue;
		// Before any is refused: a refused row reaches nobody.
		reach ??= await reachOf(outcomes);
		const total = option === 'maxRecipients' ? reach.numbers : reach.segments;
		const tooMany = problems[exceeded](total, cap);
		const ofGroup = problems.notForGroups(options[option].property.displayName);
		for (const { index, order } of going) {
			const isGroup = order.body.contact_list_id !== null;
			if (isGroup || total > cap) outcomes.refuse(index, [isGroup ? ofGroup : tooMany]);
		}
	}
}

/** What the other items are told where this one can't tell a cap of the run. */
export function unreadableCapOf(parameters: Parameters, index: number): Problem | undefined {
	for (const { option } of caps) {
		const cap = options[option];
		const given = parameters.of(index);
		try {
			given.read(cap);
		} catch (error) {
			given.refuse(failureOfThrown(error));
		}
		if (given.problems.length > 0) return problems.capOfOtherItem(cap.property.displayName, index);
	}
	return undefined;
}

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
