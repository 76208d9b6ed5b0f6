import type { MessageBody } from '../item';
import { listedWithin } from '../messages/list';
import { bodyOf, type Recipient } from '../recipients/row';
import type { Account } from '../service/account';
import { getOrInsert } from '../values/collections';
import { campaignKey, contentKey, sendKey, type ListedMessage } from '../values/messageRecord';
import { personKey } from '../values/phoneNumber';

/**
 * The least time for which a send is remembered after its outcome, in milliseconds: a service may list a message late.
 */
const remembered = 600_000;

/**
 * Milliseconds for which an unknown send blocks its message for its numbers. A list that is read after that, and
 * doesn't show it, is believed.
 */
const unknownFor = listedWithin;

/** A send by this process, from the moment its request may leave. */
export class RecentSend {
	state: 'underWay' | 'accepted' | 'unknown' | 'refused' = 'underWay';
	/** When the request last left, by this machine's clock, in milliseconds since 1970. */
	leftAt = 0;
	/** When its outcome became known, in milliseconds since 1970; Infinity before that. */
	endedAt = Infinity;
	/** The service's ID of the message; undefined if the service didn't give one. */
	id?: string;
	private listedAt?: string | null;
	private content?: string;
	private campaign?: string;
	private messageKey?: string;
	private whenEnded?: Promise<void>;
	private resolveEnded?: () => void;

	constructor(
		/** The request's body, with the schedule that it left with once it has left. */
		public body: MessageBody,
		private readonly recent: RecentSends,
	) {}

	/** Resolves once the outcome is known. Created on demand: few sends are waited for. */
	get ended(): Promise<void> {
		if (this.state !== 'underWay') return Promise.resolve();
		return (this.whenEnded ??= new Promise((resolve) => (this.resolveEnded = resolve)));
	}

	/** Records that the request is about to leave with this schedule. Returns the request's body. */
	leaves(schedule: string | null): MessageBody {
		this.leftAt = Date.now();
		if (schedule !== this.body.schedule) this.body = { ...this.body, schedule };
		return this.body;
	}

	/** Sets the outcome, or corrects it by a later read of the service's list. */
	end(state: RecentSend['state'], { id, sentAt }: Partial<ListedMessage> = {}): void {
		Object.assign(this, { state, id, listedAt: sentAt, endedAt: Date.now() });
		// Starts the time to remember it again: it may have been under way for long.
		this.recent.remember(this);
		this.resolveEnded?.();
	}

	/** Computed on demand: most sends are never compared with another. */
	get contentKey(): string {
		return (this.content ??= contentKey(this.body));
	}

	get campaignKey(): string {
		return (this.campaign ??= campaignKey(this.body));
	}

	/** Equal for sends of one message to the same numbers. Ignores the case of the campaign. */
	get key(): string {
		const { body } = this;
		return (this.messageKey ??= sendKey(contentKey(body, true), body.recipients ?? []));
	}

	/**
	 * When the message was accepted: the time in the service's list if it was found there, else by this machine's clock.
	 * ISO 8601.
	 */
	get sentAt(): string {
		return this.listedAt ?? new Date(this.leftAt).toISOString();
	}
}

/** Recent sends of one account by this process: the service's list may not show them yet. */
export class RecentSends {
	/** Sends of the current generation, by person. */
	private recent = new Map<string, RecentSend[]>();
	/** The generation before `recent`, which is dropped next. */
	private older = new Map<string, RecentSend[]>();
	/** Accepted sends by the service's ID. */
	private ids = new Map<string, RecentSend>();
	private olderIds = new Map<string, RecentSend>();
	/** When the current generation began, in milliseconds since 1970. */
	private since = Date.now();
	private lastRemembered = -Infinity;
	/** Start times of the runs in progress, oldest first. */
	private readonly runs = new Set<{ began: number }>();

	/** Records a send that is about to be made. `end` must be called on it. */
	begin(body: MessageBody): RecentSend {
		const send = new RecentSend(body, this);
		this.remember(send);
		return send;
	}

	/** Keeps a send for at least ten minutes from now. */
	remember(send: RecentSend): void {
		this.lastRemembered = Date.now();
		if (send.state === 'accepted' && send.id !== undefined) this.ids.set(send.id, send);
		for (const person of (send.body.recipients ?? []).map(personKey)) {
			const sends = getOrInsert(this.recent, person, () => []);
			if (!sends.includes(send)) sends.push(send);
		}
	}

	/**
	 * Returns the send that blocks this message for this number: an accepted one, else one in progress, else an unknown
	 * one.
	 * @param message its content key, or its campaign key
	 * @param readAt when the run began to read the list, in milliseconds since 1970
	 * @param within how many milliseconds before `readAt` an accepted send may have left
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

	/** Returns the sends that block the messages of these recipients, by recipient. @param readAt as in `holding` */
	holdersOf(recipients: Recipient[], readAt: number): Map<Recipient, RecentSend> {
		const holders = new Map<Recipient, RecentSend>();
		for (const recipient of recipients) {
			const { row, number, order } = recipient;
			const send = this.holding(row.messageKey, number, readAt, order.skipSentWithin);
			if (send) holders.set(recipient, send);
		}
		return holders;
	}

	/** Returns the accepted send with this ID of the service. */
	byId(id: string | undefined): RecentSend | undefined {
		return id === undefined ? undefined : (this.ids.get(id) ?? this.olderIds.get(id));
	}

	/** Returns other sends of the same message to the same numbers whose records may be mistaken for this send's. */
	like(send: RecentSend): RecentSend[] {
		const { body, key, leftAt } = send;
		return this.sendsTo(body.recipients![0]!).filter((other) => {
			const mayBeListed = other.state === 'unknown' ? unknownFor : remembered;
			return other !== send && other.endedAt >= leftAt - mayBeListed && other.key === key;
		});
	}

	/** Registers a run that begins. Keeps all sends that it may need, until the returned function is called. */
	keepFor(began: number): () => void {
		const run = { began };
		this.runs.add(run);
		return () => void this.runs.delete(run);
	}

	/** Drops sends that no running execution can need any more. Drops whole generations, so it takes constant time. */
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

/** Returns the recent sends of an account, including those before a change of its client secret. */
export function recentSendsOf(account: Account): RecentSends {
	const recent = getOrInsert(recentSends, JSON.stringify(account.owner), () => new RecentSends());
	account.memories.add(recent);
	return recent;
}

/**
 * Recipients of one request, and the send that blocks their message for other runs. `end` must be called on the send.
 */
export interface Reserved {
	recipients: Recipient[];
	send: RecentSend;
}

/** Reserves recipients for one request by beginning its send. */
export function reserved(recipients: Recipient[], recent: RecentSends): Reserved {
	return { recipients, send: recent.begin(bodyOf(recipients)) };
}
