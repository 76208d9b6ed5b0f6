import type { MessageBody } from '../item';
import { contentKeyOf, sendKey, type ListedMessage } from '../values/messageRecord';

/** Milliseconds that a send is remembered after its outcome, at least: a service may list a message late. */
const remembered = 600_000;

/** Milliseconds that an unknown send keeps others from its numbers. A list read later, without it, is believed. */
const unknownFor = 120_000;

/** A send that this process made, from the moment its request may leave. */
export interface RecentSend {
	readonly body: MessageBody;
	readonly contentKey: string;
	/** The message to each of its numbers. */
	readonly numberKeys: string[];
	/** The same for sends of one message to the same numbers. */
	readonly key: string;
	state: 'underWay' | 'accepted' | 'unknown' | 'refused';
	/** When the request left last, by this machine's clock. */
	left: number;
	/** When its outcome was known; Infinity before. */
	endedAt: number;
	/** As the service calls the message; undefined where it said nothing. */
	id?: string;
	/** When it was accepted: as the service's list says, else ISO 8601 by this machine's clock. */
	sentAt: string;
	/** Resolves once the outcome is known. */
	readonly ended: Promise<void>;
	/** The outcome is known, or a look at the service's list tells more. */
	end(state: RecentSend['state'], message?: Partial<Pick<ListedMessage, 'id' | 'sentAt'>>): void;
}

/**
 * The sends of one account in this process, so that two runs never send the same message to one number,
 * although the service's list may not show it yet.
 */
export class RecentSends {
	/** By the message and one of its numbers. */
	private recent = new Map<string, RecentSend[]>();
	/** Those of the time before `recent`, which are forgotten next. */
	private older = new Map<string, RecentSend[]>();
	/** When `recent` began. */
	private since = Date.now();
	private lastNoted = -Infinity;
	/** When each run that is going on began, the oldest first. */
	private readonly runs = new Set<{ began: number }>();

	/** Notes a send that is about to be made. `end` must be called on it. */
	begin(body: MessageBody): RecentSend {
		const contentKey = contentKeyOf(body);
		const numbers = body.recipients ?? [];
		let noteEnd = (): void => undefined;
		const send: RecentSend = {
			body,
			contentKey,
			numberKeys: numbers.map((number) => sendKey(contentKey, [number])),
			key: sendKey(contentKey, numbers),
			state: 'underWay',
			left: 0,
			endedAt: Infinity,
			sentAt: '',
			ended: new Promise((resolve) => (noteEnd = resolve)),
			end: (state, { id, sentAt } = {}) => {
				const iso = new Date(send.left).toISOString();
				Object.assign(send, { state, id, sentAt: sentAt ?? iso, endedAt: Date.now() });
				// Its time begins anew: it may have been under way for long.
				this.note(send);
				noteEnd();
			},
		};
		this.note(send);
		return send;
	}

	/**
	 * The send that keeps this message from this number: an accepted one, else one under way, else an unknown one.
	 *
	 * @param readAt when the run began to read the service's list, which can't show what was sent since then
	 * @param within milliseconds before that: an accepted one that left earlier doesn't count
	 */
	holding(content: string, number: string, readAt: number, within = Infinity) {
		const sends = this.sendsWith(sendKey(content, [number]));
		return (
			sends.find(({ state, left }) => state === 'accepted' && readAt - left <= within) ??
			sends.find(({ state }) => state === 'underWay') ??
			sends.find(({ state, endedAt }) => state === 'unknown' && readAt - endedAt < unknownFor)
		);
	}

	/** The other sends of the same message to the same numbers that a record of this one may be of. */
	like(send: RecentSend): RecentSend[] {
		const { numberKeys, key, left } = send;
		const sends = this.sendsWith(numberKeys[0]!).filter((other) => other !== send);
		return sends.filter((other) => other.key === key && other.endedAt >= left - remembered);
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
		for (const key of send.numberKeys) {
			const sends = this.recent.get(key);
			if (!sends) this.recent.set(key, [send]);
			else if (!sends.includes(send)) sends.push(send);
		}
	}

	private sendsWith(key: string): RecentSend[] {
		return [...(this.older.get(key) ?? []), ...(this.recent.get(key) ?? [])];
	}
}
