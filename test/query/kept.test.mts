/** Queries whose service can't filter: which records are kept, and how many pages it takes to find them. */
import { readPages } from '../../nodes/MessagingService/query/pages.ts';
import { numbered, read, same, upTo } from './pagedService.mts';

/** Pauses end when the test says so. */
const held: Array<() => void> = [];
jest.mock('../../nodes/MessagingService/http/pause.ts', () => ({
	pause: () => new Promise<void>((resolve) => held.push(resolve)),
}));
// A first page that takes no time: the others begin at once.
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const only =
	(...ids: number[]) =>
	({ id }: { id?: unknown }) =>
		ids.includes(id as number);
const failure = {
	id: 'serverError',
	what: 'It failed.',
	next: 'Try later.',
	fate: 'refused' as const,
};
const turns = async (count: number) => {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('of 1,000 records three are kept, on pages 2, 5 and 10', () => {
	const keeps = only(150, 420, 991);

	test.each([
		[2, 1, [150, 420], 5],
		[1, 1, [150], 2],
		[3, 1, [150, 420, 991], 10],
		[4, 1, [150, 420, 991], 10],
		[undefined, 1, [150, 420, 991], 10],
		// Three more are under way when page 5 is read.
		[2, 4, [150, 420], 8],
		[1, 4, [150], 5],
		[3, 4, [150, 420, 991], 10],
		[undefined, 4, [150, 420, 991], 10],
	])('limit %p, %i at once', async (limit, concurrency, expected, pageCount) => {
		const { answer, ids, pages, peak } = await read(
			{ records: numbered(1000) },
			{ perPage: 100, limit, concurrency, keeps },
		);
		expect([ids, pages, peak]).toEqual([expected, upTo(pageCount), concurrency]);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test('none is a result, too, and takes all pages', async () => {
		const { ids, pages } = await read(
			{ records: numbered(1000) },
			{ perPage: 100, limit: 1, keeps: only() },
		);
		expect([ids, pages]).toEqual([[], upTo(10)]);
	});

	test('a service that does not say how many pages there are is read one by one, up to the limit or an empty page', async () => {
		const reading = { perPage: 100, concurrency: 4, keeps };
		const found = await read({ records: numbered(1000), meta: false }, { ...reading, limit: 2 });
		expect([found.ids, found.pages, found.peak]).toEqual([[150, 420], upTo(5), 1]);
		expect((await read({ records: numbered(1000), meta: false }, reading)).pages).toEqual(upTo(11));
	});
});

test('what the first page has is enough: no other is asked for', async () => {
	const { ids, pages } = await read(
		{ records: numbered(1000) },
		{ limit: 2, keeps: only(3, 7, 8, 11) },
	);
	expect([ids, pages]).toEqual([[3, 7], [1]]);
});

test('only kept records are put into shape', async () => {
	const shaped: unknown[] = [];
	await readPages(
		{ first: 1, perPage: 3 },
		1,
		async () => ({ data: [{ id: 1 }, { id: 2 }, { id: 3 }] }),
		(record) => (shaped.push(record.id), []),
		{ keeps: only(2) },
	);
	expect(shaped).toEqual([2]);
});

describe('pages beyond the limit that are under way', () => {
	const pageOf = (page: number) => ({ data: { data: [{ id: page }], meta: { last_page: 9 } } });

	test.each([
		['fail', { failure }],
		['can not be read', { data: 'noise' }],
		['repeat another', pageOf(1)],
		['are empty', { data: { data: [], meta: { last_page: 9 } } }],
	])('are of no account where they %s', async (_name, bad) => {
		const pages: number[] = [];
		const answer = await readPages(
			{ first: 1, perPage: 1 },
			4,
			async ({ page }) => (pages.push(page), page > 2 ? bad : pageOf(page)),
			same,
			{ keeps: only(2, 5) },
		);
		// Without a limit they count.
		expect(answer).toHaveProperty('failures');
		pages.length = 0;
		expect(
			await readPages(
				{ first: 1, perPage: 1, limit: 1 },
				4,
				async ({ page }) => (pages.push(page), page > 2 ? bad : pageOf(page)),
				same,
				{ keeps: only(2, 5) },
			),
		).toEqual({ outputs: [{ id: 2 }] });
		expect(pages).toEqual(upTo(5));
	});

	test('are waited for: nothing of a query is under way when it ends', async () => {
		let underWay = 0;
		const answer = await readPages(
			{ first: 1, perPage: 1, limit: 1 },
			4,
			async ({ page }) => {
				underWay++;
				await turns(page * 3);
				underWay--;
				return pageOf(page);
			},
			same,
			{ keeps: only(2) },
		);
		expect([answer, underWay]).toEqual([{ outputs: [{ id: 2 }] }, 0]);
	});

	test('are not asked for where their start was put off', async () => {
		let now = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const pages: number[] = [];
		const reading = readPages(
			{ first: 1, perPage: 1, limit: 1 },
			4,
			async ({ page }) => {
				pages.push(page);
				if (page === 1) now += 40;
				return { data: { data: [{ id: page }], meta: { last_page: 50 } } };
			},
			same,
			{ keeps: only(2) },
		);
		await turns(3);
		expect([pages, held.length]).toEqual([[1, 2], 3]);
		for (const goOn of held.splice(0)) goOn();
		expect(await reading).toEqual({ outputs: [{ id: 2 }] });
		expect(pages).toEqual([1, 2]);
	});
});

test('a limit that the ten thousandth uncounted page reaches is no failure', async () => {
	const answer = await readPages(
		{ first: 1, perPage: 1, limit: 1 },
		1,
		async ({ page }) => ({ data: [{ id: page }] }),
		same,
		{ keeps: only(10_001) },
	);
	expect(answer).toEqual({ outputs: [{ id: 10_001 }] });
});

describe('records that are not kept are noted all the same', () => {
	test('a page that is repeated is a failure, although nothing of it is kept', async () => {
		const { answer, pages } = await read(
			{ records: numbered(100), repeats: true },
			{ keeps: only(), concurrency: 1 },
		);
		expect(answer).toMatchObject({ failures: [{ id: 'repeatedPage' }] });
		expect(pages).toEqual([1, 2]);
	});

	test('where others leave, the pages are read once more, and a kept one that was passed over comes last', async () => {
		let left = 3;
		const before = (page: number, records: object[]) => {
			if (page === 3) while (left > 0 && left--) records.shift();
		};
		const { answer, ids, pages } = await read(
			{ records: numbered(49), before },
			{ perPage: 7, concurrency: 1, keeps: only(4, 16, 33, 44) },
		);
		expect([ids, pages]).toEqual([
			[4, 33, 44, 16],
			[...upTo(7), ...upTo(7)],
		]);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test('where others keep on leaving, it is told that some may be missing', async () => {
		const { answer, pages } = await read(
			{ records: numbered(40), before: (page, rows) => void (page === 2 && rows.shift()) },
			{ concurrency: 1, keeps: only(39) },
		);
		expect([answer, pages.length]).toEqual([{ outputs: [{ id: 39 }], incomplete: true }, 12]);
	});

	test('where one without an id keeps the pages from being read again, that is told', async () => {
		const records = [...numbered(30), { text: 'none' }];
		const { answer, pages } = await read(
			{ records, before: (page, rows) => void (page === 2 && rows.shift()) },
			{ concurrency: 1, keeps: only(29) },
		);
		expect([answer, pages]).toEqual([{ outputs: [{ id: 29 }], incomplete: true }, upTo(3)]);
	});
});

test('a record that came to be kept between two passes comes out; one that was kept comes out once', async () => {
	let pass = 0;
	const ask = async ({ page }: { page: number }) => {
		if (page === 1) pass++;
		const total = pass === 1 && page === 1 ? 5 : 4;
		return {
			data: {
				data: upTo(2).map((place) => ({
					id: page * 10 + place,
					fits: page === 1 && place === 2 ? pass === 2 : place === 1,
				})),
				meta: { last_page: 2, per_page: 2, total },
			},
		};
	};
	const answer = await readPages({ first: 1, perPage: 2 }, 1, ask, ({ id }) => [{ id }], {
		keeps: ({ fits }) => fits === true,
	});
	expect([answer, pass]).toEqual([{ outputs: [{ id: 11 }, { id: 21 }, { id: 12 }] }, 2]);
});
