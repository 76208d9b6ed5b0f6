import { pause } from './pause';

interface Waiting {
	limit: number;
	open: () => void;
}

/**
 * Lets a limited number of requests be under way at once, fair among the runs that share it: each
 * run has a queue of its own, and the queues take turns, so a run of 10,000 doesn't hold up a run
 * of one.
 */
export class Gate {
	private underWay = 0;

	private pausedUntil = 0;

	private readonly queues = new Map<object, Waiting[]>();

	/**
	 * Waits for a place.
	 *
	 * @param run whose turn it takes
	 * @param limit how many requests may be under way, this one included
	 * @param where in its run's queue it waits; 'first' also overtakes when the caller has a place still
	 * @returns gives the place back; calling it twice does no harm
	 */
	async enter(run: object, limit: number, where: 'first' | 'last' = 'last'): Promise<() => void> {
		await new Promise<void>((open) => {
			const queue = this.queues.get(run) ?? [];
			this.queues.set(run, queue);
			if (where === 'first') queue.unshift({ limit, open });
			else queue.push({ limit, open });
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
		const until = Date.now() + milliseconds;
		if (until <= this.pausedUntil) return;
		this.pausedUntil = until;
		void this.reopen();
	}

	/** Lets the waiting requests of a stopped run through at once; they look at its signal and leave. */
	dismiss(run: object): void {
		const waiting = this.queues.get(run) ?? [];
		this.queues.delete(run);
		for (const { open } of waiting) {
			this.underWay++;
			open();
		}
	}

	private async reopen(): Promise<void> {
		// A timer may fire a millisecond early, and a longer pause may have been added meanwhile.
		for (let left; (left = this.pausedUntil - Date.now()) > 0; ) await pause(left);
		this.admit();
	}

	private admit(): void {
		if (Date.now() < this.pausedUntil) return;
		let refused = 0;
		while (this.queues.size > refused) {
			const [run, queue] = this.queues.entries().next().value as [object, Waiting[]];
			this.queues.delete(run);
			const first = queue[0] as Waiting;
			if (this.underWay < first.limit) {
				queue.shift();
				this.underWay++;
				first.open();
				refused = 0;
			} else {
				refused++;
			}
			if (queue.length > 0) this.queues.set(run, queue);
		}
	}
}
