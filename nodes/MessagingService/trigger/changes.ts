import type { IDataObject } from 'n8n-workflow';

import { watchedKey, type Watched } from './state';
import type { WatchOrder } from './watch';
import { digitsOf, idOf, recipientsOf, shapeFor } from '../values/messageRecord';
import { givenText, statusKey } from '../values/simple';

/** What a recipient counts as having been when it is seen for the first time. */
export const firstStatus = 'Pending';

/** Characters of a status that are kept and compared. */
const longestStatus = 200;

/**
 * What is to be told of a message: that it is new, or which of its recipients have another status by now. The first
 * poll, without a `before`, takes everything as it is. What this poll saw of the message is added to `seen`.
 */
export function changesOf(
	message: IDataObject,
	createdAt: number | undefined,
	order: WatchOrder,
	before: Watched | undefined,
	seen: Watched['entries'],
): IDataObject[] {
	// What is watched only since Watch Hours was raised isn't new.
	const isNew = before !== undefined && (createdAt ?? Infinity) >= before.since;
	// Where the time can't be read, Watch Hours count from when the message was last seen.
	const keep = (key: string, status: string) =>
		seen.set(key, { createdAt: createdAt ?? Date.now(), status });
	if (order.event === 'messageCreated') {
		const key = watchedKey([messageKey(message)]);
		const isKnown = before?.entries.has(key) === true || seen.has(key);
		keep(key, '');
		return isNew && !isKnown ? shapeFor('simplified', undefined)(message) : [];
	}
	const changed: IDataObject[] = [];
	const recipients = recipientRows(message, order.numbers);
	for (const [digits, rows] of groupedBy(recipients, (row) => digitsOf(row.phone_number))) {
		const keys = rows.map((_, place) => watchedKey([messageKey(message), digits, place]));
		// Only a record without an ID can come twice; it would be told twice.
		if (seen.has(keys[0]!)) continue;
		const unseen = isNew ? firstStatus : undefined;
		const known = keys.map((key) => before?.entries.get(key)?.status ?? unseen);
		const last = lastStatuses(rows, known);
		for (const [place, row] of rows.entries()) {
			const previous = last[place] ?? (statusOf(row) || firstStatus);
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

/** A row per recipient, or one without a number where none can be read; of `numbers` alone where given. */
export function recipientRows(
	message: IDataObject,
	numbers: ReadonlySet<string> | undefined,
): IDataObject[] {
	const isReadable = recipientsOf(message).length > 0;
	const toRows = shapeFor('recipients', numbers);
	const rows = toRows(isReadable ? message : { ...message, sms_recipients: [{}] });
	return rows.map((row) => (statusOf(row) ? row : { ...row, status: message.status ?? null }));
}

/** The row with the status before beside the status, where people look for it. */
export function withPrevious(row: IDataObject, previous: string): IDataObject {
	const { phone_number, status, ...others } = row;
	return { phone_number, status, previous_status: previous, ...others };
}

/** One known status for each row of a number, an equal one if it can be: a number may come twice, in changing order. */
function lastStatuses(rows: IDataObject[], known: Array<string | undefined>) {
	const left = groupedBy(known, statusKey);
	const equal = rows.map((row) => left.get(statusKey(statusOf(row)))?.splice(-1) ?? []);
	const others = [...left.values()].flat();
	return equal.map((found) => (found.length > 0 ? found[0] : others.pop()));
}

function groupedBy<Value>(values: Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
	const groups = new Map<string, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		if (!groups.has(key)) groups.set(key, []);
		groups.get(key)!.push(value);
	}
	return groups;
}

function statusOf({ status }: IDataObject): string {
	return givenText(status)?.trim().slice(0, longestStatus) ?? '';
}

/** Tells a message from all others: by its ID, or where it has none by what doesn't change of it. */
function messageKey(message: IDataObject): unknown {
	const { created_at, sender_id, category, campaign, message: text, schedule } = message;
	return idOf(message) ?? [created_at, sender_id, category, campaign, text, schedule];
}
