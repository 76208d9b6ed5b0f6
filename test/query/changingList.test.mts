/** Rows that leave a list while its pages are read move the later ones up, past the pages that are still to come. */
import { numbered, read, same, upTo } from './pagedService.mts';
import { readPages } from '../../nodes/MessagingService/query/pages.ts';

type Rows = Array<{ id?: number; text?: string }>;

/** Takes these rows out, once, when this page is read for the first time. */
function leaving(atPage: number, ...ids: number[]) {
	let done = false;
	return (page: number, records: Rows) => {
		if (done || page !== atPage) return;
		done = true;
		for (const id of ids)
			records.splice(
				records.findIndex((record) => record.id === id),
				1,
			);
	};
}

const sorted = (ids: unknown[]) => [...(ids as number[])].sort((one, other) => one - other);

describe('rows that leave while page 3 of 9 is read', () => {
	// 63 rows in pages of 7. Four of the first page go, so 15 to 18 move up to page 2.
	const falling = () => ({ records: numbered(63), before: leaving(3, 2, 3, 5, 7) });

	test('the pages are read once more, and what was passed over comes last', async () => {
		const { answer, ids, pages } = await read(falling(), { perPage: 7, concurrency: 1 });
		expect(ids).toEqual([...upTo(14), ...upTo(63).slice(18), 15, 16, 17, 18]);
		expect(pages).toEqual([...upTo(9), ...upTo(9)]);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test('side by side as well', async () => {
		const { answer, ids, pages, peak } = await read(falling(), { perPage: 7, concurrency: 4 });
		expect(sorted(ids)).toEqual(upTo(63));
		expect([pages.length, peak]).toEqual([18, 4]);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test.each([
		[59, upTo(9), 1],
		[58, upTo(9), 1],
		[60, [...upTo(9), ...upTo(2)], 1],
		[62, [...upTo(9), ...upTo(2)], 1],
		[63, [...upTo(9), ...upTo(2)], 1],
		[64, [...upTo(9), ...upTo(9)], 1],
		[59, upTo(9), 4],
	])(
		'a limit of %i reads no more than it takes to reach it',
		async (limit, expected, concurrency) => {
			const { answer, ids, pages } = await read(falling(), { perPage: 7, concurrency, limit });
			expect([ids.length, new Set(ids).size, pages]).toEqual([
				Math.min(limit, 63),
				Math.min(limit, 63),
				expected,
			]);
			expect(answer).not.toHaveProperty('incomplete');
		},
	);

	test('from page 2 on, the first page is read in neither pass', async () => {
		const { ids, pages } = await read(
			{ records: numbered(63), before: leaving(4, 9, 10) },
			{ perPage: 7, first: 2, concurrency: 1 },
		);
		expect(ids).toEqual([...upTo(63).slice(7, 21), ...upTo(63).slice(23), 22, 23]);
		expect(pages).toEqual([...upTo(9).slice(1), ...upTo(9).slice(1)]);
	});

	test.each([
		[
			'pages, as far as they get fewer',
			{ hidesTotal: true },
			leaving(3, 1, 2, 3, 4, 5, 6, 7),
			[...upTo(8), ...upTo(8)],
		],
		[
			'rows, but not of how many a page has',
			{ hidesSize: true, hidesLastPage: true },
			leaving(3, 2, 3),
			[...upTo(9), ...upTo(9)],
		],
	])('found by the number of %s', async (_name, hides, before, expected) => {
		const { answer, ids, pages } = await read(
			{ records: numbered(63), before, ...hides },
			{ perPage: 7, concurrency: 1 },
		);
		expect(sorted(ids)).toEqual(upTo(63));
		expect(pages).toEqual(expected);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test('not found where nothing is told: then the list looks like a shorter one', async () => {
		const { answer, pages } = await read(
			{ ...falling(), meta: false },
			{ perPage: 7, concurrency: 1 },
		);
		expect(pages).toEqual(upTo(10));
		expect(answer).not.toHaveProperty('incomplete');
	});
});

test('a list that is empty by the second page is looked at once more, and ends', async () => {
	const { answer, ids, pages } = await read(
		{ records: numbered(31), before: (page, records) => void (page === 2 && records.splice(0)) },
		{ concurrency: 1 },
	);
	expect([ids, pages]).toEqual([upTo(10), [1, 2, 1]]);
	expect(answer).not.toHaveProperty('incomplete');
});

test('pages that were under way when the list got short are kept', async () => {
	const slow = new Set([2]);
	let records = upTo(40).map((id) => ({ text: `row ${id}` }));
	const ask = async ({ page }: { page: number }) => {
		// The service comes to page 2 last, when the first twenty rows are gone.
		for (let turn = 0; turn < (slow.has(page) ? 9 : 1); turn++)
			await new Promise((resolve) => setImmediate(resolve));
		if (slow.has(page)) records = records.slice(35);
		return {
			data: {
				data: records.slice(page * 10 - 10, page * 10),
				meta: { last_page: Math.ceil(records.length / 10), total: records.length, per_page: 10 },
			},
		};
	};
	const answer = await readPages({ first: 1, perPage: 10 }, 3, ask, same);
	expect('outputs' in answer && answer.outputs.map(({ text }) => text)).toEqual(
		[...upTo(10), ...upTo(40).slice(20)].map((id) => `row ${id}`),
	);
	expect(answer).toMatchObject({ incomplete: true });
});

describe('rows that come', () => {
	test.each([1, 4])(
		'before the pages that are still to be read cost no second pass, %i at once',
		async (concurrency) => {
			let added = 0;
			const { answer, ids, pages } = await read(
				{
					records: numbered(50),
					before: (page, records) => void (page > 1 && records.unshift({ id: 1000 + added++ })),
				},
				{ concurrency },
			);
			expect(sorted(ids)).toEqual(upTo(50));
			expect(pages).toEqual(upTo(6));
			expect(answer).not.toHaveProperty('incomplete');
		},
	);

	/** A service that comes to page 2 after page 3, and has changed its rows in between. */
	async function overtaken(change: (rows: number[]) => number[], passes = 1) {
		let rows = upTo(40);
		const pages: number[] = [];
		const ask = async ({ page }: { page: number }) => {
			pages.push(page);
			const late = page === 2 && pages.filter((asked) => asked === 2).length <= passes;
			for (let turn = 0; turn < (late ? 9 : 1); turn++)
				await new Promise((resolve) => setImmediate(resolve));
			if (late) rows = change(rows);
			return {
				data: {
					data: rows.slice(page * 10 - 10, page * 10).map((id) => ({ id })),
					meta: { last_page: Math.ceil(rows.length / 10), total: rows.length, per_page: 10 },
				},
			};
		};
		const answer = await readPages({ first: 1, perPage: 10 }, 2, ask, same);
		return {
			answer,
			ids: 'outputs' in answer ? answer.outputs.map(({ id }) => id as number) : [],
			pages,
		};
	}

	test('push one past the next page where that was read before', async () => {
		const { answer, ids, pages } = await overtaken((rows) => [100, ...rows]);
		expect(sorted(ids)).toEqual([...upTo(40), 100]);
		expect(pages).toHaveLength(10);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test('and as many that leave: the total is the same, but rows came twice', async () => {
		// Rows 24 and 33 leave after their pages were read.
		const { answer, ids, pages } = await overtaken((rows) => [
			100,
			101,
			...rows.filter((id) => id !== 24 && id !== 33),
		]);
		expect(sorted(ids)).toEqual([...upTo(40), 100, 101]);
		expect(pages).toHaveLength(8);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test('and as many that leave, in the second pass too: a third one follows', async () => {
		let next = 100;
		const { answer, pages } = await overtaken(
			(rows) => [next++, next++, ...rows.slice(0, 20), ...rows.slice(22)],
			2,
		);
		expect(pages).toHaveLength(12);
		expect(answer).not.toHaveProperty('incomplete');
	});
});

test('a list that always has a row on two pages is read twice, and nothing is told of it', async () => {
	const { answer, ids, pages } = await read(
		{ records: [...numbered(10), ...numbered(25).slice(8)] },
		{ concurrency: 1 },
	);
	expect([ids, pages]).toEqual([upTo(25), [1, 2, 3, 1, 2, 3]]);
	expect(answer).not.toHaveProperty('incomplete');
});
