import type { IDataObject } from 'n8n-workflow';

import type { MessageBody, Results, SendItem } from '../item';
import type { Session } from '../service/session';
import { Slices } from '../service/stop';

/** Groups items by request: those that ask for it and differ only in recipients share one, up to their cap. */
export async function combine(items: SendItem[]): Promise<SendItem[][]> {
	const groups: SendItem[][] = [];
	const open = new Map<string, { group: SendItem[]; numbers: Set<string> }>();
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
		const added = body.recipients.filter((number) => !shared?.numbers.has(number));
		if (shared && shared.numbers.size + added.length <= cap) {
			shared.group.push(item);
			for (const number of added) shared.numbers.add(number);
			continue;
		}
		const group = [item];
		groups.push(group);
		open.set(key, { group, numbers: new Set(added) });
	}
	return groups;
}

/** The message of the one request that these items share, to each of their numbers once. */
export function bodyOf(group: SendItem[]): MessageBody {
	const { body } = group[0]!.order;
	if (group.length === 1) return body;
	return { ...body, recipients: [...new Set(numbersIn(group))] };
}

/** Their numbers, as often as they stand there; none of a contact group. */
export function numbersIn(group: SendItem[]): string[] {
	return group.flatMap(({ order }) => order.body.recipients ?? []);
}

/** Each item shows a request of up to so many numbers whole: 10,000 that show 10,000 would fill n8n's memory. */
const mostShown = 100;

/** Gives the items of a dry run the request that they would travel in. Works in slices. @returns the other items */
export async function showDryRun(
	items: SendItem[],
	results: Results,
	session: Session,
): Promise<SendItem[]> {
	const slices = new Slices();
	for (const group of await combine(items.filter(({ order }) => order.isDryRun))) {
		if (slices.isOver) await slices.next();
		// The text may quote a secret, which no output shows.
		const request = session.account.redaction.data(structuredClone(bodyOf(group)));
		const isShort = (request.recipients ?? []).length <= mostShown;
		for (const [place, { index, order }] of group.entries()) {
			const output: IDataObject = {
				sendOutcome: 'dryRun',
				recipients: order.body.recipients,
				...order.beside,
				...(isShort || place === 0
					? { request }
					: { request: null, requestOfItem: group[0]!.index }),
				...(order.skipSentWithin !== undefined ? { notLookedUp: true } : {}),
			};
			results.set(index, { outputs: [output], dryRun: order });
		}
	}
	return items.filter(({ order }) => !order.isDryRun);
}
