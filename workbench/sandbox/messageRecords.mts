import { randomUUID } from 'node:crypto';
import type { StoredMessage } from './messages.mts';
import type { Readings } from './readings.mts';
import type { Sender } from './senders.mts';
import type { ShownStatuses } from './shownStatuses.mts';
import { storedCampaign, storedText } from './storedText.mts';
import { timestamp, timestampInSeconds } from './timestamps.mts';

/** What the sandbox knows beside the message itself. */
interface Known {
	senders: readonly Sender[];
	statuses: ShownStatuses;
}

/** The message record of the specification (2.1) as it stands at `now`. */
export function messageRecord(
	message: StoredMessage,
	{ senders, statuses }: Known,
	now: number,
	readings: Readings,
): object {
	const created = (readings.recordCreatedAt === 'seconds' ? timestampInSeconds : timestamp)(
		message.createdAt,
	);
	// No field of a record has the value of another one, so that a client that mixes them up is noticed.
	const recipients = message.phoneNumbers.map((phoneNumber, index) => ({
		phone_number: phoneNumber,
		reference: readings.recipientReference === 'null' ? null : `SBX-${message.id}-${index + 1}`,
		status: statuses.ofRecipient(message, phoneNumber, now),
		created_at:
			readings.recordCreatedAt === 'seconds'
				? created
				: timestamp(message.createdAt, (index % 999) + 1),
	}));
	return {
		id: message.id,
		sender_id:
			senders.find((sender) => sender.id === message.senderId)?.name ?? String(message.senderId),
		category: message.category,
		campaign: storedCampaign(message.campaign, readings.storedCampaign),
		message: storedText(message.text, readings.storedText),
		schedule: timestamp(message.due),
		creator: 'Sandbox User',
		status: statuses.ofMessage(message, now),
		sms_recipients: recipients.slice(0, message.addressed),
		sms_list_recipients:
			message.groupId === null
				? []
				: groupRecipients(message, recipients.slice(message.addressed), readings),
		created_at: created,
	};
}

function groupRecipients(message: StoredMessage, records: object[], readings: Readings): unknown[] {
	if (readings.groupRecipients === 'numbers') return message.phoneNumbers.slice(message.addressed);
	if (readings.groupRecipients === 'group')
		return [{ contact_list_id: message.groupId, total: records.length }];
	return records;
}

/** The `messageId` that the answer to a send carries. */
export function messageIdOf(message: StoredMessage, readings: Readings): string {
	return readings.messageIdType === 'uuid' ? randomUUID() : String(message.id);
}
