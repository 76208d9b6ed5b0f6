/** Records of messages and senders, as the service's lists show them. */
import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { StoredMessage } from './messages.mts';
import type { Readings } from './options.mts';
import type { Sandbox } from './sandbox.mts';
import type { Sender } from './seeds.mts';
import { type Shown, ways } from './shown.mts';

/** Formats a time as ISO 8601 in UTC with six decimals, as the service does (specification, 2.1). */
function timestamp(milliseconds: number, microseconds = 0): string {
	const decimals = String(microseconds).padStart(3, '0');
	return new Date(milliseconds).toISOString().replace('Z', `${decimals}Z`);
}

const escapes = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#039' };

export const texts: Record<Readings['storedText'], (sent: string) => string> = {
	asSent: (sent) => sent,
	trimmed: (sent) => sent.trim(),
	unixLines: (sent) => sent.replace(/\r\n?/g, '\n'),
	crlf: (sent) => sent.replace(/\r\n?|\n/g, '\r\n'),
	oneBlank: (sent) => sent.replace(/\s+/g, ' '),
	composed: (sent) => sent.normalize('NFC'),
	escaped: (sent) =>
		sent.replace(/[&<>"']/g, (sign) => `&${escapes[sign as keyof typeof escapes]};`),
	ascii: (sent) =>
		sent
			.normalize('NFKD')
			.replace(/[\u2018\u2019]/g, "'")
			.replace(/[^\n\r -~]/g, ''),
};

/** Returns a message's text as the list shows it. The reading decides how the service alters the sent text. */
export const shownText = ({ body }: StoredMessage, { storedText }: Readings): string =>
	texts[storedText](body.message);

/** Returns the message record of the specification (2.1) as of `now`. */
export function messageRecord(message: StoredMessage, sandbox: Sandbox, now: number): object {
	const { senders, statuses, settings } = sandbox;
	const { readings } = settings;
	const { id, body, phoneNumbers, createdAt, due } = message;
	const inOwnZone = (time: number) =>
		DateTime.fromMillis(time, { zone: settings.zone }).toFormat('yyyy-MM-dd HH:mm:ss');
	const created = (microseconds: number) => {
		if (readings.recordCreatedAt === 'ownZone') return inOwnZone(createdAt);
		if (readings.recordCreatedAt === 'seconds') return timestamp(createdAt).replace(/\.\d+Z$/, 'Z');
		return timestamp(createdAt, microseconds);
	};
	// All fields of a record have different values, so that a client that mixes them up is noticed.
	const records = phoneNumbers.map((phoneNumber, index) => ({
		phone_number: phoneNumber,
		reference: `SBX-${id}-${index + 1}`,
		status: statuses.ofRecipient(message, phoneNumber, now),
		created_at: created((index % 999) + 1),
	}));
	const addressed = body.recipients?.length ?? 0;
	const members = readings.groupRecipients === 'numbers' ? phoneNumbers : records;
	const record = {
		id,
		sender_id: senders.find((sender) => sender.id === body.sender_id)?.name ?? `${body.sender_id}`,
		category: body.priority,
		campaign: readings.storedCampaign === 'lowerCase' ? body.campaign.toLowerCase() : body.campaign,
		message: shownText(message, readings),
		schedule: readings.recordCreatedAt === 'ownZone' ? inOwnZone(due) : timestamp(due),
		creator: 'Sandbox User',
		status: statuses.ofMessage(message, now),
		sms_recipients: records.slice(0, addressed),
		sms_list_recipients: members.slice(addressed),
		created_at: created(0),
	};
	return [settings.shows].flat().reduce<object>((shown, way) => ways[way](shown as Shown), record);
}

/** Returns the `messageId` for the answer to a send. */
export const messageIdOf = (id: number, { messageIdType }: Readings): string =>
	messageIdType === 'uuid' ? randomUUID() : String(id);

/** Returns a sender's record. Its fields are not in the specification. */
export function senderRecord(sender: Sender, { senderRecord: reading }: Readings): object {
	const { id, name, status, createdAt } = sender;
	const named = reading === 'id' ? { id, name } : { sender_id: id, sender_name: name };
	return { ...named, status, created_at: timestamp(createdAt) };
}
