/** An n8n that gives up the whole run at the first expression that fails, under continue-on-fail too. */
import { routingEngine } from '../../nodes/MessagingService/transport/routingEngine.ts';
import { goodSend, itemsOf, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(() => bench.sandbox.stop());

const items = Array.from({ length: 4 }, (_, index) => ({ number: `+25471234560${index}` }));
const failingFor = (index: number) => ({
	...goodSend,
	recipients: '={{ $json.number }}',
	message: `={{ $itemIndex === ${index} ? $("No such node").item.json.text : "Hello" }}`,
});
const settings = { onError: 'continueRegularOutput' as const };
const real = routingEngine.goesOnAfterFailedExpression;
afterEach(() => {
	routingEngine.goesOnAfterFailedExpression = real;
});

test.each([0, 3])('this engine goes on, so the good items go, or gives up, so none does: item %i is missing', async (index) => {
	const result = await bench.run(failingFor(index), { items, settings });
	expect(bench.sandbox.journal).toHaveLength(real ? 3 : 0);
	expect(result.status).toBe(real ? 'success' : 'error');
});

// An engine that gives up itself can't play one that only may have.
const testWhereItGoesOn = real ? test : test.skip;

testWhereItGoesOn('where n8n may have given up, nothing is sent, and it is said', async () => {
	routingEngine.goesOnAfterFailedExpression = false;
	const result = await bench.run(failingFor(3), { items, settings });
	expect(bench.received('send')).toHaveLength(0);
	const told = rowsOf(result).slice(0, 3);
	for (const row of told) expect(row).toMatchObject({ error: expect.stringContaining('nothing was sent for this item'), message: expect.stringContaining('run it again') });
	expect(itemsOf(result).slice(0, 3).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
});

testWhereItGoesOn('an item that comes after the missing one proves that n8n goes on', async () => {
	routingEngine.goesOnAfterFailedExpression = false;
	await bench.run(failingFor(1), { items, settings });
	expect(bench.sandbox.journal).toHaveLength(3);
});
