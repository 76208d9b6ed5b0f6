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

/** Messages that the trigger watches, by their age and filters. */
export interface WatchOrder extends Awaited<ReturnType<typeof readMessageFilters>> {
	event: 'statusChanged' | 'messageCreated';
	/** New statuses to report, as `statusKey` returns them. Undefined for all. */
	statuses: ReadonlySet<string> | undefined;
	/** Milliseconds after its creation for which a message is watched. */
	watchedFor: number;
	concurrency: number;
}

/** Assumed previous status of a recipient that is seen for the first time. */
const firstStatus = 'Pending';

/** Number of characters of a status that are stored and compared. */
const longestStatus = 200;

/**
 * Returns the items to output for a message: one if it is new, or one for each recipient whose status has changed, as
 * the event requires. The first poll, without a `before`, outputs none. Adds what it saw of the message to `seen`.
 */
export function changesOf(
	message: IDataObject,
	createdAt: number | undefined,
	order: WatchOrder,
	before: Watched | undefined,
	seen: Watched['entries'],
): IDataObject[] {
	// A message that is watched only because Watch Hours was raised isn't new.
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
		// Only a record without an ID can come twice. Skipped, so that it isn't reported twice.
		if (seen.has(keys[0]!)) continue;
		const unseen = isNew ? firstStatus : undefined;
		const known = keys.map((key) => before?.entries.get(key)?.status ?? unseen);
		const previous = previousStatuses(same, known);
		for (const [place, { recipient, status }] of same.entries()) {
			const last = previous[place] ?? (status || firstStatus);
			// If the service gives no status, the last one that it gave still holds.
			const present = status || last;
			keep(keys[place]!, present);
			const key = statusKey(present);
			if (key !== statusKey(last) && order.statuses?.has(key) !== false)
				changed.push(changedRow(message, recipient, last));
		}
	}
	return changed;
}

/** Groups a message's recipients by person. Each has its own key in the state, since a number may be listed twice. */
function byPerson(message: IDataObject, order: WatchOrder) {
	const own = messageKey(message);
	const groups = groupBy(watchedRecipients(message, order), ({ person }) => person);
	return [...groups].map(([person, same]) => ({
		same,
		keys: same.map((_, place) => watchedKey([own, person, place])),
	}));
}

/** Returns the items for a message as a test event, whatever the statuses of its recipients. */
export function testRows(message: IDataObject, order: WatchOrder): IDataObject[] {
	if (order.event === 'messageCreated') return [simplified(message)];
	const recipients = watchedRecipients(message, order);
	return recipients.map(({ recipient }) => changedRow(message, recipient, firstStatus));
}

/** Returns the recipient's row with `previous_status` right after `status`, where people look for it. */
function changedRow(message: IDataObject, recipient: IDataObject, previous: string): IDataObject {
	const { phone_number, status, ...others } = recipientRow(message, recipient);
	return { phone_number, status, previous_status: previous, ...others };
}

/** Whether the message or one of its recipients has a status. */
export function showsStatus(message: IDataObject): boolean {
	return [message, ...recipientRecordsOf(message)].some((each) => statusOf(each) !== '');
}

/** Returns the watched recipients of a message. If none can be read, a recipient without a number stands for them. */
function watchedRecipients(message: IDataObject, { persons }: WatchOrder) {
	const readable = recipientRecordsOf(message);
	const watched = (readable.length > 0 ? readable : [{}]).map((each) => {
		const own = statusOf(each);
		const recipient = own ? each : { ...each, status: message.status ?? null };
		// Empty if neither the recipient nor the message has a status.
		const status = own || statusOf(message);
		return { person: personKey(each.phone_number), status, recipient };
	});
	return watched.filter(({ person }) => persons?.has(person) !== false);
}

/**
 * Returns the previous status of each recipient with the same number. Their order may change, so each takes an equal
 * one first. The remaining ones go to the recipients that found none.
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

/** Returns the ID of a message or, without one, its values that never change. */
function messageKey(message: IDataObject): unknown {
	return idAsText(message.id) ?? unchanging(message);
}
