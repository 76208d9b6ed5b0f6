import { contactGroups } from './contactGroups.mts';
import type { DateRange } from './dateRange.mts';
import type { Readings } from './readings.mts';
import type { ShownStatus } from './shownStatuses.mts';
import { deliveryStatusByNumber } from './statuses.mts';
import { storedText } from './storedText.mts';
import { WaitingMessages, type Wait } from './waitingMessages.mts';

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

/** A message that the sandbox keeps; times in milliseconds of the service's clock. */
export interface StoredMessage {
	id: number;
	senderId: number;
	category: Category;
	campaign: string;
	text: string;
	createdAt: number;
	/** When the message goes out: its schedule, or the time it came in. */
	due: number;
	/** Those that were addressed one by one, then the members of the group. */
	phoneNumbers: readonly string[];
	/** How many of them were addressed one by one. */
	addressed: number;
	groupId: number | null;
}

/** What is known of a message when it is accepted; times in milliseconds of the service's clock. */
export interface Acceptance {
	body: SendBody;
	phoneNumbers: readonly string[];
	at: number;
	due: number;
	/** Left out, the message is listed at once. */
	wait?: Wait;
}

export interface MessageFilter {
	query?: string;
	senderId?: number;
	category?: string;
	status?: number;
	range?: DateRange;
}

/** Every category of the specification (2.1). */
export const categories: readonly Category[] = ['authentication', 'utility', 'marketing'];
const seedTexts = ['Your appointment is tomorrow', 'Your code is 4711', 'This week: two for one'];
const seedSenderIds = [101, 102, 103, 108];

/** The status that a message shows. */
type StatusOf = (message: StoredMessage) => ShownStatus;

/** Messages of one sandbox. */
export class MessageStore {
	/** What a query may find, in the order of acceptance, oldest first. */
	private readonly listed: StoredMessage[];
	private readonly waiting = new WaitingMessages<StoredMessage>();
	private readonly seeded: number;
	private lastId: number;
	/** Filtered lists that neither time nor a set status changes; a large query asks for its pages one after another. */
	private readonly found = new Map<string, StoredMessage[]>();

	/**
	 * `pastMessages` messages are there from the start, `spacing` milliseconds apart, the newest as
	 * long before `now`.
	 */
	constructor(pastMessages: number, spacing: number, now: number) {
		this.listed = Array.from({ length: pastMessages }, (_, index) =>
			pastMessage(index, now - (pastMessages - index) * spacing),
		);
		this.seeded = pastMessages;
		this.lastId = pastMessages;
	}

	/** Keeps a message that is accepted and gives it the next id. */
	add({ body, phoneNumbers, at, due, wait }: Acceptance): StoredMessage {
		this.lastId += 1;
		const message: StoredMessage = {
			id: this.lastId,
			senderId: body.sender_id,
			category: body.priority,
			campaign: body.campaign,
			text: body.message,
			createdAt: at,
			due,
			phoneNumbers,
			addressed: body.recipients?.length ?? 0,
			groupId: body.contact_list_id,
		};
		if (wait !== undefined && wait.delay > 0) this.waiting.add(message, wait);
		else this.list([message]);
		return message;
	}

	/** The message with this id, listed or not. */
	accepted(id: number): StoredMessage | undefined {
		return (
			this.listed.find((message) => message.id === id) ??
			this.waiting.find((message) => message.id === id)
		);
	}

	/** Lists the messages that have waited long enough; what was listed once stays so. The time is the true one. */
	listDue(trueNow: number, listingDelay: number): void {
		this.list(this.waiting.takeDue(trueNow, listingDelay));
	}

	/** Forgets every message but the seeded ones. Ids go on, so no id stands for two messages. */
	forgetSent(): void {
		this.listed.length = this.seeded;
		this.waiting.clear();
		this.found.clear();
	}

	/** The matching messages that are listed, oldest first. The list belongs to the store: read it, don't change it. */
	find(
		filter: MessageFilter,
		statusOf: StatusOf,
		kept: Readings['storedText'],
	): readonly StoredMessage[] {
		const key = JSON.stringify(filter);
		if (key === '{}') return this.listed;
		const known = this.found.get(kept + key);
		if (known) return known;
		const matches = this.listed.filter(matcher(filter, statusOf, kept));
		if (filter.status === undefined) this.found.set(kept + key, matches);
		return matches;
	}

	private list(messages: readonly StoredMessage[]): void {
		if (messages.length === 0) return;
		let inOrder = true;
		for (const message of messages) {
			inOrder &&= message.id > (this.listed.at(-1)?.id ?? 0);
			this.listed.push(message);
		}
		// Ids grow with acceptance; one accepted earlier may be listed later.
		if (!inOrder) this.listed.sort((one, other) => one.id - other.id);
		this.found.clear();
	}
}

function matcher(
	filter: MessageFilter,
	statusOf: StatusOf,
	kept: Readings['storedText'],
): (message: StoredMessage) => boolean {
	const needle = filter.query?.toLowerCase();
	const status = filter.status === undefined ? undefined : deliveryStatusByNumber[filter.status];
	return (message) =>
		(filter.senderId === undefined || message.senderId === filter.senderId) &&
		(filter.category === undefined || message.category === filter.category) &&
		(!filter.range ||
			(message.createdAt >= filter.range.from && message.createdAt <= filter.range.to)) &&
		(needle === undefined || storedText(message.text, kept).toLowerCase().includes(needle)) &&
		(filter.status === undefined || statusOf(message) === status);
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
		addressed: groupId === null ? 1 : 0,
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
