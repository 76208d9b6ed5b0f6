import type { MessageBody } from '../item';
import type { Account } from './account';
import { contentKeyOf, sendKey } from '../values/messageRecord';

/** Milliseconds that a send is remembered after its outcome: a service may list a message late. */
const remembered = 600_000;

/**
 * Milliseconds that an unknown send keeps others back from its numbers. A list that was read later than
 * that, and doesn't show it, is believed.
 */
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

	private tellEnd = (): void => undefined;

	private readonly noteEnd: (send: RecentSend) => void;

	constructor(body: MessageBody, noteEnd: (send: RecentSend) => void) {
		this.body = body;
		this.noteEnd = noteEnd;
		this.contentKey = contentKeyOf(body);
		this.ended = new Promise((resolve) => (this.tellEnd = resolve));
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
		this.noteEnd(this);
		this.tellEnd();
	}
}

/**
 * The sends of one account in this process, so that two runs never send the same message to one number,
 * although the service's list may not show it yet.
 */
export class RecentSends {
	/** By the message and one of its numbers. */
	private readonly byNumber = new Map<string, RecentSend[]>();

	/** Those whose outcome is known, the oldest first. */
	private readonly past = new Set<RecentSend>();

	/** When each run that is going on began, the oldest first. */
	private readonly runs = new Set<{ began: number }>();

	private lastEnd = -Infinity;

	/** Notes a send that is about to be made. `end` must be called on it. */
	begin(body: MessageBody): RecentSend {
		this.forgetOldest();
		const send = new RecentSend(body, (ended) => this.noteEnd(ended));
		for (const number of send.numbers) {
			const key = sendKey(send.contentKey, [number]);
			const others = this.byNumber.get(key);
			if (others) others.push(send);
			else this.byNumber.set(key, [send]);
		}
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
		const sends = this.byNumber.get(sendKey(content, [number])) ?? [];
		return (
			sends.find(({ state, left }) => state === 'accepted' && readAt - left <= within) ??
			sends.find(({ state }) => state === 'underWay') ??
			sends.find(({ state, endedAt }) => state === 'unknown' && readAt - endedAt < unknownFor)
		);
	}

	/** The other sends of the same message to the same numbers that one of these records may be of. */
	like(send: RecentSend): RecentSend[] {
		const { contentKey, key, left, numbers } = send;
		const sends = this.byNumber.get(sendKey(contentKey, numbers.slice(0, 1))) ?? [];
		return sends.filter(
			(other) => other !== send && other.endedAt >= left - remembered && other.key === key,
		);
	}

	/** A run begins: nothing that it may need is forgotten until the returned function is called. */
	keepFor(began: number): () => void {
		const run = { began };
		this.runs.add(run);
		return () => void this.runs.delete(run);
	}

	/** Forgets all at once, where no run goes on. For an account that sends no more. */
	forgetIdle(): void {
		if (this.runs.size > 0 || this.lastEnd >= Date.now() - remembered) return;
		this.byNumber.clear();
		this.past.clear();
	}

	/** Two for each new send, so that n8n isn't held up by thousands in one go. */
	private forgetOldest(): void {
		const [oldestRun = { began: Date.now() }] = this.runs;
		let forgotten = 0;
		for (const send of this.past) {
			if (forgotten++ === 2 || send.endedAt >= oldestRun.began - remembered) return;
			this.past.delete(send);
			this.remove(send);
		}
	}

	private noteEnd(send: RecentSend): void {
		this.lastEnd = send.endedAt;
		this.past.delete(send);
		if (send.state === 'refused') this.remove(send);
		else this.past.add(send);
	}

	private remove(send: RecentSend): void {
		for (const number of send.numbers) {
			const key = sendKey(send.contentKey, [number]);
			const sends = this.byNumber.get(key) ?? [];
			if (sends.includes(send)) sends.splice(sends.indexOf(send), 1);
			if (sends.length === 0) this.byNumber.delete(key);
		}
	}
}

const sends = new Map<Account, RecentSends>();

/** The sends of all runs with this account, in this process. Those of idle accounts are let go. */
export function recentSendsOf(account: Account): RecentSends {
	for (const each of sends.values()) each.forgetIdle();
	let recent = sends.get(account);
	if (!recent) sends.set(account, (recent = new RecentSends()));
	return recent;
}
