import type { IDataObject } from 'n8n-workflow';

import { createdAtOf } from '../lookup/listedMessage';
import { digitsOf, recipientsOf, shapeFor } from '../operations/messageRecord';
import type { WatchOrder } from '../operations/watchMessages';
import { idOf } from '../query/pass';
import { givenText } from '../validation/givenText';
import { statusKey } from '../validation/statuses';
import { watchedKey, type Watched } from './watched';

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
		return this.found.sort((one, other) => one.createdAt - other.createdAt).flatMap(({ items }) => items);
	}

	/** Looks at one message; to be called once for each. */
	note(message: IDataObject): void {
		const createdAt = createdAtOf(message);
		const items = this.order.event === 'messageCreated' ? this.noteMessage(message, createdAt) : this.noteRecipients(message, createdAt);
		if (items.length > 0) this.found.push({ createdAt: createdAt ?? 0, items });
	}

	private noteMessage(message: IDataObject, createdAt: number | undefined): IDataObject[] {
		const key = watchedKey([messageKey(message)]);
		const isKnown = this.before?.statusOf(key) !== undefined;
		this.now.set(key, createdAt, '');
		return isKnown || !this.isNew(createdAt) ? [] : shapeFor('simplified', undefined)(message);
	}

	private noteRecipients(message: IDataObject, createdAt: number | undefined): IDataObject[] {
		const changed: IDataObject[] = [];
		const counts = new Map<string, number>();
		for (const { row, digits, status } of recipientsIn(message, this.order.numbers)) {
			const count = (counts.get(digits) ?? 0) + 1;
			counts.set(digits, count);
			const key = watchedKey([messageKey(message), digits, count]);
			const kept = this.before?.statusOf(key);
			// Where the service says nothing, the last it said holds.
			const present = status || (kept ?? firstStatus);
			this.now.set(key, createdAt, present);
			const previous = kept ?? (this.isNew(createdAt) ? firstStatus : present);
			if (statusKey(present) === statusKey(previous)) continue;
			if (this.order.statuses?.has(statusKey(present)) !== false) changed.push({ ...row, previous_status: previous });
		}
		return changed;
	}

	/** Whether a message that was not seen before is a new one, and not one that is watched only since Watch Hours was raised. */
	private isNew(createdAt: number | undefined): boolean {
		return this.before !== undefined && (createdAt === undefined || createdAt >= this.before.since);
	}
}

/**
 * The recipients of a message as they come out, but for the status before. Of one number that stands in it
 * twice the order is that of the statuses: the service may give the two the other way round the next time.
 *
 * @param numbers the digits of those that are wanted; undefined for all
 */
export function recipientsIn(message: IDataObject, numbers: ReadonlySet<string> | undefined): Recipient[] {
	const rows = recipientsOf(message).length > 0 ? shapeFor('recipients', numbers)(message) : shapeFor('recipients', undefined)({ ...message, sms_recipients: [{}] });
	const recipients = rows.map((row) => {
		const status = statusOf(row.status) || statusOf(message.status);
		return { row: { ...row, status: row.status ?? message.status ?? null }, digits: digitsOf(row.phone_number), status };
	});
	const areDifferent = new Set(recipients.map(({ digits }) => digits)).size === recipients.length;
	return areDifferent ? recipients : recipients.sort((one, other) => compared(one.digits, other.digits) || compared(one.status, other.status));
}

function statusOf(status: unknown): string {
	return givenText(status)?.trim().slice(0, longestStatus) ?? '';
}

function compared(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}

/** Tells a message from all others: by its ID, or where it has none by all that doesn't change of it. */
function messageKey(message: IDataObject): unknown {
	const { created_at, sender_id, category, campaign, message: text, schedule } = message;
	return idOf(message) ?? [created_at, sender_id, category, campaign, text, schedule];
}
