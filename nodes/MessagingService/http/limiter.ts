import { pause } from './pause';

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
