import type { MessageBody, SendItem, SendOrder } from '../item';

/** Stands for a contact group among numbers. */
const group = '';

/** Who gets an order's message: its numbers, or '' for its contact group. */
export function recipientsOf({ body }: Pick<SendOrder, 'body'>): string[] {
	return body.recipients ?? [group];
}

/** The numbers of all these items. */
export function numbersIn(items: SendItem[]): string[] {
	return items.flatMap(({ order }) => order.body.recipients ?? []);
}

/** The order to these recipients of it, or others; one to a contact group stays as it is. */
export function orderTo(order: SendOrder, recipients: string[]): SendOrder {
	if (order.body.recipients === null) return order;
	return { ...order, body: { ...order.body, recipients } };
}

/** The item with those of its recipients that fit; undefined where none does. */
export function withOnly(
	item: SendItem,
	fits: (recipient: string) => boolean,
): SendItem | undefined {
	const all = recipientsOf(item.order);
	const some = all.filter(fits);
	if (some.length === 0) return undefined;
	return some.length === all.length ? item : { ...item, order: orderTo(item.order, some) };
}

/** The message of the one request that these items share. No two have a number in common. */
export function bodyOf(items: SendItem[]): MessageBody {
	const { body } = items[0]!.order;
	return items.length === 1 ? body : { ...body, recipients: numbersIn(items) };
}

export function skipsSent({ order }: SendItem): boolean {
	return order.skipSentWithin !== undefined;
}
