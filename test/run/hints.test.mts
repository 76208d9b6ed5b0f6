/** What n8n shows above the output of a run that did not fail. */
import { startStubService } from '../stubService.mts';
import {
	goodSend,
	hintsOf,
	itemsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(() => bench.sandbox.stop());

const goesOn = { settings: { onError: 'continueRegularOutput' as const } };

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
	expect(hintsOf(result)).toEqual([
		{
			type: 'info',
			location: 'outputPane',
			message: 'The service was receiving too many requests and had this run wait 1 second.',
		},
	]);
});

test('how many messages may have been sent', async () => {
	bench.sandbox.play({ on: 'send', kind: 'serverError', times: 2 });
	const result = await bench.run(goodSend, { ...goesOn, items: [{}, {}, {}] });
	expect(hintsOf(result)).toEqual([
		{
			type: 'warning',
			location: 'outputPane',
			message: expect.stringMatching(
				/^2 messages may or may not have been sent\. Look for them with Query Messages before resending\./,
			),
		},
	]);
});

test('how many numbers got nothing', async () => {
	const result = await bench.run(
		{ ...goodSend, recipients: '+254711001001, none, 12', options: { invalidRecipients: 'skip' } },
		{ items: [{}, {}] },
	);
	expect(hintsOf(result)).toEqual([
		{
			type: 'warning',
			location: 'outputPane',
			message: "4 numbers got nothing. The output's skippedRecipients says which, and why.",
		},
	]);
});

describe('a list that changes while it is read', () => {
	/**
	 * 17 records in pages of 5, of which the first one leaves whenever the second page is asked for,
	 * as long as there are any to leave.
	 */
	async function readChanging(leaving: number, records: object[], setup: object = {}) {
		let left = leaving;
		const rows = [...records];
		const stub = await startStubService((path) => {
			const page = Number(new URL(path, 'http://service').searchParams.get('page'));
			if (page === 2 && left-- > 0) rows.shift();
			const meta = {
				current_page: page,
				per_page: 5,
				total: rows.length,
				last_page: Math.ceil(rows.length / 5),
			};
			return {
				body: {
					responsecode: 200,
					data: { data: rows.slice(page * 5 - 5, page * 5), meta },
					responsemessage: '',
				},
			};
		});
		const result = await bench.run(
			{ operation: 'querySenders', returnAll: true, options: { perPage: 5 } },
			{ credentials: bench.store({ baseUrl: stub.baseUrl }), ...setup },
		);
		await stub.stop();
		const pages = stub.requests.filter(({ method }) => method === 'GET').length;
		return { result, pages, count: itemsOf(result).length };
	}
	const rows = Array.from({ length: 17 }, (_, index) => ({ id: 300 + index }));
	const told = {
		type: 'warning',
		location: 'outputPane',
		message:
			'The list changed while it was read, so some results may be missing. Run the workflow again.',
	};

	test.each([
		[1, 8, 17, []],
		[Infinity, 11, 17, [told]],
	])(
		'%d times: %i pages are read, %i items come out, and a hint only where it goes on',
		async (leaving, read, items, hints) => {
			const { result, pages, count } = await readChanging(leaving, rows);
			expect([result.error, pages, count, hintsOf(result)]).toEqual([
				undefined,
				read,
				items,
				hints,
			]);
		},
	);

	test('its records without ids', async () => {
		const { result, pages, count } = await readChanging(
			1,
			rows.map(({ id }) => ({ name: `BRAND ${id}` })),
		);
		expect([pages, count, hintsOf(result)]).toEqual([4, 16, [told]]);
	});

	test("through n8n's routing engine, which shows no hint, all the same", async () => {
		const { result, pages, count } = await readChanging(1, rows, {
			packages: throughRoutingEngine,
		});
		expect([result.error, pages, count]).toEqual([undefined, 8, 17]);
	});
});

test("through n8n's routing engine, which shows none, the run is the same", async () => {
	const result = await bench.run(
		{ ...goodSend, recipients: '+254711001001, none', options: { invalidRecipients: 'skip' } },
		{ packages: throughRoutingEngine },
	);
	expect(result.error).toBeUndefined();
	expect(bench.sandbox.journal).toHaveLength(1);
});

describe("a campaign that is the workflow's name, with Skip Already Sent on", () => {
	const told = {
		type: 'warning',
		location: 'outputPane',
		message: expect.stringMatching(
			/^Campaign is the workflow's name\. If you rename the workflow, Skip Already Sent sends these messages again\./,
		),
	};
	const skipping = { ...goodSend, recipients: '+254733001181', options: { skipAlreadySent: true } };
	const withDefault = Object.fromEntries(
		Object.entries(skipping).filter(([name]) => name !== 'campaign'),
	);

	test.each<[string, object, unknown[]]>([
		['by default', withDefault, [told]],
		['as a part of it', { ...skipping, campaign: '={{ $workflow.name }} of autumn' }, [told]],
		['but a text of its own', skipping, []],
		['but an expression of another kind', { ...skipping, campaign: '={{ "reminders " + 7 }}' }, []],
		['but without Skip Already Sent', { ...withDefault, options: {} }, []],
		[
			'but without Skip Already Sent, and refused',
			{ ...withDefault, recipients: 'nobody', options: {} },
			[],
		],
	])('%s', async (_name, parameters, hints) => {
		const own = await startWorkbench();
		const result = await own.run(parameters as typeof goodSend, goesOn);
		await own.sandbox.stop();
		expect([result.error, hintsOf(result)]).toEqual([undefined, hints]);
	});
});
