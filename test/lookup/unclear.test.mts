/** Look Up Unclear Sends, through n8n's engine: what the service's list shows counts as accepted. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pausesOn } from '../clock/notedPause.mts';
import { turns, until } from '../clock/until.mts';
import { loggedIn } from '../contract/client.mts';
import {
	goodSend,
	nodeName,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type RunSetup,
	type Workbench,
} from '../workbench.mts';
import type { SandboxOptions } from '../../workbench/sandbox/sandbox.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);

let bench: Workbench;
afterEach(async () => await bench.sandbox.stop());
const open = async (options: SandboxOptions = {}) => void (bench = await startWorkbench(options));

const phone = (index: number) => `+2547${String(11_000_000 + index)}`;
const phones = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ phone: phone(index) }));
const send = async (
	items: IDataObject[],
	options: INodeParameters = {},
	parameters: INodeParameters = {},
	setup: RunSetup = {},
) =>
	await bench.run(
		{
			...goodSend,
			recipients: '={{ $json.phone }}',
			...parameters,
			options: { lookUpUnknown: true, ...options },
		},
		{ items, ...setup },
	);
const outcomes = (result: Awaited<ReturnType<typeof send>>) =>
	rowsOf(result).map(({ sendOutcome }) => sendOutcome);
const failureOf = (result: Awaited<ReturnType<typeof send>>) =>
	result.errorOf(nodeName) as unknown as { message: string; description: string } | undefined;

const accepting = [
	'dropAfter',
	'dropMidAnswer',
	'errorAfterAccept',
	'notJson',
	'wrongShape',
	'noise',
	'emptyBody',
] as const;
const losing = ['dropBefore', 'serverError', 'html'] as const;

describe.each([
	['the main door', {}],
	["n8n's routing engine", { packages: throughRoutingEngine }],
] as const)('through %s', (_door, setup) => {
	test.each(accepting)(
		'after %s the message is found: accepted, and not sent again',
		async (kind) => {
			await open();
			bench.sandbox.play({ on: 'send', kind });
			const result = await send(phones(1), {}, {}, setup);
			expect(result.error).toBeUndefined();
			expect(rowsOf(result)).toEqual([
				{
					success: true,
					messageId: bench.sandbox.journal[0]!.messageId,
					sendOutcome: 'accepted',
					recipients: [phone(0)],
					segments: 1,
					encoding: 'GSM-7',
					confirmedBy: 'lookup',
				},
			]);
			expect(bench.received('send')).toHaveLength(1);
			expect(bench.received('messages')).toHaveLength(1);
		},
	);

	test.each(losing)(
		'after %s it is not there: still unknown, looked up three times, and not sent again',
		async (kind) => {
			await open();
			bench.sandbox.play({ on: 'send', kind, status: 503 });
			const result = await send(
				phones(1),
				{},
				{},
				{ ...setup, settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
			);
			expect(failureOf(result)?.message).toMatch(
				/^Outcome unclear: .* The message may or may not have been sent\. The service's list of messages did not show it, last read at 20\d\d-\d\d-\d\d \d\d:\d\d \(UTC\)\.$/,
			);
			expect(failureOf(result)?.description).toContain(
				"Look for the message with Query Messages, and send it again only if it isn't there.",
			);
			expect(bench.received('send')).toHaveLength(1);
			expect(bench.received('messages')).toHaveLength(3);
		},
	);
});

test('only until all are found, and all unclear sends of a run share the reads', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter', times: 30 });
	const result = await send(phones(50));
	expect(outcomes(result)).toEqual(Array(50).fill('accepted'));
	expect(rowsOf(result).filter(({ confirmedBy }) => confirmedBy === 'lookup')).toHaveLength(30);
	for (const row of rowsOf(result))
		expect(
			bench.sandbox.journal.find(({ messageId }) => messageId === row.messageId)?.recipients,
		).toEqual(row.recipients);
	expect(bench.received('messages')).toHaveLength(1);
});

test('one that is listed late is found by a later look', async () => {
	await open({ listingDelay: 60_000 });
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	const running = send(phones(3));
	await until(() => bench.received('messages').length > 0);
	bench.sandbox.setOptions({ listingDelay: 0 });
	expect(outcomes(await running)).toEqual(['accepted', 'accepted', 'accepted']);
});

test('nothing unknown: it reads nothing', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'rateLimited', retryAfter: '0' });
	bench.sandbox.play({ on: 'send', kind: 'badRequest', after: 3 });
	await send(phones(6), {}, {}, { settings: { onError: 'continueRegularOutput' } });
	expect(bench.received('messages')).toEqual([]);
});

test.each([false, '={{ false }}'])('switched off (%s) it reads nothing', async (lookUpUnknown) => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	const result = await send(phones(1), { lookUpUnknown });
	expect(failureOf(result)?.message).toMatch(/may or may not have been sent\.$/);
	expect(bench.received('messages')).toEqual([]);
});

test('without the option it is on', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	expect(outcomes(await send(phones(1), { lookUpUnknown: undefined }))).toEqual(['accepted']);
});

test('each item its own: the others stay unknown', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter', times: 2 });
	const items = [
		{ phone: phone(1), look: true },
		{ phone: phone(2), look: false },
	];
	const result = await send(
		items,
		{ lookUpUnknown: '={{ $json.look }}', combineItems: true },
		{},
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(outcomes(result)).toEqual(['accepted', 'unknown']);
});

test('combined: each of the items gets the receipt', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	const result = await send(phones(5), { combineItems: true });
	expect(outcomes(result)).toEqual(Array(5).fill('accepted'));
	expect(new Set(rowsOf(result).map(({ messageId }) => messageId)).size).toBe(1);
	expect(rowsOf(result)[3]!.recipients).toEqual([phone(3)]);
});

test('asks for the days, the sender ID and the priority of the messages', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	await send(phones(1), {}, { priority: 'authentication' });
	expect(bench.received('messages')[0]!.query).toEqual({
		sender_id: '102',
		category: 'authentication',
		date_created: 'custom',
		page: '1',
		per_page: '100',
		start_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
		end_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
	});
	bench.sandbox.reset();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter', times: 2 });
	await send(
		[
			{ phone: phone(1), sender: 101 },
			{ phone: phone(2), sender: 102 },
		],
		{},
		{ senderId: { __rl: true, mode: 'id', value: '={{ $json.sender }}' } as never },
	);
	expect(Object.keys(bench.received('messages')[0]!.query).sort()).toEqual([
		'category',
		'date_created',
		'end_date',
		'page',
		'per_page',
		'start_date',
	]);
});

test('a list that begins with the newest is read as far as needed; another one whole', async () => {
	const long = { pastMessages: 3_000, pastSpacing: 1_000 };
	await open(long);
	bench.sandbox.play({ on: 'send', kind: 'dropBefore' });
	await send(phones(1));
	expect(bench.received('messages').map(({ query }) => query.page)).toEqual(['1', '1', '1']);
	await bench.sandbox.stop();
	await open({ ...long, readings: { listOrder: 'oldestFirst' } });
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	expect(outcomes(await send(phones(1)))).toEqual(['accepted']);
	expect(bench.received('messages').length).toBeGreaterThan(2);
});

test('what was sent before, and what others sent, confirms nothing', async () => {
	await open({ readings: { messageIdType: 'uuid' } });
	const elsewhere = await loggedIn(bench.sandbox);
	const body = {
		sender_id: 102,
		priority: 'utility',
		campaign: 'reminders',
		message: 'Hello',
		schedule: null,
		contact_list_id: null,
	};
	bench.sandbox.setOptions({ clockOffset: -10_000 });
	await elsewhere.post('/sms/messages', { ...body, recipients: [phone(0)] });
	bench.sandbox.setOptions({ clockOffset: 0 });
	await elsewhere.post('/sms/messages', { ...body, recipients: [phone(0), phone(1)] });
	await elsewhere.post('/sms/messages', { ...body, recipients: [phone(0)], message: 'Hello you' });
	bench.sandbox.play({ on: 'send', kind: 'dropBefore' });
	expect(failureOf(await send(phones(1)))?.message).toContain('did not show it');
});

test("two equal items of a run: one record is one send's, whatever the other came to", async () => {
	for (const messageIdType of ['recordId', 'uuid'] as const) {
		await bench?.sandbox.stop();
		await open({ readings: { messageIdType } });
		bench.sandbox.play({ on: 'send', kind: 'dropBefore' });
		const one = await send(
			[{ phone: phone(1) }, { phone: phone(1) }],
			{ maxConcurrentRequests: 1 },
			{},
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(outcomes(one)).toEqual(['unknown', 'accepted']);
		expect(bench.sandbox.journal).toHaveLength(1);
	}
	await bench.sandbox.stop();
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	bench.sandbox.play({ on: 'send', kind: 'dropBefore' });
	const both = await send(
		[{ phone: phone(1) }, { phone: phone(1) }],
		{ maxConcurrentRequests: 1 },
		{},
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(outcomes(both)).toEqual(['accepted', 'unknown']);
});

test('a list that cannot be read: still unknown, and the text says why', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	bench.sandbox.play({ on: 'messages', kind: 'badRequest', times: Infinity });
	const { message } = failureOf(await send(phones(1)))!;
	expect(message).toMatch(
		/may or may not have been sent\. It could not be looked up\. The service refused the request \(status 400\)/,
	);
	expect(bench.received('messages')).toHaveLength(3);
});

test('what the look-up found is kept under Retry On Fail', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter', recipient: phone(0) });
	bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: phone(1) });
	const result = await send(
		phones(2),
		{},
		{},
		{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
	);
	expect(rowsOf(result).map(({ sendOutcome, confirmedBy }) => [sendOutcome, confirmedBy])).toEqual([
		['accepted', 'lookup'],
		['accepted', undefined],
	]);
	expect(bench.received('send')).toHaveLength(3);
	expect(bench.received('messages')).toHaveLength(1);
});

test('a failed run counts it among the accepted', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter', recipient: phone(0) });
	bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: phone(1), times: Infinity });
	const { message, description } = failureOf(await send(phones(2)))!;
	expect(message).toMatch(/^\[item 1\] The service refused/);
	expect(description).toContain('1 message of this run was accepted: ID 1 (item 0).');
});

test('a stopped run does not look', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'hangAfterAccept' });
	const stop = new AbortController();
	const running = send(phones(1), {}, {}, { signal: stop.signal });
	await until(() => bench.received('send').length > 0);
	stop.abort();
	expect((await running).status).toBe('canceled');
	await until(() => pausesOn() === 0);
	await turns(50);
	expect(bench.received('messages')).toEqual([]);
});

test('a contact group cannot be looked up, and is not', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
	const result = await send([{}], {}, { sendTo: 'contactGroup', contactListId: 503 });
	expect(failureOf(result)?.message).toMatch(/may or may not have been sent\.$/);
	expect(bench.received('messages')).toEqual([]);
});
