import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { statusKey } from './fieldValues';
import { givenText, isRecord, parsedJson } from './given';
import { personOf } from './phoneNumber';
import { asRead, lettersOf } from './sameText';
import { longestCampaign, longestMessage, showsText } from './text';
import { latestInstant, readInstant } from './time';

// What a message record of the service's list says (specification section 2.1).

/** Whether this names a message: services write '' or 0 where they have no ID. */
export function hasId(id: unknown): boolean {
	if (typeof id === 'number') return Number.isFinite(id) && id !== 0;
	return typeof id === 'string' && showsText(id) && id.trim() !== '0';
}

/** An ID, the same for 7 and '7'. Undefined where there is none, or none that JSON holds exactly: beyond 2^53. */
export function idAsText(id: unknown): string | undefined {
	if (!hasId(id) || (typeof id === 'number' && !Number.isSafeInteger(id))) return undefined;
	return String(id).trim();
}

/** Tells a record from all others, whatever has become of its message meanwhile. Undefined where it has no ID. */
export function keyOfRecord(record: IDataObject): string | undefined {
	const id = idAsText(record.id);
	if (id === undefined) return undefined;
	// A group's numbers may be filled in later.
	const persons = personsOf({ sms_recipients: record.sms_recipients });
	return `${id} ${digestOf([...unchanging(record), persons])}`;
}

/** The fields that a record keeps for good. An ID that isn't exact still tells most records apart. */
export function unchanging({ id, ...record }: IDataObject): unknown[] {
	const { created_at, sender_id, category, campaign, message, schedule } = record;
	const parts = [created_at, sender_id, category, campaign, message, schedule];
	return hasId(id) && idAsText(id) === undefined ? [...parts, id] : parts;
}

function digestOf(parts: unknown): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, 24);
}

/** When the service took the message, by its own clock: it writes UTC, whether it says so or not. */
export function createdAtOf(record: IDataObject): number | undefined {
	return readInstant(record.created_at);
}

/** A message's recipients: the single ones, and a group's members where they can be read. Their shape is open. */
export function recipientRecordsOf(record: IDataObject): IDataObject[] {
	const single = listOf(record.sms_recipients).filter(isRecord);
	const members = listOf(record.sms_list_recipients).filter(isRecord);
	return [...single, ...members.filter((member) => typeof member.phone_number === 'string')];
}

/** A list, also as JSON, a single value as a list, and bare numbers as recipients. */
export function listOf(value: unknown): unknown[] {
	const given = typeof value === 'string' ? (parsedJson(value) ?? value) : value;
	const list: unknown[] = Array.isArray(given) ? given : given ? [given] : [];
	return list.map((each: unknown) => (typeof each === 'string' ? { phone_number: each } : each));
}

/** Everybody that the message went to, those of a contact group too. */
export function personsOf(record: IDataObject): string[] {
	return recipientRecordsOf(record)
		.map(({ phone_number: number }) => personOf(number))
		.filter((person) => person !== '');
}

/** The status of a message for each of its persons, by the list. */
export function deliveryStatusesOf(record: IDataObject): Map<string, string | undefined> {
	const textOf = (status: unknown) => givenText(status)?.trim() || undefined;
	const statuses = new Map<string, string | undefined>();
	for (const { phone_number: number, status } of recipientRecordsOf(record))
		statuses.set(personOf(number), textOf(status) ?? textOf(record.status));
	return statuses;
}

/** A record, as far as a look-up needs it. @param persons its own, as `personsOf` has them */
export function readListedMessage(record: IDataObject, persons: string[]) {
	const { sms_recipients: single, sms_list_recipients: grouped } = record;
	const { created_at: created, schedule } = record;
	const createdAt = createdAtOf(record);
	const isUnzoned = latestInstant(created) !== createdAt;
	const message = sendableText(record.message, longestMessage);
	const campaign = sendableText(record.campaign, longestCampaign);
	const priority = sendableText(record.category, longestCampaign);
	let lettersKey: string | undefined;
	const isWhole = message !== undefined && campaign !== undefined && priority !== undefined;
	const isFolded = campaign === undefined || !keepsCase(campaign);
	return {
		id: idAsText(record.id),
		/** ISO 8601; null where the service wrote no time that can be read. */
		sentAt: createdAt === undefined ? null : new Date(createdAt).toISOString(),
		/** By the service's clock; undefined where it can't be read. A time without a zone counts as UTC. */
		createdAt,
		/** Whether that time names no zone. */
		isUnzoned,
		/** Undefined where it has none. */
		schedule: readInstant(schedule),
		due: dueOf(record),
		persons,
		/** Whether it went to these persons alone: to no contact group, and to nobody whose number can't be read. */
		isToPersons: listOf(grouped).length === 0 && listOf(single).length === persons.length,
		/** As the list has them; undefined where the record lacks them, or they are longer than any that is sent. */
		message,
		campaign,
		/** Whether the case of its campaign may be the service's own. Then its keys are of campaigns in any case. */
		isFolded,
		/** Undefined where message, campaign or category are. */
		contentKey: isWhole ? contentKeyOf({ message, campaign, priority }, isFolded) : undefined,
		/** Likewise, of a campaign in any case. */
		get foldedKey() {
			return isWhole ? contentKeyOf({ message, campaign, priority }, true) : undefined;
		},
		/** Likewise. Worked out when it is asked for, once: a message may have 10,000 recipients. */
		get lettersKey() {
			if (isWhole) lettersKey ??= lettersKeyOf({ message, campaign, priority });
			return lettersKey;
		},
		/** Undefined where campaign is. */
		get campaignKey() {
			return campaign === undefined ? undefined : campaignKeyOf({ campaign }, isFolded);
		},
	};
}

/** When a message goes out, the later of its creation and its schedule: by times with a zone, and by those without. */
export interface Due {
	zoned: number;
	/** Read as UTC. */
	unzoned: number;
}

/** A message whose creation can't be read is of the days that the service was asked for. */
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

/** @param tooEarly milliseconds by which times without a zone, read as UTC, may be too early */
export function dueAt({ zoned, unzoned }: Due, tooEarly = 0): number {
	return Math.max(zoned, unzoned + tooEarly);
}

/** A text of a record that a message of this node can have, or undefined. */
function sendableText(value: unknown, most: number): string | undefined {
	const text = givenText(value);
	return text !== undefined && text.length <= most ? text : undefined;
}

export type ListedMessage = ReturnType<typeof readListedMessage>;

/**
 * Whether a campaign of the list shows that the service keeps case: one with small letters has a capital within a word.
 * A service may write all of them small, or each word with a capital.
 */
export function keepsCase(campaign: string): boolean {
	const text = asRead(campaign);
	return /\p{Ll}/u.test(text) && /[\p{L}\p{N}]\p{Lu}/u.test(text);
}

type Content = Record<'message' | 'campaign' | 'priority', string>;

/**
 * One key for a message and the same in the list, which may rewrite it, and has no ID of its sender.
 * @param isFolded whether the case of the campaign doesn't count
 */
export function contentKeyOf({ message, campaign, priority }: Content, isFolded = false): string {
	return digestOf([asRead(message), ofCampaign(campaign, isFolded), ...inAnyCase(priority)]);
}

/** One key for messages that differ at most in what is no letter and no digit of their text. */
export function lettersKeyOf({ message, campaign, priority }: Content): string {
	return digestOf([lettersOf(message), ...inAnyCase(campaign, priority)]);
}

/** One key for all messages of a campaign. @param isFolded as of `contentKeyOf` */
export function campaignKeyOf({ campaign }: { campaign: string }, isFolded = false): string {
	return digestOf([ofCampaign(campaign, isFolded)]);
}

function ofCampaign(campaign: string, isFolded: boolean): string {
	return isFolded ? asRead(campaign).toLowerCase() : asRead(campaign);
}

function inAnyCase(...texts: string[]): string[] {
	return texts.map((text) => asRead(text).toLowerCase());
}

/** One key for a message to these numbers, however they are written and in whichever order. */
export function sendKey(content: string, numbers: string[]): string {
	return `${content} ${[...new Set(numbers.map(personOf))].sort().join(' ')}`;
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

/** Whether fields of a recipient's own are among these: then its status takes the place of the message's. */
export function areOfRecipients(fields: string[]): boolean {
	return fields.includes('phone_number') || fields.includes('reference');
}

/** The record's ID and these fields of it: one row for each of its recipients where fields of theirs are among them. */
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

/** A row for each recipient that is one of these persons and has one of these statuses, by their keys. */
export function recipientRowsOf(
	record: IDataObject,
	persons?: ReadonlySet<string>,
	statuses?: ReadonlySet<string>,
): IDataObject[] {
	const recipients = recipientRecordsOf(record);
	// Without a row for a group whose members can't be read, a delivery report would lack the whole campaign.
	if (recipients.length === 0 && listOf(record.sms_list_recipients).length > 0) recipients.push({});
	const wanted = recipients.filter(
		({ phone_number: number, status }) =>
			persons?.has(personOf(number)) !== false &&
			statuses?.has(statusKey(status) || statusKey(record.status)) !== false,
	);
	return wanted.map((recipient) => rowOf(record, recipient));
}

export function rowOf(record: IDataObject, recipient: IDataObject): IDataObject {
	return {
		...picked(recipient, ['phone_number', 'status', 'reference', 'created_at']),
		message_id: record.id ?? null,
		message_status: record.status ?? null,
		...picked(record, ['sender_id', 'category', 'campaign']),
	};
}

/** These fields, null where the record has none: n8n's table view gets the same columns for every item. */
function picked(record: IDataObject, names: string[]): IDataObject {
	const fields: IDataObject = {};
	for (const name of names) fields[name] = record[name] ?? null;
	return fields;
}
