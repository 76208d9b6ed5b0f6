/** The messages of one sandbox: past ones, sent ones, and ones from elsewhere. */
import { membersOf, pastMessage } from './seeds.mts';
import type { ShownStatus } from './statuses.mts';

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

/** A stored message. Times are in milliseconds of the service's clock. */
export interface StoredMessage {
	id: number;
	body: SendBody;
	/** Individually addressed numbers first, then the members of the group. */
	phoneNumbers: string[];
	createdAt: number;
	/** When the message goes out: its schedule, or the time it came in. */
	due: number;
}

/** A message that no client's request created, such as one from another user or system. */
export interface MessageFromElsewhere {
	recipients?: string[];
	/** Instead of `recipients` or beside it. With both, the record has both lists filled, which no send can do. */
	contactListId?: number;
	message?: string;
	campaign?: string;
	category?: Category;
	senderId?: number;
	/** Milliseconds by the service's clock, or ISO 8601 with a zone. The status follows from it. */
	createdAt?: number | string;
	/** When it goes out, in the same formats. Defaults to `createdAt`. */
	schedule?: number | string;
	/** Status of its recipients from the start, set for this message only. By default it follows from the time. */
	status?: ShownStatus;
}

/** Period in which a message is not listed yet, in milliseconds of the true time. */
type Wait = { since: number; delay: number };

export class MessageStore {
	/** Messages that queries can find, oldest first. */
	private readonly listed: StoredMessage[];
	private waiting: Array<StoredMessage & Wait> = [];
	private readonly past: number;
	private lastId: number;
	/** Cached result of the last query, until the list changes. */
	private found?: { query: string; matches: readonly StoredMessage[] };

	/** Creates `past` messages, `spacing` milliseconds apart, the newest one `spacing` before `now`. */
	constructor(now: number, past = 0, spacing = 300_000) {
		this.listed = Array.from({ length: past }, (_, index) =>
			pastMessage(index, now - (past - index) * spacing),
		);
		this.past = past;
		this.lastId = past;
	}

	add(message: Omit<StoredMessage, 'id'>, wait: Wait = { since: 0, delay: 0 }): StoredMessage {
		const stored = { id: ++this.lastId, ...message, ...wait };
		(wait.delay > 0 ? this.waiting : this.listed).push(stored);
		this.found = undefined;
		return stored;
	}

	/** Stores a message from elsewhere as the latest accepted one, and lists it at once. */
	addFromElsewhere(given: MessageFromElsewhere, now: number): StoredMessage {
		const { contactListId = null, createdAt = now, schedule = createdAt } = given;
		const { recipients = contactListId === null ? ['+254711001001'] : [] } = given;
		return this.add({
			body: {
				sender_id: given.senderId ?? 102,
				priority: given.category ?? 'marketing',
				campaign: given.campaign ?? 'elsewhere',
				message: given.message ?? 'Sent by somebody else',
				schedule: null,
				recipients,
				contact_list_id: contactListId,
			},
			phoneNumbers: [...recipients, ...membersOf(contactListId)],
			createdAt: new Date(createdAt).getTime(),
			due: new Date(schedule).getTime(),
		});
	}

	remove(id: number): void {
		this.listed.splice(this.listed.findIndex((message) => message.id === id) >>> 0, 1);
		this.found = undefined;
	}

	/** Caches a query whose result doesn't depend on the time, because a long list is requested page by page. */
	findOnce(query: string, find: () => readonly StoredMessage[]): readonly StoredMessage[] {
		if (this.waiting.length > 0) return find();
		if (this.found?.query !== query) this.found = { query, matches: find() };
		return this.found.matches;
	}

	/**
	 * Returns the messages that queries can find. Waiting ones are listed after their own delay or `listingDelay`,
	 * whichever is shorter.
	 */
	find(now: number, listingDelay: number): readonly StoredMessage[] {
		const isDue = ({ since, delay }: Wait) => now - since >= Math.min(delay, listingDelay);
		const due = this.waiting.filter(isDue);
		if (due.length > 0) {
			this.waiting = this.waiting.filter((message) => !isDue(message));
			this.listed.push(...due);
			// A message accepted earlier may be listed later.
			this.listed.sort((one, other) => one.id - other.id);
		}
		return this.listed;
	}

	/** Drops all messages but the past ones. Ids keep counting up, so no two messages ever share one. */
	forgetSent(): void {
		this.listed.length = this.past;
		this.waiting = [];
		this.found = undefined;
	}
}
