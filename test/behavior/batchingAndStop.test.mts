/**
 * n8n's Batching: batches of the given size are sent at the given interval. And n8n's Stop button: whenever it is
 * pressed, nothing more is sent, and the failure says which messages were accepted and which may or may not have been
 * sent.
 */
import { setImmediate as turn } from 'node:timers/promises';
import {
	answering,
	clock,
	doors,
	numberOf,
	received,
	rowsTo,
	run,
	send,
	service,
	setCredential,
	storeToken,
	texted,
} from '../harness/index.mts';
import type { Outcome } from '../harness/index.mts';

const noLookUp = { options: { lookUpUnknown: false } };
const each = { ...noLookUp, recipients: '={{ $json.to }}' };
const batching = (batchSize: unknown, batchInterval: unknown) => ({
	requestOptions: { batching: { batch: { batchSize, batchInterval } } } as never,
});
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const until = async (isSo: () => boolean) => {
	for (let left = 100_000; left > 0 && !isSo(); left--) await turn();
};

describe('Batching', () => {
	/** Returns when each row's message was accepted, in row order, in milliseconds since the start. */
	const times = () =>
		service.journal
			.map(({ recipients, at }) => [recipients[0], at - clock.start] as const)
			.sort(([one], [other]) => (one! < other! ? -1 : 1))
			.map(([, at]) => at);

	test.each([
		['two at a time', 2, 400, [0, 0, 400, 400, 800]],
		['one at a time', 1, 1000, [0, 1000, 2000, 3000, 4000]],
		['all in one batch', 50, 1000, [0, 0, 0, 0, 0]],
		['numbers given as texts', '3', '70', [0, 0, 0, 70, 70]],
		['no size is one', '', 10, [0, 10, 20, 30, 40]],
		['no interval is no batching', 1, 0, [0, 0, 0, 0, 0]],
	])('%s', async (_name, size, interval, expected) => {
		const { items } = await send({ ...each, ...batching(size, interval) }, { rows: rowsTo(5) });
		expect(times()).toEqual(expected);
		expect(texted().sort()).toEqual([0, 1, 2, 3, 4].map(numberOf));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
	});

	test('batches start by the interval, whether the one before is answered or not', async () => {
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '1', recipient: numberOf(0) });
		await send({ ...each, ...batching(1, 600) }, { rows: rowsTo(3) });
		expect(times()).toEqual([1000, 1000, 1200]);
	});

	test('spaces queries too', async () => {
		await run({ operation: 'queryMessages', ...batching(1, 300) }, { rows: rowsTo(3) });
		expect(received('messages').map(({ at }) => at - clock.start)).toEqual([0, 300, 600]);
	});

	test.each<[string, string, () => unknown]>([
		['without a token', 'sendMessage', () => setCredential({ clientSecret: 'wrong' })],
		['without a token', 'queryMessages', () => setCredential({ clientSecret: 'wrong' })],
		[
			'that refuses each token',
			'sendMessage',
			() => service.play({ on: 'send', kind: 'unauthorized', times: Infinity }),
		],
	])('a run %s waits for no other batch (%s)', async (_title, operation, fail) => {
		fail();
		const parameters = { ...each, operation, ...batching(1, 60_000) };
		const { rows } = await send(parameters, {
			rows: rowsTo(4),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(rows).toHaveLength(4);
		expect(service.journal).toEqual([]);
		// The second batch waits while the first one finds out.
		expect(clock.slept.filter((slept) => slept === 60_000)).toHaveLength(1);
	});

	test('with Retry On Fail and an expression that fails later: nothing is sent twice, all is told', async () => {
		await service.start({ beforeAnswer: () => clock.pass(1) });
		for (const row of [0, 3])
			service.play({ on: 'send', kind: 'badRequest', recipient: numberOf(row) });
		const fails = `$itemIndex === 3 && $now.toMillis() > ${clock.start}`;
		const { told } = await send(
			{ ...each, ...batching(2, 100), message: `={{ ${fails} ? $('Nowhere').first() : 'Hello' }}` },
			{ rows: rowsTo(4), settings: retryOnFail },
		);
		expect([...texted()].sort()).toEqual([1, 2].map(numberOf));
		expect(received('send')).toHaveLength(4);
		expect(told).toMatch(/this try sent none\. \[item 3\] The expression in Message failed/);
		expect(told).toMatch(/2 of 4 messages were sent: items 1, 2\..*send only items 0, 3\./);
	});
});

describe('Stop', () => {
	/** Presses Stop as soon as the condition holds. Returns the run's outcome once the run has ended. */
	async function stoppedWhen(
		isSo: () => boolean,
		begin: (stop: AbortSignal) => Promise<Outcome>,
	): Promise<Outcome> {
		const stop = new AbortController();
		const running = begin(stop.signal);
		await until(isSo);
		stop.abort();
		return await running;
	}
	const came = (count: number) => () => received('send').length >= count;

	test.each(doors)(
		'while a send is under way: nobody knows, and people are told so (%s)',
		async (door) => {
			service.play({ on: 'send', kind: 'hangAfterAccept' });
			const { status, told } = await stoppedWhen(came(1), (stop) => send({}, { stop, door }));
			expect(status).toBe('canceled');
			expect(told).toMatch(
				/may or may not have been sent\.\nDon.t run .*Query Messages \(\+254712345678/,
			);
			expect(texted()).toHaveLength(1);
		},
	);

	test('what was accepted, what is unknown and what never left are told apart', async () => {
		service.play({ on: 'send', kind: 'hang', recipient: numberOf(2) });
		const { status, told } = await stoppedWhen(came(3), (stop) =>
			send({ ...each, options: { maxConcurrentRequests: 1 } }, { rows: rowsTo(5), stop }),
		);
		expect(status).toBe('canceled');
		expect(told).toMatch(/1 of 5 messages may or may not have been sent, and 2 were not sent/);
		expect(told).toMatch(/\[item 2\] Outcome unknown.*\[items 3, 4\] The execution was canceled/);
		expect(told).toContain('2 of 5 messages were sent: items 0, 1; 1 may have been: item 2.');
		await clock.quiet();
		expect(received('send')).toHaveLength(3);
	});

	test.each([
		['sendMessage', 1_000],
		['sendMessage', 2_000],
		['sendAndWait', 1_000],
	])(
		'%s, while it waits to look for what is unknown (%i ms): canceled, not failed',
		async (operation, wait) => {
			service.play({ on: 'send', kind: 'dropBefore' });
			const { status, told } = await stoppedWhen(
				() => clock.slept.includes(wait),
				(stop) => send({ operation }, { stop }),
			);
			expect(status).toBe('canceled');
			expect(told).toMatch(
				/^The execution was canceled\. Outcome unknown.*may or may not have been sent/,
			);
		},
	);

	test('while the rows are read: none is sent, all are named', async () => {
		const stop = new AbortController();
		const items = rowsTo(40).map((json) => ({ json }));
		Object.defineProperty(items[20]!.json, 'to', {
			enumerable: true,
			get: () => (stop.abort(), numberOf(20)),
		});
		const { status, told } = await send(each, { items, stop: stop.signal });
		expect([status, service.requests]).toEqual(['canceled', []]);
		expect(told).toMatch(/^Nothing was sent\. 40 of 40 items failed\. The execution /);
	});

	test('in a pause for a rate limit: at once, and what was refused is not sent again', async () => {
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '60', after: 1 });
		const { status, told } = await stoppedWhen(
			() => clock.slept.includes(60_000),
			(stop) => send({ ...each, options: { maxConcurrentRequests: 1 } }, { rows: rowsTo(3), stop }),
		);
		expect([status, clock.passed]).toEqual(['canceled', 0]);
		expect(told).toMatch(/2 of 3 messages were not sent\. \[items 1, 2\]/);
		expect(told).toContain('1 of 3 messages was sent: item 0.');
		await clock.quiet();
		expect(received('send')).toHaveLength(2);
	});

	test('between two batches: at once, and the next one stays', async () => {
		// The test clock stands still while a request hangs.
		service.play({ on: 'statuses', kind: 'hang' });
		const over = new AbortController();
		const hanging = run({ operation: 'listStatuses' }, { stop: over.signal });
		await until(() => received('statuses').length === 1);
		let seen = 0;
		const { status, told } = await stoppedWhen(
			() => clock.slept.includes(60_000) && texted().length === 1 && ++seen > 200,
			(stop) => send({ ...each, ...batching(1, 60_000) }, { rows: rowsTo(3), stop }),
		);
		expect([status, clock.passed]).toEqual(['canceled', 0]);
		expect(told).toContain('1 of 3 messages was sent: item 0');
		over.abort();
		await hanging;
		await clock.quiet();
		expect(texted()).toEqual([numberOf(0)]);
	});

	test('in a pause before a send is repeated: it is not repeated, and nothing was sent', async () => {
		setCredential({ baseUrl: 'http://127.0.0.1:1/api' });
		await storeToken('a-token');
		const { status, told } = await stoppedWhen(
			() => clock.slept.length === 2,
			(stop) => send({}, { stop }),
		);
		expect([status, clock.slept.length]).toEqual(['canceled', 2]);
		expect(told).toMatch(/^Nothing was sent\./);
	});

	test('in a second try: what the first one sent, or may have sent, is told as that', async () => {
		service.play({ on: 'send', kind: 'dropAfter', recipient: numberOf(1) });
		service.play({ on: 'send', kind: 'badRequest', recipient: numberOf(2) });
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '60', recipient: numberOf(2) });
		const { status, told } = await stoppedWhen(
			() => clock.slept.includes(60_000),
			(stop) => send(each, { rows: rowsTo(3), settings: retryOnFail, stop }),
		);
		expect([status, received('send').length]).toEqual(['canceled', 4]);
		expect(told).toMatch(
			/^1 of 3 messages may or may not have been sent, and 1 was not sent\. \[item 1\]/,
		);
		expect(told).toContain('1 of 3 messages was sent: item 0; 1 may have been: item 1.');
	});

	test('while a query is under way: told as one, without a word of a message', async () => {
		service.play({ on: 'messages', kind: 'hang' });
		const { status, told } = await stoppedWhen(
			() => received('messages').length === 1,
			(stop) => run({ operation: 'queryMessages' }, { stop }),
		);
		expect(status).toBe('canceled');
		expect(told).toContain('canceled before this query was finished');
		expect(told).not.toMatch(/\bsent\b|message/i);
	});
});

describe('the word by which n8n knows a stopped execution', () => {
	const word = 'canceled';

	test.each([
		['a refusal', { status: 403, body: { responsemessage: `Your plan was ${word}.` } }],
		['a 200', { body: { responsecode: 422, responsemessage: word, data: null } }],
	])("in the service's words with %s is no stop", async (_name, answer) => {
		await answering(() => answer);
		for (const door of doors) {
			const { status, failure } = await send(noLookUp, { door });
			expect([status, failure!.message]).toEqual(['error', expect.not.stringContaining(word)]);
			expect(failure!.message).toContain('cancelled');
		}
	});

	test.each([
		['Schedule', { options: { schedule: `={{ "${word}" }}` } }],
		['an expression that fails', { message: `={{ $("${word}").item.json.text }}` }],
	])('in %s is no stop', async (_name, parameters) => {
		expect((await send(parameters)).status).toBe('error');
	});

	test('in a campaign is told as it is, so that it is found again', async () => {
		service.play({ on: 'send', kind: 'dropAfter' });
		const { status, told } = await send({ ...noLookUp, campaign: `${word} trips` });
		expect([status, told]).toEqual(['error', expect.stringContaining(`campaign '${word} trips'`)]);
	});
});
