import { randomUUID } from 'node:crypto';
import { contactGroups } from './contactGroups.mts';
import type { DateRange } from './dateRange.mts';
import type { Readings } from './options.mts';
import type { Sender } from './senders.mts';
import { deliveryStatusByNumber, messageStatus, recipientStatus } from './statuses.mts';
import { timestamp } from './timestamps.mts';

export type Category = 'authentication' | 'utility' | 'marketing';

/** The seven fields of a send, as the service receives them (specification, 4.2). */
export interface SendBody {
	sender_id: number;
	priority: Category;
	campaign: string;
	message: string;
	schedule: string | null;
	recipients: string[] | null;
	contact_list_id: number | null;
}

/** A message that the sandbox keeps; times in milliseconds. */
export interface StoredMessage {
	id: number;
	senderId: number;
	category: Category;
	campaign: string;
	text: string;
	createdAt: number;
	/** When the message goes out: its schedule, or the time it came in. */
	due: number;
	phoneNumbers: readonly string[];
	groupId: number | null;
}

export interface MessageFilter {
	query?: string;
	senderId?: number;
	category?: string;
	status?: number;
	range?: DateRange;
}

const categories: readonly Category[] = ['authentication', 'utility', 'marketing'];
const seedTexts = ['Your appointment is tomorrow', 'Your code is 4711', 'This week: two for one'];
const seedSenderIds = [101, 102, 103, 108];
const fiveMinutes = 300_000;

/** Messages of one sandbox, kept oldest first. */
export class MessageStore {
	private readonly messages: StoredMessage[];
	private readonly seeded: number;
	private lastId: number;
	/** Filtered lists that no passing of time changes; a large query asks for its pages one after another. */
	private readonly found = new Map<string, StoredMessage[]>();

	/** `pastMessages` messages are there from the start, five minutes apart, the newest five minutes before `now`. */
	constructor(pastMessages: number, now: number) {
		this.messages = Array.from({ length: pastMessages }, (_, index) => pastMessage(index, now - (pastMessages - index) * fiveMinutes));
		this.seeded = pastMessages;
		this.lastId = pastMessages;
	}

	/** Keeps a message that is accepted at `now` and gives it the next id. */
	add(body: SendBody, due: number, phoneNumbers: readonly string[], now: number): StoredMessage {
		this.lastId += 1;
		const message: StoredMessage = {
			id: this.lastId,
			senderId: body.sender_id,
			category: body.priority,
			campaign: body.campaign,
			text: body.message,
			createdAt: now,
			due,
			phoneNumbers,
			groupId: body.contact_list_id,
		};
		this.messages.push(message);
		this.found.clear();
		return message;
	}

	/** A message that somebody else sends: it is in the query and not in the journal. */
	addFromElsewhere(now: number): void {
		this.add(
			{
				sender_id: 102,
				priority: 'marketing',
				campaign: 'elsewhere',
				message: 'Sent by somebody else',
				schedule: null,
				recipients: ['+254711001001'],
				contact_list_id: null,
			},
			now,
			['+254711001001'],
			now,
		);
	}

	/** Forgets every message but the seeded ones. Ids go on, so no id stands for two messages. */
	forgetSent(): void {
		this.messages.length = this.seeded;
		this.found.clear();
	}

	/** The matching messages, oldest first. The list belongs to the store: read it, don't change it. */
	find(filter: MessageFilter, now: number): readonly StoredMessage[] {
		const key = JSON.stringify(filter);
		if (key === '{}') return this.messages;
		const known = this.found.get(key);
		if (known) return known;
		const matches = this.messages.filter(matcher(filter, now));
		if (filter.status === undefined) this.found.set(key, matches);
		return matches;
	}
}

function matcher(filter: MessageFilter, now: number): (message: StoredMessage) => boolean {
	const needle = filter.query?.toLowerCase();
	const status = filter.status === undefined ? undefined : (deliveryStatusByNumber[filter.status] ?? 'none');
	return (message) =>
		(filter.senderId === undefined || message.senderId === filter.senderId) &&
		(filter.category === undefined || message.category === filter.category) &&
		(!filter.range || (message.createdAt >= filter.range.from && message.createdAt <= filter.range.to)) &&
		(needle === undefined || message.text.toLowerCase().includes(needle)) &&
		(status === undefined || messageStatus(message.phoneNumbers, message.due, now) === status);
}

function pastMessage(index: number, createdAt: number): StoredMessage {
	const groupId = index % 10 === 9 ? 503 : null;
	return {
		id: index + 1,
		senderId: seedSenderIds[index % seedSenderIds.length],
		category: categories[index % categories.length],
		campaign: `campaign-${(index % 5) + 1}`,
		text: `${seedTexts[index % seedTexts.length]} (${index + 1})`,
		createdAt,
		due: createdAt,
		phoneNumbers: groupId === null ? [pastNumber(index)] : groupMembers(groupId),
		groupId,
	};
}

// Every seventh seeded message failed, so that a filter by status has something to find.
function pastNumber(index: number): string {
	return index % 7 === 6 ? '+254700000404' : `+2547${String(10_000_000 + index)}`;
}

/** The numbers of a group; an unknown group has none. */
export function groupMembers(groupId: number): readonly string[] {
	return contactGroups.find((group) => group.id === groupId)?.phoneNumbers ?? [];
}

/** The message record of the specification (2.1) as it stands at `now`. */
export function messageRecord(message: StoredMessage, senders: readonly Sender[], now: number, readings: Readings): object {
	const created = timestamp(message.createdAt);
	const recipients = message.phoneNumbers.map((phoneNumber) => ({
		phone_number: phoneNumber,
		reference: null,
		status: recipientStatus(phoneNumber, message.due, now),
		created_at: created,
	}));
	return {
		id: message.id,
		sender_id: senders.find((sender) => sender.id === message.senderId)?.name ?? String(message.senderId),
		category: message.category,
		campaign: message.campaign,
		message: message.text,
		schedule: message.due === message.createdAt ? created : timestamp(message.due),
		creator: 'Sandbox User',
		status: messageStatus(message.phoneNumbers, message.due, now),
		sms_recipients: message.groupId === null ? recipients : [],
		sms_list_recipients: message.groupId === null ? [] : groupRecipients(message, recipients, readings),
		created_at: created,
	};
}

function groupRecipients(message: StoredMessage, records: object[], readings: Readings): unknown[] {
	if (readings.groupRecipients === 'numbers') return [...message.phoneNumbers];
	if (readings.groupRecipients === 'group') return [{ contact_list_id: message.groupId, total: records.length }];
	return records;
}

/** The `messageId` that the answer to a send carries. */
export function messageIdOf(message: StoredMessage, readings: Readings): string {
	return readings.messageIdType === 'uuid' ? randomUUID() : String(message.id);
}
