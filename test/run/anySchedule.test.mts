/**
 * Random schedules of faults, failing expressions and Stop over 1 to 150 items, in every way a node
 * can be set. Whatever happens: no number twice, every accepted message told with its items and ID
 * or as unknown, nothing told as accepted that was not, outputs in the order of the input.
 */
import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';
import { faults, type FaultKind } from '../../workbench/sandbox/faults.mts';
import { until } from '../clock/until.mts';
import { seldom } from '../lookup/rows.mts';
import { goodSend, itemsOf, nodeName, startWorkbench, type Workbench } from '../workbench.mts';
import { toldByFailure, toldByOutputs } from './toldOutcomes.mts';
import { runsOf } from '../randomRuns.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

// A hang takes the whole time-out, and there may be dozens in a schedule; the matrix has it.
const kinds = (Object.keys(faults) as FaultKind[]).filter(
	(kind) => !('only' in faults[kind]) && !kind.startsWith('hang'),
);

type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const schedule = fc.record({
	items: fc.integer({ min: 1, max: 150 }),
	faults: fc.array(
		fc.record({
			on: fc.constantFrom('send' as const, 'send' as const, 'token' as const),
			kind: fc.constantFrom(...kinds),
			after: fc.nat(60),
			times: fc.integer({ min: 1, max: 12 }),
		}),
		{ maxLength: 8 },
	),
	mode: fc.constantFrom<Partial<INode>>(
		{},
		{ onError: 'continueRegularOutput' },
		{ retryOnFail: true, maxTries: 4, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError: 'continueErrorOutput' },
	),
	/** A row whose expression fails, and in how many tries. */
	failing: seldom(fc.record({ row: fc.nat(149), tries: fc.integer({ min: 1, max: 4 }) }), 3),
	/** How many sends have arrived when a person presses Stop. */
	stopAfter: seldom(fc.nat(80), 3),
	combine: seldom(fc.integer({ min: 1, max: 30 }), 2),
	sameText: fc.boolean(),
	batching: fc.constantFrom(
		undefined,
		{ batchSize: 70, batchInterval: 2 },
		{ batchSize: 9, batchInterval: 1 },
	),
	expiresAfter: seldom(fc.integer({ min: 3, max: 50 }), 3),
	messageIdType: fc.constantFrom('recordId' as const, 'uuid' as const),
	concurrent: fc.integer({ min: 1, max: 20 }),
});

/**
 * A send of unknown outcome behind so many that were refused, which once hid them in the failure's text: chance
 * alone makes such a schedule once in hundreds.
 */
const behindRefusals: Schedule = {
	items: 17,
	mode: {},
	sameText: true,
	messageIdType: 'recordId',
	concurrent: 2,
	failing: undefined,
	stopAfter: undefined,
	combine: undefined,
	batching: undefined,
	expiresAfter: undefined,
	faults: [
		{ on: 'send', kind: 'refusedInBody', after: 0, times: 10 },
		{ on: 'send', kind: 'notJson', after: 0, times: 1 },
	],
};

const numberOf = (index: number) => `+2547${String(10_000_000 + index)}`;

function rowsFor({
	items,
	failing,
}: {
	items: number;
	failing?: { row: number; tries: number };
}): IDataObject[] {
	return Array.from({ length: items }, (_, index) => {
		const row: IDataObject = { number: numberOf(index), index, text: 'Hello' };
		if (failing?.row === index) {
			let reads = 0;
			Object.defineProperty(row, 'text', {
				enumerable: true,
				get: () => (reads++ < failing.tries ? 'fails' : 'Hello'),
			});
		}
		return row;
	});
}

let bench: Workbench;

test('no number twice, every accepted message told, and nothing else as accepted', async () => {
	const seen = { accepted: 0, failed: 0, stopped: 0, unknown: 0, combined: 0 };
	await fc.assert(
		fc.asyncProperty(schedule, async (given) => {
			await bench?.sandbox.stop();
			bench = await startWorkbench({
				readings: { messageIdType: given.messageIdType },
				...(given.expiresAfter ? { tokenLifetime: { calls: given.expiresAfter } } : {}),
			});
			for (const { on, kind, after, times } of given.faults) {
				bench.sandbox.play({
					on,
					kind,
					after,
					times,
					...(kind.startsWith('rateLimited') ? { retryAfter: '0' } : {}),
				});
			}
			const stop = new AbortController();
			const watch = setInterval(() => {
				if (bench.received('send').length > (given.stopAfter ?? Infinity)) stop.abort();
			}, 1);
			const hello = given.sameText ? '"Hello"' : '"Hello " + $json.index % 3';
			const result = await bench.run(
				{
					...goodSend,
					recipients: '={{ $json.number }}',
					message: `={{ $json.text === "fails" ? $("No such node").item.json.text : ${hello} }}`,
					options: {
						maxConcurrentRequests: given.concurrent,
						...(given.combine ? { combineItems: true, recipientsPerRequest: given.combine } : {}),
					},
					requestOptions: {
						timeout: 30_000,
						...(given.batching ? { batching: { batch: given.batching } } : {}),
					},
				},
				{ items: rowsFor(given), settings: given.mode, signal: stop.signal },
			);
			clearInterval(watch);
			// What was under way when the run was stopped may still arrive.
			await until(() => bench.sandbox.inFlight.now === 0);

			const { journal } = bench.sandbox;
			const reached = journal.flatMap(({ recipients }) => recipients);
			expect(new Set(reached).size).toBe(reached.length);

			const outputs = [...itemsOf(result, 0), ...itemsOf(result, 1)];
			seen.accepted += journal.length;
			// n8n gives a stopped execution ten milliseconds to come to an end, and then shows what is there.
			const failure = result.errorOf(nodeName);
			if (result.status === 'canceled' && !failure && outputs.length === 0) return;
			const told = failure ? toldByFailure(failure as never, given.items) : toldByOutputs(outputs);
			const known = journal.filter(
				({ recipients }) =>
					!recipients.some((number) => told.unknown.has(Number(number.slice(5)) - 10_000_000)),
			);
			const numbersById = new Map(
				known.map(({ messageId, recipients }) => [messageId, recipients]),
			);
			expect(numbersById.size).toBe(known.length);
			// As many messages as the service took and nobody called unknown; not one more.
			expect(told.count).toBe(known.length);
			for (const [id, items] of told.accepted)
				expect(numbersById.get(id)).toEqual(expect.arrayContaining(items.map(numberOf)));
			if (!failure)
				expect([...told.accepted.values()].flat().map(numberOf).sort()).toEqual(
					[...numbersById.values()].flat().sort(),
				);
			else expect(told.accepted.size).toBe(Math.min(20, told.count));

			for (const branch of [0, 1]) {
				const places = itemsOf(result, branch).map(
					({ pairedItem }) => (pairedItem as { item: number }).item,
				);
				expect(places).toEqual([...places].sort((one, other) => one - other));
			}
			if (result.status === 'success') expect(outputs).toHaveLength(given.items);
			if (result.status === 'canceled') expect(stop.signal.aborted).toBe(true);
			expect(bench.sandbox.inFlight.peak).toBeLessThanOrEqual(given.concurrent);
			seen.failed += result.status === 'error' ? 1 : 0;
			seen.stopped += result.status === 'canceled' ? 1 : 0;
			seen.unknown += told.unknown.size;
			seen.combined += journal.filter(({ recipients }) => recipients.length > 1).length;
		}),
		{ ...runsOf(40), examples: [[behindRefusals]] },
	);
	await bench.sandbox.stop();
	// The schedules must not all be harmless, nor all hopeless.
	expect(seen.accepted).toBeGreaterThan(100);
	for (const kind of ['failed', 'stopped', 'unknown', 'combined'] as const)
		expect({ [kind]: seen[kind] > 0 }).toEqual({ [kind]: true });
}, 300_000);
