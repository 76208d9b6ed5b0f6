import type { MessageBody, SendItem } from '../item';
import { Slices } from '../service/stop';

/** Groups items by request: those that ask for it and differ only in recipients share one, up to their cap. */
export async function combine(items: SendItem[]): Promise<SendItem[][]> {
	const groups: SendItem[][] = [];
	const open = new Map<string, { group: SendItem[]; size: number }>();
	const slices = new Slices();
	for (const item of items) {
		if (slices.isOver) await slices.next();
		const { body, combineUpTo: cap, looksUp, skipSentWithin } = item.order;
		if (cap === undefined || !body.recipients) {
			groups.push([item]);
			continue;
		}
		const key = JSON.stringify([cap, looksUp, skipSentWithin, { ...body, recipients: null }]);
		const shared = open.get(key);
		const { length: added } = body.recipients;
		if (shared && shared.size + added <= cap) {
			shared.group.push(item);
			shared.size += added;
			continue;
		}
		const group = [item];
		groups.push(group);
		open.set(key, { group, size: added });
	}
	return groups;
}

/** The message of the one request that these items share. No two have a number in common. */
export function bodyOf(group: SendItem[]): MessageBody {
	const { body } = group[0]!.order;
	if (group.length === 1) return body;
	return { ...body, recipients: numbersIn(group) };
}

/** Their numbers; none of a contact group. */
export function numbersIn(group: SendItem[]): string[] {
	return group.flatMap(({ order }) => order.body.recipients ?? []);
}
