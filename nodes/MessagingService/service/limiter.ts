import { pause, type Stop } from './stop';
import { inTurns } from '../turns';
import { groupedBy, keptIn } from '../values/collections';

interface Queue {
	/** Repeated requests come first. */
	waiting: Array<{ concurrency: number; open: () => void }>;
	underWay: number;
	limit: number;
}

/** How many requests to begin with: as many as the one of these that allows the most. */
export function highestConcurrency(limited: Array<{ concurrency: number }>): number {
	let most = 1;
	for (const { concurrency } of limited) most = Math.max(most, concurrency);
	return most;
}

/** Each run keeps to its own number of requests, all of an account to the largest of theirs, and they take turns. */
export class Limiter {
	private underWay = 0;
	/** How many pauses are on, and the milliseconds of the longest. */
	private pauses = 0;
	private longest = 0;
	/** Whether one request alone is to find out if the service takes more, after a pause. */
	private isTrying = false;
	/** Milliseconds of all pauses for rate limits so far; of those that are on at once, of the longest. */
	paused = 0;
	/** By run; the one whose turn it is comes first. */
	private readonly queues = new Map<object, Queue>();

	/** How many requests may be under way at once: the most that one of the runs allows. */
	get limit(): number {
		let most = 0;
		for (const { limit } of this.queues.values()) most = Math.max(most, limit);
		return most;
	}

	/**
	 * Waits until one more request may be under way. Gives what is to be called once, when it is done.
	 * @param isRepeat whether it goes before those that were never made: the next one would meet the same
	 */
	async enter(run: object, concurrency: number, isRepeat = false): Promise<() => void> {
		const queue = keptIn(this.queues, run, () => ({ waiting: [], underWay: 0, limit: 1 }));
		queue.limit = Math.max(queue.limit, concurrency);
		await new Promise<void>((open) => {
			queue.waiting[isRepeat ? 'unshift' : 'push']({ concurrency, open });
			this.admit();
		});
		return () => {
			this.underWay--;
			queue.underWay--;
			// Else it would have begun a pause before it gave its place back.
			if (this.pauses === 0) this.isTrying = false;
			if (queue.underWay + queue.waiting.length === 0) this.queues.delete(run);
			this.admit();
		};
	}

	/**
	 * Lets nobody in for this many milliseconds, and then one alone, until that is done without another pause. A timer
	 * counts them: the machine's clock may be set meanwhile.
	 *
	 * @param isRateLimit whether it counts among `paused`
	 */
	pause(milliseconds: number, isRateLimit: boolean): void {
		this.isTrying = true;
		if (this.pauses++ === 0) this.longest = 0;
		if (isRateLimit) this.paused += Math.max(0, milliseconds - this.longest);
		this.longest = Math.max(this.longest, milliseconds);
		void pause(milliseconds).then(() => {
			if (--this.pauses === 0) this.admit();
		});
	}

	private admit(): void {
		if (this.pauses > 0) return;
		const most = this.isTrying ? 1 : this.limit;
		while (this.underWay < most) {
			const next = [...this.queues].find(
				([, { waiting, underWay }]) => waiting[0] && underWay < waiting[0].concurrency,
			);
			if (!next) return;
			const [run, queue] = next;
			// Its turn comes again after all others.
			this.queues.delete(run);
			this.queues.set(run, queue);
			this.underWay++;
			queue.underWay++;
			queue.waiting.shift()!.open();
		}
	}
}

/** How many items a batch has, and the milliseconds from the start of one to the start of the next. */
export interface Batching {
	size: number;
	interval: number;
}

/**
 * n8n's Batching: the batches start one interval after the other, whether the one before is done or not; without
 * intervals once no request is made any more.
 */
export async function inBatches<Item>(
	items: Item[],
	indexOf: (item: Item) => number,
	batching: Batching | undefined,
	{ stop, isOver }: { stop: Stop; isOver: () => boolean },
	run: (batch: Item[]) => Promise<void>,
): Promise<void> {
	if (!batching) return await run(items);
	const batches = groupedBy(items, (item) => Math.floor(indexOf(item) / batching.size));
	const underWay: Array<Promise<void>> = [];
	for (const batch of batches.values()) {
		if (underWay.length > 0 && !isOver()) await pause(batching.interval, stop);
		underWay.push(run(batch));
		// Awaited below, after the last pause: until then a rejection would be nobody's.
		underWay.at(-1)!.catch(() => undefined);
	}
	await allEnded(underWay);
}

/** Works on values side by side, at most so many at once: 10,000 must not queue at the limiter. */
export async function sideBySide<Value>(
	values: Value[],
	most: number,
	work: (value: Value) => Promise<void>,
): Promise<void> {
	const left = inTurns(values);
	const workOn = async (): Promise<void> => {
		for await (const value of left) await work(value);
	};
	await allEnded(Array.from({ length: Math.min(most, values.length) }, workOn));
}

/** Waits for all, then rejects where one did: no next try of the run may begin while others go on. */
async function allEnded(underWay: Array<Promise<void>>): Promise<void> {
	await Promise.allSettled(underWay);
	await Promise.all(underWay);
}

/** Milliseconds between two requests at most: what n8n needs to make one or to read its answer, and some more. */
const longestGap = 5;

/**
 * Keeps requests from leaving in one moment: their answers would come in one moment too, and be read one after the
 * other. The gap is half of a request's share of the time that the last one took.
 */
export class Pace {
	private duration = 50;
	private nextBegins = 0;

	constructor(private readonly concurrency: number) {}

	/** Makes a request when it is its turn. */
	async keep<Answer>(request: () => Promise<Answer>): Promise<Answer> {
		const now = Date.now();
		// Not longer than others may have to wait: the machine's clock may be set back.
		const wait = Math.min(this.nextBegins - now, longestGap * this.concurrency);
		const gap = Math.min(longestGap, this.duration / this.concurrency / 2);
		this.nextBegins = now + Math.max(0, wait) + gap;
		// No timer is shorter than a millisecond; what this one doesn't wait, those after it do.
		if (wait >= 1) await pause(wait);
		const began = Date.now();
		const answer = await request();
		this.duration = Math.max(0, Date.now() - began);
		return answer;
	}
}
