import { pause } from './pause';
import type { Stop } from './stop';

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
