/** How many pages there are: what the service says of it, what it leaves out, and where it contradicts itself. */
import { readPages } from '../../nodes/MessagingService/query/pages.ts';
import { numbered, read, same, upTo } from './pagedService.mts';

const missing = (said: string) => ({
	failures: [{ id: 'missingPages', fate: 'refused', what: `The service says there are ${said}` }],
});

test('without meta the pages are read until one is empty', async () => {
	const { ids, pages } = await read({ records: numbered(25), meta: false });
	expect(ids).toEqual(upTo(25));
	expect(pages).toEqual([1, 2, 3, 4]);
});

test.each([{}, { hidesTotal: true }, { hidesLastPage: true }])(
	'what one page said holds on where the next ones say nothing: %j',
	async (changes) => {
		const { ids, pages } = await read({ records: numbered(25), meta: 'once', ...changes });
		expect([ids, pages]).toEqual([upTo(25), [1, 2, 3]]);
	},
);

test.each([{ meta: false }, {}, { lastPage: 1 }, { lastPage: 0 }])(
	'nothing at all is one empty page, and no other is asked for: %j',
	async (changes) => {
		const { answer, pages } = await read({ records: [], ...changes });
		expect([answer, pages]).toEqual([{ outputs: [] }, [1]]);
	},
);

test('a page beyond the last one, asked for first, is empty without a failure', async () => {
	const { answer, pages } = await read({ records: numbered(25) }, { first: 4 });
	expect([answer, pages]).toEqual([{ outputs: [] }, [4]]);
});

describe('an empty page although the service says there are more is a failure', () => {
	test('after many, found after a few requests', async () => {
		const { answer, pages } = await read({ records: numbered(25), lastPage: 1e9 });
		expect(answer).toMatchObject(missing('1,000,000,000 pages, but page 4 is empty.'));
		expect(pages.length).toBeLessThanOrEqual(14);
	});

	test('if it is the last one', async () => {
		expect((await read({ records: numbered(25), lastPage: 4 })).answer).toMatchObject(
			missing('4 pages, but page 4 is empty.'),
		);
	});

	test('if it is the first one', async () => {
		const { answer, pages } = await read({ records: [], lastPage: 5 });
		expect(answer).toMatchObject(missing('5 pages, but page 1 is empty.'));
		expect(pages).toEqual([1]);
	});
});

describe('ten thousand pages', () => {
	/** Pages of one record each, up to the last; that is said or not. */
	async function pagesUpTo(last: number, says: boolean) {
		let asked = 0;
		const ask = async ({ page }: { page: number }) => (
			asked++,
			{ data: { data: page > last ? [] : [{ id: page }], meta: says ? { last_page: last } : {} } }
		);
		const answer = await readPages({ first: 1, perPage: 1 }, 10, ask, same);
		return { asked, answer, count: 'outputs' in answer ? answer.outputs.length : undefined };
	}

	test('and no end, and the service does not say where it is: a failure', async () => {
		const { asked, answer } = await pagesUpTo(Infinity, false);
		expect(answer).toMatchObject({ failures: [{ id: 'endlessPages' }] });
		expect(asked).toBe(10_001);
	});

	test.each([
		[9_999, false],
		[10_005, true],
	])('or so are read where they end or are counted: %i, counted %p', async (last, says) => {
		expect((await pagesUpTo(last, says)).count).toBe(last);
	});
});
