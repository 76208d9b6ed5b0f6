import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Failure, Receipt, Results, SendItem, SendOrder } from '../item';
import type { RecentSend, RecentSends } from '../service/recentSends';
import type { Sender } from '../service/request';

/** What a run knows of one item that it sent; the failure is put into words when somebody asks for it. */
type Entry = { order: SendOrder } & (
	| { receipt: IDataObject; request: object }
	| { unknown: () => Failure }
);

type SentItem = Pick<SendItem, 'index' | 'order'>;

/**
 * The run ledger: what this run has sent, over all its tries, by the item's place. By place and not
 * by content: an expression such as {{ $now }} gives another text on each try.
 *
 * An item is entered as unknown when its request leaves, and changed or taken out when the answer
 * proves more.
 */
export class Ledger {
	private readonly entries = new Map<number, Entry>();

	get(index: number): Entry | undefined {
		return this.entries.get(index);
	}

	/** The items' request leaves, or its outcome stays unknown. */
	unknown(items: SentItem[], unknown: () => Failure): void {
		for (const { index, order } of items) this.entries.set(index, { order, unknown });
	}

	/** The service took the item's message, by this request, which may be for several items. */
	accepted({ index, order }: SentItem, receipt: IDataObject, request: object): void {
		this.entries.set(index, { order, receipt, request });
	}

	/** The service certainly did not take these items' messages: a later try may send them. */
	refused(items: Array<{ index: number }>): void {
		for (const { index } of items) this.entries.delete(index);
	}

	/** What was sent, or may have been, in the run so far. */
	get orders(): SendOrder[] {
		return [...this.entries.values()].map(({ order }) => order);
	}

	/** Every receipt of the run so far, in the order of the items. */
	get receipts(): Receipt[] {
		const receipts = [...this.entries].flatMap(([index, entry]) => {
			if (!('receipt' in entry)) return [];
			const { order, receipt, request } = entry;
			return [{ index, messageId: messageIdOf(receipt), campaign: order.body.campaign, request }];
		});
		return receipts.sort((one, other) => one.index - other.index);
	}
}

/** The message's ID as text; undefined where the receipt has none. */
export function messageIdOf({ messageId }: IDataObject): string | undefined {
	const isGiven = typeof messageId === 'string' || typeof messageId === 'number';
	return (isGiven && String(messageId).trim()) || undefined;
}

const ledgers = new WeakMap<object, Ledger>();

/**
 * The ledger of the run that this object stands for. It lasts as long as the object, so that nothing
 * is left of a run that has ended.
 *
 * @param run the same object at every try of the run, and another one for every other run
 */
export function ledgerOf(run: object): Ledger {
	let ledger = ledgers.get(run);
	if (!ledger) ledgers.set(run, (ledger = new Ledger()));
	return ledger;
}

/** What the sends of one try of a run have in common. */
export interface Sending {
	sender: Sender;
	request: IHttpRequestOptions;
	ledger: Ledger;
	/** Where each item's result is put. */
	results: Results;
	/** The sends of all runs with this account, in this process. */
	recent: RecentSends;
	/** When this try began, before it read the service's list; milliseconds since 1970. */
	began: number;
	/** An instant as people in the workflow's time zone read it. */
	clock(instant: number): string;
}

/** Items whose outcome is unknown, and the sends that decide about them. */
export interface UnknownSend {
	items: SendItem[];
	/** The items' own send, or those of other items that kept this one back. */
	sends: RecentSend[];
	isOwn: boolean;
	failure: Failure;
}

/**
 * The service took the items' message. A member of its answer called `error` is left out: n8n takes a
 * run whose first item has one for failed, and would run it once more under Retry On Fail.
 *
 * @param data of the service's answer
 */
export function noteAccepted(
	items: SendItem[],
	{ error, ...data }: IDataObject,
	{ ledger, results }: Sending,
	confirmed: { confirmedBy?: 'lookup' } = {},
): void {
	for (const item of items) {
		const { body, beside } = item.order;
		const sent = { sendOutcome: 'accepted', recipients: body.recipients, ...beside };
		const receipt = { ...data, ...sent, ...confirmed };
		ledger.accepted(item, receipt, items);
		results.set(item.index, { outputs: [receipt] });
	}
}

/** The service did not take the items' message, or nobody knows whether it did. */
export function noteFailed(
	items: SendItem[],
	failure: Failure,
	{ ledger, results, sender }: Sending,
): void {
	const told = sender.session.redacted(failure);
	if (told.fate === 'unknown') ledger.unknown(items, () => told);
	else ledger.refused(items);
	for (const { index } of items) results.set(index, { failures: [told] });
}
