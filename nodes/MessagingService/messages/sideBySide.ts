import type { PageAnswer } from './page';
import type { Pass, Reading } from './pass';
import { pause } from '../service/stop';

/** So many times `concurrency` pages at most are asked for after the last one that the pass has noted. */
const mostAhead = 3;

/**
 * Asks for pages side by side, as long as the pass wants more, and has it note their answers in the order of the
 * pages. Ends when no request is under way, so that nothing goes on when the query has ended.
 */
export async function askSideBySide(
	{ first, perPage, concurrency, ask }: Reading,
	pass: Pass,
): Promise<void> {
	const underWay = new Map<number, Promise<void>>();
	const answers = new Map<number, PageAnswer>();
	let nextToAsk = first;
	let nextToNote = first;
	const pace = new Pace(concurrency);

	const askFor = async (page: number): Promise<void> => {
		const answer = await pace.keep(async () => await ask({ page, per_page: perPage }));
		pass.noteIfLast(answer);
		answers.set(page, answer);
		underWay.delete(page);
	};
	const askForMore = (): void => {
		const end = nextToNote + Math.min(pass.wanted, mostAhead * concurrency);
		for (; nextToAsk < end && underWay.size < concurrency; nextToAsk++)
			underWay.set(nextToAsk, askFor(nextToAsk));
	};
	const noteInOrder = (): void => {
		for (let answer; (answer = answers.get(nextToNote)); nextToNote++) {
			answers.delete(nextToNote);
			pass.note(nextToNote, answer);
		}
	};

	askForMore();
	while (underWay.size > 0) {
		await Promise.race(underWay.values());
		noteInOrder();
		askForMore();
	}
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
