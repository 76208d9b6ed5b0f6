import type { IDataObject } from 'n8n-workflow';

import type { Sending } from './sending';
import type { Failure, Item, SendOrder } from '../item';
import { readMessageList, ServiceClock } from '../messages/list';
import { highestConcurrency } from '../service/limiter';
import { Slices } from '../service/stop';
import { outcomeSentences, sentences } from '../texts';
import {
	contentKeyOf,
	deliveryStatusesOf,
	digitsOf,
	numbersOf,
	readListedMessage,
	type ListedMessage,
} from '../values/messageRecord';

/** What is known of a message that a number has already. */
interface SentBefore {
	/** Undefined where the service named none. */
	id?: string;
	/** As the service wrote it, else ISO 8601 by this machine's clock; null where nobody knows. */
	sentAt: string | null;
	/** What became of it, in the service's words, where its list was read. */
	deliveryStatus?: string;
}

/**
 * Leaves out the numbers that have an item's message already.
 *
 * @returns the item with the numbers that are left, or its output where none is
 */
export function withoutSent(
	item: Item<SendOrder>,
	sentBefore: (number: string) => SentBefore | undefined,
): { item: Item<SendOrder> } | { output: IDataObject } {
	const { body, beside } = item.order;
	const numbers = body.recipients ?? [];
	const already = new Map(
		numbers.flatMap((number) => {
			const before = sentBefore(number);
			return before ? [[number, before]] : [];
		}),
	);
	const [first] = already.values();
	if (!first) return { item };
	const { alreadySentRecipients: earlier = [], skippedRecipients } = beside;
	const alreadySentRecipients = [...earlier, ...already.keys()];
	const recipients = numbers.filter((number) => !already.has(number));
	if (recipients.length > 0) {
		return {
			item: {
				...item,
				order: {
					...item.order,
					body: { ...body, recipients },
					beside: { ...beside, alreadySentRecipients },
				},
			},
		};
	}
	return {
		output: {
			sendOutcome: 'alreadySent',
			messageId: first.id ?? null,
			sentAt: first.sentAt,
			...deliveryStatusOf([...already.values()]),
			recipients: alreadySentRecipients,
			...(skippedRecipients ? { skippedRecipients } : {}),
		},
	};
}

/** Each status once, where the numbers of an item have several. */
function deliveryStatusOf(sent: SentBefore[]): { deliveryStatus?: string } {
	const statuses = new Set(sent.flatMap(({ deliveryStatus }) => deliveryStatus ?? []));
	return statuses.size > 0 ? { deliveryStatus: [...statuses].join(', ') } : {};
}

/** A message that a number has already. */
type SentMessage = ListedMessage & { deliveryStatus?: string };

/** What a run's messages are at the service already: the latest record of each message to each number. */
export class AlreadySent {
	/** The wanted messages by number; null where none was found. Of all other records nothing is kept. */
	private readonly byNumber = new Map<string, Map<string, SentMessage | null>>();

	/** Works in slices. @param orders the messages to look for */
	async want(orders: SendOrder[]): Promise<void> {
		const slices = new Slices();
		for (const { body } of orders) {
			if (slices.isOver) await slices.next();
			const key = contentKeyOf(body);
			for (const number of body.recipients ?? []) {
				const digits = digitsOf(number);
				const wanted = this.byNumber.get(digits) ?? new Map<string, null>();
				this.byNumber.set(digits, wanted.set(key, null));
			}
		}
	}

	note(record: IDataObject): void {
		const numbers = numbersOf(record);
		const wanted = numbers.filter((number) => this.byNumber.has(number));
		if (wanted.length === 0) return;
		const message = readListedMessage(record, numbers);
		const { contentKey } = message;
		if (contentKey === undefined) return;
		const theirs = wanted.filter((number) => this.byNumber.get(number)!.has(contentKey));
		if (theirs.length === 0) return;
		const statuses = deliveryStatusesOf(record);
		for (const number of theirs) {
			const messages = this.byNumber.get(number)!;
			const found = messages.get(contentKey);
			// Of one whose time can't be read the service says that it is of the days asked for.
			if (!found || (message.dueAt ?? Infinity) > (found.dueAt ?? Infinity))
				messages.set(contentKey, { ...message, deliveryStatus: statuses.get(number) });
		}
	}

	/**
	 * @param content the message, as `contentKey` has it
	 * @param since by the service's clock: what was due earlier doesn't count
	 */
	find(content: string, number: string, since: number): SentMessage | undefined {
		const found = this.byNumber.get(digitsOf(number))?.get(content);
		return found && (found.dueAt ?? Infinity) >= since ? found : undefined;
	}
}

/** Milliseconds. A scheduled message is listed by its creation, which may be long before it goes out. */
const longestAhead = 31 * 24 * 3_600_000;

/** How far back the list has to be read for this order. */
function readBack({ body, skipSentWithin = 0 }: SendOrder): number {
	return body.schedule === null ? skipSentWithin : Math.max(skipSentWithin, longestAhead);
}

/**
 * Reads the service's list once for all items with Skip Already Sent, and leaves out the numbers that
 * have their message already. If the list can't be read, no item goes. Works in slices.
 *
 * @param unreadable called with each item that may not go because the list can't be read; its
 * result says so unless told
 * @returns the items that may go; those that need not, or may not, have their results
 */
export async function skipListed(
	items: Array<Item<SendOrder>>,
	{ sender, request, results, recent, began, forget }: Sending,
	unreadable = ({ index }: Item<SendOrder>, failure: Failure): void =>
		void results.set(index, { failures: [failure] }),
): Promise<Array<Item<SendOrder>>> {
	const skipping = items.filter(({ order }) => order.skipSentWithin !== undefined);
	if (skipping.length === 0) return items;
	// The run goes by what the list shows now, however long it lasts.
	forget.push(recent.keepSince(began));
	const clock = new ServiceClock();
	const since = (within = 0): number => clock.earliest(began) - within;
	const longest = skipping.reduce((most, { order }) => Math.max(most, readBack(order)), 0);
	const categories = new Set(skipping.map(({ order }) => order.body.priority));
	const sent = new AlreadySent();
	await sent.want(skipping.map(({ order }) => order));
	const failure = await readMessageList({
		sender,
		request,
		clock,
		concurrency: highestConcurrency(skipping),
		// Not by sender ID: whoever it came from, the number has the message.
		filters: categories.size === 1 ? { category: [...categories][0] } : {},
		since: () => since(longest),
		note: (record) => sent.note(record),
	});
	if (failure) {
		const refused = sender.stop.isStopped
			? outcomeSentences.sendCanceled()
			: sentences.listUnreadable(failure);
		const id = sender.stop.isStopped ? 'sendCanceled' : 'listUnreadable';
		for (const item of items) unreadable(item, { id, fate: 'refused', ...refused });
		return [];
	}
	const going: Array<Item<SendOrder>> = [];
	const slices = new Slices();
	for (const item of items) {
		if (slices.isOver) await slices.next();
		const { body, skipSentWithin: within } = item.order;
		const content = within === undefined ? '' : contentKeyOf(body);
		const left = withoutSent(item, (number) =>
			within === undefined ? undefined : sent.find(content, number, since(within)),
		);
		if ('item' in left) going.push(left.item);
		else results.set(item.index, { outputs: [left.output], alreadySent: true });
	}
	return going;
}
