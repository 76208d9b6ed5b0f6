import { pause } from '../service/stop';

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
