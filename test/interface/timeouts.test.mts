/** A time that is set bounds the whole request, on n8n's engine: an answer that drips is never idle, and still over. */
import { stubTimeouts } from '../clock/timeoutSignals.mts';
import { startDrippingService, seen, type DrippingService } from '../drippingService.mts';
import { goodSend, nodeName, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
let service: DrippingService | undefined;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service?.stop();
});
afterAll(async () => await bench.sandbox.stop());

async function dripping(drips: string, data: object = {}): Promise<DrippingService> {
	service = await startDrippingService(drips);
	bench.credentials = bench.store({ baseUrl: service.baseUrl, ...data });
	return service;
}

const timeout = 300;
const requestOptions = { timeout } as never;
const ready = { accessToken: 'drop-by-drop-6' };

/** Makes the waits that no test has time for short, and notes which were asked for. */
function quickClocks(
	events: string[] = [],
	actual = (milliseconds: number) => Math.min(milliseconds, timeout),
): string[] {
	const original = AbortSignal.timeout.bind(AbortSignal);
	stubTimeouts((milliseconds) => {
		events.push(`clock of ${milliseconds}`);
		return original(actual(milliseconds));
	});
	return events;
}

test('a send: nobody knows what became of it, and it is not sent again', async () => {
	const { events } = await dripping('/sms/messages', ready);
	const result = await bench.run({ ...goodSend, requestOptions });
	expect(result.error?.message).toBe(
		'Outcome unclear: the service did not answer in time. The message may or may not have been sent.',
	);
	await seen(service!, 'POST /sms/messages cut off');
	expect(events).toEqual(['POST /sms/messages', 'POST /sms/messages cut off']);
});

test('a send that the service took before its answer dripped was sent once', async () => {
	service = await startDrippingService('/sms/messages', { behind: bench.sandbox.baseUrl });
	bench.credentials = bench.store({ baseUrl: service.baseUrl });
	const result = await bench.run(
		{ ...goodSend, requestOptions: { timeout: 700 } as never },
		{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
	);
	expect(result.error?.message).toContain(
		'Outcome unclear: the service did not answer in time. The message may or may not have been sent.',
	);
	expect(bench.sandbox.journal.map(({ recipients }) => recipients)).toEqual([['+254712345678']]);
	expect(service.events.filter((event) => event === 'POST /sms/messages')).toHaveLength(1);
	bench.reset();
});

test('a read is made once more, as always, and then fails', async () => {
	const { events } = await dripping('/sms/senders', ready);
	const result = await bench.run({ operation: 'querySenders', requestOptions });
	expect(result.error?.message).toBe('The service did not answer this query in time.');
	await seen(service!, 'GET /sms/senders cut off', 4);
	expect(events).toEqual(
		Array.from({ length: 4 }, () => ['GET /sms/senders', 'GET /sms/senders cut off']).flat(),
	);
});

test('an exchange for a token: repeated, then failed, and no message left', async () => {
	const clocks = quickClocks();
	const { events } = await dripping('/oauth/token');
	const result = await bench.run(goodSend);
	// n8n 2.8 and before drops an error's cause, and with it that the credential said it.
	expect(result.error?.message).toMatch(
		/^Nothing was sent\. .*The service failed to give an access token\./,
	);
	await seen(service!, 'POST /oauth/token cut off', 4);
	expect(clocks).toEqual(Array.from({ length: 4 }, () => 'clock of 30000'));
	expect(events.filter((event) => !event.includes('token'))).toEqual([]);
});

test('a list in the editor', async () => {
	const clocks = quickClocks();
	const { events } = await dripping('/sms/senders', ready);
	await expect(bench.searchSenders()).rejects.toThrow(
		'The service did not answer this query in time.',
	);
	await seen(service!, 'GET /sms/senders cut off', 4);
	expect([clocks, events.length]).toEqual([Array.from({ length: 4 }, () => 'clock of 20000'), 8]);
});

test("the credential's own test is bounded in its exchange, and has n8n's form otherwise", async () => {
	const clocks = quickClocks();
	await dripping('/oauth/token');
	expect(await bench.testCredential()).toEqual({
		status: 'Error',
		message: expect.stringContaining('The service failed to give an access token.'),
	});
	await seen(service!, 'POST /oauth/token cut off', 4);
	await service!.stop();
	clocks.length = 0;
	const { events } = await dripping('nothing');
	expect(await bench.testCredential()).toEqual({ status: 'OK', message: 'Connection successful!' });
	expect([clocks, events]).toEqual([
		['clock of 30000'],
		['POST /oauth/token', 'GET /system/system-status'],
	]);
});

test('the time of a request begins when it leaves, not while its token is exchanged', async () => {
	const { events } = await dripping('nothing');
	quickClocks(events, () => 60_000);
	const result = await bench.run({ ...goodSend, requestOptions: { timeout: 4321 } as never });
	expect(result.error).toBeUndefined();
	expect(events).toEqual([
		'clock of 30000',
		'POST /oauth/token',
		'clock of 4321',
		'POST /sms/messages',
	]);
});

test('a request that ends in time is as ever', async () => {
	await dripping('nothing', ready);
	const result = await bench.run({ ...goodSend, requestOptions: { timeout: 20_000 } as never });
	expect([result.error, service!.events]).toEqual([undefined, ['POST /sms/messages']]);
});

test.each([
	[undefined, 300_000],
	[0, 300_000],
	[777.5, 778],
	[1e12, 2 ** 31 - 1],
])('a Timeout of %s is a clock of %i', async (given, milliseconds) => {
	const { events } = await dripping('nothing', ready);
	quickClocks(events, () => 60_000);
	const result = await bench.run({ ...goodSend, requestOptions: { timeout: given } as never });
	expect(events).toEqual([`clock of ${milliseconds}`, 'POST /sms/messages']);
	expect(result.error).toBeUndefined();
});

describe('the Stop button', () => {
	test('is not taken for a time that is over', async () => {
		const stop = new AbortController();
		await dripping('/sms/messages', ready);
		const run = bench.run(
			{ ...goodSend, requestOptions: { timeout: 60_000 } as never },
			{ signal: stop.signal },
		);
		await seen(service!, 'POST /sms/messages');
		stop.abort();
		const result = await run;
		expect(result.status).toBe('canceled');
		expect(result.errorOf(nodeName)?.message).toBe(
			'Outcome unclear: the execution was canceled before the service answered. The message may or may not have been sent.',
		);
		await seen(service!, 'POST /sms/messages cut off');
	});

	test('ends a wait for a token at once, while the exchange is still under way; its message never leaves', async () => {
		const stop = new AbortController();
		const { events } = await dripping('/oauth/token');
		const run = bench.run(goodSend, { signal: stop.signal });
		await seen(service!, 'POST /oauth/token');
		stop.abort();
		const result = await run;
		expect([result.status, result.errorOf(nodeName)?.message]).toEqual([
			'canceled',
			'Nothing was sent. The execution was canceled before this message was sent.',
		]);
		// Neither its end nor a message: the exchange is still under way.
		expect(events).toEqual(['POST /oauth/token']);
	});
});
