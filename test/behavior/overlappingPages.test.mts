/**
 * Pages that overlap, as in a list whose order isn't unique (laravel/framework#24568): a record of one page is repeated
 * on the next, another one is on none, and all counts agree.
 */
import fc from 'fast-check';
import {
	answering,
	numberOf,
	received,
	run,
	send,
	service,
	texted,
	type Setup,
} from '../harness/index.mts';
import { runsOf } from '../harness/random.mts';
import { envelope } from './pagedList.mts';
import { record, watch } from './watching.mts';

const count = 25;
const records = Array.from({ length: count }, (_, place) =>
	record(count - place, [[numberOf(place), 'Sent']]),
);

/**
 * Starts a service whose second page begins with the last record of the first, in place of its own first record. Pages
 * have ten records at most.
 * @param sizes the page sizes at which the pages overlap; all by default
 */
async function overlapping(sizes?: number[]) {
	return await paged((page, size) => {
		const overlaps = page === 2 && (sizes?.includes(size) ?? true);
		return overlaps
			? [...records.slice(0, size), records[size - 1]!, ...records.slice(size + 1)]
			: records;
	});
}

const ids = (rows: Array<{ id?: unknown }>) => new Set(rows.map(({ id }) => id)).size;
const all = { operation: 'queryMessages', output: 'raw', returnAll: true };
const skip = async (setup: Setup = {}) =>
	await send(
		{ recipients: '={{ $json.to }}', campaign: 'reminders', options: { skipAlreadySent: true } },
		{ rows: records.map((_, place) => ({ to: numberOf(place) })), ...setup },
	);

describe('at one page size', () => {
	test('a query reads once more by another one, and gives each record once', async () => {
		const { requests } = await overlapping([10]);
		const { rows, hints } = await run(all);
		expect([rows.length, ids(rows), hints]).toEqual([count, count, []]);
		const sizes = requests.map(({ path }) =>
			new URL(path, 'http://service').searchParams.get('per_page'),
		);
		expect(new Set(sizes)).toEqual(new Set(['100', '6']));
	});

	test('Skip Already Sent knows all of them', async () => {
		const { requests } = await overlapping([10]);
		const { rows } = await skip();
		expect(new Set(rows.map(({ sendOutcome }) => sendOutcome))).toEqual(new Set(['alreadySent']));
		expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});
});

describe('at each page size', () => {
	test('a query says that records may be missing', async () => {
		await overlapping();
		const { rows, hints } = await run(all);
		expect(ids(rows)).toBe(rows.length);
		if (rows.length < count)
			expect(hints.join()).toMatch(/gave some records twice, in place of others/);
	});

	test('at the size that the user set, too, which stays', async () => {
		const { requests } = await overlapping();
		const { rows, hints } = await run({ ...all, options: { perPage: 10 } });
		expect([rows.length, hints.join()]).toEqual([
			count - 1,
			expect.stringContaining('in place of others'),
		]);
		for (const { path } of requests) expect(path).toContain('per_page=10');
	});

	test('Skip Already Sent sends nothing, in words', async () => {
		const { requests } = await hiding();
		expect((await skip()).told).toMatch(
			/^Nothing was sent\. .*gave some records twice, in place of others/s,
		);
		expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test('the first poll says so', async () => {
		await hiding();
		await expect(watch()).rejects.toThrow(/in place of others/);
	});
});

/** Starts a service that lists one record twice in place of another, at each page size. */
async function hiding() {
	const shown = [...records.slice(0, 11), records[10]!, ...records.slice(12)];
	return await paged(() => shown);
}

/** Starts a service that pages this list, with ten records a page at most. */
async function paged(listFor: (page: number, size: number) => typeof records) {
	return await answering(({ path, method }) => {
		if (method === 'POST') return { body: envelope({ success: true, messageId: 'm' }) };
		const query = new URL(path, 'http://service').searchParams;
		const size = Math.min(10, Number(query.get('per_page') ?? 10));
		const page = Number(query.get('page'));
		const list = listFor(page, size);
		const total = list.length;
		const data = list.slice((page - 1) * size, page * size);
		const meta = { current_page: page, per_page: size, last_page: Math.ceil(total / size), total };
		return { body: envelope({ data, meta }) };
	});
}

interface Story {
	/** Sort keys for each request, one for each record. They decide the order of records of the same second. */
	orders: number[][];
	/** Number of records of each second. */
	ties: number;
	isOldestFirst: boolean;
	/** The request before which another client's message arrives, and whether it has the newest message's second. */
	arrivals: Array<{ before: number; isOfThatSecond: boolean }>;
	counts: 'all' | 'pages' | 'none';
}

const story = fc.record<Story>({
	orders: fc.array(fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }), {
		minLength: 1,
		maxLength: 6,
	}),
	ties: fc.integer({ min: 1, max: 12 }),
	isOldestFirst: fc.boolean(),
	arrivals: fc.array(
		fc.record({ before: fc.integer({ min: 2, max: 9 }), isOfThatSecond: fc.boolean() }),
		{ maxLength: 4 },
	),
	counts: fc.constantFrom('all', 'pages', 'none'),
});

/** Starts a service whose list is sorted by the second alone, with ten records a page at most. */
async function unordered({ orders, ties, isOldestFirst, arrivals, counts }: Story) {
	const list = records.map((each, place) => ({ ...each, second: -Math.floor(place / ties) }));
	let asked = 0;
	const arrive = ({ isOfThatSecond }: Story['arrivals'][number]) => {
		const newest = Math.max(...list.map(({ second }) => second));
		const second = newest + (isOfThatSecond ? 0 : 1);
		list.push({ ...record(100 + list.length, [[numberOf(90), 'Sent']]), second });
	};
	return await answering(({ path, method }) => {
		if (method === 'POST') return { body: envelope({ success: true, messageId: 'm' }) };
		asked++;
		for (const each of arrivals) if (each.before === asked) arrive(each);
		const keys = orders[asked % orders.length]!;
		const query = new URL(path, 'http://service').searchParams;
		const size = Math.min(10, Number(query.get('per_page') ?? 10));
		const page = Number(query.get('page'));
		const direction = isOldestFirst ? 1 : -1;
		const inOrder = list
			.map((each, place) => ({ each, key: keys[place % keys.length]! }))
			.sort(
				(one, other) => direction * (one.each.second - other.each.second) || one.key - other.key,
			);
		const data = inOrder.slice((page - 1) * size, page * size).map(({ each }) => {
			const { second, ...rest } = each;
			return { ...rest, created_at: new Date(hourAgo + second * 1_000).toISOString() };
		});
		const total = list.length;
		const pages = { current_page: page, per_page: size, last_page: Math.ceil(total / size) };
		const meta = { all: { ...pages, total }, pages, none: { per_page: size } }[counts];
		return { body: envelope({ data, meta }) };
	});
}

const hourAgo = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;

test('whatever the order of equal records is on each page, and whatever arrives meanwhile, none is missing without a word, or texted again', async () => {
	const tryOut = async (told: Story) => {
		await unordered(told);
		const { rows, hints, told: failure } = await run(all);
		expect(ids(rows)).toBe(rows.length);
		const old = rows.filter(({ id }) => Number(id) <= count);
		if (old.length < count) expect(`${hints.join()}${failure}`).toMatch(/may be missing/);
		const { requests } = await unordered(told);
		await skip({ settings: { onError: 'continueRegularOutput' } });
		expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
	};
	await fc.assert(fc.asyncProperty(story, tryOut), runsOf(100));
}, 3_600_000);

test('a list whose rows are all different is read once', async () => {
	await service.start({ pastMessages: 250 });
	await run(all);
	expect(received('messages')).toHaveLength(3);
	expect(texted()).toEqual([]);
});
