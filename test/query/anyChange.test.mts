/**
 * Whatever comes and leaves while pages are under way: each row that was there all the time comes
 * out once, or it is told that some may not.
 */
import fc from 'fast-check';
import { readPages } from '../../nodes/MessagingService/query/pages.ts';
import { same, upTo } from './pagedService.mts';
import { runsOf } from '../randomRuns.mts';

// A first page that takes no time: otherwise the others might begin apart, and one seed would not be one order.
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

/**
 * What changes in one moment. Rows come at the top of the list: the newest first. A number from 0
 * to 1 says which row leaves, of those that there are.
 */
interface Change {
	come: number;
	leave: number[];
}

interface Reading {
	count: number;
	perPage: number;
	first: number;
	concurrency: number;
	changes: Change[];
}

const reading = (
	most: number,
	come: fc.Arbitrary<number>,
	leave: fc.Arbitrary<number[]>,
): fc.Arbitrary<Reading> =>
	fc.record({
		count: fc.integer({ min: 0, max: 40 }),
		perPage: fc.integer({ min: 3, max: 7 }),
		first: fc.integer({ min: 1, max: 3 }),
		concurrency: fc.integer({ min: 1, max: 4 }),
		changes: fc.array(fc.record({ come, leave }), { maxLength: most }),
	});
const none = { come: fc.constant(0), leave: fc.constant<number[]>([]) };
const few = {
	come: fc.integer({ min: 0, max: 2 }),
	leave: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 2 }),
};

/**
 * Reads a list whose rows change meanwhile. The scheduler decides in which order requests reach the
 * service, answers reach the node, and rows come and leave.
 */
async function readWhile(
	scheduler: fc.Scheduler,
	{ count, perPage, first, concurrency, changes }: Reading,
) {
	let rows = upTo(count);
	let next = 1000;
	const pages: number[] = [];
	const before = (first - 1) * perPage;
	/** Rows that stood on the pages that are read at every moment so far. */
	let always = new Set(rows.slice(before));
	const ask = async ({ page }: { page: number }) => {
		pages.push(page);
		await scheduler.schedule(Promise.resolve(), `page ${page} reaches the service`);
		const shown = rows.slice((page - 1) * perPage, page * perPage).map((id) => ({ id }));
		const meta = {
			total: rows.length,
			per_page: perPage,
			last_page: Math.ceil(rows.length / perPage),
		};
		await scheduler.schedule(Promise.resolve(), `page ${page} is answered`);
		return { data: { data: shown, meta } };
	};
	void scheduler.scheduleSequence(
		changes.map((change) => async () => {
			for (const at of change.leave)
				rows = rows.filter((_, index) => index !== Math.floor(at * rows.length));
			for (let left = change.come; left > 0; left--) rows = [next++, ...rows];
			const there = new Set(rows.slice(before));
			always = new Set([...always].filter((id) => there.has(id)));
		}),
	);
	const answer = await scheduler.waitFor(readPages({ first, perPage }, concurrency, ask, same));
	if ('failures' in answer) throw new Error(answer.failures[0]!.what);
	const ids = answer.outputs.map(({ id }) => id as number);
	return {
		ids,
		pages,
		isTold: answer.incomplete === true,
		lacks: [...always].filter((id) => !ids.includes(id)),
	};
}

/**
 * Checks this of any reading; tells how often a second pass was made, and how often it was told
 * that rows may be missing.
 */
async function check(
	readings: fc.Arbitrary<Reading>,
	holds: (came: Awaited<ReturnType<typeof readWhile>>, given: Reading) => void,
) {
	const counts = { again: 0, told: 0 };
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), readings, async (scheduler, given) => {
			const came = await readWhile(scheduler, given);
			if (came.pages.filter((page) => page === given.first).length > 1) counts.again++;
			if (came.isTold) counts.told++;
			expect(new Set(came.ids).size).toBe(came.ids.length);
			holds(came, given);
		}),
		runsOf(1_500),
	);
	return counts;
}

const allOrTold = ({ lacks, isTold }: { lacks: number[]; isTold: boolean }) =>
	expect(isTold ? [] : lacks).toEqual([]);

test('rows leave', async () => {
	const { again, told } = await check(reading(10, none.come, few.leave), allOrTold);
	expect(again).toBeGreaterThan(100);
	expect(told).toBeLessThan(again);
});

test('rows come, and none is missing in the end, nor said to be', async () => {
	const { again } = await check(reading(40, few.come, none.leave), ({ lacks, isTold }) =>
		expect([lacks, isTold]).toEqual([[], false]),
	);
	expect(again).toBeGreaterThan(10);
});

test('rows come and leave, one page after the other', async () => {
	const oneByOne = reading(15, few.come, few.leave).map((given) => ({ ...given, concurrency: 1 }));
	expect((await check(oneByOne, allOrTold)).again).toBeGreaterThan(100);
});

test('rows come and leave, side by side, fewer than a page of them new', async () => {
	const lessThanAPage = reading(12, few.come, few.leave).map((given) => {
		let left = given.perPage - 1;
		const changes = given.changes.map(({ come, leave }) => ({
			leave,
			come: Math.min(come, left),
			left: (left -= Math.min(come, left)),
		}));
		return { ...given, changes };
	});
	expect((await check(lessThanAPage, allOrTold)).again).toBeGreaterThan(100);
});

test('as many rows come as leave, side by side: no total tells it', async () => {
	const even = few.leave.map((leave) => ({ come: leave.length, leave }));
	const nothing = { come: 0, leave: [] };
	const readings = fc.record({
		count: fc.integer({ min: 20, max: 40 }),
		perPage: fc.integer({ min: 3, max: 7 }),
		first: fc.integer({ min: 1, max: 2 }),
		concurrency: fc.integer({ min: 2, max: 5 }),
		// Far enough from the beginning that pages are under way.
		changes: fc
			.tuple(fc.nat(12), even)
			.map(([after, change]) => [...Array.from({ length: after }, () => nothing), change]),
	});
	expect((await check(readings, allOrTold)).again).toBeGreaterThan(4);
});

test('nothing changes: each page is asked for once', async () => {
	await check(reading(0, none.come, none.leave), ({ ids, pages }, { count, perPage, first }) => {
		const last = Math.max(first, Math.ceil(count / perPage));
		expect([ids, pages.sort((one, other) => one - other)]).toEqual([
			upTo(count).slice((first - 1) * perPage),
			upTo(last).slice(first - 1),
		]);
	});
});
