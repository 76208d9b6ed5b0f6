import type { IDataObject } from 'n8n-workflow';

import { bodyOf, numbersIn } from './combine';
import { noteFailed, type Sending, type UnknownSend } from './ledger';
import type { Failure, Results, SendItem, SendOrder } from '../item';
import { readMessageList, ServiceClock } from '../messages/list';
import { failureElsewhere } from '../service/failure';
import { highestConcurrency } from '../service/limiter';
import type { RecentSend } from '../service/recentSends';
import { pause, Slices } from '../service/stop';
import { problems } from '../texts';
import {
	contentKeyOf,
	deliveryStatusesOf,
	digitsOf,
	numbersOf,
	readListedMessage,
	sendKey,
	type ListedMessage,
} from '../values/messageRecord';

/** Whether the item has Skip Already Sent. */
export function skipsSent({ order }: SendItem): boolean {
	return order.skipSentWithin !== undefined;
}

/** Milliseconds before each look at the list: most services list a message at once, some a moment later. */
export const beforeLooks = [1_000, 2_000, 3_000];

/**
 * Sends items of which some have Skip Already Sent. The service's list is read once for all of them,
 * and numbers that have their message are left out. If it can't be read, no item goes.
 *
 * What another worker may be sending at this moment is looked at again 1, 3 and 6 seconds later. What the
 * list shows by then is sent already, what that worker gave up is sent, and the rest stays unknown.
 *
 * @param claim says which of the items another worker may be sending, by their places
 * @param send sends items that may go
 */
export async function sendUnsent(
	items: SendItem[],
	sending: Sending,
	claim: (items: SendItem[]) => Promise<Set<number>>,
	send: (items: SendItem[]) => Promise<UnknownSend[]>,
): Promise<UnknownSend[]> {
	const { stop } = sending.sender;
	let unknown: UnknownSend[] = [];
	let waiting = items;
	for (const wait of [0, ...beforeLooks]) {
		const isFirst = wait === 0;
		if (!isFirst) await pause(wait, stop);
		if (!isFirst && stop.isStopped) break;
		const [taken, listed] = await Promise.all([claim(waiting), skipListed(waiting, sending)]);
		if ('failure' in listed) {
			if (!isFirst) continue;
			noteFailed(items, listed.failure, sending);
			return [];
		}
		waiting = listed.going.filter(({ index }) => taken.has(index));
		const free = listed.going.filter(({ index }) => !taken.has(index));
		unknown = unknown.concat(await send(free));
		if (waiting.length === 0) break;
	}
	for (const item of waiting) noteUnknownElsewhere(item, sending);
	return unknown;
}

/** The item waits for another request for the same message, whose outcome is unknown. */
function noteUnknownElsewhere(item: SendItem, sending: Sending): Failure {
	const failure = failureElsewhere(item.order.body, sending.clock(Date.now()));
	noteFailed([item], failure, sending);
	return failure;
}

/** Milliseconds. A scheduled message is listed by its creation, which may be long before it goes out. */
const longestAhead = 31 * 24 * 3_600_000;

/**
 * Reads the service's list and leaves out the numbers that have their message already. Works in slices.
 *
 * @returns the items that may go; those that need not have their results
 */
async function skipListed(
	items: SendItem[],
	{ sender, request, results, began }: Sending,
): Promise<{ going: SendItem[] } | { failure: Failure }> {
	const skipping = items.filter(skipsSent);
	const orders = skipping.map(({ order }) => order);
	const back = Math.max(...new Set(orders.map(({ skipSentWithin = 0 }) => skipSentWithin)));
	const isScheduled = orders.some(({ body }) => body.schedule !== null);
	const categories = new Set(orders.map(({ body }) => body.priority));
	const clock = new ServiceClock();
	const sent = new AlreadySent();
	await sent.want(orders);
	const unread = await readMessageList({
		sender,
		request,
		clock,
		concurrency: highestConcurrency(skipping),
		// Not by sender ID: whoever it came from, the number has the message.
		filters: categories.size === 1 ? { category: [...categories][0] } : {},
		since: () => clock.earliest(began) - (isScheduled ? Math.max(back, longestAhead) : back),
		note: (record) => sent.note(record),
	});
	if (unread) {
		const { isStopped } = sender.stop;
		const problem = isStopped ? problems.sendCanceled() : problems.listUnreadable(unread);
		return { failure: { ...problem, fate: 'refused' } };
	}
	const going: SendItem[] = [];
	const slices = new Slices();
	for (const item of items) {
		if (slices.isOver) await slices.next();
		const { body, skipSentWithin } = item.order;
		const content = contentKeyOf(body);
		const left =
			skipSentWithin === undefined
				? item
				: withoutSent(
						item,
						(number) => sent.find(content, number, clock.earliest(began) - skipSentWithin),
						results,
					);
		if (left) going.push(left);
	}
	return { going };
}

/** What is known of a message that a number has already. */
interface SentBefore extends Pick<ListedMessage, 'id' | 'sentAt' | 'dueAt'> {
	/** What became of it, in the service's words, where its list was read. */
	deliveryStatus?: string;
}

/** What a run's messages are at the service already: the latest record of each message to each number. */
export class AlreadySent {
	/** Their digits. Most records are to none of them, and read no further. */
	private readonly numbers = new Set<string>();

	/** The wanted messages, each to a number; undefined where none was found. */
	private readonly latest = new Map<string, SentBefore | undefined>();

	/** Works in slices. @param orders the messages to look for */
	async want(orders: SendOrder[]): Promise<void> {
		const slices = new Slices();
		for (const { body } of orders) {
			if (slices.isOver) await slices.next();
			const content = contentKeyOf(body);
			for (const number of body.recipients ?? []) {
				this.numbers.add(digitsOf(number));
				this.latest.set(sendKey(content, [number]), undefined);
			}
		}
	}

	note(record: IDataObject): void {
		const numbers = numbersOf(record);
		const theirs = numbers.filter((number) => this.numbers.has(number));
		if (theirs.length === 0) return;
		const { contentKey, id, sentAt, dueAt } = readListedMessage(record, numbers);
		if (contentKey === undefined) return;
		const statuses = deliveryStatusesOf(record);
		for (const number of theirs) {
			const key = sendKey(contentKey, [number]);
			const found = this.latest.get(key);
			const message = { id, sentAt, dueAt, deliveryStatus: statuses.get(number) };
			const isLater = !found || timeOf(message) > timeOf(found);
			if (this.latest.has(key) && isLater) this.latest.set(key, message);
		}
	}

	/**
	 * @param content the message, as `contentKeyOf` has it
	 * @param since by the service's clock: what was due earlier doesn't count
	 */
	find(content: string, number: string, since: number): SentBefore | undefined {
		const found = this.latest.get(sendKey(content, [number]));
		return found && timeOf(found) >= since ? found : undefined;
	}
}

/** Of one whose time can't be read the service says that it is of the days asked for. */
function timeOf({ dueAt = Infinity }: SentBefore): number {
	return dueAt;
}

/** Items whose request may leave, noted as under way so that no other run sends the same. */
export interface Claim {
	items: SendItem[];
	/** Undefined where no item is left. Its `end` must be called. */
	send?: RecentSend;
	/** Items that wait for the outcome of other sends, which is unknown. */
	heldBack: UnknownSend[];
}

/**
 * Makes sure that no other send of this process has, or may have, given this message to these numbers:
 * waits for those under way, and leaves out numbers that were sent it.
 */
export async function claimUnsent(group: SendItem[], sending: Sending): Promise<Claim> {
	const { stop } = sending.sender;
	const numbers = numbersIn(group);
	const holderOf = holderFor(group[0]!, sending);
	while (!stop.isStopped) {
		const [underWay] = numbers.flatMap((number) => holderOf(number, 'underWay') ?? []);
		if (!underWay) break;
		await stop.orStopped(underWay.ended, () => undefined);
	}
	const items: SendItem[] = [];
	const heldBack: UnknownSend[] = [];
	for (const item of group) {
		const unknown = numbersIn([item]).flatMap((number) => holderOf(number, 'unknown') ?? []);
		const sends = new Set(unknown);
		if (sends.size > 0) {
			const failure = noteUnknownElsewhere(item, sending);
			heldBack.push({ items: [item], sends: [...sends], isOwn: false, failure });
			continue;
		}
		const left = withoutSent(item, (number) => holderOf(number, 'accepted'), sending.results);
		if (left) items.push(left);
	}
	// In the same breath as the look above: nobody else can claim these numbers in between.
	const send = items.length > 0 ? sending.recent.begin(bodyOf(items)) : undefined;
	return { items, send, heldBack };
}

/** Gives the send of this process that keeps the item's message from a number; only one in this state, if told. */
export function holderFor(
	{ order: { body, skipSentWithin } }: SendItem,
	{ recent, began }: Sending,
): (number: string, state?: RecentSend['state']) => RecentSend | undefined {
	const content = contentKeyOf(body);
	return (number, state) => {
		const send = recent.holding(content, number, began, skipSentWithin);
		return state === undefined || send?.state === state ? send : undefined;
	};
}

/** The sends that held the item back turned out accepted: its numbers have the message, or wait for a next run. */
export function noteAcceptedElsewhere(item: SendItem, sending: Sending): void {
	const holderOf = holderFor(item, sending);
	const acceptedTo = (number: string): RecentSend | undefined => holderOf(number, 'accepted');
	sending.ledger.refused([item]);
	if (!withoutSent(item, acceptedTo, sending.results)) return;
	const numbers = numbersIn([item]).filter(acceptedTo).slice(0, 3).join(', ');
	noteFailed([item], { ...problems.sentElsewhere(numbers), fate: 'refused' }, sending);
}

/**
 * Leaves out the numbers that have an item's message already.
 *
 * @returns the item with the numbers that are left; undefined where none is, and the item has its result
 */
function withoutSent(
	item: SendItem,
	sentBefore: (number: string) => SentBefore | undefined,
	results: Results,
): SendItem | undefined {
	const { body, beside } = item.order;
	const recipients: string[] = [];
	const already = new Map<string, SentBefore>();
	for (const number of body.recipients ?? []) {
		const before = sentBefore(number);
		if (before) already.set(number, before);
		else recipients.push(number);
	}
	const [first] = already.values();
	if (!first) return item;
	const { alreadySentRecipients: earlier = [], skippedRecipients } = beside;
	const alreadySentRecipients = [...earlier, ...already.keys()];
	if (recipients.length > 0) {
		const left = { body: { ...body, recipients }, beside: { ...beside, alreadySentRecipients } };
		return { ...item, order: { ...item.order, ...left } };
	}
	const statuses = new Set([...already.values()].flatMap((sent) => sent.deliveryStatus ?? []));
	const output: IDataObject = {
		sendOutcome: 'alreadySent',
		messageId: first.id ?? null,
		sentAt: first.sentAt,
		...(statuses.size > 0 ? { deliveryStatus: [...statuses].join(', ') } : {}),
		recipients: alreadySentRecipients,
		...(skippedRecipients ? { skippedRecipients } : {}),
	};
	results.set(item.index, { outputs: [output], alreadySent: true });
	return undefined;
}
