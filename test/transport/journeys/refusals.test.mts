/** The whole way of a request, from the hook to the item's output, without an engine and without a network: what is refused before anything leaves. */
import { accepted, executeDataFor, refused, runHook, sends } from '../hookRun.mts';
import { forgetPauses } from '../notedPause.mts';
import { numbersOf } from './answers.mts';

jest.mock('../../../nodes/MessagingService/transport/pause.ts', () => jest.requireActual('../notedPause.mts'));
beforeEach(forgetPauses);

describe('before anything leaves', () => {
	test('one refused item stops all, and only the first refused item throws', async () => {
		const run = await runHook({ items: [sends(['+1']), refused('No.'), refused('Never.')] });
		expect([run.left.length, run.reads]).toEqual([0, 0]);
		expect(run.errors[1]).toMatchObject({
			message: 'Nothing was sent: 2 of 3 items were refused. [item 1] No. [item 2] Never.', description: 'Mend it.', context: { itemIndex: 1 },
		});
		expect([run.outputs[0], run.outputs[2]]).toEqual([[], []]);
	});

	test('with continue-on-fail the good items go, and the others say why they did not', async () => {
		const run = await runHook({ items: [refused('No.'), sends(['+1'])], continuesOnFail: true });
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.outputs[0]).toEqual([{ json: expect.objectContaining({ error: 'No. [item 0]', message: 'Mend it.' }), pairedItem: { item: 0 } }]);
		expect(run.outputs[1]![0]!.json.messageId).toBe('m1');
		const none = await runHook({ items: [refused('No.')], continuesOnFail: true });
		expect([none.left.length, none.reads, none.outputs[0]!.length]).toEqual([0, 0, 1]);
	});

	test('items that n8n started before it threw on another one send nothing', async () => {
		const run = await runHook({ items: [sends(['+1']), sends(['+2'])], missing: [1] });
		expect([run.left.length, run.outputs]).toEqual([0, [[]]]);
		const spaced = await runHook({ items: [sends(['+1']), sends(['+2']), sends(['+3'])], missing: [1, 2], batch: { batchSize: 2, batchInterval: 5 } });
		expect([spaced.left.length, spaced.outputs]).toEqual([0, [[]]]);
	});

	describe('with continue-on-fail and an item that never came', () => {
		const engine = jest.requireActual<typeof import('../../../nodes/MessagingService/transport/routingEngine.ts')>('../../../nodes/MessagingService/transport/routingEngine.ts').routingEngine;
		const { goesOnAfterFailedExpression } = engine;
		afterEach(() => (engine.goesOnAfterFailedExpression = goesOnAfterFailedExpression));
		const without = (...missing: number[]) => runHook({ items: [sends(['+1']), sends(['+2']), sends(['+3'])], missing, continuesOnFail: true });

		test('the others go where n8n goes on', async () => {
			engine.goesOnAfterFailedExpression = true;
			expect(numbersOf(await without(2))).toEqual([['+1'], ['+2']]);
		});

		test('nothing goes where n8n may have given up, and each item says so', async () => {
			engine.goesOnAfterFailedExpression = false;
			const run = await without(1, 2);
			expect([run.left.length, run.outputs]).toEqual([0, [[{ json: expect.objectContaining({ error: expect.stringContaining('nothing was sent for this item') }), pairedItem: { item: 0 } }]]]);
		});

		test('the others go where one that came later proves that n8n went on', async () => {
			engine.goesOnAfterFailedExpression = false;
			expect(numbersOf(await without(1))).toEqual([['+1'], ['+3']]);
		});
	});

	test('spaced batches go one by one, the last one short; a refusal stops its own and all further ones', async () => {
		const batch = { batchSize: 2, batchInterval: 5 };
		const five = await runHook({ items: ['1', '2', '3', '4', '5'].map((digit) => sends([`+${digit}`])), batch });
		expect([five.left.length, five.peak, five.outputs.flat().length, five.reads]).toEqual([5, 2, 5, 1]);
		const run = await runHook({ items: [sends(['+1']), sends(['+2']), refused('No.'), sends(['+4']), sends(['+5'])], batch, service: (_left, count) => accepted(`m${count}`) });
		expect(numbersOf(run)).toEqual([['+1'], ['+2']]);
		expect(run.errors[2]!.message).toBe('Nothing more was sent: 1 item was refused. [item 2] No.');
		expect(run.errors[2]!.description).toBe('Mend it. 2 messages of this run were accepted: m1 (item 0), m2 (item 1).');
		expect(run.outputs.map((output) => output?.length)).toEqual([1, 1, undefined, 0, 0]);
	});

	test.each([
		['a size without an interval', { batchSize: 1 }, 10],
		['an interval and all items in one batch', { batchSize: 12, batchInterval: 5 }, 10],
		['an interval and a size of 0, which n8n takes for 1', { batchSize: 0, batchInterval: 5 }, 1],
	])('Batching with %s', async (_name, batch, peak) => {
		const run = await runHook({ items: Array.from({ length: 12 }, (_, index) => sends([`+${index}`])), batch });
		expect([run.left.length, run.peak]).toEqual([12, peak]);
	});
});

describe('a cap on recipients', () => {
	const cap = (maxRecipients: number) => ({ maxRecipients });

	test('counts each number of the run once, takes the lowest cap, and 0 is none', async () => {
		const within = await runHook({ items: [sends(['+1', '+2'], cap(2)), sends(['+2'], cap(3))] });
		expect(within.left).toHaveLength(2);
		const above = await runHook({ items: [sends(['+1', '+2'], cap(2)), sends(['+3'], cap(5)), sends(['+1'])] });
		expect(above.left).toHaveLength(0);
		expect(above.errors[0]!.message).toMatch(/^Nothing was sent: 3 of 3 items were refused\. \[item 0, 1, 2\] .*\b3\b.*\b2\b/);
	});

	test('refuses a contact group, whose size nobody here knows', async () => {
		const run = await runHook({ items: [sends(null, cap(5)), sends(['+1'])], continuesOnFail: true });
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.outputs[0]![0]!.json.error).toMatch(/group/i);
		expect((await runHook({ items: [sends(null)] })).left).toHaveLength(1);
	});

	test('counts the numbers of earlier batches too', async () => {
		const run = await runHook({ items: [sends(['+1'], cap(1)), sends(['+2'], cap(1))], batch: { batchSize: 1, batchInterval: 5 } });
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.errors[1]!.message).toMatch(/^Nothing more was sent/);
	});

	test('does not refuse what an earlier try has sent', async () => {
		const executeData = executeDataFor(1);
		await runHook({ items: [sends(null)], executeData });
		const again = await runHook({ items: [sends(null, cap(1))], executeData });
		expect([again.left.length, again.outputs[0]!.length]).toEqual([0, 1]);
	});
});
