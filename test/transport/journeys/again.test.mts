/** The whole way of a request, from the hook to the item's output, without an engine and without a network: tries, waits and stops. */
import type { Answer } from '../../../nodes/MessagingService/transport/outcome.ts';
import { accepted, executeDataFor, reads, refused, runHook, sends } from '../hookRun.mts';
import { forgetPauses, waits } from '../notedPause.mts';
import { answer, broken, page, numbersOf } from './answers.mts';

jest.mock('../../../nodes/MessagingService/transport/pause.ts', () => jest.requireActual('../notedPause.mts'));
beforeEach(forgetPauses);

describe('another try of the same run', () => {
	test('sends only what was not accepted and not unknown before', async () => {
		const executeData = executeDataFor(3);
		const items = [sends(['+1']), sends(['+2']), sends(['+3'])];
		const first = await runHook({ items, executeData, service: ({ request }) => {
			const [number] = (request.body as { recipients: string[] }).recipients;
			return number === '+1' ? accepted('m1') : number === '+2' ? answer(500) : answer(422);
		} });
		expect(first.left).toHaveLength(3);
		expect(first.errors[1]!.message).toContain('2 of 3 items failed. [item 1] The message may or may not have been sent');
		expect(first.errors[1]!.description).toContain('1 message of this run was accepted: m1 (item 0).');
		const second = await runHook({ items, executeData, service: () => accepted('m3') });
		expect(numbersOf(second)).toEqual([['+3']]);
		expect(second.errors[1]!.message).toContain('The message may or may not have been sent');
		expect(second.errors[1]!.description).toContain('2 messages of this run were accepted: m1 (item 0), m3 (item 2).');
	});

	test('where Batching spaces the items sends what is missing, batch after batch', async () => {
		const executeData = executeDataFor(3);
		const items = [sends(['+1']), sends(['+2']), sends(['+3'])];
		const batch = { batchSize: 1, batchInterval: 5 };
		const first = await runHook({ items, executeData, batch, service: (_left, count) => (count === 1 ? accepted('m1') : answer(422)) });
		expect([first.left.length, first.errors[1]!.message.slice(0, 22)]).toEqual([3, '2 of 3 items failed. [']);
		const second = await runHook({ items, executeData, batch });
		expect([numbersOf(second), second.errors, second.outputs.flat().length]).toEqual([[['+2'], ['+3']], [undefined, undefined, undefined], 3]);
	});

	test('keeps a receipt even when the item is refused by then, and gives the same output', async () => {
		const executeData = executeDataFor(1);
		const first = await runHook({ items: [sends(['+1'])], executeData });
		const second = await runHook({ items: [refused('Too late.')], executeData });
		expect([second.left.length, second.errors[0]]).toEqual([0, undefined]);
		expect(second.outputs).toEqual(first.outputs);
	});

	test('reads the credential anew', async () => {
		const executeData = executeDataFor(1);
		expect((await runHook({ items: [reads()], executeData, method: 'GET', service: () => page([]) })).reads).toBe(1);
		expect((await runHook({ items: [reads()], executeData, method: 'GET', service: () => page([]) })).reads).toBe(1);
	});

	test("a tool call that shares the agent's data is a run of its own, but never repeats an unknown send", async () => {
		const executeData = executeDataFor(3, 'Agent');
		const call = (service: () => Answer) => runHook({ items: [sends(['+1'])], executeData, service });
		expect((await call(() => accepted())).left).toHaveLength(1);
		expect((await call(() => answer(503))).left).toHaveLength(1);
		expect((await call(() => accepted())).left).toHaveLength(0);
	});

	test("a tool call that is refused says why, also where it shares the agent's data", async () => {
		const run = await runHook({ items: [refused('No.')], executeData: executeDataFor(3, 'Agent') });
		expect([run.left.length, run.errors[0]!.message]).toEqual([0, 'Nothing was sent: 1 item was refused. [item 0] No.']);
	});

	test('receipts are told in the order of the items, however the answers came', async () => {
		const service = async ({ request }: { request: Record<string, unknown> }): Promise<Answer> => {
			const [number] = (request.body as { recipients: string[] }).recipients;
			if (number === '+1') await new Promise((resolve) => setTimeout(resolve, 15));
			return number === '+3' ? answer(422) : accepted(`m${number}`);
		};
		const run = await runHook({ items: [sends(['+1']), sends(['+2']), sends(['+3'])], service });
		expect(run.errors[2]!.description).toContain('2 messages of this run were accepted: m+1 (item 0), m+2 (item 1).');
	});

	test('a receipt without an id is told as such', async () => {
		const service = ({ request }: { request: Record<string, unknown> }): Answer =>
			(request.body as { recipients: string[] }).recipients[0] === '+1' ? { statusCode: 200, body: { data: { success: true } } } : answer(422);
		const run = await runHook({ items: [sends(['+1']), sends(['+2'])], service });
		expect(run.errors[1]!.description).toContain('accepted: without an id (item 0).');
	});
});

describe('waits', () => {
	test('a rate limit holds the whole gate back, and the item is sent after it', async () => {
		const run = await runHook({ items: [sends(['+1'])], service: (_left, count) => (count === 1 ? answer(429, '', { 'retry-after': '0' }) : accepted()) });
		expect([run.left.length, run.errors[0], waits()]).toEqual([2, undefined, []]);
	});

	test('a rate limit with a time is kept by every request of the account', async () => {
		const times: number[] = [];
		const run = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)], service: (_left, count) => {
			times.push(Date.now());
			return count === 1 ? answer(429, '', { 'retry-after': '0.05' }) : accepted();
		} });
		expect(run.left).toHaveLength(3);
		expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(50);
	});

	test('no connection: a send is repeated after a wait, three times', async () => {
		const run = await runHook({ items: [sends(['+1'])], service: () => { throw broken('ECONNREFUSED'); } });
		expect([run.left.length, waits().length]).toEqual([4, 3]);
		expect(run.errors[0]!.description).toContain('No message of this run was accepted.');
	});

	test.each(['ECONNRESET', 'ECONNABORTED', 'EODD'])('%s: a send is not repeated', async (code) => {
		const run = await runHook({ items: [sends(['+1'])], service: () => { throw broken(code); } });
		expect([run.left.length, waits()]).toEqual([1, []]);
		expect(run.errors[0]!.message).toMatch(/^\[item 0\] The message may or may not have been sent/);
	});
});

describe('an execution that is stopped', () => {
	test('before the first request sends nothing', async () => {
		const run = await runHook({ items: [sends(['+1'])], signal: AbortSignal.abort() });
		expect([run.left.length, run.errors[0]!.message]).toEqual([0, '[item 0] The execution was canceled before this message left.']);
	});

	test('while a send is under way: nobody knows; those that wait never leave', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)], signal: stop.signal, service: () => {
			stop.abort();
			throw broken('ERR_CANCELED');
		} });
		expect(run.left).toHaveLength(1);
		expect(run.errors[0]!.message).toContain('[item 0] The message may or may not have been sent: the execution was canceled before the answer came.');
		expect(run.errors[0]!.message).toContain('[item 1] The execution was canceled before this message left.');
	});

	test('while a send is under way that is answered all the same: its receipt counts', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [sends(['+1'])], signal: stop.signal, service: () => { stop.abort(); return accepted(); } });
		expect(run.outputs[0]![0]!.json.messageId).toBe('m1');
	});

	test('while a query is under way: canceled', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [reads()], method: 'GET', signal: stop.signal, service: () => { stop.abort(); throw broken('ERR_CANCELED'); } });
		expect(run.errors[0]!.message).toBe('[item 0] The execution was canceled before this item was done.');
	});

	test('while it waits to repeat: it is not repeated', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [sends(['+1'])], signal: stop.signal, service: () => { setTimeout(() => stop.abort(), 1); throw broken('ECONNREFUSED'); } });
		expect(run.left.length).toBeLessThan(4);
		expect(run.errors[0]!.message).toContain('canceled');
	});
});
