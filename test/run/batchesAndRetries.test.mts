/**
 * Batching with an interval, Retry On Fail, an expression that fails in a later row and a service
 * that is slow: together they once sent numbers two and three times.
 */
import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';
import { pausesOn } from '../clock/notedPause.mts';
import { turns, until } from '../clock/until.mts';
import { goodSend, itemsOf, startWorkbench, type Workbench } from '../workbench.mts';
import { runsOf } from '../randomRuns.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);

let bench: Workbench;
/** What happens while a request is under way. */
let underWay = async (): Promise<void> => undefined;
beforeAll(async () => {
	bench = await startWorkbench({ beforeAnswer: () => underWay() });
});
afterAll(() => bench.sandbox.stop());

const schedule = fc.record({
	items: fc.integer({ min: 2, max: 12 }),
	batchSize: fc.integer({ min: 1, max: 4 }),
	batchInterval: fc.integer({ min: 1, max: 6 }),
	/** Turns of the event loop that an answer takes: from far less than an interval to far more. */
	takes: fc.constantFrom(0, 1, 10, 100, 1_000),
	/** The row whose expression fails, from the end, and in how many tries. */
	failing: fc.option(fc.record({ fromEnd: fc.nat(3), tries: fc.integer({ min: 1, max: 4 }) }), {
		nil: undefined,
	}),
	faults: fc.array(
		fc.record({
			kind: fc.constantFrom(
				'badRequest',
				'serverError',
				'errorAfterAccept',
				'dropAfter',
				'unauthorized',
			),
			row: fc.nat(11),
		} as const),
		{ maxLength: 3 },
	),
	/** Which request is under way when a person presses Stop. */
	stopAfter: fc.option(fc.integer({ min: 1, max: 16 }), { nil: undefined }),
	mode: fc.constantFrom<Partial<INode>>(
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1, onError: 'continueErrorOutput' },
	),
	concurrent: fc.integer({ min: 1, max: 12 }),
});

/**
 * Numbers that no other schedule has: on a busy machine a message of a stopped run may reach the
 * service later than that run ends.
 */
let schedules = 0;
const numberOf = (index: number) => `+2547${String(10_000_000 + schedules * 100 + index)}`;

/** Rows of which one makes its expression fail while it is read for the first so many times. */
function rowsFor({
	items,
	failing,
}: {
	items: number;
	failing?: { fromEnd: number; tries: number };
}): IDataObject[] {
	return Array.from({ length: items }, (_, index) => {
		const row: IDataObject = { number: numberOf(index), text: 'Hello' };
		if (failing && index === Math.max(0, items - 1 - failing.fromEnd)) {
			let reads = 0;
			Object.defineProperty(row, 'text', {
				enumerable: true,
				get: () => (reads++ < failing.tries ? 'fails' : 'Hello'),
			});
		}
		return row;
	});
}

test('no number is sent twice, and nothing leaves after the run has ended', async () => {
	const seen = { retried: 0, sent: 0, failed: 0, stopped: 0 };
	await fc.assert(
		fc.asyncProperty(schedule, async (given) => {
			schedules++;
			bench.reset();
			for (const { kind, row } of given.faults)
				bench.sandbox.play({ on: 'send', kind, recipient: numberOf(row) });
			const stop = new AbortController();
			underWay = async () => {
				if (bench.sandbox.requests.length >= (given.stopAfter ?? Infinity)) stop.abort();
				await turns(given.takes);
			};
			const { batchSize, batchInterval } = given;
			const result = await bench.run(
				{
					...goodSend,
					recipients: '={{ $json.number }}',
					message:
						'={{ $json.text === "fails" ? $("No such node").item.json.text : "Hello " + Math.random() }}',
					options: { maxConcurrentRequests: given.concurrent },
					requestOptions: { batching: { batch: { batchSize, batchInterval } } },
				},
				{ items: rowsFor(given), settings: given.mode, signal: stop.signal },
			);

			const own = new Set(Array.from({ length: given.items }, (_, index) => numberOf(index)));
			const received = () =>
				bench
					.received('send')
					.filter(({ body }) =>
						(body as { recipients: string[] }).recipients.some((number) => own.has(number)),
					).length;
			const left = received();
			// Whatever were still to leave would arrive.
			await until(() => pausesOn() === 0 && bench.sandbox.inFlight.now === 0);
			await turns(50);
			// What was under way when a run was stopped may arrive after its end; nothing else may.
			expect(received() - left).toBeLessThanOrEqual(stop.signal.aborted ? given.concurrent : 0);
			const reached = bench.sandbox.journal
				.flatMap(({ recipients }) => recipients)
				.filter((number) => own.has(number));
			expect(new Set(reached).size).toBe(reached.length);
			if (result.status === 'success') {
				const outputs = [...itemsOf(result, 0), ...itemsOf(result, 1)];
				expect(outputs).toHaveLength(given.items);
				const numbersOf = (outcome: string) =>
					outputs
						.filter(({ json }) => json.sendOutcome === outcome)
						.map(({ pairedItem }) => numberOf((pairedItem as { item: number }).item));
				const unclear = numbersOf('unknown');
				expect(numbersOf('accepted').sort()).toEqual(
					reached.filter((number) => !unclear.includes(number)).sort(),
				);
			}

			seen.sent += reached.length;
			seen.failed += result.status === 'error' ? 1 : 0;
			seen.stopped += result.status === 'canceled' ? 1 : 0;
			seen.retried +=
				left >
				new Set(bench.received('send').map(({ body }) => String((body as IDataObject).recipients)))
					.size
					? 1
					: 0;
		}),
		runsOf(80),
	);
	// The schedules must not all be harmless.
	expect(seen.sent).toBeGreaterThan(100);
	expect(seen.failed).toBeGreaterThan(0);
	expect(seen.stopped).toBeGreaterThan(0);
	expect(seen.retried).toBeGreaterThan(0);
}, 300_000);
