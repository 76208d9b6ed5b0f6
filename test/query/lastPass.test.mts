/**
 * A list that doesn't come to rest: how often its pages are read, and when it is told that some
 * records may be missing.
 */
import { numbered, read, same, upTo } from './pagedService.mts';
import { readPages } from '../../nodes/MessagingService/query/pages.ts';

type Rows = Array<{ id?: number; text?: string }>;

const sorted = (ids: unknown[]) => [...(ids as number[])].sort((one, other) => one - other);

describe('rows that keep on leaving', () => {
	/** One row of the first page goes each time the second page is read. */
	const restless = (records: Rows) => ({
		records,
		before: (page: number, rows: Rows) => void (page === 2 && rows.shift()),
	});

	test('are given up after three passes, and that is told', async () => {
		const { answer, pages } = await read(restless(numbered(33)), { concurrency: 1 });
		expect(pages).toEqual([...upTo(4), ...upTo(4), ...upTo(3)]);
		expect(answer).toMatchObject({ incomplete: true });
	});

	test('twice, and what the third pass finds is all', async () => {
		let left = 2;
		const { answer, ids, pages } = await read(
			{
				records: numbered(37),
				before: (page, rows) => void (page === 2 && left-- > 0 && rows.shift()),
			},
			{ concurrency: 1 },
		);
		expect([sorted(ids), pages]).toEqual([upTo(37), [...upTo(4), ...upTo(4), ...upTo(4)]]);
		expect(answer).not.toHaveProperty('incomplete');
	});

	test.each([
		['no record has an id', upTo(33).map((id) => ({ text: `row ${id}` }))],
		['one record has none', [...numbered(32), { text: 'row 33' }]],
		[
			"one record's id is no text and no number",
			[...numbered(32), { id: { toString: 'seven' } as never }],
		],
	])('are told at once where %s: read again, it would come twice', async (_name, records) => {
		const { answer, pages } = await read(restless(records), { concurrency: 1 });
		expect(pages).toEqual(upTo(4));
		expect(answer).toMatchObject({ incomplete: true });
		expect('outputs' in answer && answer.outputs).toHaveLength(32);
	});

	test('say nothing where the limit is reached all the same', async () => {
		const { answer } = await read(restless(upTo(33).map((id) => ({ text: `row ${id}` }))), {
			concurrency: 1,
			limit: 32,
		});
		expect(answer).not.toHaveProperty('incomplete');
	});

	test('a failure in the second pass is the failure of the query', async () => {
		const failure = {
			id: 'serverError',
			what: 'It failed.',
			next: 'Try later.',
			fate: 'refused' as const,
		};
		let asked = 0;
		const answer = await readPages(
			{ first: 1, perPage: 1 },
			1,
			async ({ page }) =>
				++asked > 3
					? { failure }
					: { data: { data: [{ id: page }], meta: { last_page: 2, total: 5 - asked } } },
			same,
		);
		expect([answer, asked]).toEqual([{ failures: [failure] }, 4]);
	});

	test('a page that comes twice in the second pass is a repetition, one that was in the first is not', async () => {
		let asked = 0;
		const ask = async ({ page }: { page: number }) => {
			const shown = ++asked > 4 ? Math.min(page, 2) : page;
			return {
				data: { data: [{ id: shown }], meta: { last_page: 4, total: asked === 1 ? 4 : 3 } },
			};
		};
		expect(await readPages({ first: 1, perPage: 1 }, 1, ask, same)).toMatchObject({
			failures: [{ id: 'repeatedPage', what: expect.stringContaining('page 3') }],
		});
		expect(asked).toBe(7);
	});
});

test('the third pass reads one page after the other: so rows that come can push none past a page', async () => {
	let pass = 0;
	let next = 1000;
	const peaks: number[] = [];
	let underWay = 0;
	const rows = upTo(60);
	const ask = async ({ page }: { page: number }) => {
		if (page === 1) pass++;
		peaks[pass] = Math.max(peaks[pass] ?? 0, ++underWay);
		// Each even page is read behind the odd one after it, as far as both are under way.
		for (let turn = 0; turn < (page % 2 ? 1 : 9); turn++)
			await new Promise((resolve) => setImmediate(resolve));
		underWay--;
		rows.unshift(next++);
		return {
			data: {
				data: rows.slice(page * 10 - 10, page * 10).map((id) => ({ id })),
				meta: { last_page: Math.ceil(rows.length / 10), total: rows.length, per_page: 10 },
			},
		};
	};
	const answer = await readPages({ first: 1, perPage: 10 }, 4, ask, same);
	expect(peaks.slice(1)).toEqual([4, 4, 1]);
	expect(answer).not.toHaveProperty('incomplete');
	const ids = 'outputs' in answer ? answer.outputs.map(({ id }) => id) : [];
	expect(ids).toEqual(expect.arrayContaining(upTo(60)));
	expect(new Set(ids).size).toBe(ids.length);
});

test('a second pass without an end is bounded like the first', async () => {
	let asked = 0;
	const ask = async ({ page }: { page: number }) => ({
		data: {
			data: ++asked === 3 ? [] : [{ id: page }],
			meta: asked < 3 ? { total: 13 - asked } : {},
		},
	});
	expect(await readPages({ first: 1, perPage: 1 }, 1, ask, same)).toMatchObject({
		failures: [{ id: 'endlessPages' }],
	});
	expect(asked).toBe(3 + 10_001);
});
