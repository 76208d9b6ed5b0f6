import type { IDataObject } from 'n8n-workflow';
import { startStubService, type StubAnswer } from '../stubService.mts';
import {
	goodSend,
	itemsOf,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type RunSetup,
	type Workbench,
} from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const each = { ...goodSend, recipients: '={{ $json.phone }}' };
const good = (name: string): IDataObject => ({ name, phone: '+254711001001' });
const refusedItem = { name: 'bad', phone: 'none' };
/** Fails for items that are bad. A type error would not do: n8n makes it an empty value. */
const failing = '={{ $json.bad ? $("Nowhere").first().json.text : "Hello" }}';
const onError = (value: 'continueRegularOutput' | 'continueErrorOutput'): RunSetup => ({
	settings: { onError: value },
});

describe('without continue-on-fail', () => {
	it('one refused item means that nothing is sent, not even for the items before it', async () => {
		const result = await bench.run(each, { items: [good('a'), refusedItem, good('b')] });
		expect(result.status).toBe('error');
		expect(result.error).toMatchObject({
			itemIndex: 1,
			message: expect.stringMatching(/^Nothing was sent\. \[item 1\] 'none' /),
		});
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('one expression that fails means that nothing is sent', async () => {
		for (const bad of [0, 1, 2]) {
			const items = [0, 1, 2].map((index) => ({ ...good('a'), bad: index === bad }));
			const result = await bench.run({ ...each, message: failing }, { items });
			expect(result.error?.message).toBe(
				`Nothing was sent. [item ${bad}] The expression in Message failed: Referenced node doesn't exist.`,
			);
			expect(result.error?.itemIndex).toBe(bad);
			expect(bench.sandbox.requests).toEqual([]);
		}
	});

	it('tells every refused item, with each reason', async () => {
		const result = await bench.run(
			{ ...each, campaign: '={{ $json.name }}' },
			{ items: [{ name: '', phone: 'x' }, good('a'), { name: 'c', phone: '' }] },
		);
		expect(result.error?.message).toMatch(
			/2 of 3 items were refused\. \[item 0\] 'x' .*Campaign is empty.*\[item 2\] Recipients has no phone number/,
		);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('a request that the service refuses fails the run, which tells what was accepted', async () => {
		const items = [good('a'), { name: 'b', phone: '+254700000400' }, good('c')];
		const result = await bench.run({ ...each, campaign: '={{ $json.name }}' }, { items });
		const ids = new Map(
			bench.sandbox.journal.map(({ messageId, body }) => [body.campaign, messageId]),
		);
		expect([...ids.keys()].sort()).toEqual(['a', 'c']);
		expect(result.error).toMatchObject({
			itemIndex: 1,
			message: expect.stringContaining('[item 1]'),
		});
		expect(result.error?.description).toContain(
			`2 messages of this run were accepted: ID ${ids.get('a')} (item 0), ID ${ids.get('c')} (item 2).`,
		);
	});
});

describe('with continue-on-fail', () => {
	const items = [good('a'), refusedItem, { name: 'c', phone: '+254700000400' }, good('d')];

	it('sends the good items, and the regular output has one item for each, in place', async () => {
		const result = await bench.run(each, { items, ...onError('continueRegularOutput') });
		expect(result.status).toBe('success');
		expect(bench.sandbox.journal).toHaveLength(2);
		expect(itemsOf(result).map(({ pairedItem, json }) => [pairedItem, Object.keys(json)])).toEqual([
			[{ item: 0 }, ['success', 'messageId', 'sendOutcome', 'recipients', 'segments', 'encoding']],
			[{ item: 1 }, ['error', 'sendOutcome']],
			[{ item: 2 }, ['error', 'sendOutcome']],
			[{ item: 3 }, ['success', 'messageId', 'sendOutcome', 'recipients', 'segments', 'encoding']],
		]);
		expect(rowsOf(result)[1]).toEqual({
			error: expect.stringMatching(/^'none' in Recipients has no digits\. Enter .*\. \[item 1\]$/),
			sendOutcome: 'notSent',
		});
	});

	it('the error output has the failed items with their input, and nothing else leaves by it', async () => {
		const result = await bench.run(each, { items, ...onError('continueErrorOutput') });
		expect(
			rowsOf(result)
				.map(({ messageId }) => messageId)
				.sort(),
		).toEqual(bench.sandbox.journal.map(({ messageId }) => messageId).sort());
		expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
		expect(itemsOf(result, 1).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
			{ item: 2 },
		]);
		expect(rowsOf(result, 1)).toEqual(
			[1, 2].map((index) => ({
				...items[index],
				error: expect.stringContaining(`[item ${index}]`),
				sendOutcome: 'notSent',
			})),
		);
	});

	it('an expression that fails stops its own item only, which comes out in its place with its row', async () => {
		const rows = [good('a'), { ...good('b'), bad: true }, good('c')];
		const result = await bench.run(
			{ ...each, message: failing },
			{ items: rows, ...onError('continueRegularOutput') },
		);
		expect(bench.sandbox.journal).toHaveLength(2);
		expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(rowsOf(result)[1]).toEqual({
			...rows[1],
			error: expect.stringMatching(
				/^The expression in Message failed: Referenced node doesn't exist\. .*\[item 1\]$/,
			),
			sendOutcome: 'notSent',
		});
	});

	it('the error output leaves every column of a failed row as it is, one called message too, also where its expression failed', async () => {
		const rows = [
			{ ...good('a'), message: 'Mine', details: 'x' },
			{ phone: 'none', message: 'Mine too', details: 'y' },
			{ ...good('c'), message: 'Also mine', bad: true },
		];
		const result = await bench.run(
			{ ...each, message: failing },
			{ items: rows, ...onError('continueErrorOutput') },
		);
		expect(bench.sandbox.journal).toHaveLength(1);
		expect(rowsOf(result, 1)).toEqual(
			[rows[1], rows[2]].map((row) => ({
				...row,
				error: expect.any(String),
				sendOutcome: 'notSent',
			})),
		);
		expect(itemsOf(result, 1).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it.each([{}, { packages: throughRoutingEngine }])(
		'marks an outcome that nobody knows',
		async (setup) => {
			const result = await bench.run(each, {
				items: [{ phone: '+254700000904' }],
				...onError('continueRegularOutput'),
				...setup,
			});
			expect(rowsOf(result)[0]).toEqual({
				error: expect.stringContaining('may or may not have been sent'),
				sendOutcome: 'unknown',
			});
			expect(bench.received('send')).toHaveLength(1);
		},
	);

	it("pairs a query's failure with its item", async () => {
		const parameters = { operation: 'queryMessages', filters: { status: '={{ $json.status }}' } };
		const result = await bench.run(parameters, {
			items: [{ status: 0 }, { status: 'x' }],
			...onError('continueRegularOutput'),
		});
		expect(itemsOf(result).map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[['error'], { item: 1 }],
		]);
	});
});

it('sends to nobody where Send To is an expression that comes out empty', async () => {
	const result = await bench.run({
		...goodSend,
		sendTo: '={{ $json.target }}',
		contactListId: 501,
	});
	expect(result.error?.message).toBe("Nothing was sent. An empty value isn't a valid Send To.");
	expect(bench.received('send')).toEqual([]);
});

describe('a failing code counts the same as HTTP status and as responsecode', () => {
	const envelope = (code: unknown) => ({
		responsecode: code,
		data: {},
		responsemessage: 'The service says so',
	});
	const told: Array<[string, (code: number) => StubAnswer]> = [
		[
			'HTTP status',
			(code) => ({ status: code, body: envelope(code), headers: { 'retry-after': '0' } }),
		],
		['responsecode', (code) => ({ body: envelope(code), headers: { 'retry-after': '0' } })],
		[
			'responsecode as text',
			(code) => ({ body: envelope(String(code)), headers: { 'retry-after': '0' } }),
		],
	];
	// How often a send is made: a 401 once more with a new token, a 429 five times more, anything else never.
	const codes: Array<[number, number, RegExp]> = [
		[
			400,
			1,
			/^Nothing was sent\. The service refused the request \(status 400\): The service says so\.$/,
		],
		[
			401,
			2,
			/^Nothing was sent\. The service refused the access token, and then a new one too: The service says so\.$/,
		],
		[403, 1, /refused the request \(status 403\)/],
		[404, 1, /did not find what this request is about \(status 404\): The service says so/],
		[409, 1, /refused the request \(status 409\)/],
		[422, 1, /refused the request \(status 422\)/],
		[
			429,
			6,
			/^Nothing was sent\. The service is receiving too many requests: The service says so\.$/,
		],
		[500, 1, /Outcome unclear: the service answered 500/],
		[503, 1, /Outcome unclear: the service answered 503/],
	];
	const cases = codes.flatMap(([code, times, words]) =>
		told.map(([how, answer]) => ({ code, how, times, words, answer })),
	);

	const ways: Array<[string, RunSetup]> = [
		['', {}],
		[", through n8n's routing engine", { packages: throughRoutingEngine }],
	];
	it.each(cases.flatMap((each) => ways.map(([way, setup]) => ({ ...each, way, setup }))))(
		'$code as $how$way',
		async ({ code, times, words, answer, setup }) => {
			const stub = await startStubService(() => answer(code));
			const result = await bench.run(goodSend, {
				credentials: bench.store({ baseUrl: stub.baseUrl }),
				...setup,
			});
			await stub.stop();
			expect(result.error?.message).toMatch(words);
			expect(stub.requests.filter(({ path }) => path === '/api/sms/messages')).toHaveLength(times);
		},
	);

	it.each([
		['401 as status', 'unauthorized'],
		['401 as responsecode', 'unauthorizedInBody'],
		['429 as status', 'rateLimited'],
		['429 as responsecode', 'rateLimitedInBody'],
	] as const)('%s once, and the message is sent, once', async (_title, kind) => {
		// A process hands its newest token on for half a minute; a service of its own starts without one.
		const fresh = await startWorkbench();
		fresh.sandbox.play({
			on: 'send',
			kind,
			...(kind.startsWith('rate') ? { retryAfter: '0' } : {}),
		});
		const result = await fresh.run(goodSend);
		await fresh.sandbox.stop();
		expect(result.error).toBeUndefined();
		expect(fresh.sandbox.journal).toHaveLength(1);
		expect(fresh.received('send')).toHaveLength(2);
		expect(fresh.sandbox.tokensIssued).toBe(kind.startsWith('rate') ? 1 : 2);
	});
});

it('never puts a member called error on an item that succeeded', async () => {
	const stub = await startStubService(() => ({
		body: {
			responsecode: 201,
			data: { success: true, messageId: '7', error: null, note: 'kept' },
			responsemessage: '',
		},
	}));
	const result = await bench.run(goodSend, { credentials: bench.store({ baseUrl: stub.baseUrl }) });
	await stub.stop();
	expect(rowsOf(result)).toEqual([
		{
			success: true,
			messageId: '7',
			note: 'kept',
			sendOutcome: 'accepted',
			recipients: ['+254712345678'],
			segments: 1,
			encoding: 'GSM-7',
		},
	]);
	expect(result.status).toBe('success');
});
