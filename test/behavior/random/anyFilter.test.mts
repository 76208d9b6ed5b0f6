/** Any list, filter and limit: what comes out is the list filtered by hand, of no page more than can be told. */
import fc from 'fast-check';
import { runsOf } from '../../harness/random.mts';
import { envelope, listing, query, upTo, type List } from '../pagedList.mts';
import { releasing } from './releasing.mts';

/** Rows of which some are of the campaign, with IDs, without, or some of them without. */
const rows = fc
	.record({
		fitting: fc.array(fc.boolean(), { maxLength: 30, size: 'max' }),
		nameless: fc.constantFrom('none', 'all', 'some'),
	})
	.map(({ fitting, nameless }) =>
		fitting.map((fits, index) => ({
			...((nameless === 'none' || (nameless === 'some' && index % 3 !== 1)) && {
				id: index % 2 ? index + 1 : `m${index}`,
			}),
			text: `row ${index}`,
			campaign: fits ? 'rare' : 'common',
		})),
	);

const reading = fc.record({
	rows,
	first: fc.integer({ min: 1, max: 3 }),
	perPage: fc.integer({ min: 2, max: 7 }),
	limit: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined, freq: 3 }),
	concurrency: fc.integer({ min: 1, max: 5 }),
	/** A larger page size is served as this one. */
	cap: fc.option(fc.integer({ min: 2, max: 5 }), { nil: undefined }),
	hasMeta: fc.boolean(),
	/** A page of one record is that record, as in the specification's sample. */
	single: fc.boolean(),
	emptyAs: fc.constantFrom([], null, undefined),
});

test('as filtering the whole list by hand', async () => {
	const list: List = { rows: [] };
	const { asked } = await listing(list);
	const property = fc.asyncProperty(fc.scheduler(), reading, async (scheduler, given) => {
		const { first, perPage, limit, concurrency, cap = Infinity, hasMeta, single, emptyAs } = given;
		const size = Math.min(perPage, cap);
		const last = Math.max(1, Math.ceil(given.rows.length / size));
		list.before = async (page) => await scheduler.schedule(Promise.resolve(), `page ${page}`);
		list.answers = (page) => {
			const shown = given.rows.slice((page - 1) * size, page * size);
			const data = shown.length === 0 ? emptyAs : single && shown.length === 1 ? shown[0] : shown;
			const meta = { last_page: last, per_page: size, total: given.rows.length };
			return { body: envelope({ data, ...(hasMeta && { meta }) }) };
		};
		asked.length = 0;
		const came = await releasing(
			scheduler,
			query({ first, perPage, limit, concurrency, campaign: 'rare' }),
		);

		const there = given.rows
			.slice((first - 1) * size)
			.map((row, index) => ({ ...row, page: first + Math.floor(index / size) }));
		const fitting = there.filter(({ campaign }) => campaign === 'rare');
		const expected = fitting.slice(0, limit);
		expect([came.rows.map(({ text }) => text), came.told, came.hints]).toEqual([
			expected.map(({ text }) => text),
			'',
			expected.length > 0 ? [] : [expect.stringContaining("Nothing was found for Campaign 'rare'")],
		]);

		const reached =
			limit !== undefined && fitting.length >= limit ? expected.at(-1)!.page : undefined;
		const lastAsked = (): number => {
			if (there.length === 0 || reached === first) return first;
			if (!hasMeta) return reached ?? last + 1;
			if (reached !== undefined) return Math.min(last, reached + concurrency - 1);
			// A first page that is short and not page 1 may be of a service that gives fewer rows than it claims.
			return first > 1 && there.length < size ? last + 1 : last;
		};
		expect([...asked].sort((one, other) => one - other)).toEqual(upTo(lastAsked(), first));
	});
	await fc.assert(property, runsOf(30));
}, 600_000);
