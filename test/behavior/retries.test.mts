/**
 * Retries: which requests, how often and after which pauses. A send is retried only if the service provably did not
 * accept the message; a read, and the exchange for a token, whenever another try may succeed.
 */
import type { ScriptedAnswer } from '../harness/scripted.mts';
import {
	answering,
	clock,
	doors,
	received,
	rowsTo,
	run,
	send,
	service,
	texted,
} from '../harness/index.mts';

const envelope = (code: number | string) => ({
	responsecode: code,
	responsemessage: 'So it is',
	data: null,
});
const noLookUp = { options: { lookUpUnknown: false } };

/**
 * Expects exponential back-off with jitter: a first pause of half a second to a second, and twice as long each time.
 */
function expectBackOff(pauses: number[], count: number): void {
	expect(pauses).toHaveLength(count);
	for (const [place, pause] of pauses.entries()) {
		expect(pause).toBeGreaterThanOrEqual(500 * 2 ** place);
		expect(pause).toBeLessThanOrEqual(1000 * 2 ** place);
	}
}

describe('a service that goes on failing: how often a send and a query are made, and what is told', () => {
	// A query that is refused is made once more without a page size.
	const codes: Array<[code: number, sends: number, queries: number, sendTold: RegExp]> = [
		[
			400,
			1,
			2,
			/^Nothing was sent\. .*\(status 400\): So it is\. Correct what the service reports/,
		],
		[
			401,
			2,
			2,
			/^Nothing was sent\. .*refused the access token, and then a new one too: So it is\. Test/,
		],
		[403, 1, 1, /^Nothing was sent\. .*refused the request \(status 403\)/],
		[404, 1, 1, /^Nothing was sent\. .*couldn't find .*\(status 404\): So it is\. Correct what/],
		[408, 1, 4, /answered 408: So it is\. The message may or may not have been sent/],
		[409, 1, 2, /^Nothing was sent\. .*refused the request \(status 409\)/],
		[422, 1, 2, /^Nothing was sent\. .*refused the request \(status 422\)/],
		[
			429,
			6,
			6,
			/^Nothing was sent\. .*too many requests: So it is\. Wait a few minutes\. If it goes on, lower/,
		],
		[500, 1, 4, /answered 500.* may or may not have been sent/],
		[501, 1, 1, /answered 501.* may or may not have been sent/],
		[502, 1, 4, /answered 502.* may or may not have been sent/],
		[503, 1, 4, /answered 503.* may or may not have been sent/],
		[504, 1, 4, /answered 504.* may or may not have been sent/],
	];
	const ways: Array<[string, (code: number) => ScriptedAnswer]> = [
		['HTTP status', (code) => ({ status: code, body: envelope(code) })],
		['responsecode as a text', (code) => ({ body: envelope(String(code)) })],
	];
	const cases = codes.flatMap(([code, sends, queries, sendTold]) =>
		ways.map(([way, answer]) => ({ code, way, sends, queries, sendTold, answer })),
	);

	test.each(cases)('$code as $way', async ({ code, sends, queries, sendTold, answer }) => {
		const { requests } = await answering(() => answer(code));
		const failed = await send(noLookUp);
		expect([requests.length, failed.told.replace('\n', ' ')]).toEqual([
			sends,
			expect.stringMatching(sendTold),
		]);
		expectBackOff(clock.slept, code === 429 ? 5 : 0);
		clock.slept = [];
		requests.length = 0;
		const query = await run({ operation: 'queryMessages' });
		expect([requests.length, query.status]).toEqual([queries, 'error']);
		expect(query.told).not.toMatch(/\bsent\b/);
		const isRepeated = code >= 500 || code === 408 || code === 429;
		expectBackOff(clock.slept, isRepeated ? queries - 1 : 0);
	});

	test.each(doors)('the same in each way by which n8n calls the node: %s', async (door) => {
		const { requests } = await answering(({ count }) => ({ status: count <= 6 ? 429 : 500 }));
		expect((await send(noLookUp, { door })).told).toContain('too many requests');
		expect((await send(noLookUp, { door })).told).toContain('may or may not have been sent');
		expect(requests).toHaveLength(7);
	});

	test.each<[string, 'drop' | ScriptedAnswer, number, string]>([
		['a connection that breaks', 'drop', 4, 'broke'],
		['a web page', { body: '<html>' }, 1, "can't read"],
		['no envelope', { body: [1] }, 1, "can't read"],
		['an envelope without data', { body: { responsecode: 201 } }, 1, "can't read"],
	])('%s: a send is never repeated', async (_name, answer, queries, told) => {
		const { requests } = await answering(() => answer);
		const failed = await send(noLookUp);
		expect([requests.length, failed.told]).toEqual([1, expect.stringContaining(told)]);
		expect(failed.told).toContain('may or may not have been sent');
		const query = await run({ operation: 'queryMessages' });
		expect([requests.length - 1, query.told]).toEqual([queries, expect.stringContaining(told)]);
	});
});

test('own pauses differ by chance, so that many requests do not come back in one moment', async () => {
	await answering(() => ({ status: 503 }));
	await run(
		{ operation: 'queryMessages' },
		{ rows: rowsTo(5), settings: { onError: 'continueRegularOutput' } },
	);
	expect(new Set(clock.slept).size).toBeGreaterThan(5);
});

test('what comes right in the end is told as if nothing had been, and each message is sent once', async () => {
	service.play({ on: 'send', kind: 'rateLimited', times: 5 });
	const { rows, failure } = await send();
	expect(rows).toMatchObject([{ sendOutcome: 'accepted' }]);
	expect([failure, texted()]).toEqual([undefined, ['+254712345678']]);
	expectBackOff(clock.slept, 5);
});

test('failures of different kinds are counted each for itself', async () => {
	service.play({ on: 'messages', kind: 'serverError', times: 3 });
	service.play({ on: 'messages', kind: 'dropBefore', times: 3 });
	service.play({ on: 'messages', kind: 'rateLimited', times: 5 });
	service.play({ on: 'messages', kind: 'unauthorized' });
	expect((await run({ operation: 'queryMessages' })).status).toBe('success');
	expect(received('messages')).toHaveLength(13);
});

describe('Retry-After', () => {
	const inFuture = (seconds: number) => () => new Date(clock.now() + seconds * 1000).toUTCString();
	test.each<[string, string | (() => string), number]>([
		['seconds', '7', 7_000],
		['a fraction of a second', '1.5', 1_500],
		['a date', inFuture(9), 9_000],
		['the longest that is waited', '120', 120_000],
	])('%s is waited for to the millisecond', async (_name, given, milliseconds) => {
		const retryAfter = typeof given === 'string' ? given : given();
		service.play({ on: 'send', kind: 'rateLimited', retryAfter });
		expect((await send()).rows).toMatchObject([{ sendOutcome: 'accepted' }]);
		const [first, second] = received('send');
		expect(second!.at - first!.at).toBe(milliseconds);
		expect(clock.passed).toBe(milliseconds);
	});

	test.each<[string, string | (() => string), RegExp]>([
		['121', '121', /asks you to wait 121 seconds/],
		['a date in five minutes', inFuture(300), /asks you to wait until \w{3}, \d\d \w{3} \d{4}/],
	])('%s is too long to wait for: the failure says how long', async (_name, given, words) => {
		const retryAfter = typeof given === 'string' ? given : given();
		service.play({ on: 'send', kind: 'rateLimited', retryAfter });
		const { told } = await send();
		expect(told).toMatch(/^Nothing was sent\./);
		expect(told).toMatch(words);
		expect([received('send').length, clock.slept]).toEqual([1, []]);
	});
});

test('a request that waits to be repeated leaves its place to others', async () => {
	service.play({ on: 'messages', kind: 'serverError' });
	const queryFor = async (query: string) =>
		await run({
			operation: 'queryMessages',
			filters: { query },
			options: { maxConcurrentRequests: 1 },
		});
	await Promise.all([queryFor('one'), queryFor('two')]);
	expect(received('messages').map(({ query }) => query.query)).toEqual(['one', 'two', 'one']);
});
