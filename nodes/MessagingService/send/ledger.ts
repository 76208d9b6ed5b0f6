import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Failure, MessageBody, Results, SendItem, SendOrder, Sent } from '../item';
import type { RecentSend, RecentSends } from '../service/recentSends';
import type { Sender } from '../service/request';
import { hasId, idAsText } from '../values/messageRecord';

/** What a run knows of one item that it sent. The failure is put into words when somebody asks for it. */
type Entry = { order: SendOrder } &
	/** Without a request where an equal row sent it. */
	({ sent: Sent; request?: object } | { unknown: () => Failure });

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

	/** Every receipt of the run so far, in the order of the items. Those of one request have the same `request`. */
	get receipts() {
		const receipts = [...this].flatMap(([index, entry]) => {
			if (!('sent' in entry) || !entry.request) return [];
			const { order, sent, request } = entry;
			return [{ index, messageId: sent.messageId, campaign: order.body.campaign, request }];
		});
		return receipts.sort((one, other) => one.index - other.index);
	}
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

/** The message of the one request that these items share. No two have a number in common. */
export function bodyOf(group: SendItem[]): MessageBody {
	const { body } = group[0]!.order;
	if (group.length === 1) return body;
	return { ...body, recipients: numbersIn(group) };
}

export function numbersIn(group: SendItem[]): string[] {
	return group.flatMap(({ order }) => order.body.recipients ?? []);
}

export function skipsSent({ order }: SendItem): boolean {
	return order.skipSentWithin !== undefined;
}

export interface Sending {
	sender: Sender;
	request: IHttpRequestOptions;
	ledger: Ledger;
	results: Results;
	/** The sends of all runs with this account, in this process. */
	recent: RecentSends;
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

/** The service took the message, at `sentAt`, and answered with `data`. */
export function noteAccepted(
	items: SendItem[],
	sentAt: string,
	data: IDataObject,
	{ ledger, results }: Sending,
	confirmedBy?: 'lookup',
): void {
	const messageId = idAsText(data.messageId);
	const receipt = { ...data };
	delete receipt.success;
	// What JSON can't hold stays there, for whoever can make something of it.
	if (messageId !== undefined || !hasId(data.messageId)) delete receipt.messageId;
	const accepted = {
		sendOutcome: 'accepted' as const,
		messageId,
		sentAt,
		confirmedBy,
		receipt: Object.keys(receipt).length > 0 ? receipt : undefined,
	};
	for (const { index, order } of items) {
		const sent = { ...accepted, order };
		ledger.set(index, { order, sent, request: items });
		results.set(index, sent);
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
		results.set(index, { failures: [told], order });
	}
}
