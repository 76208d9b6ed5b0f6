/**
 * The judge of a poll that ended well: it knows what the poll was shown, and what was told before, and says
 * what has to be told. It keeps what was told itself, and nothing of the trigger's state.
 */
import type { IDataObject } from 'n8n-workflow';
import { digitsOf, keyOf, membersOf, rowsByDigits, simplified } from './recordRows.mts';
import type { Watching } from './watching.mts';

const minute = 60_000;
const hour = 60 * minute;

/** What may have been noted of a message. */
interface Noted {
	/** For new messages. */
	isKnown: boolean;
	/**
	 * For statuses: by the digits of a number, what its recipients were; several where a number
	 * stands in a message several times.
	 */
	statuses: Record<string, string[]>;
}

/** A time that is known no better than this. */
interface Span {
	from: number;
	to: number;
}

/** What a trigger has told, or taken without a word. */
export interface Knowledge {
	identity: string;
	/** Messages from before this were not watched: the earlier of what the last two polls said. */
	since: Span;
	/** What the last one said. */
	said: Span;
	/** By message what was noted of it; several where nobody can know which. */
	messages: Map<number, Noted[]>;
}

export interface GoodPoll {
	order: Watching;
	/** What was known before; undefined where nothing was kept. */
	before: Knowledge | undefined;
	/** When the poll began, by the service's clock, and by n8n's. */
	began: number;
	beganHere: number;
	/** By message the records in which it came. */
	records: ReadonlyMap<number, IDataObject[]>;
	/** By message, by the service's clock. */
	createdAt: ReadonlyMap<number, number>;
	/**
	 * Whether the node can't read that: then it watches a message as long as the service lists it for
	 * the days asked for.
	 */
	isTimeless: boolean;
	/** What came out. */
	items: IDataObject[];
}

const unknown: Noted = { isKnown: false, statuses: {} };

/** What is known after it. Throws where something was told that should not have been, or not told that should. */
export function judge(poll: GoodPoll): Knowledge {
	const { order, began, beganHere, records, createdAt, isTimeless, items } = poll;
	const before = poll.before?.identity === order.identity ? poll.before : undefined;
	const byItsClock = sinceOf(order, began);
	// The first one doesn't trust the service's clock alone.
	const said = before ? byItsClock : earlier(byItsClock, sinceOf(order, beganHere));
	const since = before ? earlier(said, before.said) : said;
	const told = byMessage(items);
	for (const id of told.keys())
		if (!records.has(id))
			throw new Error(
				`A message was told that the poll wasn't shown: ${JSON.stringify(told.get(id))}`,
			);
	if (!isTimeless) judgeOrder([...told.keys()].map((id) => createdAt.get(id)!));
	const messages = new Map<number, Noted[]>();
	for (const id of new Set([...records.keys(), ...(before?.messages.keys() ?? [])])) {
		const possible = before?.messages.get(id) ?? [unknown];
		const versions = records.get(id) ?? [];
		const given = {
			order,
			createdAt: createdAt.get(id)!,
			isTimeless,
			said,
			since,
			watchedBefore: before?.since,
			versions,
			told: told.get(id) ?? [],
		};
		const after = possible.flatMap((noted) => afterwards(noted, given));
		if (after.length === 0)
			throw new Error(
				`Message ${id} was not told as it should be. Known: ${JSON.stringify(possible)} Shown: ${JSON.stringify(given)}`,
			);
		const different = [...new Map(after.map((noted) => [JSON.stringify(noted), noted])).values()];
		if (different.some((noted) => noted !== unknown)) messages.set(id, different);
	}
	return { identity: order.identity, since, said, messages };
}

/** From when on the messages are watched, within what the clocks and the answers may be apart. */
export function sinceOf({ watchedFor }: Watching, began: number): Span {
	return { from: began - watchedFor - 6 * minute, to: began - watchedFor + minute / 6 };
}

function earlier(one: Span, other: Span): Span {
	return { from: Math.min(one.from, other.from), to: Math.min(one.to, other.to) };
}

interface Given {
	order: Watching;
	createdAt: number;
	isTimeless: boolean;
	/** From when on this poll reads. */
	said: Span;
	/** From when on something is kept in mind. */
	since: Span;
	watchedBefore: Span | undefined;
	versions: IDataObject[];
	told: IDataObject[];
}

/** What may be noted of a message afterwards; nothing where what was told is wrong. */
function afterwards(noted: Noted, given: Given): Noted[] {
	const { order, createdAt, isTimeless, said, since, watchedBefore, versions, told } = given;
	const isIn = createdAt >= said.to;
	const kept = versions.filter((version) => isKept(version, order));
	const after: Noted[] = [];
	if (isTimeless || createdAt >= said.from) {
		for (const version of kept) {
			if (!watchedBefore) after.push(...(told.length === 0 ? [afterFirst(version, order)] : []));
			else
				for (const isNew of isTimeless ? [true] : newness(createdAt, watchedBefore))
					after.push(...afterVersion(noted, version, isNew, given));
		}
	}
	// Passed over: its time is over, or the list lacked it.
	if (told.length === 0 && (!isIn || kept.length < versions.length || versions.length === 0)) {
		if (!isTimeless && createdAt >= since.from - hour) after.push(noted);
		if (isTimeless || createdAt < since.to) after.push(unknown);
	}
	return after;
}

function newness(createdAt: number, { from, to }: Span): boolean[] {
	if (createdAt >= to) return [true];
	return createdAt < from ? [false] : [true, false];
}

function isKept(record: IDataObject, { campaign, numbers }: Watching): boolean {
	if (campaign !== undefined && record.campaign !== campaign) return false;
	return (
		!numbers ||
		membersOf(record).some(({ phone_number: number }) => numbers.includes(digitsOf(number)))
	);
}

function afterFirst(record: IDataObject, order: Watching): Noted {
	const statuses: Noted['statuses'] = {};
	for (const [digits, rows] of rowsByDigits(record, order))
		statuses[digits] = rows.map(({ status }) => keyOf(status) || 'pending').sort();
	return { isKnown: true, statuses };
}

function afterVersion(
	noted: Noted,
	record: IDataObject,
	isNew: boolean,
	{ order, told, isTimeless }: Given,
): Noted[] {
	if (order.event === 'messageCreated') {
		const expected = noted.isKnown || !isNew ? [] : [simplified(record)];
		return JSON.stringify(told.map(sorted)) === JSON.stringify(expected.map(sorted))
			? [{ isKnown: true, statuses: {} }]
			: [];
	}
	const statuses: Noted['statuses'] = {};
	const groups = rowsByDigits(record, order);
	if (told.some((item) => !groups.has(digitsOf(item.phone_number)))) return [];
	for (const [digits, rows] of groups) {
		const after = afterGroup(
			noted.statuses[digits] ?? [],
			rows,
			isNew,
			told.filter((item) => digitsOf(item.phone_number) === digits),
			order,
		);
		if (!after) return [];
		statuses[digits] = after;
	}
	const after = { isKnown: true, statuses: { ...noted.statuses, ...statuses } };
	// By its age nobody can tell how long what isn't shown is kept in mind.
	return isTimeless ? [after, { isKnown: true, statuses }] : [after];
}

/** @returns the statuses afterwards; undefined where what was told is wrong */
function afterGroup(
	before: string[],
	rows: IDataObject[],
	isNew: boolean,
	told: IDataObject[],
	{ statuses: wanted }: Watching,
): string[] | undefined {
	const added = rows.length - before.length;
	const present = rows.map(({ status }) => keyOf(status));
	if (added < 0 || (present.includes('') && present.some(Boolean)))
		throw new Error(`The judge doesn't know of such a record: ${JSON.stringify([before, rows])}`);
	const known = [...before, ...Array.from({ length: isNew ? added : 0 }, () => 'pending')];
	// Where the service says nothing, the last it said holds.
	if (present.includes(''))
		return told.length === 0
			? [...known, ...Array.from({ length: rows.length - known.length }, () => 'pending')].sort()
			: undefined;
	const changed = without(present, known);
	const gone = without(known, present);
	const toTell = changed.filter((status) => wanted?.includes(status) !== false);
	const statuses = told.map(({ status }) => keyOf(status));
	const isRight =
		without(statuses, toTell).length === 0 &&
		without(
			told.map((item) => keyOf(item.previous_status)),
			gone,
		).length === 0 &&
		// A recipient that comes to be watched is taken as it is.
		toTell.length - told.length <= rows.length - known.length &&
		without(
			told.map((item) => JSON.stringify(sorted({ ...item, previous_status: null }))),
			rows.map((row) => JSON.stringify(sorted({ ...row, previous_status: null }))),
		).length === 0;
	return isRight ? present.sort() : undefined;
}

/** What is in the one list more often than in the other. */
function without(one: string[], other: string[]): string[] {
	const left = [...other];
	return one.filter((each) => {
		const place = left.indexOf(each);
		if (place >= 0) left.splice(place, 1);
		return place < 0;
	});
}

const sorted = (row: IDataObject): Array<[string, unknown]> =>
	Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));

/** @returns the items of each message, in the order in which they came out */
function byMessage(items: IDataObject[]): Map<number, IDataObject[]> {
	const messages = new Map<number, IDataObject[]>();
	for (const item of items) {
		const id = Number(String(item.sender_id).split(' ').at(-1));
		messages.set(id, [...(messages.get(id) ?? []), item]);
	}
	return messages;
}

function judgeOrder(times: number[]): void {
	const seconds = times.map((time) => Math.floor(time / 1000));
	if (seconds.some((second, place) => second < (seconds[place - 1] ?? 0)))
		throw new Error(`The oldest message doesn't come first: ${seconds.join()}`);
}
