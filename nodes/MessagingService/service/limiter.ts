import { pause, type Stop } from './stop';

interface Waiting {
	concurrency: number;
	open: () => void;
}

/** The waiting requests of one run. */
interface Queue {
	waiting: Waiting[];
	/** How many requests of other runs went first since the head of this queue had its turn. */
	overtaken: number;
}

/**
 * How many requests to begin with: as many as the one of these that allows the most. How many are
 * under way is decided by each of them, when it enters.
 */
export function highestConcurrency(limited: Array<{ concurrency: number }>): number {
	return limited.reduce((most, { concurrency }) => Math.max(most, concurrency), 1);
}

/**
 * How many requests may overtake one that has its turn but allows fewer at once than are under
 * way. After that nobody is let in before it: a run with a low limit would wait as long as a run
 * of 10,000 with a higher one lasts.
 */
const mostOvertaking = 10;

/**
 * Limits how many requests are under way at once, fair among the runs that share it: each run has
 * a queue of its own, and the queues take turns, so a run of 10,000 doesn't hold up a run of one.
 */
export class Limiter {
	private underWay = 0;

	private pausedUntil = 0;

	private pausedInAll = 0;

	private readonly queues = new Map<object, Queue>();

	/** Those of the queues whose head was overtaken as often as may be: it is their turn until it has room. */
	private readonly overdue = new Map<object, Queue>();

	/** Milliseconds that all pauses so far were long, added up. */
	get paused(): number {
		return this.pausedInAll;
	}

	/**
	 * Waits until one more request may be under way.
	 *
	 * @param run whose turn it takes
	 * @param concurrency how many requests may be under way, this one included
	 * @param where in its run's queue it waits; 'first' is for a request that is made once more
	 * @returns to be called when the request is done; calling it twice does no harm
	 */
	async enter(
		run: object,
		concurrency: number,
		where: 'first' | 'last' = 'last',
	): Promise<() => void> {
		await new Promise<void>((open) => {
			const queue = this.queues.get(run) ?? { waiting: [], overtaken: 0 };
			this.queues.set(run, queue);
			if (where === 'first') queue.waiting.unshift({ concurrency, open });
			else queue.waiting.push({ concurrency, open });
			this.admit();
		});
		let left = false;
		return () => {
			if (left) return;
			left = true;
			this.underWay--;
			this.admit();
		};
	}

	/** Lets nobody in for this many milliseconds. A longer pause that is on already stays. */
	pause(milliseconds: number): void {
		const now = Date.now();
		const until = now + milliseconds;
		if (until <= this.pausedUntil) return;
		this.pausedInAll += until - Math.max(now, this.pausedUntil);
		this.pausedUntil = until;
		void this.reopen();
	}

	/** Lets the waiting requests of a stopped run through at once; they see that it is stopped, and leave. */
	dismiss(run: object): void {
		const waiting = this.queues.get(run)?.waiting ?? [];
		this.queues.delete(run);
		this.overdue.delete(run);
		for (const { open } of waiting) {
			this.underWay++;
			open();
		}
		this.admit();
	}

	private async reopen(): Promise<void> {
		// A timer may fire a millisecond early, and a longer pause may have been added meanwhile.
		for (let left; (left = this.pausedUntil - Date.now()) > 0; ) await pause(left);
		this.admit();
	}

	private admit(): void {
		if (Date.now() < this.pausedUntil) return;
		let passed = 0;
		while (this.queues.size > passed) {
			const [run, queue] = (this.overdue.size > 0 ? this.overdue : this.queues).entries().next()
				.value as [object, Queue];
			const head = queue.waiting[0] as Waiting;
			if (this.underWay >= head.concurrency) {
				if (this.overdue.size > 0) return;
				this.moveBack(run, queue);
				passed++;
				continue;
			}
			queue.waiting.shift();
			queue.overtaken = 0;
			this.overdue.delete(run);
			this.underWay++;
			this.noteOvertaken(queue);
			head.open();
			passed = 0;
			if (queue.waiting.length > 0) this.moveBack(run, queue);
			else this.queues.delete(run);
		}
	}

	/** A request of this queue was let in: those without room were overtaken. */
	private noteOvertaken(queue: Queue): void {
		for (const [run, other] of this.queues) {
			const [first] = other.waiting;
			if (other === queue || !first || this.underWay <= first.concurrency) continue;
			if (++other.overtaken === mostOvertaking) this.overdue.set(run, other);
		}
	}

	/** The queue's turn comes again after all others. */
	private moveBack(run: object, queue: Queue): void {
		this.queues.delete(run);
		this.queues.set(run, queue);
	}
}

/** Milliseconds between two requests at most: what n8n needs to make a request or to read an answer, and some more. */
const longestGap = 5;

/** Milliseconds that a request is taken to last while nobody knows. */
const usualDuration = 50;

/** For no more than so many times `concurrency` requests, keeping a distance costs more than it wins. */
const fewTimes = 3;

/**
 * Keeps many requests from leaving in one moment. Their answers would come in one moment as well, and be read one
 * after the other while nothing is under way. Begun apart they stay apart only until the process is busy with
 * something else, so each request keeps its distance, not only the first ones.
 *
 * The distance is half of a request's share of the time that one takes: it brings requests apart again, and holds
 * up none that are.
 */
export class Pace {
	private readonly concurrency: number;

	private readonly isKept: boolean;

	private gap: number;

	private nextBegins = 0;

	/**
	 * @param concurrency how many requests are under way at once
	 * @param requests how many there are in all, as far as that is known
	 * @param duration milliseconds that one took, where one was made before
	 */
	constructor(concurrency: number, requests: number, duration = usualDuration) {
		this.concurrency = concurrency;
		this.isKept = requests > fewTimes * concurrency;
		this.gap = this.gapFor(duration);
	}

	/**
	 * Makes a request when it is its turn, or when the execution is stopped. Meant for no more than `concurrency`
	 * requests at once: each one that waits has those after it wait longer.
	 */
	async keep<Answer>(request: () => Promise<Answer>, stop?: Stop): Promise<Answer> {
		if (!this.isKept) return await request();
		const now = Date.now();
		// Not longer than others may have to wait: the machine's clock may be set back.
		const wait = Math.min(this.nextBegins - now, longestGap * this.concurrency);
		this.nextBegins = now + Math.max(0, wait) + this.gap;
		// No timer is shorter than that; what this one doesn't wait, those after it do.
		if (wait >= 1) await pause(wait, stop);
		const began = Date.now();
		const answer = await request();
		this.gap = this.gapFor(Date.now() - began);
		return answer;
	}

	private gapFor(duration: number): number {
		return Math.max(0, Math.min(longestGap, duration / this.concurrency / 2));
	}
}
