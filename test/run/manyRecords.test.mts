/** A query with more results than n8n's routing engine can hand on. */
import { startStubService, type StubService } from '../stubService.mts';
import { itemsOf, startWorkbench, throughRoutingEngine, type Workbench } from '../workbench.mts';

const count = 120_000;
const perPage = 5_000;

let bench: Workbench;
let stub: StubService;
beforeAll(async () => {
	bench = await startWorkbench();
	stub = await startStubService((path) => {
		const page = Number(new URL(path, 'http://service').searchParams.get('page') ?? 1);
		const data = Array.from({ length: perPage }, (_, index) => ({ id: (page - 1) * perPage + index }));
		return { body: { responsecode: 200, data: { data, meta: { current_page: page, last_page: count / perPage, per_page: perPage, total: count } }, responsemessage: '' } };
	});
});
afterAll(async () => {
	await stub.stop();
	await bench.sandbox.stop();
});

const all = { operation: 'queryMessages', returnAll: true, output: 'raw', options: { perPage } };

test('120,000 records of one item come out, each once, paired with it', async () => {
	const result = await bench.run(all, { credentials: bench.store({ baseUrl: stub.baseUrl }) });
	expect(result.error).toBeUndefined();
	const items = itemsOf(result);
	expect([items.length, new Set(items.map(({ json }) => json.id)).size]).toEqual([count, count]);
	expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
});

test('a tool says that they are too many for it', async () => {
	const result = await bench.run(all, { credentials: bench.store({ baseUrl: stub.baseUrl }), packages: throughRoutingEngine });
	expect(result.error!.message).toContain('The query has more than 100000 results, too many for n8n to take from a tool.');
});
