import { createHash } from 'crypto';
import { jsonParse, type IDataObject } from 'n8n-workflow';

import type { readMessageFilters } from '../operations/queries';
import { idAsText, recipientRecordsOf, rowOf, shapeFor, unchanging } from '../values/messageRecord';
import { personOf } from '../values/phoneNumber';
import { givenText, groupedBy, isRecord, statusKey } from '../values/simple';

/** What the trigger watches: the messages of a time, by filters. */
export interface WatchOrder extends Awaited<ReturnType<typeof readMessageFilters>> {
	event: 'statusChanged' | 'messageCreated';
	/** Only changes to these are told, by their `statusKey`; undefined for all. */
	statuses: ReadonlySet<string> | undefined;
	/** For how many milliseconds after its creation a message is watched. */
	watchedFor: number;
	concurrency: number;
}

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
		return isNew && !isKnown ? shapeFor('simplified')(message) : [];
	}
	const changed: IDataObject[] = [];
	const own = messageKey(message);
	const recipients = watchedRecipients(message, order.persons);
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
				changed.push(withPrevious(rowOf(message, recipient), previous));
		}
	}
	return changed;
}

/**
 * The recipients, each with the message's status where it has none, or one without a number where none can be read;
 * of `persons` alone where given.
 */
export function watchedRecipients(
	message: IDataObject,
	persons: ReadonlySet<string> | undefined,
): IDataObject[] {
	const readable = recipientRecordsOf(message);
	return (readable.length > 0 ? readable : [{}])
		.filter(({ phone_number: number }) => persons?.has(personOf(number)) !== false)
		.map((each) => (statusOf(each) ? each : { ...each, status: message.status ?? null }));
}

/** The row with the status before beside the status, where people look for it. */
export function withPrevious(row: IDataObject, previous: string): IDataObject {
	const { phone_number, status, ...others } = row;
	return { phone_number, status, previous_status: previous, ...others };
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

const hour = 3_600_000;

/** Characters: 60 bits, so that of 50,000 keys no two are equal by chance. */
const keyLength = 10;

/** The form of the text; a text of another form is not read. */
const form = 1;

/** The last status of everything that is watched, as it is kept from poll to poll. */
export interface Watched {
	/** By the key of a recipient, or of a message. */
	entries: Map<string, { createdAt: number; status: string }>;
	/** Messages from before this time, by the service's clock, were not watched. */
	since: number;
	/** The same, as the last poll alone said. */
	saidSince: number;
}

/** The text of a state: keys by the hour of creation and the status, about ten bytes a recipient. */
interface Kept extends Pick<Watched, 'since' | 'saidSince'> {
	form: number;
	identity: string;
	hours: Record<string, Record<string, string>>;
}

/** The key of something, told by these parts of it: numbers and texts of messages are not kept. */
export function watchedKey(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, keyLength);
}

/** @returns undefined where the text is none of ours, or was kept for another event, account or filters */
export function readWatched(text: unknown, identity: string): Watched | undefined {
	const kept = jsonParse<Kept | null>(String(text), { fallbackValue: null });
	if (kept?.form !== form || kept.identity !== identity) return undefined;
	const { since, saidSince = since, hours } = kept;
	if (![since, saidSince].every(Number.isFinite) || !isRecord(hours)) return undefined;
	const entries: Watched['entries'] = new Map();
	for (const [number, statuses] of Object.entries(hours)) {
		const createdAt = Number(number) * hour;
		if (Number.isNaN(createdAt) || !isRecord(statuses)) return undefined;
		for (const [status, keys] of Object.entries(statuses)) {
			if (typeof keys !== 'string') return undefined;
			for (let place = 0; place < keys.length; place += keyLength)
				entries.set(keys.slice(place, place + keyLength), { createdAt, status });
		}
	}
	return { entries, since, saidSince };
}

/** One text: n8n watches every object in its static data for changes, and copies them. */
export function watchedText({ entries, since, saidSince }: Watched, identity: string): string {
	const hours: Kept['hours'] = {};
	for (const [key, { createdAt, status }] of entries) {
		// Without a prototype, so that __proto__ is a status like others.
		const none = Object.create(null) as Record<string, string>;
		const statuses = (hours[Math.floor(createdAt / hour)] ??= none);
		statuses[status] = (statuses[status] ?? '') + key;
	}
	return JSON.stringify({ form, identity, since, saidSince, hours });
}

/** The state after a poll. What is older is forgotten only when two polls in a row say so: one clock may be wrong. */
export function stateAfter(
	seen: Watched['entries'],
	saidSince: number,
	before: Watched | undefined,
): Watched {
	const since = Math.min(saidSince, before?.saidSince ?? saidSince);
	const firstHour = Math.floor(since / hour) * hour;
	const kept = [...(before?.entries ?? [])].filter(([, entry]) => entry.createdAt >= firstHour);
	return { entries: new Map([...kept, ...seen]), since, saidSince };
}
