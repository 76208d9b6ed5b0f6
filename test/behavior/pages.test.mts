/** A query outputs each record once, in order, with no more requests than needed, or says that some may be missing. */
import { answering, run, service } from '../harness/index.mts';
import {
	envelope,
	listing,
	numbered,
	query,
	read,
	upTo,
	type List,
	type Row,
} from './pagedList.mts';

const changed = 'The list changed while it was read';
const fails = { status: 500, body: '' };
const noSuchPage = { status: 422, body: { message: 'There is no such page.' } };
const unreadable = { body: envelope('x') };
/** Gives this answer for each page after `last`. */
const past = (last: number, answer: { status?: number; body: unknown }) => (page: number) =>
	page > last ? answer : undefined;
/** Shows no rows after page `last`. */
const until = (last: number) => (page: number) => (page > last ? 0 : page);
/** Returns `count` rows. Only those with these IDs have the campaign 'rare'. */
const marked = (count: number, ...ids: number[]): Row[] =>
	numbered(count).map((row) => ({
		...row,
		campaign: ids.includes(row.id as number) ? 'rare' : 'common',
	}));

describe('which pages are asked for', () => {
	test.each<[string, Partial<List>, number]>([
		['fewer rows a page than asked for', { cap: 4 }, 9],
		['fewer rows a page than it says', { cap: 5, says: { per_page: 10, last_page: 4 } }, 7],
		['a last page that is always 1', { says: { last_page: 1 } }, 4],
		['numbers as text', { says: { per_page: '10', last_page: ' 4 ', total: '35' } }, 4],
		['how many pages, but not how many rows', { says: { total: undefined } }, 4],
		['how many, on the first page only', { says: (page) => (page === 1 ? {} : null) }, 4],
		// One more page is requested, to see that nothing follows.
		['nothing', { says: null }, 5],
	])('a service that gives or says %s: nothing is lost', async (_, list, last) => {
		for (const concurrency of [1, 10]) {
			const came = await read({ rows: numbered(35), ...list }, { concurrency });
			expect([came.ids, came.pages, came.hints]).toEqual([upTo(35), upTo(last), []]);
		}
	});
});

describe('side by side', () => {
	test('ten pages are under way at once, never more', async () => {
		let full = (): void => undefined;
		const tenAtOnce = new Promise<void>((resolve) => (full = resolve));
		let came = 0;
		const before = async (page: number) => {
			if (page > 1 && ++came === 10) full();
			if (page > 1) await tenAtOnce;
		};
		const { ids, pages, peak } = await read({ rows: numbered(200), before });
		expect([ids, pages, peak]).toEqual([upTo(200), upTo(20), 10]);
	});

	test.each([
		// If only one request may be in flight, no other page overtakes it.
		[1, 2],
		[2, 7],
		[5, 16],
	])('%i at once: while page 2 is still to come, %i pages are asked for', async (...given) => {
		const [concurrency, most] = given;
		let came = 0;
		let meanwhile = 0;
		const before = async (page: number) => {
			came++;
			if (page !== 2) return;
			while (came < most) await new Promise(setImmediate);
			// Leaves time for a request too many.
			for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
			meanwhile = came;
		};
		const { ids } = await read({ rows: numbered(300), before }, { concurrency });
		expect([meanwhile, ids]).toEqual([most, upTo(300)]);
	});

	test.each([
		['with IDs', numbered(45)],
		['without IDs', upTo(45).map((place) => ({ text: `row ${place}` }))],
	])('records stand in the order of the pages, whichever answers first, %s', async (_, all) => {
		const before: List['before'] = async (page, _list, seen) => {
			if (page > 1 && page < 5) await seen(page + 1);
		};
		expect((await read({ rows: all, before })).rows).toEqual(all);
		expect((await read({ rows: all, before }, { limit: 42 })).rows).toEqual(all.slice(0, 42));
	});
});

describe('what the node filters by itself', () => {
	test.each<[number | undefined, number, number[], number]>([
		[2, 1, [15, 42], 5],
		[1, 1, [15], 2],
		[undefined, 4, [15, 42, 99], 10],
		// Three more pages are in flight when page 5 is read.
		[2, 4, [15, 42], 8],
	])('limit %p, %i at once: pages until it is reached', async (limit, concurrency, ids, last) => {
		// Answers the pages in their order, so that the same ones are in flight each time.
		const before: List['before'] = async (page, _list, seen) => {
			if (page > 2) await seen(page - 1);
		};
		const list = { rows: marked(100, 15, 42, 99), before };
		const came = await read(list, { limit, concurrency, campaign: 'rare' });
		expect([came.ids, came.pages]).toEqual([ids, upTo(last)]);
	});
});

describe('records that never come', () => {
	const tells2 = { last_page: 2 };
	test.each<[string, Partial<List>, number]>([
		['an empty page', { says: tells2, shows: until(2) }, 20],
		['no such page', { says: tells2, answers: past(2, noSuchPage) }, 20],
	])('%s: a hint says how many', async (_, list, came) => {
		for (const concurrency of [1, 10]) {
			const { ids, hints, told } = await read({ rows: numbered(35), ...list }, { concurrency });
			expect([ids, told]).toEqual([upTo(came), '']);
			expect(hints).toEqual([
				expect.stringContaining(`counts ${35 - came} more results than it returned`),
			]);
		}
	});

	test('of several queries, whichever they are missing from', async () => {
		const listed = (ids: number[], total: number) => ({
			body: {
				responsecode: 200,
				data: { data: ids.map((id) => ({ id })), meta: { total, last_page: 1, per_page: 100 } },
			},
		});
		await answering(({ path }) => {
			const { searchParams } = new URL(path, 'http://service');
			if (searchParams.get('query') !== 'first') return listed([1], 1);
			return listed(searchParams.get('page') === '1' ? [1] : [], 4);
		});
		const filters = { query: '={{ $json.query }}' };
		const { hints } = await run(
			{ operation: 'queryMessages', returnAll: true, filters },
			{ rows: [{ query: 'first' }, { query: 'second' }] },
		);
		expect(hints.join()).toContain('counts 3 more results than it returned');
	});

	test('no hint where the limit is reached all the same', async () => {
		const list = { rows: numbered(35), says: tells2, shows: until(2) };
		const { ids, hints } = await read(list, { limit: 20 });
		expect([ids, hints]).toEqual([upTo(20), []]);
	});
});

describe('what ends in a failure, after a few requests', () => {
	const shows = () => 1;
	const huge = { last_page: 1e9, total: undefined };
	const oddRow = { body: envelope({ data: [{ id: 1 }, 'x'] }) };
	test.each<[string, Partial<List>, RegExp]>([
		['a huge last page', { says: huge }, /1,000,000,000 pages, but page 5 is empty/],
		['an empty last page', { says: { last_page: 5 } }, /5 pages, but page 5 is empty/],
		['a repeated page', { shows }, /same records on page 2/],
		['a page that is refused', { answers: past(2, noSuchPage) }, /no such page/],
		['a page past the last that fails', { says: { last_page: 2 }, answers: past(2, fails) }, /500/],
		["a page that can't be read", { answers: past(1, unreadable) }, /can't read/],
		['a row that is none', { answers: past(0, oddRow) }, /can't read/],
	])('%s', async (_, list, words) => {
		for (const concurrency of [1, 10]) {
			const { rows, told, pages } = await read({ rows: numbered(35), ...list }, { concurrency });
			expect(told).toMatch(words);
			expect(rows).toEqual([]);
			expect(new Set(pages).size).toBeLessThanOrEqual(14);
		}
	});
});

describe('shapes of a page', () => {
	test.each<[string, unknown, unknown[]]>([
		['one record', { data: { id: 7 } }, [7]],
		['null', { data: null }, []],
		['nothing', {}, []],
		['a list in place of all', [{ id: 7 }], [7]],
		['a list with holes', { data: { 0: { id: 'a' }, 2: { id: 'c' } } }, ['a', 'c']],
		['counts that are none', { data: [{ id: 7 }], meta: { last_page: -3, total: 'x' } }, [7]],
	])('%s', async (_, data, ids) => {
		const answers = (page: number) => ({ body: envelope(page === 1 ? data : []) });
		const came = await read({ rows: [], answers });
		expect([came.ids, came.told, came.hints]).toEqual([ids, '', []]);
	});

	test("records without an ID come as they come, '' and 0 are none; 7 and '7' are one", async () => {
		const ids = ['', ' ', 0, '', '0', undefined, null, 7, '7'];
		const { rows } = await read({ rows: ids.map((id, text) => ({ id, text: `${text}` })) });
		expect(rows.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
	});
});

describe('what holds records and is none', () => {
	test.each<[string, unknown]>([
		['data in data', { data: [{ id: 1 }] }],
		['data in data in data', { data: { data: [{ id: 1 }] } }],
	])('%s: the first page says it', async (_, data) => {
		let count = 0;
		const { requests } = await answering(() => ({
			body: envelope({ data: { ...(data as object), at: ++count } }),
		}));
		const { told } = await query();
		expect(told).toMatch(/answered this query, but this node can't read the answer/);
		expect(requests).toHaveLength(1);
	});

	test.each<[string, object]>([
		['one without an ID', { message: 'Hi', sms_recipients: [{ phone_number: '+254712345678' }] }],
	])('%s is a record', async (_, record) => {
		const meta = { last_page: 1, total: 1, per_page: 10 };
		await answering(() => ({ body: envelope({ data: record, meta }) }));
		expect((await query()).rows).toEqual([record]);
	});
});

describe('rows that leave while pages are read', () => {
	/** Removes four rows of the first page when page 3 is first requested, so rows 15 to 18 move up. */
	const leaving = (ids = [2, 3, 5, 7]): List['before'] => {
		let left = ids;
		return (page, list) => {
			if (page !== 3) return;
			list.rows = list.rows.filter(({ id }) => !left.includes(id as number));
			left = [];
		};
	};
	const reading = { perPage: 7, concurrency: 1 };

	test('the pages are read once more, and what was passed over comes last', async () => {
		const came = await read({ rows: numbered(63), before: leaving() }, reading);
		expect(came.ids).toEqual([...upTo(14), ...upTo(63, 19), 15, 16, 17, 18]);
		expect([came.pages, came.hints]).toEqual([[...upTo(9), ...upTo(9)], []]);
	});

	/** Removes one row of the first page each time the second page is requested. */
	const restless: List['before'] = (page, list) =>
		void (page === 2 && (list.rows = list.rows.slice(1)));

	test('without an end: after two passes a hint says that some may be missing', async () => {
		const came = await read({ rows: numbered(33), before: restless }, { concurrency: 1 });
		expect(came.pages).toEqual([...upTo(4), ...upTo(4)]);
		expect(came.hints).toEqual([expect.stringContaining(changed)]);
	});

	test.each<[string, Row]>([
		['a record has no ID', { text: 'row 33' }],
		["a record's ID is no text and no number", { id: { of: 33 } }],
	])('%s: told at once, since read again it would come twice', async (_, odd) => {
		const rows = [...numbered(32), odd];
		const came = await read({ rows, before: restless }, { concurrency: 1 });
		expect([came.rows.length, came.pages]).toEqual([32, upTo(4)]);
		expect(came.hints).toEqual([expect.stringContaining(changed)]);
		const enough = await read({ rows, before: restless }, { concurrency: 1, limit: 32 });
		expect(enough.hints).toEqual([]);
	});
});

describe('rows that come while pages are read', () => {
	test('a page that is pushed on whole is no repetition', async () => {
		const added = upTo(110, 101).map((id) => ({ id }));
		const before: List['before'] = (page, list) =>
			void (page === 2 && (list.rows = [...added, ...numbered(30)]));
		const came = await read({ rows: numbered(30), before }, { concurrency: 1 });
		expect(came.ids).toEqual(expect.arrayContaining(upTo(30)));
		expect([new Set(came.ids).size, came.told]).toEqual([came.ids.length, '']);
	});
});

describe('very many records', () => {
	const many = 130_000;
	const all = numbered(many);

	test('all come out', async () => {
		await listing({ rows: all });
		const { items } = await query({ perPage: many });
		expect(items.length).toBe(many);
		expect([items[0], items.at(-1)]).toMatchObject([
			{ json: { id: 1 }, pairedItem: { item: 0 } },
			{ json: { id: many }, pairedItem: { item: 0 } },
		]);
	});

	test('as a tool of an older n8n: too many, in words', async () => {
		await listing({ rows: all });
		const { told } = await run(
			{ operation: 'queryMessages', returnAll: true, options: { perPage: many } },
			{ door: 'routing' },
		);
		expect(told).toMatch(/more than 100,000 results.*\n.*Limit/);
	});
});

test('the failure of a page is the failure of the query, in a second pass as well', async () => {
	let asked = 0;
	await answering(() =>
		++asked > 3
			? { status: 400, body: '' }
			: { body: envelope({ data: [{ id: asked }], meta: { last_page: 2, total: 5 - asked } }) },
	);
	const { rows, told } = await query({ perPage: 1, concurrency: 1 });
	expect([rows, asked]).toEqual([[], 4]);
	expect(told).toMatch(/\b400\b/);
});

describe('counts that stand elsewhere', () => {
	const counts = { current_page: 1, per_page: 100, last_page: 1, total: 5 };
	const data = [{ id: 1 }, { id: 2 }, { id: 3 }];

	test.each<[string, object]>([
		['beside the records', { data: { data, ...counts } }],
		['in meta beside data', { data: { data }, meta: counts }],
		['beside a list as data', { data, meta: counts }],
		['at the top, beside a list as data', { data, ...counts }],
	])('are read %s: fewer than claimed are told', async (_name, body) => {
		await answering(({ path }) => {
			const isFirst = path.includes('page=1&') || path.endsWith('page=1');
			return isFirst ? { body: { responsecode: 200, ...body } } : { body: envelope({ data: [] }) };
		});
		const { rows, hints } = await run({
			operation: 'queryMessages',
			output: 'raw',
			returnAll: true,
		});
		expect(rows).toHaveLength(3);
		expect(hints.join()).toMatch(/\b2\b/);
	});

	test('one record a page, where the user set another size, is told', async () => {
		service.setOptions({ readings: { singleRecord: 'always' } });
		for (const id of upTo(3)) service.addMessage({ message: `Hello ${id}` });
		const { told } = await query({ perPage: 20 });
		expect(told).toBe(
			'The service gives one record a page, whatever Per Page says.\nSet Per Page to 1, or remove it.',
		);
		expect((await query({ perPage: 1 })).rows).toHaveLength(3);
	});
});
