import { reportRow, type Fate, type RowReport } from './rowReport';
import type { QueryResult, MessageBody, SendItem, SendOrder } from '../item';
import type { Problem } from '../texts';
import { campaignKey, contentKey, lettersKey } from '../values/messageRecord';
import { personKey } from '../values/phoneNumber';
import { asRead } from '../values/sameText';

/** One number, or the contact group, of one row: the unit of a send. Its outcome is set only here. */
export class Recipient {
	/** Equal for all spellings of one phone's number. */
	readonly person: string;
	/**
	 * Whether it must keep the schedule of its own row: the same person gets this message again shortly before or after.
	 */
	keepsSchedule = false;
	private ownFate?: Fate;
	private repeated?: Recipient;

	/** @param number as it goes out; '' for a contact group */
	constructor(
		readonly row: Row,
		readonly number: string,
	) {
		this.person = personKey(number);
	}

	/** The order of its row; a row that can't be read has no recipients. */
	get order(): SendOrder {
		return this.row.order!;
	}

	/** The most requests in progress at once, as its row allows. */
	get concurrency(): number {
		return this.row.concurrency;
	}

	/** Its outcome so far; undefined while nothing was sent, and nothing is known of it. */
	get fate(): Fate | undefined {
		const { repeated, ownFate, row } = this;
		if (repeated) {
			const { fate } = repeated;
			return fate?.became === 'accepted' ? { ...fate, became: 'alreadySent' } : fate;
		}
		if (ownFate) return ownFate;
		return row.failures.length > 0 ? { became: 'notSent', failures: row.failures } : undefined;
	}

	/** The recipient of another row, with the same message, whose outcome this one shares. */
	get first(): Recipient | undefined {
		return this.repeated;
	}

	/** Whether it has an outcome of its own, or shares another recipient's, so that nothing is sent to it. */
	get isSettled(): boolean {
		return this.ownFate !== undefined || this.repeated !== undefined;
	}

	settle(fate: Fate): void {
		this.ownFate = fate;
	}

	/** Makes it share the outcome of a recipient with the same message. */
	repeat(first: Recipient): void {
		this.repeated = first;
	}

	/** Allows the next try to send to it, if it certainly got nothing. */
	reopen(): void {
		if ((this.fate?.became ?? 'notSent') === 'notSent') this.ownFate = this.repeated = undefined;
	}
}

export function settle(recipients: Recipient[], fate: Fate): void {
	for (const recipient of recipients) recipient.settle(fate);
}

/** Yields the recipients of each row. Expects the recipients of a row to be adjacent. */
export function* byRow(recipients: Recipient[]): Generator<Recipient[]> {
	let start = 0;
	for (let end = 1; end <= recipients.length; end++) {
		if (recipients[end]?.row === recipients[start]!.row) continue;
		// Sliced, not pushed one by one: an array that is pushed to reserves room for seventeen elements.
		yield recipients.slice(start, end);
		start = end;
	}
}

/** Returns the body of one request to these recipients. All must be different persons. */
export function bodyOf(recipients: Recipient[]): MessageBody {
	const { body } = recipients[0]!.order;
	// Shares the row's body if possible: a request is remembered for ten minutes, and most are to all recipients of one
	// row.
	const isOfOneRow = recipients.at(-1)!.row === recipients[0]!.row;
	if (!body.recipients || (isOfOneRow && recipients.length === body.recipients.length)) return body;
	return { ...body, recipients: recipients.map(({ number }) => number) };
}

/** One row of a run: its order and its recipients, over all tries. */
export class Row {
	/** The order as it was sent, or as it was read last. Undefined if it can't be read, and for a query. */
	order?: SendOrder;
	/**
	 * The order as it was read in this try. Differs from `order` in a settled row, which keeps the order that was sent.
	 */
	latestOrder?: SendOrder;
	/** How many requests of the run may be under way at once, this row's included. */
	concurrency = 1;
	/** Why the row can't be read, or why its unsettled recipients get nothing. */
	failures: Problem[] = [];
	/** Recipients of this try, and recipients that earlier tries sent to. */
	recipients: Recipient[] = [];
	/** Whether its message has changed since it was sent, so that Skip Already Sent wouldn't recognize it. */
	hasMoved = false;
	/** The result of a query. */
	found?: QueryResult;
	/** ID of a listed record whose text has the same letters but other punctuation; null if the record has no ID. */
	listedOtherwise?: string | null;
	private key?: string;
	private folded?: string;
	private letters?: string;

	/** @param index its place in the node's input, from 0 */
	constructor(readonly index: number) {}

	get settled(): Recipient[] {
		return this.recipients.filter(({ isSettled }) => isSettled);
	}

	get unsettled(): Recipient[] {
		return this.recipients.filter(({ isSettled }) => !isSettled);
	}

	/** Whether nothing is left to send. */
	get isSettled(): boolean {
		return this.recipients.length > 0 && this.unsettled.length === 0;
	}

	/** Recipients that are still to be sent to; none if the row was refused. */
	get sendable(): Recipient[] {
		return this.failures.length > 0 ? [] : this.unsettled;
	}

	/** Recipients of this row's own requests, made or still to be made. */
	get reached(): Recipient[] {
		return this.recipients.filter(({ fate, first }) => {
			const { became = 'accepted' } = fate ?? {};
			return !first && (became === 'accepted' || became === 'unknown');
		});
	}

	/** Equal for messages that count as one: a number gets only one of them (Skip Already Sent, Same Message). */
	get messageKey(): string {
		const { body, isSameByCampaign } = this.order!;
		return (this.key ??= isSameByCampaign ? campaignKey(body) : contentKey(body));
	}

	/** Like `messageKey`, but ignores the case of the campaign: a service may change it. */
	get foldedKey(): string {
		const { body, isSameByCampaign } = this.order!;
		return (this.folded ??= isSameByCampaign ? campaignKey(body, true) : contentKey(body, true));
	}

	/** Equal for messages whose texts have the same letters and digits. */
	get lettersKey(): string {
		return (this.letters ??= lettersKey(this.order!.body));
	}

	/**
	 * Begins a try: recipients that were plainly refused may be sent to again. Returns whether any outcomes of earlier
	 * tries are left.
	 */
	beginTry(): boolean {
		for (const recipient of this.recipients) recipient.reopen();
		this.failures = [];
		return this.settled.length > 0;
	}

	/**
	 * Takes the order of this try. Recipients that earlier tries sent to stay, with their numbers as sent. If there are
	 * no others, the order that was sent stays too.
	 */
	read({ order, concurrency }: SendItem): this {
		const { settled } = this;
		const known = new Map(settled.map((recipient) => [recipient.person, recipient]));
		// A contact group is one recipient, without a number.
		const asked = (order.body.recipients ?? [''])
			.map((number) => new Recipient(this, number))
			.map((recipient) => known.get(recipient.person) ?? recipient);
		this.latestOrder = order;
		this.concurrency = concurrency;
		this.hasMoved ||= settled.length > 0 && isOtherMessage(this.order!, order);
		const isDone = this.isSettled && asked.every((recipient) => recipient.isSettled);
		if (isDone) return this;
		this.key = this.folded = this.letters = undefined;
		this.order = order;
		this.recipients = asked;
		if (settled.length > 0) this.keep(settled);
		return this;
	}

	/** Keeps recipients that were sent to, even if this try's order leaves them out or skips them. */
	private keep(settled: Recipient[]): void {
		const order = this.order!;
		const sent = new Set(settled.map(({ number }) => number));
		const skipped = order.skipped.filter(({ recipient }) => !sent.has(recipient));
		this.order = { ...order, skipped };
		this.recipients = [...new Set([...this.recipients, ...settled])];
	}

	/** Refuses the row: nothing is sent to its unsettled recipients. */
	refuse(failures: Problem[]): void {
		if (!this.isSettled) this.failures.push(...failures);
	}

	report(): RowReport {
		const { order, recipients, failures } = this;
		const fates = recipients.map(({ number, fate }) => [number, fate] as const);
		return reportRow(order, fates, failures);
	}
}

/** Whether Skip Already Sent would take the second order's message for another one. */
function isOtherMessage(
	{ body }: SendOrder,
	{ body: other, isSameByCampaign }: SendOrder,
): boolean {
	if (body.campaign !== other.campaign) return true;
	return !isSameByCampaign && asRead(body.message) !== asRead(other.message);
}
