import type { IDataObject } from 'n8n-workflow';

import { watchedKey, type Watched } from './state';
import type { readMessageFilters } from '../operations/queries';
import { idAsText, recipientRecordsOf, rowOf, shapeFor, unchanging } from '../values/messageRecord';
import { personOf } from '../values/phoneNumber';
import { givenText, groupedBy, statusKey } from '../values/simple';

/** What the trigger watches: the messages of a time, by filters. */
export interface WatchOrder extends Awaited<ReturnType<typeof readMessageFilters>> {
	event: 'statusChanged' | 'messageCreated';
	/** Only changes to these are told, by their `statusKey`; undefined for all. */
	statuses: ReadonlySet<string> | undefined;
	/** For how many milliseconds after its creation a message is watched. */
	watchedFor: number;
	concurrency: number;
}

/** The status before of a recipient that is seen for the first time. */
const firstStatus = 'Pending';

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
		return isNew && !isKnown ? firstRows(message, order) : [];
	}
	const changed: IDataObject[] = [];
	const own = messageKey(message);
	const recipients = watchedRecipients(message, order);
	for (const [person, same] of groupedBy(recipients, ({ phone_number: to }) => personOf(to))) {
		const keys = same.map((_, place) => watchedKey([own, person, place]));
		// Only a record without an ID can come twice; it would be told twice.
		if (seen.has(keys[0]!)) continue;
		const unseen = isNew ? firstStatus : undefined;
		const known = keys.map((key) => before?.entries.get(key)?.status ?? unseen);
		const last = lastStatuses(same, known);
		for (const [place, recipient] of same.entries()) {
			const previous = last[place] ?? (statusOf(recipient) || firstStatus);
			// Where the service says nothing, the last it said holds.
			const present = statusOf(recipient) || previous;
			keep(keys[place]!, present);
			const isChanged = statusKey(present) !== statusKey(previous);
			if (isChanged && order.statuses?.has(statusKey(present)) !== false)
				changed.push(changedRow(message, recipient, previous));
		}
	}
	return changed;
}

/** What is told of a message that is seen for the first time, but for Delivery Status. */
export function firstRows(message: IDataObject, order: WatchOrder): IDataObject[] {
	if (order.event === 'messageCreated') return shapeFor('simplified')(message);
	const recipients = watchedRecipients(message, order);
	return recipients.map((recipient) => changedRow(message, recipient, firstStatus));
}

/** The row with the status before beside the status, where people look for it. */
function changedRow(message: IDataObject, recipient: IDataObject, previous: string): IDataObject {
	const { phone_number, status, ...others } = rowOf(message, recipient);
	return { phone_number, status, previous_status: previous, ...others };
}

/**
 * The recipients, each with the message's status where it has none, or one without a number where none can be read;
 * of the order's `persons` alone where it has some.
 */
function watchedRecipients(message: IDataObject, { persons }: WatchOrder): IDataObject[] {
	const readable = recipientRecordsOf(message);
	return (readable.length > 0 ? readable : [{}])
		.filter(({ phone_number: number }) => persons?.has(personOf(number)) !== false)
		.map((each) => (statusOf(each) ? each : { ...each, status: message.status ?? null }));
}

/** One known status for each row of a number, an equal one if it can be: a number may come twice, in changing order. */
function lastStatuses(recipients: IDataObject[], known: Array<string | undefined>) {
	const left = groupedBy(known, statusKey);
	const equal = recipients.map((each) => left.get(statusKey(statusOf(each)))?.splice(-1) ?? []);
	const others = [...left.values()].flat();
	return equal.map((found) => (found.length > 0 ? found[0] : others.pop()));
}

function statusOf({ status }: IDataObject): string {
	return givenText(status)?.trim().slice(0, longestStatus) ?? '';
}

/** Tells a message from all others. */
function messageKey(message: IDataObject): unknown {
	return idAsText(message.id) ?? unchanging(message);
}
