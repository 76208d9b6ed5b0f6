/**
 * Any list, any filter, any limit: what comes out is the whole list filtered by hand and cut, and
 * no page more is asked for than can be told.
 */
import fc from 'fast-check';
import { readPages } from '../../nodes/MessagingService/query/pages.ts';
import { runsOf } from '../randomRuns.mts';

// A first page that takes no time: otherwise the others might begin apart, and one seed would not be one order.
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

interface Row {
	id?: number | string;
	text: string;
	fits: boolean;
}

const list = fc
	.record({
		fitting: fc.array(fc.boolean(), { maxLength: 60, size: 'max' }),
		/** Which rows have no id. */
		nameless: fc.constantFrom('none', 'all', 'some'),
	})
	.map(({ fitting, nameless }) =>
		fitting.map((fits, index): Row => {
			const hasId = nameless === 'none' || (nameless === 'some' && index % 3 !== 1);
			return {
				...(hasId ? { id: index % 2 ? index + 1 : `m${index}` } : {}),
				text: `row ${index}`,
				fits,
			};
		}),
	);

const reading = fc.record({
	rows: list,
	first: fc.integer({ min: 1, max: 3 }),
	perPage: fc.integer({ min: 1, max: 7 }),
	limit: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined, freq: 3 }),
	concurrency: fc.integer({ min: 1, max: 5 }),
	/** A larger page size is served as this one. */
	cap: fc.option(fc.integer({ min: 1, max: 5 }), { nil: Infinity }),
	meta: fc.boolean(),
	/** A page of one record is that record, as in the specification's sample. */
	single: fc.boolean(),
	emptyAs: fc.constantFrom([], null, undefined),
});

test('as filtering the whole list by hand', async () => {
	const seen = { cut: 0, beyond: 0, none: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			reading,
			async (
				scheduler,
				{ rows, first, perPage, limit, concurrency, cap, meta, single, emptyAs },
			) => {
				const size = Math.min(perPage, cap);
				const lastPage = Math.max(1, Math.ceil(rows.length / size));
				const pages: number[] = [];
				const ask = async ({ page }: { page: number }) => {
					pages.push(page);
					await scheduler.schedule(Promise.resolve(), `page ${page}`);
					const shown = rows.slice((page - 1) * size, page * size);
					const data =
						shown.length === 0 ? emptyAs : single && shown.length === 1 ? shown[0] : shown;
					return {
						data: {
							data,
							...(meta
								? { meta: { last_page: lastPage, per_page: size, total: rows.length } }
								: {}),
						},
					};
				};
				const answer = await scheduler.waitFor(
					readPages({ first, perPage, limit }, concurrency, ask, (row) => [{ text: row.text }], {
						keeps: (row) => row.fits === true,
					}),
				);

				const there = rows
					.slice((first - 1) * size)
					.map((row, index) => ({ ...row, page: first + Math.floor(index / size) }));
				const fitting = there.filter(({ fits }) => fits);
				const expected = fitting.slice(0, limit);
				expect(answer).toEqual({ outputs: expected.map(({ text }) => ({ text })) });

				const reached =
					limit !== undefined && fitting.length >= limit ? expected.at(-1)!.page : undefined;
				const lastAsked = (): number => {
					if (there.length === 0 || reached === first) return first;
					if (!meta) return reached ?? lastPage + 1;
					return reached === undefined ? lastPage : Math.min(lastPage, reached + concurrency - 1);
				};
				expect(pages).toEqual(
					Array.from({ length: lastAsked() - first + 1 }, (_, index) => first + index),
				);
				if (fitting.length > expected.length) seen.cut++;
				if (reached !== undefined && lastAsked() > reached) seen.beyond++;
				if (fitting.length === 0) seen.none++;
			},
		),
		runsOf(1_500),
	);
	expect(Math.min(seen.cut, seen.beyond, seen.none)).toBeGreaterThan(100);
});
