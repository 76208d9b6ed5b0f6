import type { Item, MessageBody, SendOrder } from '../item';
import { Slices } from '../service/stop';

/** One request, and the items that it is for. */
export interface CombinedRequest {
	body: MessageBody;
	items: Array<Item<SendOrder>>;
}

/**
 * Distributes items over requests. Items that ask for it and differ only in their recipients share
 * one, up to the number of recipients that each of them allows; a number that stands in several of
 * them is sent once. An item is never split, and a contact group is never combined. Works in slices.
 */
export async function combine(items: Array<Item<SendOrder>>): Promise<CombinedRequest[]> {
	const requests: CombinedRequest[] = [];
	const open = new Map<string, { request: CombinedRequest; numbers: Set<string>; cap: number }>();

	const slices = new Slices();
	for (const item of items) {
		if (slices.isOver) await slices.next();
		const { body, combineUpTo: cap, looksUp, skipSentWithin } = item.order;
		if (cap === undefined || !body.recipients) {
			requests.push({ body, items: [item] });
			continue;
		}
		const key = JSON.stringify([cap, looksUp, skipSentWithin, { ...body, recipients: null }]);
		const started = open.get(key);
		const added = body.recipients.filter((number) => !started?.numbers.has(number));
		if (started && started.numbers.size + added.length <= started.cap) {
			for (const number of added) started.numbers.add(number);
			started.request.items.push(item);
			continue;
		}
		if (started) close(started.request, started.numbers);
		const request = { body, items: [item] };
		requests.push(request);
		open.set(key, { request, numbers: new Set(body.recipients), cap });
	}
	for (const { request, numbers } of open.values()) close(request, numbers);
	return requests;
}

/** Names the recipients once the request is full: adding them one by one would copy the list each time. */
function close(request: CombinedRequest, numbers: Set<string>): void {
	request.body = { ...request.body, recipients: [...numbers] };
}
