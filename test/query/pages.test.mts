/** Which records come out of a query's pages: each once, in order, however the rows move. */
import { readPages } from '../../nodes/MessagingService/query/pages.ts';
import { numbered, read, same, upTo } from './pagedService.mts';

test('twenty pages: twenty requests, ten of them at once, the records in order', async () => {
	const { ids, pages, peak } = await read({ records: numbered(200) });
	expect(ids).toEqual(upTo(200));
	expect(pages).toHaveLength(20);
	expect(peak).toBe(10);
});

test.each([
	[10, [1]],
	[11, [1, 2]],
	[25, [1, 2, 3]],
	[1000, upTo(10)],
])('a limit of %i reads no more pages than it needs', async (limit, expected) => {
	const { ids, pages } = await read({ records: numbered(100) }, { limit });
	expect(pages).toEqual(expected);
	expect(ids).toEqual(upTo(Math.min(limit, 100)));
});

test('the edge of what is counted: a page size that is not told is that of the first page', async () => {
	const { ids, pages } = await read({ records: numbered(45), hidesSize: true }, { limit: 35 });
	expect([ids.length, pages]).toEqual([35, [1, 2, 3, 4]]);
});

test('starts at the page asked for', async () => {
	const { ids, pages } = await read({ records: numbered(35) }, { first: 3 });
	expect(pages).toEqual([3, 4]);
	expect(ids).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35]);
});

test('a service that caps per_page without a word loses nothing', async () => {
	const { ids, pages } = await read({ records: numbered(100), cap: 4 });
	expect(ids).toEqual(upTo(100));
	expect(pages).toHaveLength(25);
});

test('the limit counts with the page size that the service really gives', async () => {
	const { ids, pages } = await read({ records: numbered(100), cap: 4 }, { limit: 9 });
	expect(ids).toEqual(upTo(9));
	expect(pages).toEqual([1, 2, 3]);
});

test('rows that are added while pages are read come out once, and push none out', async () => {
	const { ids } = await read({
		records: numbered(50),
		before: (page, records) => {
			if (page === 3) records.unshift({ id: 1000 + records.length });
		},
	});
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of upTo(50)) expect(ids).toContain(id);
});

test('rows that go from the end while pages are read end it without a failure, and those that stayed come out once', async () => {
	const { answer, ids } = await read({
		records: numbered(50),
		before: (page, records) => {
			if (page === 2) records.splice(40);
		},
	});
	expect(answer).toHaveProperty('outputs');
	expect(ids).toEqual(upTo(40));
});

test('a page that is pushed on whole is no repetition', async () => {
	const { ids } = await read(
		{
			records: numbered(30),
			before: (page, records) => {
				if (page === 2) records.unshift(...upTo(10).map((id) => ({ id: 100 + id })));
			},
		},
		{ concurrency: 1 },
	);
	for (const id of upTo(30)) expect(ids).toContain(id);
});

test('records without an id come as they come', async () => {
	const { answer } = await read({ records: [{ text: 'a' }, { text: 'a' }, { text: 'b' }] });
	expect(answer).toEqual({ outputs: [{ text: 'a' }, { text: 'a' }, { text: 'b' }] });
});

test.each([
	['with ids', numbered(100)],
	['without ids', upTo(100).map((text) => ({ text: String(text) }))],
])(
	'a service that repeats a page ends in a failure after a few requests, records %s',
	async (_name, records) => {
		const { answer, pages } = await read({ records, repeats: true });
		expect(answer).toMatchObject({
			failures: [{ id: 'repeatedPage', fate: 'refused', what: expect.stringContaining('page 2') }],
		});
		expect(pages.length).toBeLessThanOrEqual(11);
	},
);

test('the failure of a page is the failure of the query', async () => {
	const failure = {
		id: 'serverError',
		what: 'It failed.',
		next: 'Try later.',
		fate: 'refused' as const,
	};
	const answer = await readPages(
		{ first: 1, perPage: 1 },
		10,
		async ({ page }) =>
			page === 3 ? { failure } : { data: { data: [{ id: page }], meta: { last_page: 5 } } },
		same,
	);
	expect(answer).toEqual({ failures: [failure] });
});

test.each([
	['a single record', { data: { id: 7 } }, [7]],
	['null', { data: null }, []],
	['nothing', {}, []],
	['a bare array', [{ id: 7 }], [7]],
	['meta in text', { data: [{ id: 7 }], meta: { last_page: '1', per_page: '10' } }, [7]],
])('data that is %s', async (_name, data, expected) => {
	const answer = await readPages(
		{ first: 1, perPage: 10 },
		10,
		async ({ page }) => ({ data: page === 1 ? data : [] }),
		same,
	);
	expect('outputs' in answer && answer.outputs.map(({ id }) => id)).toEqual(expected);
});

test.each(['noise', 7, { data: 'noise' }, { data: [1, 2] }])(
	'data that is no record (%j) is a failure',
	async (data) => {
		const answer = await readPages({ first: 1, perPage: 10 }, 10, async () => ({ data }), same);
		expect(answer).toMatchObject({ failures: [{ id: 'unreadable' }] });
	},
);

test('120,000 records come out', async () => {
	const ask = async ({ page }: { page: number }) => ({
		data: {
			data: Array.from({ length: 1000 }, (_, index) => ({ id: page * 1000 + index })),
			meta: { total: 120_000, per_page: 1000, last_page: 120 },
		},
	});
	const all = await readPages({ first: 1, perPage: 1000 }, 10, ask, same);
	expect('outputs' in all && new Set(all.outputs.map(({ id }) => id)).size).toBe(120_000);
});

test("empty ids and 0 are none: such records all come out; 7 and '7' are one", async () => {
	const rows = [
		{ id: '', n: 1 },
		{ id: ' ', n: 2 },
		{ id: 0, n: 3 },
		{ id: '', n: 4 },
		{ id: '0', n: 5 },
		{ id: 7, n: 6 },
		{ id: '7', n: 7 },
	];
	const result = await readPages(
		{ first: 1, perPage: 10 },
		2,
		async () => ({ data: { data: rows, meta: { total: 7, last_page: 1 } } }),
		(record) => [record],
	);
	expect('outputs' in result && result.outputs.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
});
