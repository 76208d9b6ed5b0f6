/** The filters of Query Messages that the node applies: which messages they keep, and what of those comes out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { queryMessages } from '../../nodes/MessagingService/operations/queryMessages.ts';
import type { ReadOrder } from '../../nodes/MessagingService/item.ts';
import { acceptedNumbers, refusedNumbers, repairedNumbers } from '../validation/recipientCases.mts';
import { startStubService } from '../stubService.mts';
import {
	goodSend,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';

/** What these filters, and other parameters, come to without n8n. */
function prepared(filters: object, others: Record<string, unknown> = {}) {
	const given: Record<string, unknown> = {
		returnAll: false,
		limit: 20,
		...others,
		...Object.fromEntries(
			Object.entries(filters).map(([name, value]) => [`filters.${name}`, value]),
		),
	};
	return queryMessages.prepare({
		body: {},
		query: {},
		parameter: (path) => given[path],
		isInForm: () => true,
		zone: 'UTC',
		now: 0,
		memory: new Map(),
	});
}

function orderOf(filters: object, others: Record<string, unknown> = {}): ReadOrder {
	const { order } = prepared(filters, others) as { order: ReadOrder };
	return order;
}

/** Whether the filters keep this message. */
const keeps = (filters: object, message: IDataObject) => orderOf(filters).keeps!(message);

describe('Phone Number', () => {
	const international = [...acceptedNumbers, ...repairedNumbers].filter(
		([, country]) => country === undefined,
	);

	test('has spellings to try', () => expect(international.length).toBeGreaterThan(60));

	test.each(
		international.map(
			([value, , expected]) => [JSON.stringify(value), value, [expected].flat()] as const,
		),
	)('%s', (_title, value, numbers) => {
		for (const number of numbers) {
			expect(
				keeps(
					{ phoneNumber: value },
					{ sms_recipients: [{ phone_number: '+15005550006' }, { phone_number: number }] },
				),
			).toBe(true);
			// The service may write it as it likes, too.
			expect(
				keeps({ phoneNumber: value }, { sms_recipients: [{ phone_number: number.slice(1) }] }),
			).toBe(true);
			expect(
				keeps(
					{ phoneNumber: value },
					{ sms_recipients: [{ phone_number: `${number}0` }, { phone_number: number.slice(2) }] },
				),
			).toBe(false);
		}
	});

	test.each(
		refusedNumbers
			.filter(
				([value, country]) =>
					country === undefined &&
					value !== null &&
					value !== undefined &&
					String(value).trim() !== '',
			)
			.map(
				([value, , expected]) => [String(JSON.stringify(value)), value, [expected].flat()] as const,
			),
	)('%s is refused', (_title, value, expected) => {
		const refused = prepared({ phoneNumber: value });
		expect('problems' in refused && refused.problems.map(({ what }) => what)).toEqual(
			expected.map((what) => what.replaceAll('Recipients', 'Phone Number')),
		);
		expect(
			'problems' in refused && refused.problems.map(({ next }) => next).join(' '),
		).not.toContain('Default Country');
	});

	test.each<[string, IDataObject, boolean]>([
		[
			'a number that was addressed',
			{ sms_recipients: [{ phone_number: '+49 1512 3456789' }] },
			true,
		],
		['one recipient that is no list', { sms_recipients: { phone_number: '+4915123456789' } }, true],
		['a number that is a number', { sms_recipients: [{ phone_number: 4_915_123_456_789 }] }, true],
		[
			'a member of a group, as a record',
			{
				sms_recipients: [],
				sms_list_recipients: [
					{ phone_number: '+254733003001' },
					{ phone_number: '+4915123456789' },
				],
			},
			true,
		],
		[
			'a member of a group, as a text',
			{ sms_list_recipients: ['+254733003001', '4915123456789'] },
			true,
		],
		['another number', { sms_recipients: [{ phone_number: '+4915123456788' }] }, false],
		[
			'the number within a longer one',
			{ sms_recipients: [{ phone_number: '+494915123456789' }] },
			false,
		],
		['a group that can not be read', { sms_list_recipients: [{ contact_list_id: 503 }] }, false],
		['no recipients', {}, false],
		[
			'recipients without a number',
			{
				sms_recipients: [
					{},
					{ phone_number: null },
					{ phone_number: '' },
					{ phone_number: {} },
					{ phone_number: ['4915123456789'] },
				],
			},
			false,
		],
		['recipients of an odd shape', { sms_recipients: 'all', sms_list_recipients: 7 }, false],
	])('%s', (_title, message, expected) => {
		expect(keeps({ phoneNumber: '0049 1512 3456789' }, message)).toBe(expected);
	});

	test('shapes of an output: with One Item per Recipient only the rows of the numbers that were asked for', () => {
		const message = {
			id: 9,
			sms_recipients: [
				{ phone_number: '+4915123456789', status: 'Sent' },
				{ phone_number: '+254733003001' },
			],
			sms_list_recipients: ['4366412345670'],
		};
		const filters = { phoneNumber: '+43 664 12345670, +49 1512 3456789' };
		expect(
			orderOf(filters, { output: 'recipients' })
				.output(message)
				.map(({ phone_number }) => phone_number),
		).toEqual(['+4915123456789', '4366412345670']);
		expect(orderOf({ campaign: 'x' }, { output: 'recipients' }).output(message)).toHaveLength(3);
		expect(orderOf(filters, { output: 'raw' }).output(message)).toEqual([message]);
		expect(orderOf(filters).output(message)[0]!.recipients).toHaveLength(3);
	});
});

test.each<[string, unknown, IDataObject, boolean]>([
	['campaign', 'Black Friday', { campaign: 'Black Friday' }, true],
	['campaign', '\tBlack Friday ', { campaign: ' Black Friday\n' }, true],
	['campaign', 'Black Friday', { campaign: 'Black  Friday' }, false],
	['campaign', 'Black Friday', { campaign: 'black friday' }, false],
	['campaign', 'Black', { campaign: 'Black Friday' }, false],
	['campaign', 2026, { campaign: '2026' }, true],
	['campaign', '2026', { campaign: 2026 }, true],
	['campaign', 0, { campaign: '0' }, true],
	['campaign', '.*', { campaign: 'Black Friday' }, false],
	['campaign', 'null', { campaign: null }, false],
	['campaign', 'undefined', {}, false],
	['campaign', '[object Object]', { campaign: {} }, false],
	['messageId', '7f3c-01', { id: '7f3c-01' }, true],
	['messageId', ' 7f3c-01 ', { id: '7f3c-01 ' }, true],
	['messageId', '7F3C-01', { id: '7f3c-01' }, false],
	['messageId', 8801, { id: '8801' }, true],
	['messageId', '8801', { id: 8801 }, true],
	['messageId', '880', { id: 8801 }, false],
	['messageId', '08801', { id: 8801 }, false],
	['messageId', '8801', { messageId: 8801 }, false],
	['messageId', 'null', { id: null }, false],
])('%s %j of %j: %p', (name, value, message, expected) => {
	expect(keeps({ [name]: value }, message)).toBe(expected);
});

describe('all filters count together', () => {
	const filters = { campaign: 'spring', messageId: 5, phoneNumber: '+15005550006' };
	const message = { id: 5, campaign: 'spring', sms_recipients: [{ phone_number: '+15005550006' }] };

	test.each<[object, boolean]>([
		[{}, true],
		[{ campaign: 'autumn' }, false],
		[{ id: 6 }, false],
		[{ sms_recipients: [] }, false],
	])('%j: %p', (changes, expected) => {
		expect(keeps(filters, { ...message, ...changes })).toBe(expected);
	});
});

describe('what is asked of the service', () => {
	test.each([undefined, null, '', '  ', '\n'])('%j in any of them is not set', (value) => {
		const { keeps: none, pages } = orderOf({
			campaign: value,
			messageId: value,
			phoneNumber: value,
		});
		expect([none, pages]).toEqual([undefined, { first: 1, perPage: 20, limit: 20 }]);
	});

	test.each([
		[{ campaign: 'a' }, { limit: 20 }, { perPage: 100, limit: 20 }],
		[{ phoneNumber: '+15005550006' }, { limit: 700 }, { perPage: 100, limit: 700 }],
		[{ campaign: 'a' }, { returnAll: true }, { perPage: 100, limit: undefined }],
		// One ID is one message.
		[{ messageId: 'a' }, { limit: 20 }, { perPage: 100, limit: 1 }],
		[{ messageId: 'a', campaign: 'b' }, { returnAll: true }, { perPage: 100, limit: 1 }],
	])('%j with %j: %j', (filters, others, expected) => {
		const order = orderOf(filters, others);
		expect([order.query, order.pages]).toEqual([{}, { first: 1, ...expected }]);
	});

	test('every reason why an item is refused is told at once', () => {
		const refused = prepared({
			campaign: [],
			messageId: {},
			phoneNumber: 'none, 12',
			category: 'x',
		});
		expect('problems' in refused && refused.problems.map(({ what }) => what)).toEqual([
			'Campaign is a list, not a text.',
			'Message ID is an object, not a text.',
			"'none' in Phone Number has no digits.",
			"'12' in Phone Number has no country code.",
		]);
	});
});

describe('through n8n', () => {
	let bench: Workbench;
	beforeAll(async () => {
		bench = await startWorkbench({ pastMessages: 1000 });
	});
	afterEach(() => {
		bench.sandbox.setOptions({
			readings: { groupRecipients: 'records', singleRecord: true, meta: 'present' },
		});
		bench.reset();
	});
	afterAll(async () => await bench.sandbox.stop());

	const find = async (parameters: INodeParameters, setup = {}) => {
		const result = await bench.run({ operation: 'queryMessages', ...parameters }, setup);
		expect(result.error).toBeUndefined();
		return {
			rows: rowsOf(result),
			pages: bench.received('messages').map(({ query }) => Number(query.page)),
		};
	};
	const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

	test('of 1,000 messages three match: two are found in the pages up to the second one and those that were under way', async () => {
		// The newest first: on pages 2, 6 and 10.
		const filters = { phoneNumber: '+254710000849, +254 710 000 427; 00254710000007' };
		const options = { maxConcurrentRequests: 3 };
		expect(await find({ filters, limit: 2, options })).toEqual({
			rows: [expect.objectContaining({ id: 428 }), expect.objectContaining({ id: 8 })],
			pages: upTo(10),
		});
		bench.reset();
		expect((await find({ filters, limit: 1, options })).pages.length).toBe(8);
		bench.reset();
		expect(
			(await find({ filters, returnAll: true, options })).pages.sort((one, other) => one - other),
		).toEqual(upTo(10));
	});

	test("a page size of one's own, and a first page, hold", async () => {
		const { rows, pages } = await find({
			filters: { campaign: 'campaign-1' },
			limit: 3,
			options: { perPage: 7, page: 2, maxConcurrentRequests: 1 },
		});
		expect(rows.map(({ id }) => id)).toEqual([991, 986, 981]);
		expect(pages).toEqual([2, 3]);
		expect(bench.received('messages')[0]!.query).toEqual({ page: '2', per_page: '7' });
	});

	test.each(['records', 'numbers'] as const)(
		"a group's member is found where members are told as %s",
		async (groupRecipients) => {
			bench.sandbox.setOptions({ readings: { groupRecipients } });
			await bench.run({
				...goodSend,
				sendTo: 'contactGroup',
				contactListId: 501,
				recipients: '',
				campaign: 'open day',
			});
			const { rows } = await find({
				output: 'recipients',
				filters: { phoneNumber: '+254 711 001 024', campaign: 'open day' },
			});
			expect(rows).toEqual([
				expect.objectContaining({ phone_number: '+254711001024', campaign: 'open day' }),
			]);
		},
	);

	test.each([false, true])('the one record of an answer without meta, tool %p', async (isTool) => {
		bench.sandbox.setOptions({ readings: { singleRecord: 'page', meta: 'missing' } });
		const { rows, pages } = await find(
			{ filters: { messageId: '1', query: '(1)' }, returnAll: true },
			isTool ? { packages: throughRoutingEngine } : {},
		);
		expect([rows.map(({ id }) => id), pages]).toEqual([[1], [1]]);
	});

	test('each item has its own filter, in its own place', async () => {
		const items = [{ to: '+254710000850' }, { to: '+254710000001' }, { to: 'x' }];
		const { rows } = await find(
			{ filters: { phoneNumber: '={{ $json.to }}' }, limit: 1 },
			{ items, settings: { onError: 'continueRegularOutput' } },
		);
		expect(rows).toEqual([
			expect.objectContaining({ id: 851 }),
			expect.objectContaining({ id: 2 }),
			expect.objectContaining({
				error: expect.stringContaining("'x' in Phone Number has no digits."),
			}),
		]);
	});

	test('a tool counts the results, not what was read for them', async () => {
		const perPage = 30_000;
		const stub = await startStubService((path) => {
			const page = Number(new URL(path, 'http://service').searchParams.get('page'));
			const data = Array.from({ length: perPage }, (_, index) => ({
				id: (page - 1) * perPage + index,
				campaign: index === 5 ? 'rare' : 'common',
			}));
			return {
				body: {
					responsecode: 200,
					data: {
						data,
						meta: { current_page: page, last_page: 4, per_page: perPage, total: 4 * perPage },
					},
					responsemessage: '',
				},
			};
		});
		const parameters = {
			operation: 'queryMessages',
			returnAll: true,
			output: 'raw',
			filters: { campaign: 'rare' },
			options: { perPage },
		};
		const result = await bench.run(parameters, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
			packages: throughRoutingEngine,
		});
		await stub.stop();
		expect(result.error).toBeUndefined();
		expect(rowsOf(result).map(({ id }) => id)).toEqual([5, 30_005, 60_005, 90_005]);
	});
});
