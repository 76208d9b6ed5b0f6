/**
 * The rules by which fields are read, each for itself. That they are those of n8n's routing engine
 * is shown in `fields`.
 */
import type {
	IGetNodeParameterOptions,
	INode,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { FieldReader } from '../../nodes/MessagingService/run/fields.ts';
import { Unreadable } from '../../nodes/MessagingService/validation/unreadable.ts';
import { oddValues, revoked } from '../validation/oddValues.mts';

const routed = (name: string, property: string, changes: object = {}, type = 'body') =>
	({
		displayName: `The ${name}`,
		name,
		type: 'string',
		default: '',
		routing: { send: { type, property } },
		...changes,
	}) as INodeProperties;
const plain = (name: string, changes: object = {}) =>
	({
		displayName: `The ${name}`,
		name,
		type: 'string',
		default: '',
		...changes,
	}) as INodeProperties;
const collection = (name: string, options: INodeProperties[]) =>
	plain(name, { type: 'collection', default: {}, options });

interface Asked {
	path: string;
	index: number;
	fallback: unknown;
	options: IGetNodeParameterOptions;
}

/**
 * A reader of these fields of a node, whose values are those of its parameters, or of a function
 * for an item's index.
 */
function readerOf(
	fields: INodeProperties[],
	parameters: Record<string, unknown>,
	values: Record<string, (index: number) => unknown> = {},
) {
	const asked: Asked[] = [];
	const node = {
		name: 'SMS',
		type: 'sms',
		typeVersion: 1,
		parameters: parameters as INodeParameters,
	} as INode;
	const reader = new FieldReader(
		fields,
		node,
		'Africa/Nairobi',
		(path, index, fallback, options) => {
			asked.push({ path, index, fallback, options: options! });
			const value = path
				.split('.')
				.reduce<unknown>(
					(inside, name) => (inside as Record<string, unknown> | undefined)?.[name],
					parameters,
				);
			return path in values ? values[path]!(index) : (value ?? fallback);
		},
	);
	return { reader, asked, paths: () => asked.map(({ path }) => path) };
}

test('a field goes to the property of body or query that its routing names, one without routing nowhere', () => {
	const { reader } = readerOf(
		[routed('message', 'text'), routed('status', 'state', {}, 'query'), plain('note')],
		{ message: 'Hello', status: 2, note: 'x' },
	);
	expect(reader.read(0)).toMatchObject({ body: { text: 'Hello' }, query: { state: 2 } });
	expect(reader.read(0)).toEqual({
		body: { text: 'Hello' },
		query: { state: 2 },
		zone: 'Africa/Nairobi',
		now: expect.any(Number),
		parameter: expect.any(Function),
		isInForm: expect.any(Function),
		memory: expect.any(Map),
	});
});

test('what an operation keeps for one item is there for the next, and not in another run', () => {
	const { reader } = readerOf([], {});
	reader.read(0).memory.set('options.excludeNumbers', 'read');
	expect(reader.read(1).memory.get('options.excludeNumbers')).toBe('read');
	expect(readerOf([], {}).reader.read(0).memory.size).toBe(0);
});

test.each([[{}], [{ type: 'body' }], [{ property: 'text' }]])(
	'a routing of %j names no place',
	(send) => {
		const { reader, asked } = readerOf([plain('message', { routing: { send } })], {
			message: 'Hello',
		});
		expect([reader.read(0).body, asked]).toEqual([{}, []]);
	},
);

test('a field that is not shown is not sent', () => {
	const fields = [
		routed('group', 'contact_list_id', { displayOptions: { show: { sendTo: ['contactGroup'] } } }),
		routed('message', 'message'),
	];
	const { reader } = readerOf(fields, { sendTo: 'numbers', group: 9, message: 'Hello' });
	expect(reader.read(0).body).toEqual({ message: 'Hello' });
	expect(
		readerOf(fields, { sendTo: 'contactGroup', group: 9, message: 'Hello' }).reader.read(0).body,
	).toEqual({ contact_list_id: 9, message: 'Hello' });
});

test('of a collection the members that are set are sent, by their own routing', () => {
	const fields = [
		collection('options', [
			routed('schedule', 'schedule'),
			routed('page', 'page', {}, 'query'),
			routed('other', 'other'),
			plain('cap'),
		]),
	];
	const { reader, paths } = readerOf(fields, {
		options: { schedule: '2030-01-01', page: 2, cap: 5 },
	});
	expect(reader.read(0)).toMatchObject({ body: { schedule: '2030-01-01' }, query: { page: 2 } });
	expect(paths()).toEqual(['options.schedule', 'options.page']);
	expect(readerOf(fields, {}).reader.read(0).body).toEqual({});
});

test('n8n is asked for the value alone of a resource locator, never to check a type, and not to throw for what is not set', () => {
	const { reader, asked } = readerOf(
		[routed('sender', 'sender_id', { type: 'resourceLocator' }), routed('message', 'message')],
		{ sender: '=1', message: '=2' },
	);
	reader.read(7);
	expect(asked).toEqual([
		{
			path: 'sender',
			index: 7,
			fallback: null,
			options: { extractValue: true, skipValidation: true },
		},
		{
			path: 'message',
			index: 7,
			fallback: null,
			options: { extractValue: false, skipValidation: true },
		},
	]);
});

describe('how often n8n is asked', () => {
	test.each<[string, unknown, unknown?]>([
		['a text', 'Hello'],
		['an expression that does not begin it', 'x ={{ 1 }}'],
		['a number', 5],
		['nothing', null],
		['a resource locator', { __rl: true, value: '5', mode: 'id' }, '5'],
	])('once a run: %s', (_title, stored, value = stored) => {
		const { reader, asked } = readerOf(
			[routed('field', 'property')],
			{ field: stored },
			{ field: () => value },
		);
		expect([0, 1, 2].map((index) => reader.read(index).body.property)).toEqual([
			value,
			value,
			value,
		]);
		expect(asked).toHaveLength(1);
	});

	test.each<[string, unknown]>([
		['an expression', '={{ $json.text }}'],
		[
			'a resource locator with an expression in it',
			{ __rl: true, value: '={{ $json.sender }}', mode: 'id' },
		],
		['an expression in a list', [{ a: ['x', '=y'] }]],
	])('once an item: %s', (_title, value) => {
		const { reader, asked } = readerOf(
			[routed('field', 'property')],
			{ field: value },
			{ field: (index) => `value ${index}` },
		);
		expect([0, 1, 2].map((index) => reader.read(index).body.property)).toEqual([
			'value 0',
			'value 1',
			'value 2',
		]);
		expect(asked.map(({ index }) => index)).toEqual([0, 1, 2]);
	});

	test('a member of a collection is judged by itself', () => {
		const { reader, paths } = readerOf(
			[collection('options', [routed('a', 'a'), routed('b', 'b')])],
			{ options: { a: '=x', b: 'y' } },
		);
		for (const index of [0, 1]) reader.read(index);
		expect(paths()).toEqual(['options.a', 'options.b', 'options.a']);
	});
});

describe('a parameter that goes nowhere by itself', () => {
	test('is read by its path, for the item; what is not set is undefined', () => {
		const { reader, asked } = readerOf(
			[collection('options', [plain('cap')])],
			{ options: { cap: '=x' } },
			{ 'options.cap': (index) => 10 + index },
		);
		const { parameter } = reader.read(3);
		expect([
			parameter('options.cap'),
			parameter('options.none'),
			parameter('none.at.all'),
			parameter('options.cap'),
		]).toEqual([13, undefined, undefined, 13]);
		expect(asked[0]).toEqual({
			path: 'options.cap',
			index: 3,
			fallback: null,
			options: { skipValidation: true },
		});
	});
});

test('a parameter without an expression is the same for every item, and asked for once', () => {
	const { reader, paths } = readerOf([collection('options', [plain('cap'), plain('none')])], {
		options: { cap: 5, none: null },
	});
	const values = [0, 1, 2].map((index) => {
		const { parameter } = reader.read(index);
		return [parameter('options.cap'), parameter('options.none')];
	});
	expect(values).toEqual([
		[5, undefined],
		[5, undefined],
		[5, undefined],
	]);
	expect(paths()).toEqual(['options.cap', 'options.none']);
});

describe('whether a field is in the form', () => {
	test.each<[string, unknown, boolean]>([
		['a value', { options: { cap: 5 } }, true],
		['0', { options: { cap: 0 } }, true],
		['nothing', { options: { cap: null } }, true],
		['an expression', { options: { cap: '={{ undefined }}' } }, true],
		['another option', { options: { other: 5 } }, false],
		['no options', {}, false],
		['options of nothing', { options: null }, false],
	])('%s', (_title, parameters, expected) => {
		const { reader, asked } = readerOf(
			[collection('options', [plain('cap')])],
			parameters as Record<string, unknown>,
		);
		expect(reader.read(0).isInForm('options.cap')).toBe(expected);
		expect(asked).toEqual([]);
	});
});

describe('what an expression makes is looked at before anybody reads it', () => {
	test.each(Object.entries(oddValues))('%s', (_title, make) => {
		const { reader } = readerOf(
			[routed('message', 'message'), plain('note')],
			{ message: '=x', note: '=y' },
			{ message: make, note: make },
		);
		const { body, parameter } = reader.read(0);
		for (const value of [body.message, parameter('note')]) {
			if (typeof value !== 'object' || value === null) continue;
			// A copy of our own, or nothing that has members.
			expect(
				[Unreadable, Date, Array].some((kind) => value instanceof kind) ||
					Object.keys(value).join() === 'toISO',
			).toBe(true);
		}
	});

	test('once: a value without an expression is made harmless for all items', () => {
		const { reader } = readerOf(
			[routed('message', 'message')],
			{ message: 'fixed' },
			{ message: () => ({ a: 1 }) },
		);
		expect(reader.read(0).body.message).toBe(reader.read(1).body.message);
		expect(reader.read(0).body.message).toBeInstanceOf(Unreadable);
	});
});

describe('an expression that fails', () => {
	const fails = (thrown: unknown) => () => {
		throw thrown;
	};
	const fields = [
		routed('message', 'message'),
		collection('options', [plain('cap'), routed('schedule', 'schedule')]),
	];

	test.each<[string, unknown, string]>([
		['an error', new Error('no such column'), 'no such column'],
		['what is no error', 'odd', 'odd'],
		['a number', 404, '404'],
		[
			'an error without words',
			Object.assign(new Error(), { message: undefined }),
			'it gave no reason',
		],
		['an empty error', new Error(' '), 'it gave no reason'],
		['what can not be asked', revoked({}), 'it gave no reason'],
		['what has no text', Object.create(null), 'it gave no reason'],
		['an object', { odd: true }, 'it gave no reason'],
	])('is told by the name that people see, and why: %s', (_title, thrown, reason) => {
		const { reader } = readerOf(fields, { message: '=x' }, { message: fails(thrown) });
		expect(() => reader.read(0)).toThrow(reason);
		expect(reader.failed).toEqual({ field: 'The message', reason });
	});

	test.each([
		['options.schedule', 'The schedule'],
		['message', 'The message'],
	])('also in %s', (path, field) => {
		const { reader } = readerOf(
			fields,
			{ message: '=y', options: { schedule: '=x' } },
			{ [path]: fails(new Error('no')) },
		);
		expect(() => reader.read(0)).toThrow('no');
		expect(reader.failed).toEqual({ field, reason: 'no' });
	});

	test.each([
		['options.cap', 'The cap'],
		['options', 'The options'],
		['unknown.path', 'path'],
	])('also where %s is read by its path', (path, field) => {
		const { reader } = readerOf(
			fields,
			{ message: 'Hello', options: { cap: '=x' } },
			{ [path]: fails(new Error('no')) },
		);
		const { parameter } = reader.read(0);
		expect(reader.failed).toBeUndefined();
		expect(() => parameter(path)).toThrow('no');
		expect(reader.failed).toEqual({ field, reason: 'no' });
	});

	test('in one item is none in the next', () => {
		const { reader } = readerOf(
			fields,
			{ message: '=x' },
			{ message: (index) => (index === 0 ? fails(new Error('no'))() : 'Hello') },
		);
		expect(() => reader.read(0)).toThrow('no');
		expect(reader.read(1).body).toEqual({ message: 'Hello' });
		expect(reader.failed).toBeUndefined();
	});
});
