/**
 * Batching with an interval, Retry On Fail, an expression that fails in a later row, a slow service and Stop, all
 * at once: no number is texted twice, and nothing leaves after the run has ended.
 */
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { clock, numberOf, received, send, service, texted } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { rowsOf } from './told.mts';

const maybe = <Value,>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const schedule = fc.record({
	rows: fc.integer({ min: 2, max: 12 }),
	batchSize: fc.integer({ min: 1, max: 4 }),
	batchInterval: fc.integer({ min: 1, max: 6 }),
	/** How long an answer takes: from less than an interval to many of them. */
	takes: fc.constantFrom(0, 1, 5, 40),
	failing: maybe(fc.record({ fromEnd: fc.nat(3), tries: fc.integer({ min: 1, max: 4 }) })),
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
	/** How many requests have come when a person presses Stop. */
	stopAfter: maybe(fc.integer({ min: 1, max: 16 })),
	settings: fc.constantFrom<Partial<INode>>(
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1, onError: 'continueErrorOutput' },
	),
	maxConcurrentRequests: fc.integer({ min: 1, max: 12 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

test('no number is texted twice, and nothing leaves after the run has ended', async () => {
	const seen = { sent: 0, success: 0, error: 0, canceled: 0, again: 0 };
	const property = async (given: Schedule): Promise<void> => {
		const stop = new AbortController();
		await service.start({
			beforeAnswer: async () => {
				if (service.requests.length >= (given.stopAfter ?? Infinity)) stop.abort();
				for (let left = given.takes; left > 0; left--) {
					clock.pass(1);
					await turn();
				}
			},
		});
		for (const { kind, row } of given.faults)
			service.play({ on: 'send', kind, recipient: numberOf(row) });
		const { batchSize, batchInterval, maxConcurrentRequests, failing } = given;
		const row = failing && Math.max(0, given.rows - 1 - failing.fromEnd);
		const { status, items, errorItems } = await send(
			{
				recipients: '={{ $json.to }}',
				message: '={{ $json.text === "fails" ? $("Nowhere").first() : "Hello " + Math.random() }}',
				options: { maxConcurrentRequests, lookUpUnknown: false },
				requestOptions: { batching: { batch: { batchSize, batchInterval } } },
			},
			{
				rows: rowsOf(given.rows, failing && { row: row!, tries: failing.tries }),
				settings: given.settings,
				stop: stop.signal,
			},
		);
		const left = received('send').length;
		await clock.quiet();
		// What was under way when a run was stopped may arrive after its end; nothing else may.
		expect(received('send').length - left).toBeLessThanOrEqual(
			stop.signal.aborted ? maxConcurrentRequests : 0,
		);
		expect(new Set(texted()).size).toBe(texted().length);
		if (status === 'success') {
			const outputs = [...items, ...errorItems];
			expect(outputs).toHaveLength(given.rows);
			const numbersOf = (outcome: string) =>
				outputs
					.filter(({ json }) => json.sendOutcome === outcome)
					.map(({ pairedItem }) => numberOf((pairedItem as { item: number }).item));
			const unknown = numbersOf('unknown');
			expect(numbersOf('accepted').sort()).toEqual(
				texted()
					.filter((number) => !unknown.includes(number))
					.sort(),
			);
		}
		seen[status]++;
		seen.sent += texted().length;
		const sent = received('send').map(({ body }) =>
			JSON.stringify((body as object | undefined) ?? {}),
		);
		if (sent.length > new Set(sent.map((body) => /\+\d+/.exec(body)?.[0])).size) seen.again++;
	};
	await fc.assert(fc.asyncProperty(schedule, property), runsOf(40));
	for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
}, 300_000);
