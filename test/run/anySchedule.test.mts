/**
 * Random schedules of faults over 1 to 200 items, in every way a node can be set. Whatever happens:
 * no message twice, every accepted message told, outputs in the order of the input.
 */
import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { faults, type FaultKind } from '../../workbench/sandbox/faults.mts';
import { goodSend, itemsOf, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () => jest.requireActual('../http/quickPause.mts'));

// A hang takes the whole time-out, and there may be dozens in a schedule; the matrix has it.
const kinds = (Object.keys(faults) as FaultKind[]).filter((kind) => !('only' in faults[kind]) && !kind.startsWith('hang'));

const schedule = fc.record({
	items: fc.integer({ min: 1, max: 200 }),
	faults: fc.array(
		fc.record({ on: fc.constantFrom('send' as const, 'send' as const, 'token' as const), kind: fc.constantFrom(...kinds), after: fc.nat(60), times: fc.integer({ min: 1, max: 12 }) }),
		{ maxLength: 8 },
	),
	mode: fc.constantFrom<Partial<INode>>(
		{},
		{ onError: 'continueRegularOutput' },
		{ retryOnFail: true, maxTries: 4, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError: 'continueErrorOutput' },
	),
	combine: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
	sameText: fc.boolean(),
	batching: fc.constantFrom(undefined, { batchSize: 70, batchInterval: 2 }),
	expiresAfter: fc.option(fc.integer({ min: 3, max: 50 }), { nil: undefined }),
	concurrent: fc.integer({ min: 1, max: 20 }),
});

let bench: Workbench;

test('no message twice, none lost without a word, outputs in order', async () => {
	let accepted = 0;
	let failedRuns = 0;
	await fc.assert(
		fc.asyncProperty(schedule, async (given) => {
			await bench?.sandbox.stop();
			bench = await startWorkbench({ ...(given.expiresAfter ? { tokenLifetime: { calls: given.expiresAfter } } : {}) });
			for (const { on, kind, after, times } of given.faults) {
				bench.sandbox.play({ on, kind, after, times, ...(kind.startsWith('rateLimited') ? { retryAfter: '0' } : {}) });
			}
			const items = Array.from({ length: given.items }, (_, index) => ({ number: `+2547${String(10_000_000 + index)}`, index }));
			const result = await bench.run(
				{
					...goodSend,
					recipients: '={{ $json.number }}',
					message: given.sameText ? 'Hello' : '=Hello {{ $json.index % 3 }}',
					options: {
						maxConcurrentRequests: given.concurrent,
						...(given.combine ? { combineItems: true, recipientsPerRequest: given.combine } : {}),
					},
					requestOptions: { timeout: 30_000, ...(given.batching ? { batching: { batch: given.batching } } : {}) },
				},
				{ items, settings: given.mode },
			);

			const { journal } = bench.sandbox;
			const reached = journal.flatMap(({ recipients }) => recipients);
			expect(new Set(reached).size).toBe(reached.length);

			const outputs = [...itemsOf(result, 0), ...itemsOf(result, 1)];
			const text = `${result.error?.message} ${result.error?.description} ${JSON.stringify(outputs.map(({ json }) => json))}`;
			for (const { messageId, recipients } of journal) {
				// A message whose receipt was lost on the way is told as unknown, by its recipients.
				const told = text.includes(messageId) || (text.includes('may or may not have been sent') && recipients.length > 0);
				expect({ messageId, told }).toEqual({ messageId, told: true });
			}
			const unknown = outputs.filter(({ json }) => String(json.error ?? '').includes('may or may not'));
			const receipts = new Set(outputs.map(({ json }) => json.messageId).filter(Boolean));
			if (result.status === 'success' && unknown.length === 0) {
				expect(journal.every(({ messageId }) => receipts.has(messageId))).toBe(true);
			}

			for (const branch of [0, 1]) {
				const places = itemsOf(result, branch).map(({ pairedItem }) => (pairedItem as { item: number }).item);
				expect(places).toEqual([...places].sort((one, other) => one - other));
			}
			if (result.status === 'success') expect(outputs).toHaveLength(given.items);
			expect(bench.sandbox.inFlight.peak).toBeLessThanOrEqual(given.concurrent);
			accepted += journal.length;
			if (result.status === 'error') failedRuns++;
		}),
		{ numRuns: 50, interruptAfterTimeLimit: 200_000 },
	);
	await bench.sandbox.stop();
	// The schedules must not all be harmless, nor all hopeless.
	expect(accepted).toBeGreaterThan(100);
	expect(failedRuns).toBeGreaterThan(0);
}, 300_000);
