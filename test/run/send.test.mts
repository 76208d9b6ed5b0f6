/**
 * The whole way of a request, from the checked item to its output, without an engine and without a
 * network: a send and a query.
 */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { freshCredential, reads, runCore, sends } from './coreRun.mts';
import { forgetPauses, waits } from '../clock/notedPause.mts';
import { answer, broken, page, numbersOf } from './answers.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);

describe('a send', () => {
	test('leaves as it was ordered, and its output is the answer with what stands beside it', async () => {
		const run = await runCore({ items: [sends(['+1'])] });
		expect(run.left[0]!.request).toEqual({
			method: 'POST',
			url: '/sms/messages',
			baseURL: 'https://sms.example.com/api',
			json: true,
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			timeout: 300_000,
			body: {
				sender_id: 1,
				priority: 'utility',
				campaign: 'reminders',
				message: 'Hello',
				schedule: null,
				recipients: ['+1'],
				contact_list_id: null,
			},
		});
		expect(run.left[0]!.token).toBe('stored-token');
		expect(run.outputs).toEqual([
			[
				{
					json: {
						success: true,
						messageId: 'm1',
						sendOutcome: 'accepted',
						recipients: ['+1'],
						segments: 1,
						encoding: 'GSM-7',
					},
					pairedItem: { item: 0 },
				},
			],
		]);
	});

	test("carries n8n's node settings, and tells the exchange of two of them", async () => {
		const proxy = { protocol: 'http', host: '127.0.0.1', port: 1 };
		const requestOptions = {
			timeout: 5,
			proxy: 'http://127.0.0.1:1',
			allowUnauthorizedCerts: true,
		};
		const run = await runCore({ items: [sends(['+1'])], requestOptions });
		expect(run.left[0]!.request).toMatchObject({
			timeout: 5,
			proxy,
			skipSslCertificateValidation: true,
		});
		expect(
			Object.getOwnPropertySymbols(run.left[0]!.settings).map((symbol) => [
				symbol.description,
				run.left[0]!.settings[symbol],
			]),
		).toEqual([
			[
				'n8n-nodes-messaging-service.exchangeSettings',
				{
					proxy,
					skipSslCertificateValidation: true,
					rejected: { tokens: [], since: 0 },
					limited: expect.any(Function),
				},
			],
		]);
	});

	test.each<[string, Record<string, unknown>, string | undefined]>([
		['all', { allowedHttpRequestDomains: 'all', allowedDomains: 'a.example' }, undefined],
		['none, which shuts out other nodes', { allowedHttpRequestDomains: 'none' }, undefined],
		[
			'some',
			{ allowedHttpRequestDomains: 'domains', allowedDomains: ' a.example, *.b.example ' },
			'sms.example.com, a.example, *.b.example',
		],
		[
			'an empty list',
			{ allowedHttpRequestDomains: 'domains', allowedDomains: '' },
			'sms.example.com',
		],
	])(
		"hands n8n the domains that the credential allows, the service's own always among them: %s",
		async (_name, fields, expected) => {
			const run = await runCore({
				items: [sends(['+1'])],
				credential: () => freshCredential(fields),
			});
			expect(run.left[0]!.request.allowedDomains).toBe(expected);
		},
	);

	test('is refused where a node setting can not be read', async () => {
		const run = await runCore({
			items: [sends(['+1'])],
			requestOptions: { proxy: 'proxy.example.com' },
		});
		expect([run.left.length, run.errors[0]!.message]).toEqual([
			0,
			expect.stringContaining("Proxy in the node settings isn't an address"),
		]);
	});

	test('leaves out a member called error', async () => {
		const body = { responsecode: 201, data: { success: true, error: 'none', note: 'x' } };
		const run = await runCore({
			items: [sends(['+1'])],
			service: () => ({ statusCode: 200, body }),
		});
		expect(run.outputs[0]![0]!.json).toEqual({
			success: true,
			note: 'x',
			sendOutcome: 'accepted',
			recipients: ['+1'],
			segments: 1,
			encoding: 'GSM-7',
		});
	});

	test('of many items: each once, each output by its own item, the credential read once, ten under way', async () => {
		const run = await runCore({
			items: Array.from({ length: 30 }, (_, index) => sends([`+${index}`])),
		});
		expect(numbersOf(run).flat().sort()).toEqual(
			Array.from({ length: 30 }, (_, index) => `+${index}`).sort(),
		);
		expect(
			run.outputs.map((output) => [output![0]!.json.recipients, output![0]!.pairedItem]),
		).toEqual(Array.from({ length: 30 }, (_, index) => [[`+${index}`], { item: index }]));
		expect([run.reads, run.peak]).toEqual([1, 10]);
	});

	test('of several batches: as many pauses of the interval as lie between them, and every item once', async () => {
		const run = await runCore({
			items: ['1', '2', '3', '4', '5'].map((digit) => sends([`+${digit}`])),
			requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 700 } } },
		});
		expect(waits()).toEqual([700, 700]);
		expect(numbersOf(run)).toEqual([['+1'], ['+2'], ['+3'], ['+4'], ['+5']]);
	});

	test('of items that share a request: one request, and an output for each', async () => {
		const run = await runCore({
			items: [sends(['+1'], { combineUpTo: 5 }), sends(['+2'], { combineUpTo: 5 })],
		});
		expect(numbersOf(run)).toEqual([['+1', '+2']]);
		expect(run.outputs.map((output) => output![0]!.json.recipients)).toEqual([['+1'], ['+2']]);
	});
});

describe('a query', () => {
	test('asks for each page with its own filters, and gives every record the item that asked', async () => {
		const service = ({ request }: { request: Record<string, unknown> }) =>
			page([{ id: (request.qs as { page: number }).page }], { last_page: 2, per_page: 1 });
		const run = await runCore({
			items: [reads({ pages: { first: 1, perPage: 1 } })],
			method: 'GET',
			service,
		});
		expect(run.left.map(({ request }) => request.qs)).toEqual([
			{ status: 2, page: 1, per_page: 1 },
			{ status: 2, page: 2, per_page: 1 },
		]);
		expect(run.outputs).toEqual([[1, 2].map((id) => ({ json: { id }, pairedItem: { item: 0 } }))]);
	});

	test('of many items: each once, each output by its own item, ten under way', async () => {
		const items = Array.from({ length: 30 }, (_, status) =>
			reads({ query: { status }, pages: { first: 1, perPage: 1 } }),
		);
		const service = ({ request }: { request: Record<string, unknown> }) =>
			page([{ status: (request.qs as { status: number }).status }], { last_page: 1 });
		const run = await runCore({ items, method: 'GET', service });
		expect(run.outputs).toEqual(
			items.map((_, item) => [{ json: { status: item }, pairedItem: { item } }]),
		);
		expect([run.left.length, run.peak]).toEqual([30, 10]);
	});

	test('without pages is one request, and an answer that is a list gives nothing', async () => {
		const one = await runCore({
			items: [reads()],
			method: 'GET',
			service: () => ({ statusCode: 200, body: { data: { 1: 'Sent' } } }),
		});
		expect([one.left[0]!.request.qs, one.outputs[0]![0]!.json]).toEqual([
			{ status: 2 },
			{ 1: 'Sent' },
		]);
		const list = await runCore({
			items: [reads()],
			method: 'GET',
			service: () => ({ statusCode: 200, body: { data: [] } }),
		});
		expect(list.outputs).toEqual([[]]);
	});

	test.each([
		['with', { pages: { first: 1, perPage: 1 } }],
		['without', {}],
	])(
		'that fails %s pages says so without the token, and says nothing about messages',
		async (_name, order) => {
			const run = await runCore({
				items: [reads(order)],
				method: 'GET',
				service: () => answer(422, 'stored-token is not welcome'),
			});
			expect(run.errors[0]!.message).toBe(
				'The service refused the request (status 422): ***** is not welcome.',
			);
			expect(run.errors[0]!.description).toBe(
				'Fix what the service names, then run the workflow again.',
			);
		},
	);

	test('is repeated as the policy says, with waits that grow, and never more', async () => {
		const run = await runCore({ items: [reads()], method: 'GET', service: () => answer(503) });
		expect(run.left).toHaveLength(4);
		expect(waits()).toHaveLength(3);
		expect(waits()[2]).toBeGreaterThan(waits()[0]!);
	});

	test('each kind of failure is counted by itself', async () => {
		const script: Array<Answer | string> = [
			answer(503),
			'ECONNREFUSED',
			answer(503),
			'ECONNREFUSED',
			answer(503),
			'ECONNREFUSED',
			page([]),
		];
		const run = await runCore({
			items: [reads()],
			method: 'GET',
			service: (_left, count) => {
				const next = script[count - 1]!;
				if (typeof next === 'string') throw broken(next);
				return next;
			},
		});
		expect(run.left).toHaveLength(7);
		expect(run.errors[0]).toBeUndefined();
	});
});
