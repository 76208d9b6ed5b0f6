/** Whatever comes and leaves while pages are under way: what was there all the time comes out once, or it is told. */
import fc from 'fast-check';
import { runsOf } from '../../harness/random.mts';
import { listing, numbered, query, upTo, type List } from '../pagedList.mts';
import { releasing } from './releasing.mts';

/** What changes in one moment: so many rows come at the top, and these leave, told from 0 to 1 of those there are. */
interface Change {
	come: number;
	leave: number[];
}

const few = fc.integer({ min: 0, max: 2 });
const some = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
	maxLength: 2,
});
const none = { come: fc.constant(0), leave: fc.constant<number[]>([]) };
const changes = (maxLength: number, come = few, leave = some): fc.Arbitrary<Change[]> =>
	fc.array(fc.record({ come, leave }), { maxLength });

const reading = (given: fc.Arbitrary<Change[]>, mostAtOnce = 4, least = 0) =>
	fc.record({
		count: fc.integer({ min: least, max: 35 }),
		perPage: fc.integer({ min: 4, max: 7 }),
		first: fc.integer({ min: 1, max: 3 }),
		concurrency: fc.integer({ min: 1, max: mostAtOnce }),
		changes: given,
	});

/** Changes that hide in the totals, once pages are under way. */
const idle = Array.from({ length: 6 }, () => ({ come: 0, leave: [] }));
const even = fc
	.array(some.map((leave) => ({ come: leave.length, leave })))
	.map((late) => [...idle, ...late]);

/** No more than three new rows: fewer than a page has. */
const lessThanAPage = changes(12).map((all) =>
	all.map(({ come, leave }, at) => ({ leave, come: at % 4 ? 0 : Math.min(1, come) })),
);

test.each<[string, ReturnType<typeof reading>, 'all' | 'all or told' | 'once']>([
	['rows leave', reading(changes(10, none.come)), 'all or told'],
	['rows come', reading(changes(40, few, none.leave)), 'all'],
	['rows come and leave, one page after the other', reading(changes(15), 1), 'all or told'],
	['rows come and leave, side by side', reading(lessThanAPage), 'all or told'],
	['as many rows come as leave', reading(even, 4, 20), 'all or told'],
	['nothing changes', reading(fc.constant([])), 'once'],
])(
	'%s',
	async (name, readings, oracle) => {
		/** Runs in which the pages were read more than once. */
		let again = 0;
		const list: List = { rows: [] };
		const { asked } = await listing(list);
		const property = fc.asyncProperty(fc.scheduler(), readings, async (scheduler, given) => {
			const { count, perPage, first, concurrency } = given;
			const skipped = (first - 1) * perPage;
			list.rows = numbered(count);
			/** Rows that stood on the pages that are read at every moment so far. */
			let always = list.rows.slice(skipped).map(({ id }) => id);
			let next = 1000;
			asked.length = 0;
			list.before = list.after = async () => await scheduler.schedule(Promise.resolve());
			const change = ({ come, leave }: Change) => {
				for (const at of leave)
					list.rows = list.rows.toSpliced(Math.floor(at * list.rows.length), 1);
				for (let left = come; left > 0; left--) list.rows = [{ id: next++ }, ...list.rows];
				const there = new Set(list.rows.slice(skipped).map(({ id }) => id));
				always = always.filter((id) => there.has(id));
			};
			void scheduler.scheduleSequence(given.changes.map((each) => async () => change(each)));
			const { rows, hints, told } = await releasing(
				scheduler,
				query({ first, perPage, concurrency }),
			);

			const ids = rows.map(({ id }) => id as number);
			const isTold = hints.some((hint) => hint.includes('some results may be missing'));
			expect(told).toBe('');
			expect(new Set(ids).size).toBe(ids.length);
			if (oracle === 'all') expect(isTold).toBe(false);
			if (!isTold) expect(always.filter((id) => !ids.includes(id as number))).toEqual([]);
			const pages = [...asked].sort((one, other) => one - other);
			if (pages.filter((page) => page === first).length > 1) again++;
			if (oracle === 'once')
				expect([ids, pages]).toEqual([
					upTo(count, skipped + 1),
					upTo(Math.max(first, Math.ceil(count / perPage)), first),
				]);
		});
		const runs = runsOf(8);
		await fc.assert(property, runs);
		// Otherwise nothing was there to be noticed; a few runs may have bad luck.
		if (name === 'rows leave' && runs.numRuns! >= 100) expect(again).toBeGreaterThan(0);
	},
	600_000,
);
