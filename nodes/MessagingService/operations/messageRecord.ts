import type { IDataObject } from 'n8n-workflow';

import { givenText } from '../validation/givenText';
import { isRecord } from '../validation/record';

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
