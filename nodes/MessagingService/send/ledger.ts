import type { IDataObject } from 'n8n-workflow';

import type { Failure, Receipt, SendOrder } from '../item';

/**
 * The output of an item that the service took. A member called `error` is left out: n8n takes a run
 * whose first item has one for failed, and would run it once more under Retry On Fail.
 *
 * @param data of the service's answer
 */
export function receiptOf(data: IDataObject, { body, beside }: SendOrder): IDataObject {
	const answer = { ...data };
	delete answer.error;
	return { ...answer, sendOutcome: 'accepted', recipients: body.recipients, ...beside };
}

/** The message's ID as text; undefined where the receipt has none. */
export function messageIdOf({ messageId }: IDataObject): string | undefined {
	const id =
		typeof messageId === 'string' || typeof messageId === 'number' ? String(messageId).trim() : '';
	return id || undefined;
}

/** What a run knows of one item that it sent; the failure is put into words when somebody asks for it. */
type Entry = { order: SendOrder } & (
	| { receipt: IDataObject; request: object }
	| { unknown: () => Failure }
);

/**
 * The run ledger: what this run has sent, over all its tries, by the item's place. By place and not
 * by content: an expression such as {{ $now }} gives another text on each try.
 *
 * An item is entered when its request leaves, as one of which nobody can say what became of it, and
 * the entry is changed or taken out when the answer proves more.
 */
export class Ledger {
	private readonly entries = new Map<number, Entry>();

	private readonly underWay = new Set<Promise<unknown>>();

	get(index: number): Entry | undefined {
		return this.entries.get(index);
	}

	/** The items' request leaves, or its outcome stays unknown. */
	unknown(items: Array<{ index: number; order: SendOrder }>, unknown: () => Failure): void {
		for (const { index, order } of items) this.entries.set(index, { order, unknown });
	}

	/** The service took the item's message, by this request, which may be for several items. */
	accepted(index: number, order: SendOrder, receipt: IDataObject, request: object): void {
		this.entries.set(index, { order, receipt, request });
	}

	/** The service certainly did not take these items' messages: a later try may send them. */
	refused(items: Array<{ index: number }>): void {
		for (const { index } of items) this.entries.delete(index);
	}

	/** Has `settled` wait for this work. */
	watch(work: Promise<unknown>): void {
		this.underWay.add(work);
		void work.finally(() => this.underWay.delete(work));
	}

	/** Resolves when no request of the run is under way any more. */
	async settled(): Promise<void> {
		while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
	}

	/** What was sent, or may have been, in the run so far. */
	get orders(): SendOrder[] {
		return [...this.entries.values()].map(({ order }) => order);
	}

	/** Every receipt of the run so far, in the order of the items. */
	get receipts(): Receipt[] {
		return this.inOrder().flatMap(([index, entry]) =>
			'receipt' in entry
				? [
						{
							index,
							messageId: messageIdOf(entry.receipt),
							campaign: entry.order.body.campaign,
							request: entry.request,
						},
					]
				: [],
		);
	}

	private inOrder(): Array<[number, Entry]> {
		return [...this.entries].sort(([one], [other]) => one - other);
	}
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
