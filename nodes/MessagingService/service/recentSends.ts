import type { MessageBody } from '../item';
import { contentKeyOf, digitsOf } from '../values/messageRecord';

/** A send to phone numbers that this process made, from the moment its request may leave. */
export class RecentSend {
	state: 'underWay' | 'accepted' | 'unknown' | 'refused' = 'underWay';

	/** When the request left last, by this machine's clock. */
	left = 0;

	/** When its outcome was known; Infinity before. */
	endedAt = Infinity;

	/** As the service calls the message; undefined where it said nothing. */
	id?: string;

	private listedAt?: string;

	readonly body: MessageBody;

	readonly contentKey: string;

	private readonly ended: (send: RecentSend) => void;

	private readonly waiting: Array<() => void> = [];

	constructor(body: MessageBody, ended: (send: RecentSend) => void) {
		this.body = body;
		this.ended = ended;
		this.contentKey = contentKeyOf(body);
	}

	get numbers(): string[] {
		return this.body.recipients ?? [];
	}

	/** The same for sends of one message to the same numbers. */
	get identity(): string {
		return identityOf(this.contentKey, this.numbers.map(digitsOf));
	}

	/** When it was accepted: as the service's list says, else ISO 8601 by this machine's clock. */
	get sentAt(): string {
		return this.listedAt ?? new Date(this.left).toISOString();
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
		this.listedAt = sentAt ?? undefined;
		this.endedAt = Date.now();
		this.ended(this);
		for (const tell of this.waiting.splice(0)) tell();
	}

	/** Resolves once the outcome is known. */
	async whenEnded(): Promise<void> {
		if (this.state === 'underWay') await new Promise<void>((resolve) => this.waiting.push(resolve));
	}
}

/** @param numbers digits, in any order */
export function identityOf(content: string, numbers: string[]): string {
	return `${content} ${[...new Set(numbers)].sort().join(' ')}`;
}

/** Milliseconds that a send is remembered after its outcome: a service may list a message late. */
const remembered = 600_000;

/**
 * Milliseconds that a send whose outcome is unknown keeps others back from its numbers. A list that was
 * read later than that, and doesn't show it, is believed.
 */
const unknownFor = 120_000;

/** So many numbers are forgotten in one go: of a hundred thousand at once n8n would hear nothing else meanwhile. */
const mostForgotten = 1_000;

/**
 * The sends of one account in this process, so that two runs never send the same message to one number,
 * although the service's list may not show it yet. Sends to contact groups are not in it: nobody
 * here knows their numbers.
 */
export class RecentSends {
	private readonly byNumber = new Map<string, RecentSend[]>();

	private readonly underWay = new Set<RecentSend>();

	/** Those whose outcome is known, the oldest first. */
	private readonly past = new Set<RecentSend>();

	/** Since when runs that are going on need what was sent. */
	private readonly kept = new Set<{ at: number }>();

	/** What ended earlier counts no more, also as long as it is still here. */
	private forgottenBefore = -Infinity;

	/** When the outcome of the latest of them was known. */
	private latest = -Infinity;

	/** Notes a send that is about to be made. `end` must be called on it. */
	begin(body: MessageBody): RecentSend {
		this.forget();
		const send = new RecentSend(body, () => this.note(send));
		this.underWay.add(send);
		for (const number of send.numbers) {
			const place = placeOf(send.contentKey, number);
			const others = this.byNumber.get(place);
			if (others) others.push(send);
			else this.byNumber.set(place, [send]);
		}
		return send;
	}

	/**
	 * The send that keeps this message from this number: one that was accepted, else one under way, else an unknown one.
	 *
	 * @param readAt when the run began to read the service's list, which can't show what was sent since then
	 * @param since an accepted one that left earlier doesn't count
	 */
	holding(
		content: string,
		number: string,
		readAt: number,
		since = -Infinity,
	): RecentSend | undefined {
		const sends = this.byNumber.get(placeOf(content, number)) ?? [];
		return (
			sends.find(
				(send) => send.state === 'accepted' && send.left >= since && this.remembers(send),
			) ??
			sends.find(({ state }) => state === 'underWay') ??
			sends.find(
				(send) =>
					send.state === 'unknown' && readAt - send.endedAt < unknownFor && this.remembers(send),
			)
		);
	}

	/** The other sends of the same message to the same numbers. */
	like(send: RecentSend): RecentSend[] {
		const { contentKey: content, identity, numbers } = send;
		const sends = this.byNumber.get(placeOf(content, numbers[0] ?? '')) ?? [];
		return sends.filter(
			(other) => other !== send && this.remembers(other) && other.identity === identity,
		);
	}

	/** Remembers every send that is remembered at that time, and all since, until the returned function is called. */
	keepSince(at: number): () => void {
		// Here and not only at the next send: one from yesterday must not keep today's back.
		this.forget();
		const kept = { at };
		this.kept.add(kept);
		return () => void this.kept.delete(kept);
	}

	/**
	 * Lets go of all at once where the time of all is over. For an account that runs no more: its own next send,
	 * which would forget them, may never come.
	 */
	forgetIdle(): void {
		const isInUse = this.kept.size > 0 || this.underWay.size > 0;
		if (isInUse || this.latest >= Date.now() - remembered) return;
		this.byNumber.clear();
		this.past.clear();
	}

	private remembers({ endedAt }: RecentSend): boolean {
		return endedAt >= this.forgottenBefore;
	}

	private note(send: RecentSend): void {
		this.underWay.delete(send);
		this.past.delete(send);
		this.latest = Math.max(this.latest, send.endedAt);
		if (send.state === 'refused') this.remove(send);
		else this.past.add(send);
	}

	private forget(): void {
		if (this.past.size === 0) return;
		const needed = Math.min(Date.now(), ...[...this.kept].map(({ at }) => at)) - remembered;
		this.forgottenBefore = Math.max(this.forgottenBefore, needed);
		let numbers = 0;
		for (const send of this.past) {
			if (this.remembers(send) || numbers >= mostForgotten) return;
			numbers += send.numbers.length;
			this.past.delete(send);
			this.remove(send);
		}
	}

	private remove(send: RecentSend): void {
		for (const number of send.numbers) {
			const place = placeOf(send.contentKey, number);
			const sends = this.byNumber.get(place) ?? [];
			// The oldest go first, so it stands near the beginning.
			if (sends.includes(send)) sends.splice(sends.indexOf(send), 1);
			if (sends.length === 0) this.byNumber.delete(place);
		}
	}
}

function placeOf(content: string, number: string): string {
	return `${content} ${digitsOf(number)}`;
}
