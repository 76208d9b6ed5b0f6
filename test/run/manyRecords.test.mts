/** A query with more results than n8n's routing engine can hand on. */
import { startStubService, type StubService } from '../stubService.mts';
import { itemsOf, startWorkbench, throughRoutingEngine, type Workbench } from '../workbench.mts';

const count = 120_000;
const perPage = 5_000;
/** A page size with which all records are one answer. */
const wholeAnswer = 300_000;

let bench: Workbench;
let stub: StubService;
beforeAll(async () => {
	bench = await startWorkbench();
	stub = await startStubService((path) => {
		const { searchParams } = new URL(path, 'http://service');
		if (searchParams.get('per_page') === String(wholeAnswer)) {
			const data = Array.from({ length: wholeAnswer }, (_, index) =>
				searchParams.get('query') === 'anonymous' ? { text: `row ${index}` } : { id: `m${index}` },
			);
			return {
				body: {
					responsecode: 200,
					data: {
						data,
						meta: { current_page: 1, last_page: 1, per_page: wholeAnswer, total: wholeAnswer },
					},
					responsemessage: '',
				},
			};
		}
		const page = Number(searchParams.get('page') ?? 1);
		const data = Array.from({ length: perPage }, (_, index) => ({
			id: (page - 1) * perPage + index,
		}));
		return {
			body: {
				responsecode: 200,
				data: {
					data,
					meta: { current_page: page, last_page: count / perPage, per_page: perPage, total: count },
				},
				responsemessage: '',
			},
		};
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
	const result = await bench.run(all, {
		credentials: bench.store({ baseUrl: stub.baseUrl }),
		packages: throughRoutingEngine,
	});
	expect(result.error!.message).toContain(
		'The query has more than 100,000 results, too many for a node that is used as a tool.',
	);
});

describe('300,000 records in one answer', () => {
	const inOne = { ...all, options: { perPage: wholeAnswer } };

	test.each([
		['with ids', inOne, 'id', 'm299999'],
		['without ids', { ...inOne, filters: { query: 'anonymous' } }, 'text', 'row 299999'],
		[
			'of senders',
			{ operation: 'querySenders', returnAll: true, options: { perPage: wholeAnswer } },
			'id',
			'm299999',
		],
	])('come out, %s', async (_name, parameters, field, last) => {
		const result = await bench.run(parameters, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
		});
		expect(result.error).toBeUndefined();
		const items = itemsOf(result);
		expect([
			items.length,
			new Set(items.map(({ json }) => json[field])).size,
			items.at(-1)!.json[field],
		]).toEqual([wholeAnswer, wholeAnswer, last]);
	});

	test('are too many for a tool, which says so', async () => {
		const result = await bench.run(inOne, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
			packages: throughRoutingEngine,
		});
		expect(result.error!.message).toContain('The query has more than 100,000 results');
	});
});
