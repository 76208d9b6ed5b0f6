import type { IDataObject } from 'n8n-workflow';

/** A sender as the list offers it. */
export interface Sender {
	/** What a send request takes as `sender_id`. */
	id: number;
	name: string;
	status?: number;
	/** A status that came as words. */
	statusText?: string;
}

/** Names that a record may give the sender's display name under, the likeliest first. */
const nameFields = [
	'name',
	'sender_name',
	'sender',
	'display_name',
	'displayName',
	'label',
	'title',
	'value',
	'sender_id',
];

/**
 * Reads a record of the sender list, whose shape is not specified (section 2.5; the sample repeats
 * the message record).
 *
 * @returns undefined when the record has no number that could be a sender ID
 */
export function readSender(record: IDataObject): Sender | undefined {
	const id = idOf(record);
	if (id === undefined) return undefined;
	const name = nameFields
		.map((field) => record[field])
		.find((value): value is string => typeof value === 'string' && value.trim() !== '');
	const status = wholeNumber(record.status) ?? wholeNumber(record.status_id);
	const statusText =
		status === undefined && typeof record.status === 'string' ? record.status.trim() : undefined;
	return {
		id,
		name: name?.trim() ?? `Sender ${id}`,
		status,
		...(statusText ? { statusText } : {}),
	};
}

function idOf(record: IDataObject): number | undefined {
	// As a text it is the display value (section 2.1), also where that consists of digits.
	if (typeof record.sender_id === 'number') return wholeNumber(record.sender_id);
	// The id of a message record is the message's: sending from it would be sending from a stranger.
	return isMessage(record) ? undefined : wholeNumber(record.id);
}

function isMessage(record: IDataObject): boolean {
	return (
		'sms_recipients' in record ||
		'sms_list_recipients' in record ||
		('message' in record && 'campaign' in record)
	);
}

function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	return typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}
