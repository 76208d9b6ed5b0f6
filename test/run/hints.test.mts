/** What n8n shows above the output of a run that did not fail. */
import type { NodeExecutionHint } from 'n8n-workflow';
import type { RunResult } from '../../workbench/engine/engine.mts';
import { goodSend, nodeName, startWorkbench, throughRoutingEngine, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => { bench = await startWorkbench(); });
beforeEach(() => bench.reset());
afterAll(() => bench.sandbox.stop());

const goesOn = { settings: { onError: 'continueRegularOutput' as const } };
const hintsOf = (result: RunResult): NodeExecutionHint[] => result.run!.data.resultData.runData[nodeName]![0]!.hints ?? [];

test('nothing when all is plain', async () => {
	expect(hintsOf(await bench.run(goodSend))).toEqual([]);
	expect(hintsOf(await bench.run({ operation: 'queryMessages' }))).toEqual([]);
	// A refused item says so itself.
	expect(hintsOf(await bench.run({ ...goodSend, recipients: 'none' }, goesOn))).toEqual([]);
});

test('how long the service had the run wait', async () => {
	const own = await startWorkbench();
	own.sandbox.play({ on: 'send', kind: 'rateLimited', retryAfter: '1' });
	const result = await own.run(goodSend);
	await own.sandbox.stop();
	expect(hintsOf(result)).toEqual([{ type: 'info', location: 'outputPane', message: 'The service was receiving too many requests and had this run wait 1 second.' }]);
});

test('how many messages may have been sent', async () => {
	bench.sandbox.play({ on: 'send', kind: 'serverError', times: 2 });
	const result = await bench.run(goodSend, { ...goesOn, items: [{}, {}, {}] });
	expect(hintsOf(result)).toEqual([{ type: 'warning', location: 'outputPane', message: '2 messages may or may not have been sent. Look for them with Query Messages before you send again.' }]);
});

test('how many numbers got nothing', async () => {
	const result = await bench.run({ ...goodSend, recipients: '+254711001001, none, 12', options: { invalidRecipients: 'skip' } }, { items: [{}, {}] });
	expect(hintsOf(result)).toEqual([{ type: 'warning', location: 'outputPane', message: "4 numbers got nothing. The output's skippedRecipients says which, and why." }]);
});

test("through n8n's routing engine, which shows none, the run is the same", async () => {
	const result = await bench.run({ ...goodSend, recipients: '+254711001001, none', options: { invalidRecipients: 'skip' } }, { packages: throughRoutingEngine });
	expect(result.error).toBeUndefined();
	expect(bench.sandbox.journal).toHaveLength(1);
});
