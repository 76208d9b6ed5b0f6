/** The messages of one sandbox: those of the past, those that were sent, those from elsewhere. */
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

/** A message that the sandbox keeps; times in milliseconds of the service's clock. */
export interface StoredMessage {
	id: number;
	body: SendBody;
	/** Those that were addressed one by one, then the members of the group. */
	phoneNumbers: string[];
	createdAt: number;
	/** When the message goes out: its schedule, or the time it came in. */
	due: number;
}

/** A message that no request of a client made: another person's, another system's. */
export interface MessageFromElsewhere {
	recipients?: string[];
	/** In place of recipients or beside them: then both lists of the record are filled, which no send can do. */
	contactListId?: number;
	message?: string;
	campaign?: string;
	category?: Category;
	senderId?: number;
	/** Milliseconds by the service's clock, or ISO 8601 with its zone. Its status follows from it. */
	createdAt?: number | string;
	/** When it goes out, in the same forms; left out, when it was created. */
	schedule?: number | string;
	/** What its recipients show from the start, as set for this message alone; left out, they go by time. */
	status?: ShownStatus;
}

/** How long a message is not listed, in milliseconds of the true time. */
type Wait = { since: number; delay: number };

export class MessageStore {
	/** What a query may find, oldest first. */
	private readonly listed: StoredMessage[];
	private waiting: Array<StoredMessage & Wait> = [];
	private readonly past: number;
	private lastId: number;
	/** What the last query found, as long as the list is the same. */
	private found?: { query: string; matches: readonly StoredMessage[] };

	/** Past messages are there from the start, `spacing` milliseconds apart, the newest as long before `now`. */
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

	/** Keeps a message from elsewhere, as the one accepted last, and lists it at once. */
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

	/** What a query finds whose answer is the same at any time: the pages of a long list are asked for one by one. */
	findOnce(query: string, find: () => readonly StoredMessage[]): readonly StoredMessage[] {
		if (this.waiting.length > 0) return find();
		if (this.found?.query !== query) this.found = { query, matches: find() };
		return this.found.matches;
	}

	/** What a query may find. Those that wait are listed after the shorter one of their own delay and this one. */
	find(now: number, listingDelay: number): readonly StoredMessage[] {
		const isDue = ({ since, delay }: Wait) => now - since >= Math.min(delay, listingDelay);
		const due = this.waiting.filter(isDue);
		if (due.length > 0) {
			this.waiting = this.waiting.filter((message) => !isDue(message));
			this.listed.push(...due);
			// One that was accepted earlier may be listed later.
			this.listed.sort((one, other) => one.id - other.id);
		}
		return this.listed;
	}

	/** Ids go on, so no id stands for two messages. */
	forgetSent(): void {
		this.listed.length = this.past;
		this.waiting = [];
		this.found = undefined;
	}
}
