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

/**
 * What is to be told of a message: that it is new, or which of its recipients have another status by now.
 *
 * @param createdAt undefined where it can't be read: Watch Hours count from when the message was last seen
 * @param before undefined at the first poll, which takes everything as it is
 * @param seen what this poll saw; the message is added
 */
export function changesOf(
	message: IDataObject,
	createdAt: number | undefined,
	order: WatchOrder,
	before: Watched | undefined,
	seen: Watched['entries'],
): IDataObject[] {
	// Not new is what is watched only since Watch Hours was raised.
	const isNew = before !== undefined && (createdAt ?? Infinity) >= before.since;
	const keep = (key: string, status: string): void =>
		void seen.set(key, { createdAt: createdAt ?? Date.now(), status });
	if (order.event === 'messageCreated') {
		const key = watchedKey([messageKey(message)]);
		const isKnown = before?.entries.has(key) === true || seen.has(key);
		keep(key, '');
		return isNew && !isKnown ? shapeFor('simplified', undefined)(message) : [];
	}
	const changed: IDataObject[] = [];
	const recipients = recipientRows(message, order.numbers);
	const byNumber = groupedBy(recipients, ({ phone_number: number }) => digitsOf(number));
	for (const [digits, rows] of byNumber) {
		const keys = rows.map((_, place) => watchedKey([messageKey(message), digits, place]));
		// Only a record without an ID can come twice; it would be told twice.
		if (seen.has(keys[0]!)) continue;
		const known = keys.map(
			(key) => before?.entries.get(key)?.status ?? (isNew ? firstStatus : undefined),
		);
		for (const [place, { row, last }] of withLastStatus(rows, known).entries()) {
			const previous = last ?? (statusOf(row) || firstStatus);
			// Where the service says nothing, the last it said holds.
			const present = statusOf(row) || previous;
			keep(keys[place]!, present);
			const isChanged = statusKey(present) !== statusKey(previous);
			if (isChanged && order.statuses?.has(statusKey(present)) !== false)
				changed.push(withPrevious(row, previous));
		}
	}
	return changed;
}

/**
 * A row per recipient, but for the status before; one without a number where no recipient can be read.
 *
 * @param numbers the digits of those that are wanted; undefined for all
 */
export function recipientRows(
	message: IDataObject,
	numbers: ReadonlySet<string> | undefined,
): IDataObject[] {
	const isReadable = recipientsOf(message).length > 0;
	const rows = shapeFor(
		'recipients',
		numbers,
	)(isReadable ? message : { ...message, sms_recipients: [{}] });
	return rows.map((row) => (statusOf(row) ? row : { ...row, status: message.status ?? null }));
}

/** The row with the status before beside the status, where people look for it. */
export function withPrevious(
	{ phone_number, status, ...others }: IDataObject,
	previous: string,
): IDataObject {
	return { phone_number, status, previous_status: previous, ...others };
}

/**
 * The rows of one number, each with one of the statuses known before, an equal one where there is one. A
 * number may stand in a message several times, in changing order, above all where only a part of it is shown.
 */
function withLastStatus(
	rows: IDataObject[],
	known: Array<string | undefined>,
): Array<{ row: IDataObject; last: string | undefined }> {
	const left = groupedBy(known, statusKey);
	const pairs = rows.map((row) => ({
		row,
		equal: left.get(statusKey(statusOf(row)))?.splice(-1) ?? [],
	}));
	const others = [...left.values()].flat();
	return pairs.map(({ row, equal }) => ({
		row,
		last: equal.length > 0 ? equal[0] : others.pop(),
	}));
}

function groupedBy<Value>(values: Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
	const groups = new Map<string, Value[]>();
	for (const value of values) {
		const group = groups.get(keyOf(value));
		if (group) group.push(value);
		else groups.set(keyOf(value), [value]);
	}
	return groups;
}

function statusOf({ status }: IDataObject): string {
	return givenText(status)?.trim().slice(0, longestStatus) ?? '';
}

/** Tells a message from all others: by its ID, or where it has none by all that doesn't change of it. */
function messageKey(message: IDataObject): unknown {
	const { created_at, sender_id, category, campaign, message: text, schedule } = message;
	return idOf(message) ?? [created_at, sender_id, category, campaign, text, schedule];
}
