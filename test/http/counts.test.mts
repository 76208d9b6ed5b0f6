/** What the sandbox counted: requests, exchanges, requests under way at once. Never times. */
import { crowd } from '../clock/crowd.mts';
import type { SandboxOptions } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
afterEach(() => bench.sandbox.stop());

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ number: `+2547${String(10_000_000 + index)}` }));
const sendEach = { ...goodSend, recipients: '={{ $json.number }}' };

/** A service that answers once as many requests as may be under way at once are, or all have come. */
async function crowded(
	given: Parameters<typeof crowd>[2],
	options: SandboxOptions = {},
): Promise<void> {
	bench = await startWorkbench({
		...options,
		beforeAnswer: (request) => crowd(bench.sandbox, request, given),
	});
}

/** A token that another process, a queue mode worker say, got for the same keys. */
async function startedElsewhere(): Promise<string> {
	const { baseUrl, clientId, clientSecret } = bench.sandbox;
	const answer = await fetch(`${baseUrl}/oauth/token`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
	});
	return String(((await answer.json()) as { access_token: string }).access_token);
}

test('100 items: never more than 10 under way, one exchange, each message once', async () => {
	await crowded({ most: 10, all: 100 });
	const result = await bench.run(sendEach, { items: items(100) });
	expect(result.status).toBe('success');
	expect(bench.sandbox.inFlight.peak).toBe(10);
	expect(bench.sandbox.exchanges).toBe(1);
	expect(bench.sandbox.journal).toHaveLength(100);
});

test.each([1, 3, 25])('a cap of %i is kept, and used', async (cap) => {
	await crowded({ most: cap, all: 50 });
	await bench.run({ ...sendEach, options: { maxConcurrentRequests: cap } }, { items: items(50) });
	expect(bench.sandbox.inFlight.peak).toBe(cap);
});

test('two runs of the same account share the cap', async () => {
	await crowded({ most: 10, all: 80 });
	await Promise.all([
		bench.run(sendEach, { items: items(40) }),
		bench.run(sendEach, { items: items(40) }),
	]);
	expect(bench.sandbox.inFlight.peak).toBe(10);
	expect(bench.sandbox.journal).toHaveLength(80);
});

test('20 pages: 20 requests, 10 of them at once', async () => {
	await crowded({ most: 10, all: 20, alone: 1 }, { pastMessages: 2000 });
	const result = await bench.run({ operation: 'queryMessages', returnAll: true });
	expect(rowsOf(result)).toHaveLength(2000);
	expect(bench.received('messages')).toHaveLength(20);
	expect(bench.sandbox.inFlight.peak).toBe(10);
});

describe('50 items cause one exchange', () => {
	test.each(['http', 'body'] as const)('with an expired token, told by %s', async (expiryTold) => {
		bench = await startWorkbench({ expiryTold });
		await bench.run(sendEach, { items: items(1) });
		const stored = bench.stored.accessToken;
		bench.sandbox.expireTokens();
		const before = bench.sandbox.exchanges;
		const result = await bench.run(sendEach, { items: items(50) });
		expect(result.status).toBe('success');
		expect(bench.sandbox.exchanges - before).toBe(1);
		expect(bench.sandbox.journal).toHaveLength(51);
		expect(bench.stored.accessToken).not.toBe(stored);
	});

	test('also with all of them under way at once', async () => {
		bench = await startWorkbench();
		await bench.run(sendEach, { items: items(1) });
		bench.sandbox.expireTokens();
		const before = bench.sandbox.exchanges;
		const result = await bench.run(
			{ ...sendEach, options: { maxConcurrentRequests: 50 } },
			{ items: items(50) },
		);
		expect(result.status).toBe('success');
		expect(bench.sandbox.exchanges - before).toBe(1);
		expect(bench.sandbox.journal).toHaveLength(51);
	});
});

test('a wrong secret: one exchange, one clear failure, nothing sent', async () => {
	bench = await startWorkbench();
	bench.credentials = bench.store({ clientSecret: 'not-the-secret' });
	const result = await bench.run(sendEach, { items: items(50) });
	expect(result.error!.message).toContain('The service refused Client ID and Client Secret.');
	expect(bench.sandbox.exchanges).toBe(1);
	expect(bench.received('send')).toHaveLength(0);
	expect(`${result.error!.message} ${result.error!.description}`).not.toContain('not-the-secret');
});

test('a token that another process renewed is taken from the store, without an exchange', async () => {
	bench = await startWorkbench();
	await bench.run(sendEach, { items: items(1) });
	const renewed = bench.stored.accessToken;
	const exchanges = bench.sandbox.exchanges;
	// This process reads an old token at the start; the store has the renewed one from then on.
	let reads = 0;
	const store = bench.store({ accessToken: 'rejected-token' });
	const get = store.get.bind(store);
	store.get = (id) => ({ ...get(id), accessToken: reads++ < 1 ? 'rejected-token' : renewed });
	bench.credentials = store;
	const result = await bench.run(sendEach, { items: items(30) });
	expect(result.status).toBe('success');
	expect(bench.sandbox.exchanges).toBe(exchanges);
});

test('a token that this process made before the rejected one is not handed on: it has expired as well', async () => {
	bench = await startWorkbench();
	await bench.run(sendEach, { items: items(1) });
	const theirs = await startedElsewhere();
	bench.credentials = bench.store({ accessToken: theirs });
	await bench.run(sendEach, { items: items(1) });
	bench.sandbox.expireTokens();
	const before = bench.sandbox.exchanges;
	const result = await bench.run(sendEach, { items: items(30) });
	expect(result.error).toBeUndefined();
	expect(bench.sandbox.exchanges - before).toBe(1);
	expect(bench.sandbox.journal).toHaveLength(32);
});

test('a token that is rejected however fresh: two exchanges for one item, then the failure', async () => {
	bench = await startWorkbench();
	bench.sandbox.play({ on: 'send', kind: 'unauthorized', times: Infinity });
	const result = await bench.run(sendEach, { items: items(1) });
	expect(result.error!.message).toContain('refused the access token');
	expect([bench.sandbox.exchanges, bench.received('send').length]).toEqual([2, 2]);
});
