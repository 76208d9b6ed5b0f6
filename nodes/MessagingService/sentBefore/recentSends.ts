import type { MessageBody } from '../item';
import { bodyOf, type Recipient } from '../recipients/row';
import type { Account } from '../service/account';
import { getOrInsert } from '../values/collections';
import { campaignKey, contentKey, sendKey, type ListedMessage } from '../values/messageRecord';
import { personKey } from '../values/phoneNumber';

/** Milliseconds that a send is remembered after its outcome, at least: a service may list a message late. */
const remembered = 600_000;

/** Milliseconds that an unknown send keeps others from its numbers. A list read later, without it, is believed. */
const unknownFor = 120_000;

/** A send that this process made, from the moment its request may leave. */
export class RecentSend {
	state: 'underWay' | 'accepted' | 'unknown' | 'refused' = 'underWay';
	/** When the request left last, by this machine's clock. */
	leftAt = 0;
	/** When its outcome was known; Infinity before. */
	endedAt = Infinity;
	/** As the service calls the message; undefined where it said nothing. */
	id?: string;
	private listedAt?: string | null;
	private content?: string;
	private campaign?: string;
	private messageKey?: string;
	private whenEnded?: Promise<void>;
	private resolveEnded?: () => void;

	constructor(
		/** As it leaves, once it has. */
		public body: MessageBody,
		private readonly recent: RecentSends,
	) {}

	/** Resolves once the outcome is known. Few are waited for. */
	get ended(): Promise<void> {
		if (this.state !== 'underWay') return Promise.resolve();
		return (this.whenEnded ??= new Promise((resolve) => (this.resolveEnded = resolve)));
	}

	/** Its request is about to leave, with this schedule. Returns the request's body. */
	leaves(schedule: string | null): MessageBody {
		this.leftAt = Date.now();
		if (schedule !== this.body.schedule) this.body = { ...this.body, schedule };
		return this.body;
	}

	/** The outcome is known, or a look at the service's list tells more. */
	end(state: RecentSend['state'], { id, sentAt }: Partial<ListedMessage> = {}): void {
		Object.assign(this, { state, id, listedAt: sentAt, endedAt: Date.now() });
		// Its time begins anew: it may have been under way for long.
		this.recent.remember(this);
		this.resolveEnded?.();
	}

	/** Worked out when it is asked for: most sends are never compared with another. */
	get contentKey(): string {
		return (this.content ??= contentKey(this.body));
	}

	get campaignKey(): string {
		return (this.campaign ??= campaignKey(this.body));
	}

	/** The same for sends of one message to the same numbers, its campaign in any case. */
	get key(): string {
		const { body } = this;
		return (this.messageKey ??= sendKey(contentKey(body, true), body.recipients ?? []));
	}

	/** When it was accepted: as the service's list says, else ISO 8601 by this machine's clock. */
	get sentAt(): string {
		return this.listedAt ?? new Date(this.leftAt).toISOString();
	}
}

/** The sends of one account in this process, which the service's list may not show yet. */
export class RecentSends {
	/** By each of their persons. */
	private recent = new Map<string, RecentSend[]>();
	/** Sends of the time before `recent`, which are forgotten next. */
	private older = new Map<string, RecentSend[]>();
	/** Accepted ones, by their IDs. */
	private ids = new Map<string, RecentSend>();
	private olderIds = new Map<string, RecentSend>();
	/** When `recent` began. */
	private since = Date.now();
	private lastRemembered = -Infinity;
	/** When each run that is going on began, the oldest first. */
	private readonly runs = new Set<{ began: number }>();

	/** Notes a send that is about to be made. `end` must be called on it. */
	begin(body: MessageBody): RecentSend {
		const send = new RecentSend(body, this);
		this.remember(send);
		return send;
	}

	/** Remembers the send from now on. */
	remember(send: RecentSend): void {
		this.lastRemembered = Date.now();
		if (send.state === 'accepted' && send.id !== undefined) this.ids.set(send.id, send);
		for (const person of (send.body.recipients ?? []).map(personKey)) {
			const sends = getOrInsert(this.recent, person, () => []);
			if (!sends.includes(send)) sends.push(send);
		}
	}

	/**
	 * The send that keeps this message from this number: an accepted one, else one under way, else an unknown one.
	 * @param message its content's key, or that of its campaign
	 * @param readAt when the run began to read the list, in ms; an accepted one may have left `within` ms before it
	 */
	holding(message: string, number: string, readAt: number, within = Infinity) {
		const sends = this.sendsTo(number).filter(
			({ contentKey, campaignKey }) => contentKey === message || campaignKey === message,
		);
		return (
			sends.find(({ state, leftAt }) => state === 'accepted' && readAt - leftAt <= within) ??
			sends.find(({ state }) => state === 'underWay') ??
			sends.find(({ state, endedAt }) => state === 'unknown' && readAt - endedAt < unknownFor)
		);
	}

	/** The sends that keep their message from these. @param readAt as of `holding` */
	holdersOf(recipients: Recipient[], readAt: number): Map<Recipient, RecentSend> {
		const holders = new Map<Recipient, RecentSend>();
		for (const recipient of recipients) {
			const { row, number, order } = recipient;
			const send = this.holding(row.messageKey, number, readAt, order.skipSentWithin);
			if (send) holders.set(recipient, send);
		}
		return holders;
	}

	/** The accepted send of this ID. */
	byId(id: string | undefined): RecentSend | undefined {
		return id === undefined ? undefined : (this.ids.get(id) ?? this.olderIds.get(id));
	}

	/** The other sends of the same message to the same numbers that a record of this one may be of. */
	like(send: RecentSend): RecentSend[] {
		const { body, key, leftAt } = send;
		return this.sendsTo(body.recipients![0]!).filter((other) => {
			const mayBeListed = other.state === 'unknown' ? unknownFor : remembered;
			return other !== send && other.endedAt >= leftAt - mayBeListed && other.key === key;
		});
	}

	/** A run begins: nothing that it may need is forgotten until the returned function is called. */
	keepFor(began: number): () => void {
		const run = { began };
		this.runs.add(run);
		return () => void this.runs.delete(run);
	}

	/** Forgets what no run needs any more: by the time, and not one by one, which could take long. */
	forget(): void {
		const [oldestRun = { began: Date.now() }] = this.runs;
		const needed = oldestRun.began - remembered;
		if (this.since > needed) return;
		this.older = this.lastRemembered > needed ? this.recent : new Map();
		this.recent = new Map();
		this.olderIds = this.lastRemembered > needed ? this.ids : new Map();
		this.ids = new Map();
		this.since = Date.now();
	}

	private sendsTo(number: string): RecentSend[] {
		const person = personKey(number);
		return [...(this.older.get(person) ?? []), ...(this.recent.get(person) ?? [])];
	}
}

const recentSends = new Map<string, RecentSends>();

/** The sends of this account, the ones before its client secret was changed among them. */
export function recentSendsOf(account: Account): RecentSends {
	const recent = getOrInsert(recentSends, JSON.stringify(account.owner), () => new RecentSends());
	account.memories.add(recent);
	return recent;
}

/** The recipients of one request, and the send that keeps their message from others. `end` must be called on it. */
export interface Reserved {
	recipients: Recipient[];
	send: RecentSend;
}

/** Begins the send of one request to these recipients. */
export function reserved(recipients: Recipient[], recent: RecentSends): Reserved {
	return { recipients, send: recent.begin(bodyOf(recipients)) };
}
