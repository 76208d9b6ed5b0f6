/** What is read out of one page, down to its edges, and which of its records are new. */
import { Collected } from '../../nodes/MessagingService/query/collected.ts';
import { readablePage, readPage } from '../../nodes/MessagingService/query/page.ts';

describe('a page', () => {
	const meta = (values: object) => readPage({ data: [], meta: values });

	test.each<[string, unknown, object | undefined]>([
		['a list', [{ id: 1 }], { records: [{ id: 1 }] }],
		['a list that holds a text', [{ id: 1 }, 'x'], undefined],
		['no data', {}, { records: [] }],
		['data of null', { data: null }, { records: [] }],
		['one record', { data: { id: 1 } }, { records: [{ id: 1 }] }],
		['a text', 'x', undefined],
		['data that is a text', { data: 'x' }, undefined],
		['data that is a number', { data: 7 }, undefined],
		['meta that is a list', { data: [], meta: [1] }, { records: [] }],
		['no record, written as an object', { data: {} }, { records: [] }],
		[
			"PHP's list with a hole",
			{ data: { 0: { id: 'a' }, 2: { id: 'c' } } },
			{ records: [{ id: 'a' }, { id: 'c' }] },
		],
		[
			"PHP's list with a hole in place of all",
			{ 3: { id: 30 }, 12: { id: 120 }, 5: { id: 50 } },
			{ records: [{ id: 30 }, { id: 50 }, { id: 120 }] },
		],
		[
			"PHP's list that lost all but one",
			{ data: { 41: { name: 'Ferry' } } },
			{ records: [{ name: 'Ferry' }] },
		],
		["PHP's list that holds a text", { data: { 0: { id: 1 }, 4: 'x' } }, undefined],
		["PHP's list that holds null, in place of all", { 1: null, 2: { id: 1 } }, undefined],
		[
			'a record whose members are records',
			{ data: { sender: { id: 1 }, 2: { id: 2 } } },
			{ records: [{ sender: { id: 1 }, 2: { id: 2 } }] },
		],
		[
			'a record with a negative number as a key',
			{ data: { '-1': { id: 1 } } },
			{ records: [{ '-1': { id: 1 } }] },
		],
		[
			'numbers with texts, as the statuses are',
			{ data: { 0: 'Pending', 1: 'Active' } },
			{ records: [{ 0: 'Pending', 1: 'Active' }] },
		],
		[
			'numbers with texts, as the statuses are, in place of all',
			{ 0: 'Pending', 1: 'Active' },
			{ records: [] },
		],
	])('%s', (_name, data, expected) => {
		expect(readPage(data)).toEqual(expected);
	});

	test.each<[string, unknown, object | undefined]>([
		['a list of records', [{ id: 1 }], { records: [{ id: 1 }] }],
		[
			'records among other things',
			{ data: [null, { id: 8 }, 'x', [{ id: 9 }], 7, { id: 10 }], meta: { last_page: 3 } },
			{ records: [{ id: 8 }, { id: 10 }], lastPage: 3 },
		],
		[
			'records among other things, with a hole',
			{ data: { 1: null, 6: { id: 60 } } },
			{ records: [{ id: 60 }] },
		],
		['nothing', { data: [] }, { records: [] }],
		['nothing that is a record', { data: [null, 'x', 3] }, undefined],
		['a text', { data: 'x' }, undefined],
	])('as far as it can be read: %s', (_name, data, expected) => {
		expect(readablePage(data)).toEqual(expected);
	});

	test('its meta, as numbers and as texts', () => {
		const expected = { records: [], number: 2, lastPage: 9, perPage: 10, total: 81 };
		expect(meta({ current_page: 2, last_page: 9, per_page: 10, total: 81 })).toEqual(expected);
		expect(meta({ current_page: '2', last_page: ' 9 ', per_page: '10', total: '81' })).toEqual(
			expected,
		);
	});

	test.each([-1, 1.5, 2 ** 53, NaN, '', '  ', 'x', '-1', '1.5', null, true, [3], {}])(
		'a count of %j is none',
		(value) => {
			expect(
				meta({ current_page: value, last_page: value, per_page: value, total: value }),
			).toEqual({ records: [] });
		},
	);

	test('a count of 0 is one, and no page number is made from a size of 0', () => {
		expect(meta({ current_page: 0, last_page: 0, per_page: 0, total: 0 })).toEqual({
			records: [],
			number: 0,
			lastPage: 0,
			perPage: 0,
			total: 0,
		});
		expect(meta({ total: 5, per_page: 0 })).toEqual({ records: [], perPage: 0, total: 5 });
	});
});

describe('the records of a query', () => {
	const page = (records: object[], total?: number) => ({
		records: records as never[],
		...(total === undefined ? {} : { total }),
	});

	test('each id once, null and missing ids as they come, never above the limit', () => {
		const collected = new Collected(6);
		expect(collected.add(page([{ id: 1 }, { id: 1 }, { id: null }, { id: null }, {}]))).toEqual([
			{ id: 1 },
			{ id: null },
			{ id: null },
			{},
		]);
		expect(collected.missing).toBe(2);
		expect(collected.add(page([{ id: 1 }, { id: 0 }, { id: 2 }, { id: 3 }]))).toEqual([
			{ id: 0 },
			{ id: 2 },
		]);
		expect(collected.missing).toBe(0);
	});

	test.each([
		['the same ids', [{ id: 1 }, { id: 2 }], [{ id: 1, changed: true }, { id: 2 }], true],
		[
			'ids that read the same side by side',
			[{ id: 1 }, { id: 12 }],
			[{ id: 11 }, { id: 2 }],
			false,
		],
		['the same records without ids', [{ text: 'a' }], [{ text: 'a' }], true],
		['other records without ids', [{ text: 'a' }], [{ text: 'b' }], false],
		['one id among records without', [{ id: 1 }, { text: 'a' }], [{ id: 1 }, { text: 'b' }], false],
		['ids in another order', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], false],
	])('a page with %s', (_name, first, second, repeats) => {
		const collected = new Collected(Infinity);
		collected.add(page(first, 9));
		expect(collected.repeats(page(second, 9))).toBe(repeats);
	});

	test('no page is a repetition before there is one, nor when the total changed', () => {
		const collected = new Collected(Infinity);
		expect(collected.repeats(page([{ id: 1 }]))).toBe(false);
		collected.add(page([{ id: 1 }], 9));
		expect(collected.repeats(page([{ id: 1 }], 10))).toBe(false);
		expect(collected.repeats(page([{ id: 1 }], 9))).toBe(true);
	});
});
