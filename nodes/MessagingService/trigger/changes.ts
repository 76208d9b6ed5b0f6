import type { IDataObject } from 'n8n-workflow';

import { type Watched, watchedKey } from './state';
import type { readMessageFilters } from '../operations/queries';
import { groupBy } from '../values/collections';
import { statusKey } from '../values/fieldValues';
import { givenText } from '../values/given';
import {
	idAsText,
	recipientRecordsOf,
	recipientRow,
	simplified,
	unchanging,
} from '../values/messageRecord';
import { personKey } from '../values/phoneNumber';

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
 * The items for a message: one that it is new, or one for each recipient whose status has changed. The first poll,
 * without a `before`, has none. What this poll saw of the message is added to `seen`.
 */
export function changesOf(
	message: IDataObject,
	createdAt: number | undefined,
	order: WatchOrder,
	before: Watched | undefined,
	seen: Watched['entries'],
): IDataObject[] {
	// A message that is watched only since Watch Hours was raised isn't new.
	const isNew = before !== undefined && (createdAt ?? Infinity) >= before.since;
	// Where the time can't be read, Watch Hours count from when the message was last seen.
	const keep = (key: string, status: string) =>
		seen.set(key, { createdAt: createdAt ?? Date.now(), status });
	if (order.event === 'messageCreated') {
		const key = watchedKey([messageKey(message)]);
		const isKnown = before?.entries.has(key) === true || seen.has(key);
		keep(key, '');
		return isNew && !isKnown ? testRows(message, order) : [];
	}
	const changed: IDataObject[] = [];
	for (const { keys, same } of byPerson(message, order)) {
		// Only a record without an ID can come twice; it would be told twice.
		if (seen.has(keys[0]!)) continue;
		const unseen = isNew ? firstStatus : undefined;
		const known = keys.map((key) => before?.entries.get(key)?.status ?? unseen);
		const previous = previousStatuses(same, known);
		for (const [place, { recipient, status }] of same.entries()) {
			const last = previous[place] ?? (status || firstStatus);
			// Where the service says nothing, the last it said holds.
			const present = status || last;
			keep(keys[place]!, present);
			const key = statusKey(present);
			if (key !== statusKey(last) && order.statuses?.has(key) !== false)
				changed.push(changedRow(message, recipient, last));
		}
	}
	return changed;
}

/** Groups a message's recipients by person, with a key of the state for each: one number may stand there twice. */
function byPerson(message: IDataObject, order: WatchOrder) {
	const own = messageKey(message);
	const groups = groupBy(watchedRecipients(message, order), ({ person }) => person);
	return [...groups].map(([person, same]) => ({
		same,
		keys: same.map((_, place) => watchedKey([own, person, place])),
	}));
}

/** The items for a message as a test event, whatever the statuses of its recipients. */
export function testRows(message: IDataObject, order: WatchOrder): IDataObject[] {
	if (order.event === 'messageCreated') return [simplified(message)];
	const recipients = watchedRecipients(message, order);
	return recipients.map(({ recipient }) => changedRow(message, recipient, firstStatus));
}

/** The recipient's row with the status before beside the status, where people look for it. */
function changedRow(message: IDataObject, recipient: IDataObject, previous: string): IDataObject {
	const { phone_number, status, ...others } = recipientRow(message, recipient);
	return { phone_number, status, previous_status: previous, ...others };
}

/** Whether the message or one of its recipients has a status. */
export function showsStatus(message: IDataObject): boolean {
	return [message, ...recipientRecordsOf(message)].some((each) => statusOf(each) !== '');
}

/** The recipients of a message, or one without a number where none can be read. */
function watchedRecipients(message: IDataObject, { persons }: WatchOrder) {
	const readable = recipientRecordsOf(message);
	const watched = (readable.length > 0 ? readable : [{}]).map((each) => {
		const own = statusOf(each);
		const recipient = own ? each : { ...each, status: message.status ?? null };
		// Empty where neither has a status.
		const status = own || statusOf(message);
		return { person: personKey(each.phone_number), status, recipient };
	});
	return watched.filter(({ person }) => persons?.has(person) !== false);
}

/**
 * Returns the status before of each recipient with the same number. Their order may change, so each takes an equal one
 * first; those left over are given to the recipients that found none.
 */
function previousStatuses(same: Array<{ status: string }>, known: Array<string | undefined>) {
	if (same.length === 1) return known;
	const remaining = groupBy(known, statusKey);
	const equal = same.map(({ status }) => remaining.get(statusKey(status))?.splice(-1) ?? []);
	const others = [...remaining.values()].flat();
	return equal.map((found) => (found.length > 0 ? found[0] : others.pop()));
}

function statusOf({ status }: IDataObject): string {
	return givenText(status)?.trim().slice(0, longestStatus) ?? '';
}

/** Tells a message from all others. */
function messageKey(message: IDataObject): unknown {
	return idAsText(message.id) ?? unchanging(message);
}
