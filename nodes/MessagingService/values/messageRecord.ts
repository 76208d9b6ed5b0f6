import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { givenText, isRecord } from './json';
import { readInstant } from './time';
import type { MessageBody } from '../item';

/** What Query Messages can give back for a message. */
export const outputs = ['simplified', 'raw', 'recipients'] as const;

/** Turns one message record (specification section 2.1) into output, by the kind of output. */
const shapeOf: Record<(typeof outputs)[number], (message: IDataObject) => IDataObject[]> = {
	raw: (message) => [message],

	simplified: (message) => [
		{
			...picked(message, ['id', 'status', 'message', 'sender_id', 'category', 'campaign']),
			recipients: recipientsOf(message).map(({ phone_number }) => phone_number ?? null),
			...picked(message, ['schedule', 'created_at']),
		},
	],

	recipients: (message) => {
		const beside = {
			message_id: message.id ?? null,
			message_status: message.status ?? null,
			...picked(message, ['sender_id', 'category', 'campaign']),
		};
		const recipients = recipientsOf(message);
		// A group whose members can't be read is one row without a number: left out, a delivery
		// report would lack the whole campaign without a word.
		const rows =
			recipients.length === 0 && listOf(message.sms_list_recipients).length > 0 ? [{}] : recipients;
		return rows.map((recipient) => ({
			...picked(recipient, ['phone_number', 'status', 'reference', 'created_at']),
			...beside,
		}));
	},
};

/**
 * The same, but of `recipients` only the rows of these numbers, told by their digits.
 *
 * @param numbers undefined for all
 */
export function shapeFor(
	output: (typeof outputs)[number],
	numbers: ReadonlySet<string> | undefined,
): (message: IDataObject) => IDataObject[] {
	const shape = shapeOf[output];
	if (output !== 'recipients' || !numbers) return shape;
	return (message) =>
		shape(message).filter(({ phone_number }) => numbers.has(digitsOf(phone_number)));
}

/** The digits of a phone number, by which two spellings of it in full are the same; an empty text where it has none. */
export function digitsOf(phoneNumber: unknown): string {
	return givenText(phoneNumber)?.replace(/\D/g, '') ?? '';
}

/** These fields, null where the record has none: n8n's table view gets the same columns for every item. */
function picked(record: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
}

/**
 * Those that were addressed one by one, and those of a contact group as far as they can be read:
 * the shape of the group's elements is not specified (section 2.1), so records with a phone number
 * and bare numbers count, and others don't.
 */
export function recipientsOf({
	sms_recipients: single,
	sms_list_recipients: grouped,
}: IDataObject): IDataObject[] {
	const members = listOf(grouped)
		.map(asRecord)
		.filter((member) => isRecord(member) && typeof member.phone_number === 'string');
	return [...listOf(single).map(asRecord), ...members].filter(isRecord);
}

function asRecord(member: unknown): unknown {
	return typeof member === 'string' ? { phone_number: member } : member;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : value ? [value] : [];
}

/**
 * The id by which a record can be told from others, and so be read more than once and come out once;
 * the same for 7 and '7'. Undefined where it has none: services write '' or 0 for that.
 */
export function idOf({ id }: IDataObject): string | undefined {
	const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	return text === '' || text === '0' ? undefined : text;
}

/** What makes two messages to one number the same message. */
interface Content {
	message: string;
	campaign: string;
	/** A send calls it priority, the list category. */
	category: string;
}

/** The content whose key was asked for last: of one send it is asked several times, and many sends carry one text. */
let last: Content & { key: string } = { message: '', campaign: '', category: '', key: '' };

/**
 * Equal for messages that differ in nothing but what a service may change in what it stores: a text is
 * composed (Unicode NFC), a run of blanks and line breaks counts as one blank, those around it are dropped,
 * and campaign and category are the same in any case. The sender ID is no part of it: the list has only
 * its display name (specification section 2.1).
 */
function contentKey({ message, campaign, category }: Content): string {
	const isLast =
		message === last.message && campaign === last.campaign && category === last.category;
	if (isLast && last.key) return last.key;
	const parts = [plain(message), plain(campaign).toLowerCase(), plain(category).toLowerCase()];
	const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, 24);
	last = { message, campaign, category, key };
	return key;
}

function plain(text: string): string {
	return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The same of a message that is to be sent. */
export function contentKeyOf({ message, campaign, priority }: MessageBody): string {
	return contentKey({ message, campaign, category: priority });
}

/** Equal for one message to the same numbers, however they are spelled and in whichever order. */
export function sendKey(content: string, numbers: string[]): string {
	return `${content} ${[...new Set(numbers.map(digitsOf))].sort().join(' ')}`;
}

/** A message record of the service's list (specification section 2.1), as far as a look-up needs it. */
export interface ListedMessage {
	/** Undefined where it has none. */
	id?: string;
	/** As the service wrote it; null where it did not. */
	sentAt: string | null;
	/** By the service's clock, in milliseconds since 1970; undefined where it can't be read. */
	createdAt?: number;
	/** When it goes out: the later of its creation and its schedule. */
	dueAt?: number;
	/** The digits of every number that it went to, those of a contact group too. */
	numbers: string[];
	/** Whether it went to these numbers alone: to no contact group, and to nobody whose number can't be read. */
	isToNumbers: boolean;
	/** Undefined where the record lacks one of the three. */
	contentKey?: string;
}

const utc = { offsetAt: () => 0 };

/** The numbers of a message record, before anything else of it is read: most records are of no interest. */
export function numbersOf(record: IDataObject): string[] {
	return recipientsOf(record).flatMap(({ phone_number: number }) => {
		const digits = digitsOf(number);
		return digits ? [digits] : [];
	});
}

/** @param numbers those of the record */
export function readListedMessage(record: IDataObject, numbers: string[]): ListedMessage {
	const [message, campaign, category] = [record.message, record.campaign, record.category].map(
		givenText,
	);
	const createdAt = createdAtOf(record);
	const group = record.sms_list_recipients;
	const isToNobodyElse = recipientsOf(record).every(
		({ phone_number: number }) => digitsOf(number) !== '',
	);
	return {
		id: idOf(record),
		sentAt: givenText(record.created_at) ?? null,
		createdAt,
		dueAt: dueAtOf(record, createdAt),
		numbers,
		isToNumbers: isToNobodyElse && (!group || (Array.isArray(group) && group.length === 0)),
		...(message !== undefined && campaign !== undefined && category !== undefined
			? { contentKey: contentKey({ message, campaign, category }) }
			: {}),
	};
}

/** What the list says became of a message, by the digits of each of its numbers. */
export function deliveryStatusesOf(record: IDataObject): Map<string, string | undefined> {
	const ofMessage = textOfStatus(record.status);
	return new Map(
		recipientsOf(record).map(({ phone_number: number, status }) => [
			digitsOf(number),
			textOfStatus(status) ?? ofMessage,
		]),
	);
}

function textOfStatus(status: unknown): string | undefined {
	return givenText(status)?.trim() || undefined;
}

function dueAtOf(record: IDataObject, createdAt: number | undefined): number | undefined {
	const schedule = readInstant(record.schedule, utc);
	if (createdAt === undefined || schedule === undefined) return createdAt;
	return Math.max(createdAt, schedule);
}

/** When the service took the message, by its own clock: it writes UTC, whether it says so or not. */
export function createdAtOf({ created_at: time }: IDataObject): number | undefined {
	return readInstant(time, utc);
}
