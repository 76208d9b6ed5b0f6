/** Query Messages: the requests to the service, and the filters that the node applies itself. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	answering,
	doors,
	locator,
	received,
	run,
	send,
	service,
	type Setup,
} from '../harness/index.mts';

const query = async (parameters: INodeParameters = {}, setup: Setup = {}) =>
	await run({ operation: 'queryMessages', ...parameters }, setup);
const asked = () => received('messages').map(({ query }) => query);

describe('a query that fails', () => {
	const failed = { error: expect.stringMatching(/refused the request.*reports\.$/) as string };
	test.each<[string, Setup['settings'], object]>([
		['stops', {}, { status: 'error', rows: [], errorRows: [] }],
		['goes on', { onError: 'continueRegularOutput' }, { rows: [failed], errorRows: [] }],
		['goes to errors', { onError: 'continueErrorOutput' }, { rows: [], errorRows: [failed] }],
		['is made again', { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }, { told: '' }],
	])('%s, with no record of the pages before', async (_how, settings, seen) => {
		await service.start({ pastMessages: 7 });
		service.play({ on: 'messages', kind: 'badRequest', after: 1 });
		const outcome = await query({ returnAll: true, options: { perPage: 2 } }, { settings });
		expect(outcome).toMatchObject(seen);
		if ('told' in seen) expect(outcome.rows).toHaveLength(7);
	});
});

test('each row is a query of its own, and its results say which row they are of', async () => {
	await service.start({ pastMessages: 40 });
	const { items } = await query(
		{ filters: { phoneNumber: '={{ $json.to }}' } },
		{
			rows: [{ to: '+254710100030' }, { to: 'x' }, { to: '+254710100010' }],
			settings: { onError: 'continueRegularOutput' },
		},
	);
	expect(items).toMatchObject([
		{ json: { id: 31 }, pairedItem: { item: 0 } },
		{ json: { error: expect.stringContaining("'x' in Phone Number") }, pairedItem: { item: 1 } },
		{ json: { id: 11 }, pairedItem: { item: 2 } },
	]);
});

/** Of 250 past messages every fifth has the same campaign, every tenth went to the three members of a group. */
describe('filters that the service does not know', () => {
	beforeEach(async () => await service.start({ pastMessages: 250 }));
	const every = (step: number, from: number, to = 1) =>
		Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, index) => from - index * step);

	test.each<[string, IDataObject, IDataObject, number[], number]>([
		['a campaign', { campaign: ' campaign-3\n' }, { limit: 3 }, [248, 243, 238], 1],
		['the newest message', { messageId: '250' }, { returnAll: true }, [250], 1],
		['the oldest message', { messageId: '={{ 1 }}' }, {}, [1], 3],
		['a number in another spelling', { phoneNumber: 'tel:00254-710-100-243' }, {}, [244], 3],
		['a member of a group', { phoneNumber: '+254733003002' }, { limit: 4 }, every(10, 250, 220), 1],
		['several numbers', { phoneNumber: '+254710100243; (+254) 710.100.001' }, {}, [244, 2], 3],
		['a list', { phoneNumber: '={{ ["+254710100243", "+254710100001"] }}' }, {}, [244, 2], 3],
		['all that are set', { phoneNumber: '+254733003001', campaign: 'campaign-4' }, {}, [], 3],
	])('%s: %j, %j', async (_, filters, parameters, ids, last) => {
		const { rows, told } = await query({ filters, ...parameters } as INodeParameters);
		expect([told, rows.map(({ id }) => id)]).toEqual(['', ids]);
		// Pages may come in any order. Such a filter is not sent.
		expect(asked()).toHaveLength(last);
		for (const page of ['1', '2', '3'].slice(0, last))
			expect(asked()).toContainEqual({ page, per_page: '100' });
	});

	test.each(doors)('beside one that it knows (%s)', async (door) => {
		const filters = { campaign: 'campaign-3', query: '(1' };
		const { rows } = await query({ returnAll: true, filters }, { door });
		expect(rows.map(({ id }) => id)).toEqual([...every(5, 198, 103), 18, 13]);
		expect(asked().map(({ query }) => query)).toEqual(['(1', '(1']);
	});

	test('One Item per Recipient: only those numbers, and Limit counts messages', async () => {
		const phoneNumber = '+254733003001, +254733003003, +254710100243';
		const { items } = await query({ output: 'recipients', limit: 2, filters: { phoneNumber } });
		expect(items.map(({ json }) => [json.message_id, json.phone_number])).toEqual([
			[250, '+254733003001'],
			[250, '+254733003003'],
			[244, '+254710100243'],
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
	});

	test.each(['records', 'numbers'] as const)(
		'a member of a group is found where members are %s',
		async (groupRecipients) => {
			service.setOptions({ readings: { groupRecipients } });
			await send({ sendTo: 'contactGroup', contactListId: 501, campaign: 'open day' });
			const { rows } = await query({
				output: 'recipients',
				filters: { phoneNumber: '+254 711 001 024', campaign: 'open day' },
			});
			expect(rows).toMatchObject([{ phone_number: '+254711001024', campaign: 'open day' }]);
		},
	);
});

/** Three messages: a mixed one, a failed one, and one whose recipients have no status of their own. */
describe('Delivery Status', () => {
	const to = (phone_number: string, status?: string) => ({ phone_number, status });
	const [a, b, c] = ['+254710100001', '+254710100002', '+254710100003'];
	const data = [
		{ id: 3, status: 'Sent', sms_recipients: [to(a, 'Delivered'), to(b, 'Failed')] },
		{ id: 2, status: 'Failed', sms_recipients: [to(c, 'Failed')] },
		{ id: 1, status: 'Delivered', sms_recipients: [to(c)] },
	];
	const filtered = async (filters: INodeParameters, beside: INodeParameters = {}) => {
		await answering(() => ({
			body: { responsecode: 200, data: { data, meta: { last_page: 1 } } },
		}));
		return await query({ filters, ...beside });
	};

	test.each<[string, number[], string[]]>([
		['Failed', [3, 2], [b, c]],
		[' failed ;SENT', [3, 2], [b, c]],
		['={{ ["Delivered"] }}', [3, 1], [a, c]],
		['sent', [3], []],
		['Fail', [], []],
	])('%s: messages %j, recipients %j', async (deliveryStatus, ids, numbers) => {
		const { rows, told } = await filtered({ deliveryStatus });
		expect([told, rows.map(({ id }) => id)]).toEqual(['', ids]);
		const byRecipient = await filtered({ deliveryStatus }, { output: 'recipients' });
		expect(byRecipient.rows.map((row) => row.phone_number)).toEqual(numbers);
		expect(asked()).toEqual([]);
	});

	test('with Phone Number: what became of it for that number, before Limit', async () => {
		const filters = { deliveryStatus: 'failed', phoneNumber: c };
		expect((await filtered(filters, { limit: 1 })).rows).toMatchObject([{ id: 2 }]);
	});
});

describe('above the output', () => {
	const nothing = async (filters: INodeParameters, beside: INodeParameters = {}, setup = {}) => {
		await answering(() => ({ body: { responsecode: 200, data: { data: [], meta: {} } } }));
		return (await query({ filters, ...beside }, setup)).hints;
	};

	test.each<[INodeParameters, string]>([
		[{ campaign: 'Autum' }, "Campaign 'Autum' (which must match exactly)."],
		[
			{ query: 'tide', category: 'utility', senderId: locator(102) },
			"Category 'utility', Sender ID '102', Text Contains 'tide'",
		],
		[
			{ dateCreated: 'custom', startDate: '2031-05-01', endDate: '2031-05-02' },
			"Date Created 'custom', Start Date '2031-05-01', End Date '2031-05-02'",
		],
	])(
		'what was looked for where %j finds nothing, and what must match exactly',
		async (...given) => {
			const [filters, words] = given;
			const [hint] = await nothing(filters);
			expect(hint).toContain(`Nothing was found for ${words}`);
			expect(hint!.includes('must match exactly')).toBe('campaign' in filters);
		},
	);

	test('the delivery statuses that there are, of messages that fit all other filters', async () => {
		await service.start({ pastMessages: 40 });
		const { rows } = await query({ returnAll: true, output: 'recipients' });
		const { campaign } = rows[0]!;
		const same = rows.filter((row) => row.campaign === campaign);
		const statuses = new Set(
			same.flatMap(({ status, message_status }) => [status, message_status]),
		);
		const filters = { campaign: String(campaign), deliveryStatus: 'Deliverd' };
		const { hints } = await query({ returnAll: true, filters });
		const [, told = ''] = /Other messages have Delivery Status (.*)\.$/.exec(hints[0]!) ?? [];
		expect(told.split(/, | and /).sort()).toEqual(
			[...statuses].map((each) => `'${String(each)}'`).sort(),
		);
	});

	test('the campaigns that there are where none has this one, and only there', async () => {
		for (const campaign of ['Autumn', 'Spring']) await send({ campaign });
		const told = async (filters: INodeParameters) => (await query({ filters })).hints[0];
		expect(await told({ campaign: 'autum' })).toMatch(
			/'autum' \(which must match exactly\)\. Other messages have Campaign '\w+' and '\w+'\.$/,
		);
		const phoneNumber = '+254799999999';
		expect(await told({ campaign: 'Autumn', phoneNumber })).not.toContain('Other messages');
		expect(await told({ phoneNumber })).not.toContain('Other messages');
	});

	test('the campaigns that there are, of all rows', async () => {
		await send({ campaign: 'Autumn' });
		await send({ campaign: 'Spring', priority: 'marketing' });
		const filters = { campaign: 'Winter', category: '={{ $json.category }}' };
		const rows = ['utility', 'marketing'].map((category) => ({ category }));
		const { hints } = await query({ filters }, { rows });
		expect(hints[0]).toContain("Other messages have Campaign 'Autumn' and 'Spring'.");
	});

	test('of many rows the first three', async () => {
		const rows = [1, 2, 3, 4, 4].map((id) => ({ id }));
		const [hint] = await nothing({ messageId: '={{ $json.id }}' }, {}, { rows });
		expect(hint).toMatch(/Message ID '1'; or Message ID '2'; or Message ID '3'; and 1 more\./);
	});

	test('nothing where no filter is set, nor where something was found', async () => {
		expect(await nothing({})).toEqual([]);
		await service.start({ pastMessages: 20 });
		const { rows, hints } = await query({ filters: { messageId: '7' } });
		expect([rows.length, hints]).toEqual([1, []]);
	});

	test.each<[number, INodeParameters, boolean]>([
		[1, { output: 'recipients' }, true],
		[1, {}, false],
		[2, { output: 'recipients' }, false],
		[1, { output: 'recipients', filters: { messageId: '1' } }, false],
	])(
		'that a Limit of %i that was reached counts messages: %j, %s',
		async (limit, given, isTold) => {
			await send({ recipients: '+254710100001, +254710100002' });
			const { hints } = await query({ limit, ...given });
			expect(hints.join().includes('Limit counts messages')).toBe(isTold);
		},
	);
});

test('a range that ends before it begins is refused', async () => {
	const filters = { dateCreated: 'custom', startDate: '2026-11-24', endDate: '2026-11-23' };
	const { told } = await run({ operation: 'queryMessages', filters });
	expect(told).toContain('Start Date 2026-11-24 is after End Date 2026-11-23.');
	expect(service.requests).toEqual([]);
});

test('nothing in a range of days: some services leave out the last one', async () => {
	const filters = { dateCreated: 'custom', startDate: '2026-11-23', endDate: '2026-11-23' };
	const { hints } = await run({ operation: 'queryMessages', filters });
	expect(hints.join()).toMatch(
		/Nothing was found for .*leave out the last day of a range: try an End Date one day later/,
	);
	const other = await run({ operation: 'queryMessages', filters: { query: 'nowhere' } });
	expect(other.hints.join()).not.toContain('End Date');
});

test.each([
	'query',
	'category',
	'status',
	'campaign',
	'deliveryStatus',
	'phoneNumber',
	'messageId',
])('an object without words in %s is refused in words', async (name) => {
	const odd = { toString: 'x', valueOf: 1 };
	for (const value of [odd, [odd], [[odd]], { toJSON: 1 }]) {
		const filters = { [name]: '={{ $json.value }}' };
		const { told } = await run({ operation: 'queryMessages', filters }, { rows: [{ value }] });
		expect(told).toMatch(/\b(an object|a list)\b/i);
		expect(told).not.toMatch(/bug|Cannot convert/);
	}
});
