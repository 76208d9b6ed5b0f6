/**
 * The whole way of a request, from the checked item to its output, without an engine and without a
 * network: what is refused before anything leaves.
 */
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { refused, runCore, sends } from './coreRun.mts';
import { forgetPauses, waits } from '../clock/notedPause.mts';
import { numbersOf } from './answers.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);

describe('before anything leaves', () => {
	test('one refused item stops all, and the failure stands at the first refused item', async () => {
		const run = await runCore({ items: [sends(['+1']), refused('No.'), refused('Never.')] });
		expect([run.left.length, run.reads]).toEqual([0, 1]);
		expect(run.errors[1]).toMatchObject({
			message: 'Nothing was sent. 2 of 3 items were refused. [item 1] No. [item 2] Never.',
			description:
				'Mend it. All items are still to be sent. n8n counts items from 0: item 0 is the first.',
			context: { itemIndex: 1 },
		});
	});

	test('with continue-on-fail the good items go, and the others say why they did not', async () => {
		const run = await runCore({ items: [refused('No.'), sends(['+1'])], continuesOnFail: true });
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.outputs[0]).toEqual([
			{ json: { error: 'No. Mend it. [item 0]', sendOutcome: 'notSent' }, pairedItem: { item: 0 } },
		]);
		expect(run.outputs[1]![0]!.json.messageId).toBe('m1');
		const none = await runCore({ items: [refused('No.')], continuesOnFail: true });
		expect([none.left.length, none.reads, none.outputs[0]!.length]).toEqual([0, 1, 1]);
	});

	test('one refused item of a later batch stops the earlier ones too', async () => {
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 5 } } };
		const five = await runCore({
			items: ['1', '2', '3', '4', '5'].map((digit) => sends([`+${digit}`])),
			requestOptions,
		});
		expect([five.left.length, five.outputs.flat().length, five.reads]).toEqual([5, 5, 1]);
		const run = await runCore({
			items: [sends(['+1']), sends(['+2']), refused('No.'), sends(['+4']), sends(['+5'])],
			requestOptions,
		});
		expect([run.left.length, run.reads]).toEqual([0, 1]);
		expect(run.errors[2]!.message).toBe('Nothing was sent. [item 2] No.');
	});

	test.each([
		['a size without an interval', { batchSize: 1 }, 1],
		['an interval and all items in one batch', { batchSize: 12, batchInterval: 5 }, 1],
		['an interval and a size of 0, which n8n takes for 1', { batchSize: 0, batchInterval: 5 }, 12],
	])('Batching with %s', async (_name, batch, batches) => {
		forgetPauses();
		const run = await runCore({
			items: Array.from({ length: 12 }, (_, index) => sends([`+${index}`])),
			requestOptions: { batching: { batch } },
		});
		expect([run.left.length, waits()]).toEqual([12, Array.from({ length: batches - 1 }, () => 5)]);
	});
});

describe('a cap on recipients', () => {
	const cap = (maxRecipients: number) => ({ maxRecipients });

	test('counts each number of the run once, takes the lowest cap, and 0 is none', async () => {
		const within = await runCore({ items: [sends(['+1', '+2'], cap(2)), sends(['+2'], cap(3))] });
		expect(within.left).toHaveLength(2);
		const above = await runCore({
			items: [sends(['+1', '+2'], cap(2)), sends(['+3'], cap(5)), sends(['+1'])],
		});
		expect(above.left).toHaveLength(0);
		expect(above.errors[0]!.message).toMatch(
			/^Nothing was sent. 3 of 3 items were refused\. \[items 0-2\] .*\b3\b.*\b2\b/,
		);
	});

	test('refuses a contact group, whose size nobody here knows', async () => {
		const run = await runCore({
			items: [sends(null, cap(1)), sends(['+1'])],
			continuesOnFail: true,
		});
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.outputs[0]![0]!.json.error).toMatch(/group/i);
		expect((await runCore({ items: [sends(null)] })).left).toHaveLength(1);
	});

	test('counts the numbers of all batches before the first one goes', async () => {
		const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 5 } } };
		const run = await runCore({
			items: [sends(['+1'], cap(1)), sends(['+2'], cap(1))],
			requestOptions,
		});
		expect(run.left).toHaveLength(0);
		expect(run.errors[0]!.message).toMatch(/^Nothing was sent/);
	});

	test('counts what an earlier try has sent', async () => {
		const ledger = new Ledger();
		await runCore({ items: [sends(['+1']), refused('Not yet.')], ledger, continuesOnFail: true });
		const again = await runCore({ items: [sends(['+1']), sends(['+2'], cap(1))], ledger });
		expect(again.left).toHaveLength(0);
		expect(again.errors[1]!.message).toMatch(
			/^An earlier try of this run sent some messages; this try sent none\./,
		);
	});

	test('does not refuse what an earlier try has sent', async () => {
		const ledger = new Ledger();
		await runCore({ items: [sends(null)], ledger });
		const again = await runCore({ items: [sends(null, cap(1))], ledger });
		expect([again.left.length, again.outputs[0]!.length]).toEqual([0, 1]);
	});
});

describe('a cap on segments in all', () => {
	const cap = (maxTotalSegments: number, segments = 1) => ({
		maxTotalSegments,
		beside: { segments, encoding: 'GSM-7' },
	});

	test('counts the segments of each message once for each of its numbers, and takes the lowest cap', async () => {
		const within = await runCore({
			items: [sends(['+1', '+2'], cap(9, 3)), sends(['+2'], cap(8, 2)), sends(['+3'], cap(0, 0))],
		});
		expect(within.left).toHaveLength(3);
		const above = await runCore({
			items: [sends(['+1', '+2'], cap(9, 3)), sends(['+2'], cap(7, 2))],
		});
		expect(above.left).toHaveLength(0);
		expect(above.errors[0]!.message).toMatch(
			/would send 8 segments, counted once for each number, and Max Total Segments allows 7\./,
		);
	});

	test('counts what an earlier try has sent', async () => {
		const ledger = new Ledger();
		await runCore({
			items: [sends(['+1'], cap(0, 5)), refused('Not yet.')],
			ledger,
			continuesOnFail: true,
		});
		expect(
			(await runCore({ items: [sends(['+1']), sends(['+2'], cap(5))], ledger })).left,
		).toHaveLength(0);
		expect(
			(await runCore({ items: [sends(['+1']), sends(['+2'], cap(6))], ledger })).left,
		).toHaveLength(1);
	});

	test('and one on recipients: both are told', async () => {
		const run = await runCore({ items: [sends(['+1', '+2'], { ...cap(1), maxRecipients: 1 })] });
		expect(run.errors[0]!.message).toMatch(
			/Max Recipients allows 1\..*Max Total Segments allows 1\./,
		);
	});
});
