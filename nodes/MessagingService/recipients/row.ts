import { reportRow, type Fate, type RowReport } from './rowReport';
import type { QueryResult, MessageBody, SendItem, SendOrder } from '../item';
import type { Problem } from '../texts';
import { campaignKey, contentKey, lettersKey } from '../values/messageRecord';
import { personKey } from '../values/phoneNumber';
import { asRead } from '../values/sameText';

/** One number, or the contact group, of one row: the unit of a send. What becomes of it is set here alone. */
export class Recipient {
	/** Equal for all spellings of one phone's number. */
	readonly person: string;
	/** Whether its text must go at its row's own time: the same person gets this message shortly before or after. */
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

	/** As its row allows. */
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

	/** The recipient of another row that has its message, whose fate it shares. */
	get first(): Recipient | undefined {
		return this.repeated;
	}

	/** Whether it has a fate of its own or another recipient's, so that nothing is sent to it. */
	get isSettled(): boolean {
		return this.ownFate !== undefined || this.repeated !== undefined;
	}

	settle(fate: Fate): void {
		this.ownFate = fate;
	}

	/** Shares, from now on, the fate of the recipient that has its message. */
	repeat(first: Recipient): void {
		this.repeated = first;
	}

	/** Lets it be sent to in the next try, if it certainly got nothing. */
	reopen(): void {
		if ((this.fate?.became ?? 'notSent') === 'notSent') this.ownFate = this.repeated = undefined;
	}
}

/** Settles all of these with the same fate. */
export function settle(recipients: Recipient[], fate: Fate): void {
	for (const recipient of recipients) recipient.settle(fate);
}

/** Yields the recipients of one row after the other. Those of a row stand together. */
export function* byRow(recipients: Recipient[]): Generator<Recipient[]> {
	let start = 0;
	for (let end = 1; end <= recipients.length; end++) {
		if (recipients[end]?.row === recipients[start]!.row) continue;
		// Not pushed one by one: each such array would have room for seventeen.
		yield recipients.slice(start, end);
		start = end;
	}
}

/** Returns the message of the one request that these recipients share. No two of them may be one person. */
export function bodyOf(recipients: Recipient[]): MessageBody {
	const { body } = recipients[0]!.order;
	// A request is remembered for ten minutes; most are to all recipients of one row, and need no body of their own.
	const isOfOneRow = recipients.at(-1)!.row === recipients[0]!.row;
	if (!body.recipients || (isOfOneRow && recipients.length === body.recipients.length)) return body;
	return { ...body, recipients: recipients.map(({ number }) => number) };
}

/** One row of a run: its order and its recipients, over all tries. */
export class Row {
	/** As it was read last, or as it went. Undefined where it can't be read, and of a query. */
	order?: SendOrder;
	/** As it was read in this try: a settled row keeps the order that went. */
	latestOrder?: SendOrder;
	/** How many requests of the run may be under way at once, this row's included. */
	concurrency = 1;
	/** Why it can't be read, or its unsettled recipients get nothing. */
	failures: Problem[] = [];
	/** Recipients of this try, and those of earlier ones that were sent to. */
	recipients: Recipient[] = [];
	/** Whether it has another text than it went with, so that Skip Already Sent wouldn't know its message. */
	hasMoved = false;
	/** The result of a query. */
	found?: QueryResult;
	/** The ID of a record whose text has the same letters, but other signs; null for one without. */
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

	/** Recipients to send to. */
	get sendable(): Recipient[] {
		return this.failures.length > 0 ? [] : this.unsettled;
	}

	/** Recipients that a request of this row is for: made, or still to be made. */
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

	/** As `messageKey`, of a campaign in any case: a service may write it in another one. */
	get foldedKey(): string {
		const { body, isSameByCampaign } = this.order!;
		return (this.folded ??= isSameByCampaign ? campaignKey(body, true) : contentKey(body, true));
	}

	/** Equal for messages that differ at most in what is no letter and no digit of their text. */
	get lettersKey(): string {
		return (this.letters ??= lettersKey(this.order!.body));
	}

	/** Begins a try: what was plainly refused may go again. Returns whether anything is left of the one before. */
	beginTry(): boolean {
		for (const recipient of this.recipients) recipient.reopen();
		this.failures = [];
		return this.settled.length > 0;
	}

	/**
	 * Takes the order of this try. Recipients that were sent to in an earlier one stay, with their number as it went out;
	 * where nobody else is left, so does the order that went.
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

	/** Keeps recipients that were sent to, also where this try's order has left them out or skips them. */
	private keep(settled: Recipient[]): void {
		const order = this.order!;
		const sent = new Set(settled.map(({ number }) => number));
		const skipped = order.skipped.filter(({ recipient }) => !sent.has(recipient));
		this.order = { ...order, skipped };
		this.recipients = [...new Set([...this.recipients, ...settled])];
	}

	/** Lets nothing be sent to its unsettled recipients. */
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
