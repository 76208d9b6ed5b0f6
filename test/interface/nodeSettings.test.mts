/**
 * n8n's own settings of the node, on its engine. Which values are read how is in
 * `run/nodeSettings`, what a refused item of a later batch stops in `run/allOrNothing`.
 */
import { createServer, request as forward } from 'node:http';
import { pauses, startTime } from '../clock/virtualTime.mts';
import { closed, listening, startStubService } from '../stubService.mts';
import {
	goodSend,
	itemsOf,
	messagingService,
	rowsOf,
	startWorkbench,
	type Workbench,
} from '../workbench.mts';
import { selfSigned } from '../../workbench/sandbox/selfSigned.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualTime.mts'),
);

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const phones = (...numbers: number[]) =>
	numbers.map((number) => ({ phone: number === 0 ? 'none' : `+25471100100${number}` }));
const each = { ...goodSend, recipients: '={{ $json.phone }}' };

describe('Batching', () => {
	const batching = (batchSize: number, batchInterval: number) => ({
		requestOptions: { batching: { batch: { batchSize, batchInterval } } },
	});
	const sentNumbers = () => bench.sandbox.journal.map(({ recipients }) => recipients[0]);

	it('spaces the batches by the interval', async () => {
		// A sandbox goes by the clock that it finds.
		startTime();
		const own = await startWorkbench();
		const start = Date.now();
		const result = await own.run(
			{ ...each, ...batching(2, 400) },
			{ items: phones(1, 2, 3, 4, 5) },
		);
		expect(result.error).toBeUndefined();
		expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
		// No time passes but what the node pauses: nothing comes before its interval is over.
		const intervals = [1, 2, 3, 4, 5].map((number) => {
			const { at } = own.sandbox.journal.find(
				({ recipients }) => recipients[0] === `+25471100100${number}`,
			)!;
			return Math.floor((at - start) / 400);
		});
		for (const [index, least] of [0, 0, 1, 1, 2].entries())
			expect(intervals[index]).toBeGreaterThanOrEqual(least);
		expect([own.sandbox.journal.length, pauses()]).toEqual([5, [400, 400]]);
		jest.restoreAllMocks();
		await own.sandbox.stop();
	});

	it('sends the good items of every batch under continue-on-fail', async () => {
		const result = await bench.run(
			{ ...each, ...batching(2, 50) },
			{ items: phones(1, 2, 0, 4, 5), settings: { onError: 'continueRegularOutput' } },
		);
		expect(sentNumbers().sort()).toEqual([1, 2, 4, 5].map((number) => `+25471100100${number}`));
		expect(rowsOf(result).map((row) => 'error' in row)).toEqual([false, false, true, false, false]);
	});

	it('without an interval is no batching: one refused item holds all back', async () => {
		const result = await bench.run({ ...each, ...batching(1, 0) }, { items: phones(1, 0) });
		expect(result.status).toBe('error');
		expect(bench.sandbox.requests).toEqual([]);
	});
});

describe('Timeout', () => {
	it('ends a send that gets no answer, which is not sent again', async () => {
		bench.sandbox.play({ on: 'send', kind: 'hangAfterAccept' });
		const result = await bench.run({ ...goodSend, requestOptions: { timeout: 300 } });
		expect(result.error?.message).toMatch(/Outcome unclear: the service did not answer in time/);
		expect(bench.received('send')).toHaveLength(1);
		expect(bench.sandbox.journal).toHaveLength(1);
	});

	it('ends a query that gets no answer, which is asked again', async () => {
		bench.sandbox.play({ on: 'messages', kind: 'hang' });
		const result = await bench.run({
			operation: 'queryMessages',
			requestOptions: { timeout: 300 },
		});
		expect(result.error).toBeUndefined();
		expect(bench.received('messages')).toHaveLength(2);
	});
});

it('Proxy: every request goes through it, the token exchange too', async () => {
	const through: string[] = [];
	const proxy = createServer((request, response) => {
		through.push(`${request.method} ${new URL(request.url!).pathname}`);
		request.pipe(
			forward(request.url!, { method: request.method, headers: request.headers }, (answer) => {
				response.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(response);
			}),
		);
	});
	const port = await listening(proxy);
	// A service of its own, for which this process has no token yet.
	const fresh = await startWorkbench();
	const result = await fresh.run({
		...goodSend,
		requestOptions: { proxy: `http://127.0.0.1:${port}` },
	});
	await closed(proxy);
	await fresh.sandbox.stop();
	expect(result.error).toBeUndefined();
	expect(through).toEqual(['POST /api/oauth/token', 'POST /api/sms/messages']);
	expect(fresh.sandbox.journal).toHaveLength(1);
});

describe('Ignore SSL Issues', () => {
	const receipt = {
		responsecode: 201,
		data: { success: true, messageId: '1' },
		responsemessage: '',
	};
	const sendTo = async (requestOptions: object) => {
		const stub = await startStubService(() => ({ body: receipt }), { tls: selfSigned });
		const result = await bench.run(
			{ ...goodSend, requestOptions: requestOptions as never },
			{ credentials: bench.store({ baseUrl: stub.baseUrl }) },
		);
		await stub.stop();
		return { result, paths: stub.requests.map(({ path }) => path) };
	};

	it('off, an untrusted certificate gets neither the secret nor the message, and people learn why', async () => {
		const { result, paths } = await sendTo({});
		expect(paths).toEqual([]);
		expect(result.error?.message).toMatch(
			/certificate isn't trusted, so the client secret was not sent/,
		);
		// An older n8n hands the credential's two sentences on as one.
		expect(`${result.error?.message} ${result.error?.description}`).toMatch(
			/Switch on Ignore SSL Issues/,
		);
	});

	it('on, the token exchange and the send go through', async () => {
		const { result, paths } = await sendTo({ allowUnauthorizedCerts: true });
		expect(result.error).toBeUndefined();
		expect(paths).toEqual(['/api/oauth/token', '/api/sms/messages']);
	});
});

describe('settings that can not be read', () => {
	const items = phones(1, 2);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'by an expression that fails: every item says so under %s, and no row comes out as if it had gone',
		async (onError) => {
			const result = await bench.run(
				{ ...each, requestOptions: { timeout: '={{ $("Nowhere").item.json.patience }}' } },
				{ items, settings: { onError } },
			);
			expect([result.error, bench.sandbox.requests]).toEqual([undefined, []]);
			const branch = onError === 'continueErrorOutput' ? 1 : 0;
			expect(
				rowsOf(result, branch).map(({ phone, error, sendOutcome }) => [phone, error, sendOutcome]),
			).toEqual(
				[0, 1].map((item) => [
					items[item]!.phone,
					`The expression in the node settings failed: Referenced node doesn't exist. Fix the expression in the node settings, then run the workflow again. [item ${item}]`,
					'notSent',
				]),
			);
			expect(rowsOf(result, 1 - branch)).toEqual([]);
		},
	);

	it.each([
		['Timeout', { timeout: '={{ "a while" }}' }, "'a while'"],
		['Timeout', { timeout: '={{ ({ ms: 7 }) }}' }, 'an object'],
		[
			'Items per Batch',
			{ batching: { batch: { batchSize: '={{ [5] }}', batchInterval: 7 } } },
			'a list',
		],
		[
			'Batch Interval (ms)',
			{ batching: { batch: { batchSize: 5, batchInterval: '={{ Symbol("soon") }}' } } },
			'an object',
		],
	])('%s by a value that is no number', async (field, requestOptions, shown) => {
		for (const parameters of [each, { operation: 'queryMessages' }]) {
			const result = await bench.run({ ...parameters, requestOptions }, { items });
			expect(result.error?.message).toContain(
				`${field} in the node settings is ${shown}, not a number.`,
			);
			expect(bench.sandbox.requests).toEqual([]);
		}
	});
});

it("the credential's allowed domains never shut out the service's own address", async () => {
	const credentials = bench.store({
		allowedHttpRequestDomains: 'domains',
		allowedDomains: 'elsewhere.example.com',
	});
	const result = await bench.run(goodSend, { credentials });
	expect(result.error).toBeUndefined();
	expect(bench.sandbox.journal).toHaveLength(1);
});

it('Execute Once: the first item alone', async () => {
	const result = await bench.run(each, { items: phones(1, 2, 0), settings: { executeOnce: true } });
	expect(result.error).toBeUndefined();
	expect(bench.sandbox.journal.map(({ recipients }) => recipients)).toEqual([['+254711001001']]);
	expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
});

it('can be used as a tool by an AI agent', () => {
	expect(messagingService.nodes.messagingService!.description.usableAsTool).toBe(true);
});
