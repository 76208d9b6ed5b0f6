/**
 * What a failed run tells, on n8n's engine: every message of which nobody knows, nothing that is
 * not true, and no more than a person can read.
 */
import { startStubService, type StubAnswer } from '../stubService.mts';
import { CredentialStore } from '../../workbench/engine/engine.mts';
import { until } from '../clock/until.mts';
import {
	goodSend,
	itemsOf,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(() => bench.sandbox.stop());

const numbers = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ number: `+2567${String(72_000_000 + index)}` }));
const sendEach = { ...goodSend, recipients: '={{ $json.number }}', campaign: 'water bills' };
const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const numberOf = (index: number) => numbers(index + 1)[index]!.number;

/** Runs sends against a service that gives these answers. */
async function runAgainst(
	answer: (path: string, count: number) => StubAnswer,
	setup: Parameters<Workbench['run']>[1] = {},
	parameters = goodSend,
) {
	const service = await startStubService(answer);
	const result = await bench.run(parameters, {
		...setup,
		credentials: bench.store({ baseUrl: service.baseUrl }),
	});
	await service.stop();
	return result;
}

describe('outcomes that are unknown', () => {
	test('are named before and beside any number of refused items, each with what to look for', async () => {
		const unclear = [14, 15, 16, 29];
		for (const { number } of numbers(30))
			bench.sandbox.play({
				on: 'send',
				kind: unclear.includes(numbers(30).findIndex((item) => item.number === number))
					? 'errorAfterAccept'
					: 'badRequest',
				recipient: number,
			});
		const result = await bench.run(
			{ ...sendEach, recipients: '={{ $json.number }}', message: '=Meter {{ $itemIndex }}' },
			{ items: numbers(30), zone: 'Africa/Kampala' },
		);
		const { message, description } = result.error!;
		expect(message).toMatch(
			/^4 of 30 items may or may not have been sent, and 26 were not sent\. \[items 14-16, 29\] Outcome unclear: the service answered 500/,
		);
		for (const index of unclear)
			expect(description).toContain(`${numberOf(index)} (item ${index})`);
		expect(description).toMatch(
			/campaign 'water bills', tried at 20\d\d-\d\d-\d\d \d\d:\d\d \(Africa\/Kampala\)/,
		);
		expect(bench.sandbox.journal).toHaveLength(4);
	});

	test('are named however many they are, in ranges', async () => {
		for (let index = 0; index < 200; index++)
			if (index !== 77)
				bench.sandbox.play({ on: 'send', kind: 'dropAfter', recipient: numberOf(index) });
		const result = await bench.run(sendEach, { items: numbers(200) });
		expect(result.error!.message).toContain(
			'[items 0-76, 78-199] Outcome unclear: the connection broke',
		);
		expect(result.error!.description).toContain('(item 77)');
	});

	test('with a text of their own each are named all the same', async () => {
		const result = await runAgainst(
			(_path, count) => ({
				status: 503,
				body: { responsecode: 503, responsemessage: `Ticket ${count} ${'z'.repeat(120)}` },
			}),
			{ items: numbers(60) },
			sendEach,
		);
		const named = result
			.error!.message.match(/\[items? [^\]]+\]|Also unclear: items [^.]+/g)!
			.join(' ');
		const indexes = new Set(
			[...named.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last]) =>
				Array.from(
					{ length: Number(last ?? first) - Number(first) + 1 },
					(_, step) => Number(first) + step,
				),
			),
		);
		expect([...indexes].sort((one, other) => one - other)).toEqual(
			numbers(60).map((_, index) => index),
		);
	});
});

describe('"Nothing was sent"', () => {
	const later = (index: number, then: string) => {
		const rows: Array<Record<string, unknown>> = numbers(3);
		let reads = 0;
		Object.defineProperty(rows[index], 'number', {
			enumerable: true,
			get: () => (reads++ < 1 ? numberOf(index) : then),
		});
		return rows as never;
	};

	test('is not said by a second try that refuses an item after the first had sent some', async () => {
		bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: numberOf(2) });
		const result = await bench.run(sendEach, { items: later(2, 'nobody'), settings: retry });
		expect(bench.sandbox.journal).toHaveLength(2);
		expect(result.error!.message).toBe(
			"An earlier try of this run sent some messages; this try sent none. [item 2] 'nobody' in Recipients has no digits.",
		);
		expect(result.error!.description).toMatch(
			/Then send only item 2; the others would be sent twice\. Or switch on Skip Already Sent in Options and run the workflow again with the same items: it texts only those that are left\. 2 messages of this run were accepted: ID \d+ \(item 0\), ID \d+ \(item 1\)\. /,
		);
	});

	test('is not said where one outcome is unknown', async () => {
		bench.sandbox.play({ on: 'send', kind: 'errorAfterAccept', recipient: numberOf(0) });
		bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: numberOf(1) });
		bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: numberOf(2) });
		const result = await bench.run(
			{ ...sendEach, requestOptions: { batching: { batch: { batchSize: 3, batchInterval: 1 } } } },
			{ items: later(2, ''), settings: retry },
		);
		expect(result.error!.message).not.toMatch(/nothing was sent|items were refused/i);
		expect(result.error!.message).toMatch(
			/^1 of 3 items may or may not have been sent|^This try sent nothing\. 1 of 3 items may or may not have been sent, and 1 was refused\. \[item 0\] Outcome unclear/,
		);
	});

	test('is said where the service refused all, and by a query never', async () => {
		const refused = await runAgainst(
			() => ({ status: 402, body: { message: 'No credit left' } }),
			{ items: numbers(2) },
			sendEach,
		);
		expect(refused.error!.message).toMatch(
			/^Nothing was sent\. 2 of 2 items failed\. \[items 0, 1\] The service refused the request \(status 402\)/,
		);
		const query = await bench.run({ operation: 'queryMessages', limit: 'many' });
		expect(query.error!.message).toBe("Limit is 'many', not a whole number.");
		const tool = await bench.run(
			{ operation: 'queryMessages', limit: 'many' },
			{ packages: throughRoutingEngine, items: numbers(2) },
		);
		expect(tool.error!.message).not.toMatch(/sent\./);
	});

	test('one refused item has no count, and none of its own where it is the only one', async () => {
		const alone = await bench.run({ ...goodSend, priority: '={{ "urgent" }}' });
		expect(alone.error!.message).toMatch(/^Nothing was sent\. [^[\]]*'urgent'[^[\]]*$/);
		const among = await bench.run(
			{ ...sendEach, priority: '={{ $itemIndex === 1 ? "urgent" : "utility" }}' },
			{ items: numbers(3) },
		);
		expect(among.error!.message).toMatch(/^Nothing was sent\. \[item 1\] [^[\]]*'urgent'[^[\]]*$/);
	});
});

describe('the word by which n8n knows a stopped execution', () => {
	const word = 'canceled';

	test.each<[string, () => StubAnswer]>([
		[
			'the reason of a refusal',
			() => ({
				status: 403,
				body: { responsecode: 403, responsemessage: `Your plan was ${word}.` },
			}),
		],
		['the reason beside a 5xx', () => ({ status: 500, body: { responsemessage: `Job ${word}` } })],
		[
			'a reason in a 200 body',
			() => ({ body: { responsecode: 422, responsemessage: word, data: null } }),
		],
	])('does not set it off from %s', async (_name, answer) => {
		const result = await runAgainst(answer);
		expect(result.status).toBe('error');
		expect(result.error!.message).toContain('cancelled');
	});

	test.each([
		['a priority', { priority: `={{ "${word}" }}` }],
		['a number', { recipients: `{{ ${word} }}` }],
		['a schedule', { options: { schedule: `={{ "${word}" }}` } }],
		['an expression that fails', { message: `={{ $("${word}").item.json.text }}` }],
	])('does not set it off from %s', async (_name, parameters) => {
		const result = await bench.run({ ...goodSend, ...parameters });
		expect(result.status).toBe('error');
	});

	test('a campaign with it is told as it is, so that it is found again', async () => {
		bench.sandbox.play({ on: 'send', kind: 'dropAfter' });
		const result = await bench.run({ ...goodSend, campaign: `${word} trips` });
		expect([result.status, result.error!.description]).toEqual([
			'error',
			expect.stringContaining(`campaign '${word} trips'`),
		]);
	});

	test('stands in the failure of an execution that was stopped', async () => {
		bench.sandbox.play({ on: 'send', kind: 'hang', times: Infinity });
		const stop = new AbortController();
		const running = bench.run(sendEach, { items: numbers(3), signal: stop.signal });
		await until(() => bench.received('send').length === 3);
		stop.abort();
		const result = await running;
		expect(result.status).toBe('canceled');
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'a credential that is gone, %s: the rows leave as failures',
	async (onError) => {
		const result = await bench.run(sendEach, {
			items: numbers(3),
			settings: { onError },
			credentials: new CredentialStore({}),
		});
		const failed = onError === 'continueErrorOutput' ? itemsOf(result, 1) : itemsOf(result);
		expect(failed.map(({ json }) => json.sendOutcome)).toEqual(['notSent', 'notSent', 'notSent']);
		expect(rowsOf(result, onError === 'continueErrorOutput' ? 0 : 1)).toEqual([]);
		expect(failed.map(({ json }) => json.error)).toEqual(
			[0, 1, 2].map((item) =>
				expect.stringMatching(new RegExp(`^The credential can't be used: .* \\[item ${item}\\]$`)),
			),
		);
	},
);
