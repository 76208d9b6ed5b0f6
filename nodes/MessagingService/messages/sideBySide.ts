import type { PageAnswer } from './page';
import type { Pass, Reading } from './pass';
import { Pace } from '../service/limiter';

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
