/**
 * What the queries make of their forms: what is asked of the service, which pages, what is kept of
 * the answer, and why not.
 */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { operations, properties, subtitle } from '../../nodes/MessagingService/operations/index.ts';
import { listStatuses, statusesOf } from '../../nodes/MessagingService/operations/listStatuses.ts';
import { queryMessages } from '../../nodes/MessagingService/operations/queryMessages.ts';
import { querySenders } from '../../nodes/MessagingService/operations/querySenders.ts';
import { prepared, queryOf, refusals, sender } from './preparing.mts';

test('each is asked of its own address', () => {
	expect(operations.map(({ value, method, url }) => `${value}: ${method} ${url}`)).toEqual([
		'sendMessage: POST /sms/messages',
		'queryMessages: GET /sms/messages',
		'querySenders: GET /sms/senders',
		'listStatuses: GET /system/system-status',
	]);
});

test('each is named and described in the menu', () => {
	expect(operations.map(({ name, action, description }) => [name, action, description])).toEqual([
		[
			'Send Message',
			'Send message',
			'Send a text message to phone numbers or a contact group, now or later',
		],
		[
			'Query Messages',
			'Query messages',
			'Find messages that were sent, with the delivery status of each recipient',
		],
		[
			'Query Senders',
			'Query senders',
			'Find the sender IDs that messages can be sent from, with their status',
		],
		['List Statuses', 'List statuses', 'List the statuses that a sender ID can have'],
	]);
});

test('the menu is the first field, beside the one resource, which nobody sees', () => {
	const [hidden, menu] = properties;
	expect(hidden).toMatchObject({
		name: 'resource',
		type: 'hidden',
		default: 'sms',
		options: [{ name: 'SMS', value: 'sms' }],
		routing: { send: { paginate: true } },
	});
	expect(menu).toMatchObject({
		name: 'operation',
		default: 'sendMessage',
		displayOptions: { show: { resource: ['sms'] } },
	});
	expect(
		menu!.options!.map((option) => [
			(option as INodePropertyOptions).value,
			(option as INodePropertyOptions).routing,
		]),
	).toEqual(operations.map(({ value, method, url }) => [value, { request: { method, url } }]));
	expect(properties).toHaveLength(2 + operations.flatMap(({ fields }) => fields).length);
});

test('the canvas shows the name of the operation', () => {
	expect(subtitle).toBe(
		'={{ ({"sendMessage":"Send Message","queryMessages":"Query Messages","querySenders":"Query Senders","listStatuses":"List Statuses"})[$parameter["operation"]] }}',
	);
});

describe.each([
	['messages', queryMessages],
	['senders', querySenders],
])('of %s', (_name, operation) => {
	const asked = (parameters: object, expressions = {}) =>
		queryOf(operation, { parameters: { returnAll: true, ...parameters }, expressions });

	test('without anything set all are read, a hundred a page', () => {
		expect(prepared(operation, { parameters: { returnAll: true } })).toEqual({
			order: {
				purpose: 'read',
				query: {},
				pages: { first: 1, perPage: 100, limit: undefined },
				keeps: undefined,
				output: expect.any(Function),
			},
			concurrency: 10,
		});
	});

	test.each([
		[{ returnAll: false, limit: 1 }, 1, 1],
		[{ returnAll: false, limit: 99 }, 99, 99],
		[{ returnAll: false, limit: 101 }, 100, 101],
		[{ returnAll: true, limit: 7 }, 100, undefined],
		[{ limit: 7, options: { perPage: 450 } }, 450, undefined],
		[{ returnAll: false, limit: 30, options: { perPage: 20 } }, 20, 30],
	])('%j: %p a page, %p in all', (parameters, perPage, limit) =>
		expect(asked(parameters).pages).toEqual({ first: 1, perPage, limit }),
	);

	test('Page and Max Concurrent Requests', () => {
		expect(
			prepared(operation, {
				parameters: { returnAll: true, options: { page: '4', maxConcurrentRequests: 2 } },
			}),
		).toMatchObject({ order: { pages: { first: 4 } }, concurrency: 2 });
	});

	test('filters go to the service under its names; blank ones do not, and 0 does', () => {
		expect(asked({ filters: { query: ' tide ', status: '-2' } }).query).toEqual({
			query: ' tide ',
			status: -2,
		});
		expect(asked({ filters: { query: ' ', status: '', dateCreated: '' } }).query).toEqual({});
		expect(asked({ filters: { query: 0, status: 0 } }).query).toEqual({ query: '0', status: 0 });
	});

	test('days are those of the workflow, and count with Custom only', () => {
		const dates = { startDate: '2031-05-13T18:30:00Z', endDate: '2031-05-14' };
		expect(asked({ filters: { dateCreated: 'custom', ...dates } }).query).toEqual({
			date_created: 'custom',
			start_date: '2031-05-14',
			end_date: '2031-05-14',
		});
		expect(asked({ filters: { dateCreated: 'this-week', ...dates } }).query).toEqual({
			date_created: 'this-week',
		});
		expect(asked({ filters: dates }).query).toEqual({});
	});

	test.each<[object, string]>([
		[{ returnAll: 'all' }, "Return All is 'all', but it must be on or off."],
		[{ returnAll: false, limit: 0 }, 'Limit is 0, which is too small.'],
		[{ filters: { status: 'Approved' } }, "Status Name or ID is 'Approved', not a whole number."],
		[{ filters: { dateCreated: 'lately' } }, "'lately' isn't a valid Date Created."],
		[
			{ filters: { dateCreated: 'custom', startDate: '2031-05-14' } },
			'End Date is empty, but Date Created is Custom.',
		],
		[{ options: { page: 0 } }, 'Page is 0, which is too small.'],
		[{ options: { perPage: 0 } }, 'Per Page is 0, which is too small.'],
		[
			{ options: { maxConcurrentRequests: 'many' } },
			"Max Concurrent Requests is 'many', not a whole number.",
		],
	])('%j is refused', (parameters, sentence) =>
		expect(refusals(operation, { parameters: { returnAll: true, ...parameters } })).toEqual([
			sentence,
		]),
	);

	test('all that is wrong is told at once', () => {
		expect(
			refusals(operation, {
				parameters: {
					returnAll: 1,
					filters: { status: 'x', query: {} },
					options: { page: -1, perPage: 1.5, maxConcurrentRequests: 0 },
				},
			}),
		).toHaveLength(6);
	});
});

test('the text to search for is named as the form names it', () => {
	expect(
		refusals(queryMessages, { parameters: { returnAll: true, filters: { query: true } } }),
	).toEqual(["Text Contains is 'true', not a text."]);
	expect(
		refusals(querySenders, { parameters: { returnAll: true, filters: { query: true } } }),
	).toEqual(["Query is 'true', not a text."]);
});

test('a sender comes out as it is', () => {
	const record = { id: 9, name: 'FERRY' };
	expect(queryOf(querySenders, { parameters: { returnAll: true } }).output(record)).toEqual([
		record,
	]);
});

describe('messages', () => {
	const asked = (parameters: object) =>
		queryOf(queryMessages, { parameters: { returnAll: true, ...parameters } });
	const message = (changes: IDataObject = {}): IDataObject => ({
		id: 815,
		campaign: 'tides',
		sms_recipients: [
			{ phone_number: '+254 733 818 201', status: 'Sent' },
			{ phone_number: '+254733818202', status: 'Lost' },
		],
		...changes,
	});

	test('by sender and category', () => {
		expect(asked({ filters: { senderId: sender('417'), category: ' marketing ' } }).query).toEqual({
			sender_id: 417,
			category: 'marketing',
		});
		expect(asked({ filters: { senderId: sender(''), category: ' ' } }).query).toEqual({});
		expect(
			refusals(queryMessages, {
				parameters: { returnAll: true, filters: { senderId: sender('FERRY'), category: 'news' } },
			}),
		).toEqual(["'news' isn't a valid Category.", "Sender ID is 'FERRY', not a whole number."]);
	});

	test.each<[object, IDataObject, boolean]>([
		[{ campaign: ' tides ' }, {}, true],
		[{ campaign: 'tides' }, { campaign: 'tide' }, false],
		[{ campaign: 'tides' }, { campaign: null }, false],
		[{ messageId: '815' }, {}, true],
		[{ messageId: 815 }, { id: '815' }, true],
		[{ messageId: '81' }, {}, false],
		[{ phoneNumber: '+254733818201' }, {}, true],
		[{ phoneNumber: '00254733818202; +254733000000' }, {}, true],
		[{ phoneNumber: '+254733818203' }, {}, false],
		[{ campaign: 'tides', phoneNumber: '+254733818203' }, {}, false],
		[{ campaign: 'ebb', messageId: 815 }, {}, false],
	])('%j keeps %j: %p', (filters, changes, isKept) => {
		const { keeps, query, pages } = asked({ filters });
		expect([keeps!(message(changes)), query, pages!.perPage]).toEqual([isKept, {}, 100]);
	});

	test('none of these filters is none to keep by', () =>
		expect(
			asked({ filters: { campaign: ' ', messageId: '', phoneNumber: null } }).keeps,
		).toBeUndefined());

	test('with an ID there is one message at most, and it is looked for a hundred a page', () => {
		expect(asked({ filters: { messageId: 815 } }).pages).toEqual({
			first: 1,
			perPage: 100,
			limit: 1,
		});
		expect(asked({ returnAll: false, limit: 20, filters: { messageId: 815 } }).pages!.limit).toBe(
			1,
		);
		expect(asked({ returnAll: false, limit: 20, filters: { campaign: 'tides' } }).pages).toEqual({
			first: 1,
			perPage: 100,
			limit: 20,
		});
	});

	test.each<[object, string]>([
		[{ campaign: {} }, 'Campaign is an object, not a text.'],
		[{ messageId: [] }, 'Message ID is a list, not a text.'],
		[{ phoneNumber: '0733818201' }, "'0733818201' in Phone Number has no country code."],
	])('%j is refused', (filters, sentence) =>
		expect(refusals(queryMessages, { parameters: { returnAll: true, filters } })).toEqual([
			sentence,
		]),
	);

	test("an Output that there isn't is refused before anything else", () => {
		expect(
			refusals(queryMessages, { parameters: { returnAll: 'x', output: 'everything' } }),
		).toEqual(["'everything' isn't a valid Output."]);
	});

	test.each<[string | undefined, string[]]>([
		[undefined, ['recipients']],
		['simplified', ['recipients']],
		['raw', ['sms_recipients']],
	])('as %p they have %j', (output, columns) => {
		const [row] = asked({ output }).output(message());
		expect(Object.keys(row!).filter((name) => name.includes('recipients'))).toEqual(columns);
	});

	test('one item a recipient, of the numbers that were asked for', () => {
		const rows = (filters: object) =>
			asked({ output: 'recipients', filters })
				.output(message())
				.map(({ phone_number, status, message_id }) => [phone_number, status, message_id]);
		expect(rows({})).toEqual([
			['+254 733 818 201', 'Sent', 815],
			['+254733818202', 'Lost', 815],
		]);
		expect(rows({ phoneNumber: '+254733818201' })).toEqual([['+254 733 818 201', 'Sent', 815]]);
	});
});

test('statuses are those whose key is a number', () => {
	expect(prepared(listStatuses, { parameters: {} })).toEqual({
		order: { purpose: 'read', query: {}, output: statusesOf },
		concurrency: 10,
	});
	expect(statusesOf({ 4: 'Parked', '-12': 7, '1a': 'x', a1: 'x', note: 'x', '': 'x' })).toEqual([
		{ id: 4, label: 'Parked' },
		{ id: -12, label: '7' },
	]);
});
