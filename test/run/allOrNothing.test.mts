/** All or nothing before the first message leaves, and what a run remembers of its earlier tries. */
import { turns, until } from '../clock/until.mts';
import { goodSend, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(async () => {
	bench = await startWorkbench();
	process.on('unhandledRejection', note);
});
beforeEach(() => {
	bench.reset();
	unhandled.length = 0;
});
afterEach(async () => {
	await turns(20);
	expect(unhandled).toEqual([]);
});
afterAll(async () => {
	process.off('unhandledRejection', note);
	await bench.sandbox.stop();
});

const sendEach = { ...goodSend, recipients: '={{ $json.number }}' };
const good = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		number: `+2547123456${String(index).padStart(2, '0')}`,
	}));
const withBad = (count: number, ...bad: number[]) =>
	good(count).map((item, index) => (bad.includes(index) ? { number: '712345678' } : item));
const spaced = (batchSize: number) => ({
	requestOptions: { batching: { batch: { batchSize, batchInterval: 15 } } },
});

describe('without continue-on-fail', () => {
	test('one refused item: nothing is sent, and the failure names it', async () => {
		const result = await bench.run(sendEach, { items: withBad(5, 3) });
		expect(bench.received('send')).toHaveLength(0);
		expect(bench.sandbox.exchanges).toBe(0);
		expect(result.error!.message).toBe(
			"Nothing was sent. [item 3] '712345678' in Recipients has no country code.",
		);
		expect(result.error!.description).toContain('choose a Default Country in Options');
		expect(result.error!.itemIndex).toBe(3);
	});

	test('many refused items: the first ten in full, then a count', async () => {
		const bad = Array.from({ length: 13 }, (_, index) => ({
			number: `7123456${String(index).padStart(2, '0')}`,
		}));
		const result = await bench.run(sendEach, { items: [...good(2), ...bad] });
		const { message } = result.error!;
		expect(message).toContain('13 of 15 items were refused');
		for (let index = 2; index < 12; index++)
			expect(message).toContain(`[item ${index}] '7123456${String(index - 2).padStart(2, '0')}'`);
		expect(message).not.toContain('[item 12]');
		expect(message).toContain('And 3 more items.');
	});

	test('an unknown outcome behind many refused items is named first, and in full', async () => {
		for (const { number } of good(12))
			bench.sandbox.play({ on: 'send', kind: 'refusedInBody', recipient: number });
		bench.sandbox.play({ on: 'send', kind: 'notJson', recipient: '+254712345612' });
		const result = await bench.run(
			{ ...sendEach, options: { maxConcurrentRequests: 1 } },
			{ items: good(13) },
		);
		expect(bench.sandbox.journal).toHaveLength(1);
		expect(result.error!.message).toMatch(
			/^1 of 13 items may or may not have been sent, and 12 were not sent\. \[item 12\] Outcome unclear: .* \[items 0-11\] The service refused/,
		);
		expect(result.error!.description).toContain('+254712345612');
	});

	test('every reason of an item is told, not only the first', async () => {
		const result = await bench.run({
			...goodSend,
			recipients: 'abc',
			message: '={{ "" }}',
			campaign: '={{ "" }}',
			senderId: { __rl: true, mode: 'id', value: '={{ "1.5" }}' },
		});
		for (const part of ["'abc'", 'Message is empty', 'Campaign is empty', "Sender ID is '1.5'"])
			expect(result.error!.message).toContain(part);
	});

	test.each([0, 2, 4])('an expression that fails for item %i: nothing is sent', async (index) => {
		const result = await bench.run(
			{
				...sendEach,
				message: `={{ $itemIndex === ${index} ? $("No such node").item.json.text : "Hello" }}`,
			},
			{ items: good(5) },
		);
		expect(result.error!.message).toBe(
			`Nothing was sent. [item ${index}] The expression in Message failed: Referenced node doesn't exist.`,
		);
		expect(bench.received('send')).toHaveLength(0);
		expect(bench.sandbox.exchanges).toBe(0);
	});
});

describe('with continue-on-fail', () => {
	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: the good items go, the bad ones come out in their place',
		async (onError) => {
			const result = await bench.run(sendEach, { items: withBad(5, 1, 3), settings: { onError } });
			expect(bench.sandbox.journal.map(({ recipients }) => recipients[0]).sort()).toEqual([
				'+254712345600',
				'+254712345602',
				'+254712345604',
			]);
			const failed =
				onError === 'continueErrorOutput'
					? rowsOf(result, 1)
					: rowsOf(result).filter(({ error }) => error);
			expect(failed).toHaveLength(2);
			expect(failed[0]).toMatchObject({
				error: expect.stringMatching(
					/^'712345678' in Recipients has no country code\. Write the number with its own country code.*\[item 1\]$/,
				),
				sendOutcome: 'notSent',
			});
			if (onError === 'continueErrorOutput') {
				expect(failed.map(({ number }) => number)).toEqual(['712345678', '712345678']);
				expect(rowsOf(result, 0)).toHaveLength(3);
			}
		},
	);

	test('an expression that fails stops its own item only', async () => {
		const result = await bench.run(
			{
				...sendEach,
				message: '={{ $itemIndex === 1 ? $("No such node").item.json.text : "Hello" }}',
			},
			{ items: good(4), settings: { onError: 'continueRegularOutput' } },
		);
		expect(bench.sandbox.journal).toHaveLength(3);
		expect(rowsOf(result).map(({ sendOutcome }) => sendOutcome)).toEqual([
			'accepted',
			'notSent',
			'accepted',
			'accepted',
		]);
	});
});

describe('where Batching spaces the items', () => {
	test('a refused item of a later batch stops them all', async () => {
		const result = await bench.run({ ...sendEach, ...spaced(2) }, { items: withBad(8, 3) });
		expect(bench.sandbox.requests).toEqual([]);
		expect(result.error!.message).toContain('Nothing was sent. [item 3]');
	});

	test('an expression that fails in a later batch stops them all', async () => {
		const result = await bench.run(
			{
				...sendEach,
				...spaced(2),
				message: '={{ $itemIndex === 5 ? $("No such node").item.json.text : "Hello" }}',
			},
			{ items: good(8) },
		);
		expect(result.error!.message).toContain('[item 5] The expression in Message failed');
		expect(bench.sandbox.requests).toEqual([]);
	});

	test('a request that fails early keeps no later batch back', async () => {
		bench.sandbox.play({ on: 'send', kind: 'badRequest' });
		const result = await bench.run({ ...sendEach, ...spaced(1) }, { items: good(5) });
		expect(result.error!.message).toContain('[item 0]');
		expect(bench.sandbox.journal).toHaveLength(4);
	});
});

describe('the run ledger', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test('what an earlier try had accepted is not sent again, though its text changed meanwhile', async () => {
		bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254712345602' });
		const result = await bench.run(
			{ ...sendEach, message: '=Code {{ Math.random() }}' },
			{ items: good(5), settings: retry },
		);
		expect(result.status).toBe('success');
		expect(bench.sandbox.journal).toHaveLength(5);
		expect(bench.received('send')).toHaveLength(6);
		const ids = new Map(
			bench.sandbox.journal.map(({ messageId, recipients }) => [recipients[0], messageId]),
		);
		expect(rowsOf(result).map(({ messageId }) => messageId)).toEqual(
			good(5).map(({ number }) => ids.get(number)),
		);
	});

	test('an unknown outcome is not sent again, keeps saying so, and the refused ones go', async () => {
		bench.sandbox.play({ on: 'send', kind: 'serverError', recipient: '+254712345601' });
		bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254712345603' });
		const result = await bench.run(sendEach, { items: good(5), settings: retry });
		expect(result.error!.message).toContain('The message may or may not have been sent');
		expect(result.error!.message).toContain('[item 1]');
		expect(result.error!.message).not.toContain('[item 3]');
		const tried = (number: string) =>
			bench.sentBodies.filter((body) => JSON.stringify(body).includes(number)).length;
		expect(good(5).map(({ number }) => tried(number))).toEqual([1, 1, 1, 2, 1]);
		expect(result.error!.description).toContain('4 messages of this run were accepted');
	});

	describe('an expression that fails in the first try only', () => {
		const message = '={{ $json.text === "fails" ? $("No such node").item.json.text : $json.text }}';

		/**
		 * Rows of which the last one makes the expression fail until the node's first look at it is
		 * over, and how many sends had left by each look.
		 */
		function failingOnce() {
			const items = good(3).map((item) => ({ ...item, text: 'Hello' }));
			const leftByLook: number[] = [];
			Object.defineProperty(items[2], 'text', {
				enumerable: true,
				get: () => (leftByLook.push(bench.received('send').length) === 1 ? 'fails' : 'Hello'),
			});
			return { items, leftByLook };
		}

		test('in a run of one try: nothing is sent', async () => {
			const { items } = failingOnce();
			const result = await bench.run({ ...sendEach, message }, { items });
			expect(result.error?.message).toBe(
				"Nothing was sent. [item 2] The expression in Message failed: Referenced node doesn't exist.",
			);
			expect(bench.received('send')).toEqual([]);
		});

		test('with a second try: nothing is sent before it, and each message once by it', async () => {
			const { items, leftByLook } = failingOnce();
			const result = await bench.run({ ...sendEach, message }, { items, settings: retry });
			expect(result.error).toBeUndefined();
			// The look of the second try: all items are read before the first leaves.
			expect(leftByLook.slice(0, 2)).toEqual([0, 0]);
			expect(bench.sandbox.journal.flatMap(({ recipients }) => recipients).sort()).toEqual([
				'+254712345600',
				'+254712345601',
				'+254712345602',
			]);
			expect(bench.sandbox.journal.map(({ body }) => body.message)).toEqual([
				'Hello',
				'Hello',
				'Hello',
			]);
			const ids = new Map(
				bench.sandbox.journal.map(({ messageId, recipients }) => [recipients[0], messageId]),
			);
			expect(rowsOf(result).map(({ messageId, sendOutcome }) => [messageId, sendOutcome])).toEqual(
				items.map(({ number }) => [ids.get(number), 'accepted']),
			);
		});
	});

	test('a new execution is a new intention', async () => {
		await bench.run(sendEach, { items: good(2) });
		await bench.run(sendEach, { items: good(2) });
		expect(bench.sandbox.journal).toHaveLength(4);
	});
});

describe('caps', () => {
	test('Max Recipients counts the numbers of the whole run, each once', async () => {
		const capped = { ...sendEach, options: { maxRecipients: 3 } };
		const refused = await bench.run(capped, { items: good(4) });
		expect(bench.received('send')).toHaveLength(0);
		expect(refused.error!.message).toContain(
			'This run would reach 4 numbers, and Max Recipients allows 3.',
		);
		await bench.run(capped, { items: [...good(3), ...good(3)] });
		expect(bench.sandbox.journal).toHaveLength(6);
	});

	test('a contact group is refused under a cap: nobody here knows its size', async () => {
		const result = await bench.run({
			...goodSend,
			sendTo: 'contactGroup',
			contactListId: 503,
			options: { maxRecipients: 100 },
		});
		expect(bench.received('send')).toHaveLength(0);
		expect(result.error!.message).toContain('contact group');
	});

	test('a later batch that would go beyond the cap keeps the first one back', async () => {
		const result = await bench.run(
			{ ...sendEach, ...spaced(2), options: { maxRecipients: 3 } },
			{ items: good(6) },
		);
		expect(result.status).toBe('error');
		expect(bench.sandbox.journal).toHaveLength(0);
	});
});

test('a stopped execution sends nothing more and waits for nothing', async () => {
	// A service of its own: its 429 pauses the limiter of the account, for far longer than a test may last.
	const own = await startWorkbench();
	const sends = () => own.received('send');
	const stop = new AbortController();
	own.sandbox.play({ on: 'send', kind: 'rateLimited', retryAfter: '100', after: 4 });
	const running = own.run(
		{ ...sendEach, options: { maxConcurrentRequests: 2 } },
		{ items: good(60), signal: stop.signal },
	);
	await until(() => sends().some(({ status }) => status === 429));
	await turns(50);
	stop.abort();
	const result = await running;
	expect(result.status).toBe('canceled');
	expect(result.error!.message).toContain(
		'The execution was canceled before this message was sent.',
	);
	// One more may have been under way beside the one that was refused.
	expect(sends().length).toBeLessThanOrEqual(6);
	await turns(200);
	expect([sends().length <= 6, own.sandbox.inFlight.now]).toEqual([true, 0]);
	await own.sandbox.stop();
});
