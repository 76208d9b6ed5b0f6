import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { statusKey } from './fieldValues';
import { givenText, isRecord, parsedJson } from './given';
import { personKey } from './phoneNumber';
import { asRead, lettersOf } from './sameText';
import { longestCampaign, longestMessage, showsText } from './text';
import { latestInstant, readInstant } from './time';

// Reads the message records of the service's list (specification section 2.1).

/** Whether an ID is set: services write '' or 0 for a missing one. */
export function hasId(id: unknown): boolean {
	if (typeof id === 'number') return Number.isFinite(id) && id !== 0;
	return typeof id === 'string' && showsText(id) && id.trim() !== '0';
}

/**
 * Returns an ID as text, so that 7 equals '7'. Undefined where it is not set, or is a number that JSON can't hold
 * exactly (beyond 2^53).
 */
export function idAsText(id: unknown): string | undefined {
	if (!hasId(id) || (typeof id === 'number' && !Number.isSafeInteger(id))) return undefined;
	return String(id).trim();
}

/** Returns a key that identifies a record, whatever becomes of its message later. Undefined without an ID. */
export function recordKey(record: IDataObject): string | undefined {
	const id = idAsText(record.id);
	if (id === undefined) return undefined;
	// Leaves out the numbers of a contact group, which may be filled in later.
	const persons = personKeys({ sms_recipients: record.sms_recipients });
	return `${id} ${digest([...unchanging(record), persons])}`;
}

/** Returns the values of a record that never change. Even an ID that isn't exact tells most records apart. */
export function unchanging({ id, ...record }: IDataObject): unknown[] {
	const { created_at, sender_id, category, campaign, message, schedule } = record;
	const parts = [created_at, sender_id, category, campaign, message, schedule];
	return hasId(id) && idAsText(id) === undefined ? [...parts, id] : parts;
}

function digest(parts: unknown): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, 24);
}

/**
 * Returns when the service accepted the message, by its own clock, in milliseconds since 1970. A time without a zone is
 * read as UTC. Undefined where it can't be read.
 */
export function createdAtOf(record: IDataObject): number | undefined {
	return readInstant(record.created_at);
}

/**
 * Returns a message's single recipients, and the members of its contact groups as far as they can be read: the
 * specification doesn't show their shape.
 */
export function recipientRecordsOf(record: IDataObject): IDataObject[] {
	const single = listOf(record.sms_recipients).filter(isRecord);
	const members = listOf(record.sms_list_recipients).filter(isRecord);
	return [...single, ...members.filter((member) => typeof member.phone_number === 'string')];
}

/** Returns the members of an array, a JSON array or a single value. Turns bare phone numbers into recipients. */
export function listOf(value: unknown): unknown[] {
	const given = typeof value === 'string' ? (parsedJson(value) ?? value) : value;
	const list: unknown[] = Array.isArray(given) ? given : given ? [given] : [];
	return list.map((each: unknown) => (typeof each === 'string' ? { phone_number: each } : each));
}

/** Returns the keys of everybody that the message went to (`personKey`), members of contact groups included. */
export function personKeys(record: IDataObject): string[] {
	return recipientRecordsOf(record)
		.map(({ phone_number: number }) => personKey(number))
		.filter((person) => person !== '');
}

/** Returns each person's delivery status, or where it is missing, the status of the message. */
export function deliveryStatusesOf(record: IDataObject): Map<string, string | undefined> {
	const textOf = (status: unknown) => givenText(status)?.trim() || undefined;
	const statuses = new Map<string, string | undefined>();
	for (const { phone_number: number, status } of recipientRecordsOf(record))
		statuses.set(personKey(number), textOf(status) ?? textOf(record.status));
	return statuses;
}

/** Reads the parts of a record that a look-up needs. @param persons the record's own, as `personKeys` returns them */
export function readListedMessage(record: IDataObject, persons: string[]) {
	const { sms_recipients: single, sms_list_recipients: grouped } = record;
	const { created_at: created, schedule } = record;
	const createdAt = createdAtOf(record);
	const isUnzoned = latestInstant(created) !== createdAt;
	const message = sendableText(record.message, longestMessage);
	const campaign = sendableText(record.campaign, longestCampaign);
	const priority = sendableText(record.category, longestCampaign);
	let letters: string | undefined;
	const isWhole = message !== undefined && campaign !== undefined && priority !== undefined;
	const isFolded = campaign === undefined || !keepsCase(campaign);
	return {
		id: idAsText(record.id),
		/** ISO 8601; null where the service wrote no readable time. */
		sentAt: createdAt === undefined ? null : new Date(createdAt).toISOString(),
		/** Milliseconds since 1970, by the service's clock; undefined where unreadable. Read as UTC without a zone. */
		createdAt,
		/** Whether the record's `created_at` names no zone. */
		isUnzoned,
		/** Milliseconds since 1970; undefined where there is none. */
		schedule: readInstant(schedule),
		due: dueOf(record),
		persons,
		/** Whether nobody else got it: no contact group, and nobody whose number can't be read. */
		isToPersons: listOf(grouped).length === 0 && listOf(single).length === persons.length,
		/** As the list has them; undefined where they are missing, or longer than any that this node sends. */
		message,
		campaign,
		/** Whether the service may have changed the case of the campaign. Then `contentKey` and `campaignKey` ignore it. */
		isFolded,
		/** Undefined where message, campaign or category is. */
		contentKey: isWhole ? contentKey({ message, campaign, priority }, isFolded) : undefined,
		/** Like `contentKey`, but always ignores the case of the campaign. */
		get foldedKey() {
			return isWhole ? contentKey({ message, campaign, priority }, true) : undefined;
		},
		/** Undefined where `contentKey` is. Computed once and on demand: a message may have 10,000 recipients. */
		get lettersKey() {
			if (isWhole) letters ??= lettersKey({ message, campaign, priority });
			return letters;
		},
		/** Undefined where campaign is. */
		get campaignKey() {
			return campaign === undefined ? undefined : campaignKey({ campaign }, isFolded);
		},
	};
}

/**
 * When a message goes out: the later of its creation and its schedule, in milliseconds since 1970. Kept apart for times
 * with a zone and times without one, -Infinity where there are none.
 */
export interface Due {
	zoned: number;
	/** Read as UTC. */
	unzoned: number;
}

/**
 * Returns when a message goes out. Without a readable creation it is never too old, since the service was asked for
 * certain days only.
 */
function dueOf(record: IDataObject): Due {
	const due = { zoned: -Infinity, unzoned: -Infinity };
	if (createdAtOf(record) === undefined) due.zoned = Infinity;
	for (const value of [record.created_at, record.schedule]) {
		const time = readInstant(value) ?? -Infinity;
		const kind = latestInstant(value) === time ? 'zoned' : 'unzoned';
		due[kind] = Math.max(due[kind], time);
	}
	return due;
}

/**
 * Returns when a message goes out.
 *
 * @param tooEarly milliseconds by which times without a zone, read as UTC, may be too early
 */
export function dueAt({ zoned, unzoned }: Due, tooEarly = 0): number {
	return Math.max(zoned, unzoned + tooEarly);
}

/** Returns a text of a record. Undefined where it is missing, or longer than this node could have sent. */
function sendableText(value: unknown, most: number): string | undefined {
	const text = givenText(value);
	return text !== undefined && text.length <= most ? text : undefined;
}

export type ListedMessage = ReturnType<typeof readListedMessage>;

/**
 * Whether a listed campaign shows that the service keeps case: it has small letters, and a capital within a word. A
 * service that doesn't may write all letters small, or capitalize each word.
 */
export function keepsCase(campaign: string): boolean {
	const text = asRead(campaign);
	return /\p{Ll}/u.test(text) && /[\p{L}\p{N}]\p{Lu}/u.test(text);
}

type Content = Record<'message' | 'campaign' | 'priority', string>;

/**
 * Returns equal keys for a message and its record in the list. The service may rewrite texts, and its list has no
 * numeric sender ID.
 *
 * @param isFolded whether to ignore the case of the campaign
 */
export function contentKey({ message, campaign, priority }: Content, isFolded = false): string {
	return digest([asRead(message), ofCampaign(campaign, isFolded), ...inAnyCase(priority)]);
}

/** Returns equal keys for messages whose texts have the same letters and digits. Case counts in the text alone. */
export function lettersKey({ message, campaign, priority }: Content): string {
	return digest([lettersOf(message), ...inAnyCase(campaign, priority)]);
}

/** Returns equal keys for all messages of a campaign. @param isFolded as for `contentKey` */
export function campaignKey({ campaign }: { campaign: string }, isFolded = false): string {
	return digest([ofCampaign(campaign, isFolded)]);
}

function ofCampaign(campaign: string, isFolded: boolean): string {
	return isFolded ? asRead(campaign).toLowerCase() : asRead(campaign);
}

function inAnyCase(...texts: string[]): string[] {
	return texts.map((text) => asRead(text).toLowerCase());
}

/** Returns equal keys for a message to the same numbers, whatever their punctuation and order. */
export function sendKey(content: string, numbers: string[]): string {
	return `${content} ${[...new Set(numbers.map(personKey))].sort().join(' ')}`;
}

export function simplified(record: IDataObject): IDataObject {
	return {
		...picked(record, ['id', 'status', 'message', 'sender_id', 'category', 'campaign']),
		recipients: recipientRecordsOf(record)
			.map(({ phone_number: number }) => givenText(number)?.trim())
			.filter(Boolean)
			.join(', '),
		...picked(record, ['schedule', 'created_at']),
	};
}

/** Whether any of these fields belongs to a recipient. Then the recipient's status replaces the message's. */
export function areOfRecipients(fields: string[]): boolean {
	return fields.includes('phone_number') || fields.includes('reference');
}

/** Returns the record's ID and the given fields: one row per recipient if a field of recipients is among them. */
export function selected(
	record: IDataObject,
	fields: string[],
	persons?: ReadonlySet<string>,
	statuses?: ReadonlySet<string>,
): IDataObject[] {
	const message = simplified(record);
	const names = ['id', ...fields];
	if (!areOfRecipients(fields)) return [picked(message, names)];
	return recipientRowsOf(record, persons, statuses).map(({ phone_number, status, reference }) => {
		const ofRecipient = { phone_number, status: status ?? message.status, reference };
		return picked({ ...message, ...ofRecipient }, names);
	});
}

/** Returns a row for each recipient with one of these person and status keys. Undefined allows all. */
export function recipientRowsOf(
	record: IDataObject,
	persons?: ReadonlySet<string>,
	statuses?: ReadonlySet<string>,
): IDataObject[] {
	const recipients = recipientRecordsOf(record);
	// An unreadable contact group gets one row. Without it, a delivery report would lack the whole campaign.
	if (recipients.length === 0 && listOf(record.sms_list_recipients).length > 0) recipients.push({});
	const wanted = recipients.filter(
		({ phone_number: number, status }) =>
			persons?.has(personKey(number)) !== false &&
			statuses?.has(statusKey(status) || statusKey(record.status)) !== false,
	);
	return wanted.map((recipient) => recipientRow(record, recipient));
}

export function recipientRow(record: IDataObject, recipient: IDataObject): IDataObject {
	return {
		...picked(recipient, ['phone_number', 'status', 'reference', 'created_at']),
		message_id: record.id ?? null,
		message_status: record.status ?? null,
		...picked(record, ['sender_id', 'category', 'campaign']),
	};
}

/** Picks fields, with null for missing ones: n8n's table view gets the same columns for every item. */
function picked(record: IDataObject, names: string[]): IDataObject {
	const fields: IDataObject = {};
	for (const name of names) fields[name] = record[name] ?? null;
	return fields;
}
