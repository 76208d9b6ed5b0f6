/**
 * Pages that overlap, as of an order that isn't unique (laravel/framework#24568): a record of one page comes again on
 * the next, another one never, and all counts agree.
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
 * A service of which a page begins with the record that the page before ended with, ten records a page or fewer.
 * @param sizes the page sizes at which its pages overlap; all unless told
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

/** A service that lists one record twice in place of another one, at each page size. */
async function hiding() {
	const shown = [...records.slice(0, 11), records[10]!, ...records.slice(12)];
	return await paged(() => shown);
}

/** A service that gives ten records a page or fewer, of this list. */
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

test('whatever the order of equal records is on each page, none is missing without a word, or texted again', async () => {
	const order = fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 });
	const story = fc.record({
		orders: fc.array(order, { minLength: 1, maxLength: 6 }),
		ties: fc.integer({ min: 2, max: 12 }),
	});
	const tryOut = async ({ orders, ties }: { orders: number[][]; ties: number }) => {
		const shuffled = (at: number) => {
			const keys = orders[at % orders.length]!;
			// Records of a tie stand together, in an order of this page's own.
			const places = records.map((_, place) => place);
			const tieOf = (place: number) => Math.floor(place / ties);
			places.sort(
				(one, other) => tieOf(one) - tieOf(other) || keys[one]! - keys[other]! || one - other,
			);
			return places.map((place) => records[place]!);
		};
		await paged((page, size) => shuffled(page + 7 * size));
		const { rows, hints } = await run(all);
		expect(ids(rows)).toBe(rows.length);
		if (rows.length < count) expect(hints.join()).toContain('some results may be missing');
		const { requests } = await paged((page, size) => shuffled(page + 7 * size));
		await skip({ settings: { onError: 'continueRegularOutput' } });
		expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
	};
	await fc.assert(fc.asyncProperty(story, tryOut), runsOf(60));
}, 3_600_000);

test('a list whose rows are all different is read once', async () => {
	await service.start({ pastMessages: 250 });
	await run(all);
	expect(received('messages')).toHaveLength(3);
	expect(texted()).toEqual([]);
});
