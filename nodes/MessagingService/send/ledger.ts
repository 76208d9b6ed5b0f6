import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Failure, Receipt, Results, SendItem, SendOrder } from '../item';
import type { RecentSend, RecentSends } from '../service/recentSends';
import type { Sender } from '../service/request';

/** What a run knows of one item that it sent. The failure is put into words when somebody asks for it. */
type Entry = { order: SendOrder } & (
	| { receipt: IDataObject; request: object }
	| { unknown: () => Failure }
);

/**
 * What a run has sent, over all its tries, by the item's place. By place and not by content: an expression
 * such as {{ $now }} gives another text on each try.
 * An item is entered as unknown when its request leaves, and changed or deleted when the answer proves more.
 */
export class Ledger extends Map<number, Entry> {
	/** What was sent, or may have been, in the run so far. */
	get orders(): SendOrder[] {
		return [...this.values()].map(({ order }) => order);
	}

	/** Every receipt of the run so far, in the order of the items. */
	get receipts(): Receipt[] {
		const receipts = [...this].flatMap(([index, entry]) => {
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

/** The ledger of the run that this object stands for, the same at each of its tries. It lasts as long as the object. */
export function ledgerOf(run: object): Ledger {
	const ledger = ledgers.get(run) ?? new Ledger();
	ledgers.set(run, ledger);
	return ledger;
}

/** Entries that n8n keeps for a node and all workers share: one row of its database, read and written whole. */
export type SharedEntries = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/** Whether the item has Skip Already Sent. */
export function skipsSent({ order }: SendItem): boolean {
	return order.skipSentWithin !== undefined;
}

/** What the sends of one try of a run have in common. */
export interface Sending {
	sender: Sender;
	request: IHttpRequestOptions;
	ledger: Ledger;
	results: Results;
	/** The sends of all runs with this account, in this process. */
	recent: RecentSends;
	/** Undefined where n8n gives no way to them. */
	sharedEntries?: SharedEntries;
	/** When this try began, before it read the service's list; milliseconds since 1970. */
	began: number;
	zone: string;
}

/** Items whose outcome is unknown, and the sends that decide about them. */
export interface UnknownSend {
	items: SendItem[];
	/** The items' own send, or those of other items that kept this one back. */
	sends: RecentSend[];
	isOwn: boolean;
	failure: Failure;
}

/** The service took the message. Without the answer's `error`: n8n would take the run for failed, and retry it. */
export function noteAccepted(
	items: SendItem[],
	data: IDataObject,
	{ ledger, results }: Sending,
	confirmed: { confirmedBy?: 'lookup' } = {},
): void {
	const told = { ...data };
	delete told.error;
	for (const { index, order } of items) {
		const sent = { sendOutcome: 'accepted', recipients: order.body.recipients, ...order.beside };
		const receipt = { ...told, ...sent, ...confirmed };
		ledger.set(index, { order, receipt, request: items });
		results.set(index, { outputs: [receipt] });
	}
}

/** The service did not take the items' message, or nobody knows whether it did. */
export function noteFailed(
	items: SendItem[],
	failure: Failure,
	{ ledger, results, sender }: Sending,
): void {
	const told = sender.session.redacted(failure);
	for (const { index, order } of items) {
		if (told.fate === 'unknown') ledger.set(index, { order, unknown: () => told });
		else ledger.delete(index);
		results.set(index, { failures: [told] });
	}
}
