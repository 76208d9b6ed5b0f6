import type { IDataObject } from 'n8n-workflow';
import { readSender } from '../../nodes/MessagingService/lists/senderRecord.ts';
import { startStubService } from '../stubService.mts';
import { startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => {
	bench.sandbox.setOptions({
		readings: { senderRecord: 'id' },
		maxPerPage: null as unknown as number,
	});
	bench.reset();
});
afterAll(async () => await bench.sandbox.stop());

const queries = () => bench.received('senders').map(({ query }) => query);

describe('the sender list', () => {
	it.each(['id', 'sender_id'] as const)(
		'offers records with a numeric %s, those that can send first, with the status in words',
		async (senderRecord) => {
			bench.sandbox.setOptions({ readings: { senderRecord } });
			const { results, paginationToken } = await bench.searchSenders();
			expect(results).toHaveLength(64);
			expect(paginationToken).toBeUndefined();
			expect(queries()).toEqual([{ page: '1', per_page: '100' }]);
			expect(results.slice(0, 3)).toEqual([
				{ name: '+254711000100 (Approved)', value: 103 },
				{ name: '40404 (Active)', value: 108 },
				{ name: 'Brand 13 (Approved)', value: 113 },
			]);
			expect(results).toContainEqual({ name: "PAUSED (Suspended, can't send)", value: 106 });
			const able = results.map(({ name }) => !name.includes("can't send"));
			expect(able).toEqual([...able].sort((one, other) => Number(other) - Number(one)));
			expect(able).toContain(false);
		},
	);

	it('offers nothing but a way on where the records are messages or unknown', async () => {
		for (const senderRecord of ['message', 'unknown'] as const) {
			bench.sandbox.setOptions({ readings: { senderRecord } });
			expect((await bench.searchSenders()).results).toEqual([
				{
					name: 'The service lists senders without a numeric ID. Choose By ID and type the numeric sender ID.',
					value: '',
				},
			]);
		}
	});

	it('searches at the service', async () => {
		expect((await bench.searchSenders(' clinic ')).results).toEqual([
			{ name: 'CLINIC (Approved)', value: 101 },
		]);
		expect((await bench.searchSenders('nobody')).results).toEqual([
			{
				name: "No sender matches 'nobody'. Choose By ID and type the numeric sender ID.",
				value: '',
			},
		]);
		expect(queries()).toEqual([
			{ page: '1', per_page: '100', query: 'clinic' },
			{ page: '1', per_page: '100', query: 'nobody' },
		]);
	});

	it.each([
		['present', 3],
		// Of the last page alone nobody can tell that it is the last.
		['sizeAsAsked', 4],
		['twoPages', 3],
		['onePage', 3],
	] as const)(
		'hands on the next page until the last, which no longer has one; meta %s',
		async (meta, asked) => {
			bench.sandbox.setOptions({ maxPerPage: 30, readings: { meta } });
			const values: unknown[] = [];
			let token: string | undefined;
			const tokens: unknown[] = [];
			do {
				const page = await bench.searchSenders(undefined, token);
				values.push(...page.results.map(({ value }) => value));
				tokens.push((token = page.paginationToken as string | undefined));
			} while (token !== undefined && tokens.length < 10);
			expect(tokens).toEqual([...['2', '3', '4'].slice(0, asked - 1), undefined]);
			expect(new Set(values).size).toBe(64);
			expect(queries().map(({ page }) => page)).toEqual(['1', '2', '3', '4'].slice(0, asked));
		},
	);

	it("that can't be read says why and how to go on without it", async () => {
		bench.sandbox.play({ on: 'senders', kind: 'serverError', status: 503, times: 4 });
		await expect(bench.searchSenders()).rejects.toThrow(
			/^The service failed during this query \(status 503\).* Or choose By ID and type the numeric sender ID\.$/,
		);
		expect(bench.received('senders')).toHaveLength(4);
		bench.credentials = bench.store({ clientSecret: 'wrong-secret' });
		await expect(bench.searchSenders()).rejects.toThrow(
			/The service refused Client ID and Client Secret\..* Or choose By ID/,
		);
	});

	it('reads an answer of another shape as a failure to list, not as an empty service', async () => {
		const stub = await startStubService(() => ({
			body: { responsecode: 200, data: { data: 'none' }, responsemessage: '' },
		}));
		bench.credentials = bench.store({ baseUrl: stub.baseUrl });
		const found = await bench.searchSenders().catch((error: Error) => error.message);
		await stub.stop();
		expect(found).toMatch(/an answer this node can't read.* Or choose By ID/);
	});

	describe('with records that are odd', () => {
		/** The list when the service answers with this `data`. */
		const listOf = async (data: unknown) => {
			const stub = await startStubService(() => ({
				body: { responsecode: 200, data, responsemessage: '' },
			}));
			bench.credentials = bench.store({ baseUrl: stub.baseUrl });
			return await bench.searchSenders().finally(async () => await stub.stop());
		};
		const ferry = { id: 71, name: 'FERRY', status: 1 };
		const tram = { id: 72, name: 'TRAM', status: 2 };

		it('offers those that can be read', async () => {
			const { results, paginationToken } = await listOf({
				data: [null, tram, 'FERRY', 71, [ferry], ferry, false],
				meta: { last_page: 4 },
			});
			expect(results).toEqual([
				{ name: 'FERRY (Active)', value: 71 },
				{ name: 'TRAM (Approved)', value: 72 },
			]);
			expect(paginationToken).toBe('2');
		});

		it.each([
			[{ data: { 0: tram, 2: ferry } }],
			[{ 0: tram, 2: ferry }],
			[{ data: { 5: null, 7: ferry, 9: tram } }],
		])('takes %j for a list', async (data) => {
			expect((await listOf(data)).results.map(({ value }) => value)).toEqual([71, 72]);
		});

		it('fails where none of them can be read', async () => {
			await expect(listOf({ data: [null, 'FERRY', 71] })).rejects.toThrow(
				/an answer this node can't read.* Or choose By ID/,
			);
		});

		it('offers what has odd fields by its ID, or not at all', async () => {
			const { results } = await listOf({
				data: [
					{ id: 1, name: { en: 'FERRY' }, status: [1] },
					{ id: 1e300, name: 'HUGE' },
					{ id: '99999999999999999999', name: 'LONG' },
					{ id: { value: 3 }, name: 'OBJECT' },
					{ id: [4], name: 'ARRAY' },
					{ sender_id: 9e15 * 2, id: 5 },
					{ id: 6, name: ['TRAM'], label: '  ', status: { id: 2 } },
					{ id: 7, name: 8, status: 1e300, status_id: null },
					{ id: true, name: null },
				],
			});
			expect(results).toEqual([
				{ name: 'Sender 1', value: 1 },
				{ name: 'Sender 6', value: 6 },
				{ name: 'Sender 7', value: 7 },
			]);
		});
	});

	it.each<[IDataObject, object | undefined]>([
		[
			{ id: '12', name: ' SHOP ', status: '1' },
			{ id: 12, name: 'SHOP', status: 1 },
		],
		[
			{ sender_id: 7, id: 3, label: 'Seven' },
			{ id: 7, name: 'Seven', status: undefined },
		],
		[
			{ sender_id: 'SHOP', id: 4, status: 'Approved' },
			{ id: 4, name: 'SHOP', status: undefined, statusText: 'Approved' },
		],
		[
			{ id: 5, status_id: -2 },
			{ id: 5, name: 'Sender 5', status: -2 },
		],
		[
			{ sender_id: '40404', id: 8 },
			{ id: 8, name: '40404', status: undefined },
		],
		[{ sender_id: '40404', message: 'Hi', campaign: 'c', id: 90_108 }, undefined],
		[
			{ id: 0, name: 'Zero' },
			{ id: 0, name: 'Zero', status: undefined },
		],
		[{ id: 9, sms_recipients: [], sender_id: 'SHOP' }, undefined],
		[{ id: 9, message: 'Hi', campaign: 'c' }, undefined],
		[{ id: 1.5, name: 'Half' }, undefined],
		[{ id: null, name: 'None' }, undefined],
		[{}, undefined],
	])('reads %j as %j', (record, sender) => expect(readSender(record)).toEqual(sender));
});

describe('the status list', () => {
	const specified = [
		{ name: 'Pending', value: 0, description: 'Status 0' },
		{ name: 'Active', value: 1, description: 'Status 1' },
		{ name: 'Approved', value: 2, description: 'Status 2' },
		{ name: 'Deactivated', value: -1, description: 'Status -1' },
		{ name: 'Suspended', value: -2, description: 'Status -2' },
		{ name: 'Rejected', value: -3, description: 'Status -3' },
	];

	it('is live: a status that the specification does not have is offered', async () => {
		const stub = await startStubService(() => ({
			body: {
				responsecode: 200,
				data: { 0: 'Pending', 9: 'Archived', note: 'x' },
				responsemessage: '',
			},
		}));
		bench.credentials = bench.store({ baseUrl: stub.baseUrl });
		const options = await bench.getStatuses();
		await stub.stop();
		expect(options).toEqual([
			{ name: 'Pending', value: 0, description: 'Status 0' },
			{ name: 'Archived', value: 9, description: 'Status 9' },
		]);
	});

	it('has the six of the specification, from the service and without it', async () => {
		const byValue = (options: Array<{ value: unknown }>) =>
			[...options].sort((one, other) => Number(one.value) - Number(other.value));
		expect(byValue(await bench.getStatuses())).toEqual(byValue(specified));
		expect(bench.received('statuses')).toHaveLength(1);
		bench.sandbox.play({ on: 'statuses', kind: 'dropBefore', times: 4 });
		expect(await bench.getStatuses()).toEqual(specified);
		bench.credentials = bench.store({ clientSecret: 'wrong-secret' });
		expect(await bench.getStatuses()).toEqual(specified);
	});
});
