import { pause, type Stop } from './stop';
import { yielding } from '../eventLoop';
import { groupBy, getOrInsert } from '../values/collections';

interface Queue {
	/** Requests that wait for a place, retries first. */
	waiting: Array<{ concurrency: number; open: () => void }>;
	underWay: number;
	limit: number;
}

/** Returns the highest concurrency of these, and at least 1, as the number of requests to begin with. */
export function highestConcurrency(limited: Array<{ concurrency: number }>): number {
	let most = 1;
	for (const { concurrency } of limited) most = Math.max(most, concurrency);
	return most;
}

/**
 * Limits the concurrent requests of an account. Each run keeps to its own limit, all runs together keep to the largest
 * of their limits, and runs take turns.
 */
export class Limiter {
	private underWay = 0;
	/** Number of pauses in effect, and the milliseconds of the longest. */
	private pauses = 0;
	private longest = 0;
	/** Whether a single request is to test, after a pause, if the service takes requests again. */
	private isTrying = false;
	/** Total milliseconds of pauses for rate limits so far. Of pauses at the same time, only the longest counts. */
	paused = 0;
	/** Queues by run. The run whose turn is next comes first. */
	private readonly queues = new Map<object, Queue>();

	/** The most requests in progress at once, by the run that allows the most. */
	get limit(): number {
		let most = 0;
		for (const { limit } of this.queues.values()) most = Math.max(most, limit);
		return most;
	}

	/**
	 * Waits for a place for one request. Returns a function that gives the place back, to be called once.
	 * @param isRepeat whether this is a retry, which goes before new requests: they would meet the same failure
	 */
	async enter(run: object, concurrency: number, isRepeat = false): Promise<() => void> {
		const queue = getOrInsert(this.queues, run, () => ({ waiting: [], underWay: 0, limit: 1 }));
		queue.limit = Math.max(queue.limit, concurrency);
		await new Promise<void>((open) => {
			queue.waiting[isRepeat ? 'unshift' : 'push']({ concurrency, open });
			this.admit();
		});
		return () => {
			this.underWay--;
			queue.underWay--;
			// A test that fails begins a pause before it gives its place back. Without one, the service takes requests again.
			if (this.pauses === 0) this.isTrying = false;
			if (queue.underWay + queue.waiting.length === 0) this.queues.delete(run);
			this.admit();
		};
	}

	/**
	 * Admits no request for this many milliseconds, and then a single one until it is done without another pause. Counts
	 * by a timer, since the machine's clock may be set meanwhile.
	 *
	 * @param isRateLimit whether to add the time to `paused`
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
			// Moved to the end: its next turn comes after those of all other runs.
			this.queues.delete(run);
			this.queues.set(run, queue);
			this.underWay++;
			queue.underWay++;
			queue.waiting.shift()!.open();
		}
	}
}

/** The number of items in a batch, and the milliseconds from the start of one batch to the start of the next. */
export interface Batching {
	size: number;
	interval: number;
}

/**
 * Runs items in batches, as n8n's Batching does: each batch starts one interval after the one before, whether that one
 * is done or not. Once no more requests are made, the rest runs without intervals.
 */
export async function inBatches<Item>(
	items: Item[],
	indexOf: (item: Item) => number,
	batching: Batching | undefined,
	{ stop, isOver }: { stop: Stop; isOver: () => boolean },
	run: (batch: Item[]) => Promise<void>,
): Promise<void> {
	if (!batching) return await run(items);
	const batches = groupBy(items, (item) => Math.floor(indexOf(item) / batching.size));
	const underWay: Array<Promise<void>> = [];
	for (const batch of batches.values()) {
		if (underWay.length > 0 && !isOver()) await pause(batching.interval, stop);
		underWay.push(run(batch));
		// Awaited below, after the last pause. Until then, a rejection would be unhandled.
		underWay.at(-1)!.catch(() => undefined);
	}
	await allEnded(underWay);
}

/** Processes values concurrently, at most `most` at once, so that 10,000 don't queue at the limiter. */
export async function sideBySide<Value>(
	values: Value[],
	most: number,
	work: (value: Value) => Promise<void>,
): Promise<void> {
	const left = yielding(values);
	const workOn = async (): Promise<void> => {
		for await (const value of left) await work(value);
	};
	await allEnded(Array.from({ length: Math.min(most, values.length) }, workOn));
}

/** Waits for all promises, then rejects if one did: the next try of a run must not begin while others are pending. */
async function allEnded(underWay: Array<Promise<void>>): Promise<void> {
	await Promise.allSettled(underWay);
	await Promise.all(underWay);
}

/**
 * The longest gap between two requests, in milliseconds: what n8n needs to make one or to read its answer, and a little
 * more.
 */
const longestGap = 5;

/**
 * Spreads requests over time. If they left all at once, their answers would come all at once too, and be read one after
 * the other. The gap is half of the last request's duration, divided by the concurrency.
 */
export class Pace {
	private duration = 50;
	private nextBegins = 0;

	constructor(private readonly concurrency: number) {}

	/** Waits for the request's turn, then makes it. */
	async keep<Answer>(request: () => Promise<Answer>): Promise<Answer> {
		const now = Date.now();
		// Capped at the longest that all gaps together can take: the machine's clock may be set back.
		const wait = Math.min(this.nextBegins - now, longestGap * this.concurrency);
		const gap = Math.min(longestGap, this.duration / this.concurrency / 2);
		this.nextBegins = now + Math.max(0, wait) + gap;
		// Timers take a millisecond at least. Shorter waits add up, until a later request waits for all of them.
		if (wait >= 1) await pause(wait);
		const began = Date.now();
		const answer = await request();
		this.duration = Math.max(0, Date.now() - began);
		return answer;
	}
}
