import type { MessageBody } from '../item';
import { contentKeyOf, sendKey } from '../values/messageRecord';

/** Milliseconds that a send is remembered after its outcome, at least: a service may list a message late. */
const remembered = 600_000;

/** Milliseconds that an unknown send keeps others from its numbers. A list read later, without it, is believed. */
const unknownFor = 120_000;

/** A send that this process made, from the moment its request may leave. */
export class RecentSend {
	state: 'underWay' | 'accepted' | 'unknown' | 'refused' = 'underWay';

	/** When the request left last, by this machine's clock. */
	left = 0;

	/** When its outcome was known; Infinity before. */
	endedAt = Infinity;

	/** As the service calls the message; undefined where it said nothing. */
	id?: string;

	/** When it was accepted: as the service's list says, else ISO 8601 by this machine's clock. */
	sentAt = '';

	readonly body: MessageBody;

	readonly contentKey: string;

	/** Resolves once the outcome is known. */
	readonly ended: Promise<void>;

	private noteEnd = (): void => undefined;

	constructor(body: MessageBody) {
		this.body = body;
		this.contentKey = contentKeyOf(body);
		this.ended = new Promise((resolve) => (this.noteEnd = resolve));
	}

	/** None for a contact group. */
	get numbers(): string[] {
		return this.body.recipients ?? [];
	}

	/** The same for sends of one message to the same numbers. */
	get key(): string {
		return sendKey(this.contentKey, this.numbers);
	}

	/** The request leaves. Also each time that it is made once more. */
	leaves(): void {
		this.left = Date.now();
	}

	end(
		state: 'accepted' | 'unknown' | 'refused',
		{ id, sentAt }: { id?: string; sentAt?: string | null } = {},
	): void {
		this.state = state;
		this.id = id;
		this.sentAt = sentAt ?? new Date(this.left).toISOString();
		this.endedAt = Date.now();
		this.noteEnd();
	}
}

/** By the message and one of its numbers. */
type ByNumber = Map<string, RecentSend[]>;

/**
 * The sends of one account in this process, so that two runs never send the same message to one number,
 * although the service's list may not show it yet.
 */
export class RecentSends {
	private recent: ByNumber = new Map();

	/** Those of the time before `recent`, which are forgotten next. */
	private older: ByNumber = new Map();

	/** When `recent` began. */
	private since = Date.now();

	private lastNoted = -Infinity;

	/** When each run that is going on began, the oldest first. */
	private readonly runs = new Set<{ began: number }>();

	/** Notes a send that is about to be made. `end` must be called on it. */
	begin(body: MessageBody): RecentSend {
		const send = new RecentSend(body);
		this.note(send);
		// Its time begins anew: it may have been under way for long.
		void send.ended.then(() => this.note(send));
		return send;
	}

	/**
	 * The send that keeps this message from this number: one that was accepted, else one under way, else
	 * an unknown one.
	 *
	 * @param readAt when the run began to read the service's list, which can't show what was sent since then
	 * @param within milliseconds before that: an accepted one that left earlier doesn't count
	 */
	holding(
		content: string,
		number: string,
		readAt: number,
		within = Infinity,
	): RecentSend | undefined {
		const sends = this.sendsTo(number, content);
		return (
			sends.find(({ state, left }) => state === 'accepted' && readAt - left <= within) ??
			sends.find(({ state }) => state === 'underWay') ??
			sends.find(({ state, endedAt }) => state === 'unknown' && readAt - endedAt < unknownFor)
		);
	}

	/** The other sends of the same message to the same numbers that a record of this one may be of. */
	like(send: RecentSend): RecentSend[] {
		const { contentKey, key, left, numbers } = send;
		return this.sendsTo(numbers[0]!, contentKey).filter(
			(other) => other !== send && other.endedAt >= left - remembered && other.key === key,
		);
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
		this.older = this.lastNoted > needed ? this.recent : new Map();
		this.recent = new Map();
		this.since = Date.now();
	}

	private note(send: RecentSend): void {
		this.lastNoted = Date.now();
		for (const number of send.numbers) {
			const key = sendKey(send.contentKey, [number]);
			const sends = this.recent.get(key);
			if (!sends) this.recent.set(key, [send]);
			else if (!sends.includes(send)) sends.push(send);
		}
	}

	private sendsTo(number: string, content: string): RecentSend[] {
		const key = sendKey(content, [number]);
		return [...(this.older.get(key) ?? []), ...(this.recent.get(key) ?? [])];
	}
}
