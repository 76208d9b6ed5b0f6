import type { IDataObject } from 'n8n-workflow';

import { watchedKey, type Watched } from './state';
import type { WatchOrder } from '../operations/watchMessages';
import { givenText } from '../values/json';
import { digitsOf, idOf, recipientsOf, shapeFor } from '../values/messageRecord';
import { statusKey } from '../values/simple';

/** What a recipient counts as having been when it is seen for the first time. */
export const firstStatus = 'Pending';

/** Characters of a status that are kept and compared. */
const longestStatus = 200;

/** A recipient of a message, or the message alone where no recipient of it can be read. */
interface Recipient {
	/** As it comes out, but for the status before. */
	row: IDataObject;
	digits: string;
	/** An empty text where there is none. */
	status: string;
}

/** Compares the service's messages with what was kept of them: what is another status by now, or a new message. */
export class Changes {
	private readonly order: WatchOrder;

	private readonly before: Watched | undefined;

	private readonly now: Watched;

	private readonly found: Array<{ createdAt: number; items: IDataObject[] }> = [];

	/**
	 * @param before undefined at the first poll, which takes everything as it is
	 * @param now where the present state is put
	 */
	constructor(order: WatchOrder, before: Watched | undefined, now: Watched) {
		this.order = order;
		this.before = before;
		this.now = now;
	}

	/** What changed, the oldest message first. */
	get items(): IDataObject[] {
		return this.found
			.sort((one, other) => one.createdAt - other.createdAt)
			.flatMap(({ items }) => items);
	}

	/** Looks at one message, with the time of its creation as far as that can be read; to be called once for each. */
	note(message: IDataObject, createdAt: number | undefined): void {
		const items =
			this.order.event === 'messageCreated'
				? this.noteMessage(message, createdAt)
				: this.noteRecipients(message, createdAt);
		if (items.length > 0) this.found.push({ createdAt: createdAt ?? 0, items });
	}

	private noteMessage(message: IDataObject, createdAt: number | undefined): IDataObject[] {
		const key = watchedKey([messageKey(message)]);
		const isKnown =
			this.before?.statusOf(key) !== undefined || this.now.statusOf(key) !== undefined;
		this.now.set(key, keptSince(createdAt), '');
		return isKnown || !this.isNew(createdAt) ? [] : shapeFor('simplified', undefined)(message);
	}

	private noteRecipients(message: IDataObject, createdAt: number | undefined): IDataObject[] {
		const changed: IDataObject[] = [];
		const isNew = this.isNew(createdAt);
		for (const [digits, recipients] of byDigits(recipientsIn(message, this.order.numbers))) {
			const places = recipients.map((_, index) => watchedKey([messageKey(message), digits, index]));
			// Only a record without an ID can come twice; it would be told twice.
			if (this.now.statusOf(places[0]!) !== undefined) continue;
			const kept = new Map(
				places.map((key) => [key, this.before?.statusOf(key) ?? (isNew ? firstStatus : undefined)]),
			);
			for (const [key, { row, status }] of placed(recipients, kept)) {
				const previous = kept.get(key) ?? (status || firstStatus);
				// Where the service says nothing, the last it said holds.
				const present = status || previous;
				this.now.set(key, keptSince(createdAt), present);
				if (statusKey(present) === statusKey(previous)) continue;
				if (this.order.statuses?.has(statusKey(present)) !== false)
					changed.push(withPrevious(row, previous));
			}
		}
		return changed;
	}

	/**
	 * Whether a message that was not seen before is a new one, and not one that is watched only since
	 * Watch Hours was raised.
	 */
	private isNew(createdAt: number | undefined): boolean {
		return this.before !== undefined && (createdAt === undefined || createdAt >= this.before.since);
	}
}

/**
 * The recipients of a message as they come out, but for the status before.
 *
 * @param numbers the digits of those that are wanted; undefined for all
 */
export function recipientsIn(
	message: IDataObject,
	numbers: ReadonlySet<string> | undefined,
): Recipient[] {
	const isReadable = recipientsOf(message).length > 0;
	const rows = isReadable
		? shapeFor('recipients', numbers)(message)
		: shapeFor('recipients', undefined)({ ...message, sms_recipients: [{}] });
	return rows.map((row) => ({
		row: { ...row, status: statusOf(row.status) ? row.status : (message.status ?? null) },
		digits: digitsOf(row.phone_number),
		status: statusOf(row.status) || statusOf(message.status),
	}));
}

/** The row with the status before beside the status, where people look for it. */
export function withPrevious(
	{ phone_number, status, ...others }: IDataObject,
	previous: string,
): IDataObject {
	return { phone_number, status, previous_status: previous, ...others };
}

/**
 * One group a number: the same may stand in a message several times, above all where the service
 * shows only a part of it.
 */
function byDigits(recipients: Recipient[]): Map<string, Recipient[]> {
	const groups = new Map<string, Recipient[]>();
	for (const recipient of recipients) {
		const group = groups.get(recipient.digits);
		if (group) group.push(recipient);
		else groups.set(recipient.digits, [recipient]);
	}
	return groups;
}

/**
 * Which of the kept places of one number each recipient has: one with the status that it has, as far as
 * there are such. The service may give equal numbers in another order the next time.
 *
 * @param kept the status by place; undefined where none is known
 */
function placed(
	recipients: Recipient[],
	kept: ReadonlyMap<string, string | undefined>,
): Array<[string, Recipient]> {
	const free = new Map<string, string[]>();
	for (const [key, status] of kept) {
		const keys = free.get(statusKey(status));
		if (keys) keys.push(key);
		else free.set(statusKey(status), [key]);
	}
	const found: Array<[string, Recipient]> = [];
	const others: Recipient[] = [];
	for (const recipient of recipients) {
		const key = free.get(statusKey(recipient.status))?.shift();
		if (key === undefined) others.push(recipient);
		else found.push([key, recipient]);
	}
	const left = [...free.values()].flat();
	return [
		...found,
		...others.map((recipient, index): [string, Recipient] => [left[index]!, recipient]),
	];
}

/**
 * From when on Watch Hours count for what is kept: where the time of creation can't be read, from
 * when the message was last seen.
 */
function keptSince(createdAt: number | undefined): number {
	return createdAt ?? Date.now();
}

function statusOf(status: unknown): string {
	return givenText(status)?.trim().slice(0, longestStatus) ?? '';
}

/** Tells a message from all others: by its ID, or where it has none by all that doesn't change of it. */
function messageKey(message: IDataObject): unknown {
	const { created_at, sender_id, category, campaign, message: text, schedule } = message;
	return idOf(message) ?? [created_at, sender_id, category, campaign, text, schedule];
}
