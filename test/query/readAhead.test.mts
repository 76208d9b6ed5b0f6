/** A page that answers late holds up the output, and not the requests for the pages after it, up to a point. */
import { readPages } from '../../nodes/MessagingService/query/pages.ts';
import { same, upTo } from './pagedService.mts';

// Nothing here waits for a clock: once the loop has gone round, all that can go on has.
jest.mock('../../nodes/MessagingService/http/pause.ts', () => ({ pause: async () => undefined }));
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Pages asked for while page 2 of 50 isn't answered, and what comes once it is. */
async function readWherePage2IsLate(
	{ limit, keeps }: { limit?: number; keeps?: () => boolean } = {},
	answerOf: (page: number) => object | undefined = () => undefined,
) {
	const pages: number[] = [];
	let release = (): void => undefined;
	const ask = async ({ page }: { page: number }) => {
		pages.push(page);
		if (page === 2) await new Promise<void>((resolve) => (release = resolve));
		const told = answerOf(page);
		if (told) return told as never;
		return { data: { data: [{ id: page }], meta: { last_page: 50, per_page: 1, total: 50 } } };
	};
	const reading = readPages({ first: 1, perPage: 1, limit }, 4, ask, same, { keeps });
	await settle();
	const meanwhile = [...pages];
	release();
	return { meanwhile, answer: await reading, pages };
}

test('three times as many pages as at once are asked for, then none until it answers', async () => {
	const { meanwhile, answer, pages } = await readWherePage2IsLate();
	expect(meanwhile).toEqual(upTo(13));
	expect(pages).toEqual(upTo(50));
	expect(answer).toEqual({ outputs: upTo(50).map((id) => ({ id })) });
});

test('no more than a limit wants', async () => {
	const { meanwhile, answer, pages } = await readWherePage2IsLate({ limit: 9 });
	expect(meanwhile).toEqual(upTo(9));
	expect(pages).toEqual(upTo(9));
	expect(answer).toMatchObject({ outputs: { length: 9 } });
});

test('none ahead where nobody knows how many the limit wants', async () => {
	const { meanwhile } = await readWherePage2IsLate({ limit: 9, keeps: () => true });
	expect(meanwhile).toEqual(upTo(5));
});

test('none after one that failed', async () => {
	const failure = { id: 'unreachable', fate: 'refused', what: 'Gone.', next: 'Wait.' };
	const { meanwhile, answer, pages } = await readWherePage2IsLate({}, (page) =>
		page === 5 ? { failure } : undefined,
	);
	expect(meanwhile.at(-1)).toBeLessThan(9);
	expect(pages).toEqual(meanwhile);
	expect(answer).toEqual({ failures: [failure] });
});
