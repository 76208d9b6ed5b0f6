/** What a poll asks the service for: the pages of Watch Hours, by the filters that the service knows. */
import type { INodeParameters } from 'n8n-workflow';
import { senderId, startWorkbench, type Workbench } from '../workbench.mts';

const hour = 3_600_000;
let bench: Workbench;

afterEach(async () => {
	await bench.sandbox.stop();
});

/** What came of a poll over a change that these filters let through or not, as numbers. */
async function toldOf(parameters: INodeParameters, change: () => void): Promise<unknown[]> {
	const workflow = bench.polled(parameters);
	await workflow.activate();
	change();
	return ((await workflow.poll()).items ?? []).map(({ json }) => json.phone_number);
}

describe('what it costs', () => {
	it('10,000 messages of the last hours are 100 reads a poll, ten under way at once at most, and those that are older none', async () => {
		// One in 25 seconds: 10,000 and a few in 70 hours.
		bench = await startWorkbench({ pastMessages: 30_000, pastSpacing: 25_000 });
		const workflow = bench.polled({ options: { watchHours: 70 } });
		await workflow.activate();
		const before = bench.received('messages').length;
		await workflow.poll();
		const pages = bench
			.received('messages')
			.slice(before)
			.map(({ query }) => Number(query.page));
		// 10,080 messages are on 101 pages; the next ones had been asked for when the page with the
		// first older message came.
		expect(pages.length).toBeGreaterThanOrEqual(101);
		expect(pages.length).toBeLessThanOrEqual(111);
		expect(new Set(pages).size).toBe(pages.length);
		expect(bench.sandbox.inFlight.peak).toBeLessThanOrEqual(10);
	});

	it('10,000 messages in all are 100 reads a poll', async () => {
		bench = await startWorkbench({ pastMessages: 10_000, pastSpacing: 20_000 });
		const workflow = bench.polled();
		await workflow.activate();
		const before = bench.received('messages').length;
		await workflow.poll();
		expect(bench.received('messages').length - before).toBe(100);
	});

	it('Max Concurrent Requests holds', async () => {
		bench = await startWorkbench({ pastMessages: 1500, pastSpacing: 1000, latency: 20 });
		await bench.polled({ options: { maxConcurrentRequests: 3 } }).activate();
		expect(bench.received('messages')).toHaveLength(15);
		expect([2, 3]).toContain(bench.sandbox.inFlight.peak);
	});
});

describe('which messages', () => {
	const [inside, outside] = ['+254733000001', '+254733000002'] as const;

	it.each([
		[
			'sender ID',
			{ senderId: senderId(102) },
			{ sender_id: '102' },
			{ senderId: 102 },
			{ senderId: 103 },
		],
		[
			'category',
			{ category: 'marketing' },
			{ category: 'marketing' },
			{ category: 'marketing' },
			{ category: 'utility' },
		],
		[
			'text',
			{ query: 'RESULTS' },
			{ query: 'RESULTS' },
			{ message: 'Your results' },
			{ message: 'Your bill' },
		],
		['campaign', { campaign: ' jabs ' }, {}, { campaign: 'jabs' }, { campaign: 'jabs 2' }],
		['phone number', { phoneNumber: '00254 733 000 001' }, {}, {}, {}],
	] as const)('only those of the filter by %s', async (_, filters, sent, wanted, other) => {
		bench = await startWorkbench({ pastMessages: 0 });
		bench.sandbox.addMessage({ ...wanted, recipients: [inside], status: 'Pending' });
		bench.sandbox.addMessage({ ...other, recipients: [outside], status: 'Pending' });
		const told = await toldOf({ filters: filters as unknown as INodeParameters }, () =>
			[inside, outside].forEach((number) => bench.sandbox.setStatus(number, 'Failed')),
		);
		expect(told).toEqual([inside]);
		for (const { query } of bench.received('messages')) {
			const { page, per_page, date_created, start_date, end_date, ...rest } = query as Record<
				string,
				string
			>;
			expect([rest, page, per_page, date_created]).toEqual([sent, '1', '100', 'custom']);
			expect([start_date, end_date].every((day) => /^\d{4}-\d\d-\d\d$/.test(day!))).toBe(true);
		}
	});

	it.each([
		['', {}],
		[", also where the service's clock is two days ahead", { clockOffset: 48 * hour }],
		[', also where it is two days behind', { clockOffset: -48 * hour }],
		[
			', also where the list begins with the oldest',
			{ readings: { listOrder: 'oldestFirst' as const } },
		],
	])('only those of the last Watch Hours%s', async (_, options) => {
		bench = await startWorkbench({ pastMessages: 0, ...options });
		const now = Date.now() + ((options as { clockOffset?: number }).clockOffset ?? 0);
		bench.sandbox.addMessage({
			recipients: [outside],
			status: 'Pending',
			createdAt: now - 5 * hour - 60_000,
		});
		bench.sandbox.addMessage({
			recipients: [inside],
			status: 'Pending',
			createdAt: now - 5 * hour + 60_000,
		});
		expect(
			await toldOf({ options: { watchHours: 5 } }, () =>
				[inside, outside].forEach((number) => bench.sandbox.setStatus(number, 'Failed')),
			),
		).toEqual([inside]);
	});

	it('those that Watch Hours takes in when it is raised are taken as they are', async () => {
		bench = await startWorkbench({ pastMessages: 0 });
		bench.sandbox.addMessage({
			recipients: [outside],
			status: 'Delivered',
			createdAt: Date.now() - 9 * hour,
		});
		bench.sandbox.addMessage({
			recipients: [inside],
			status: 'Sent',
			createdAt: Date.now() - hour,
		});
		const workflow = bench.polled({ options: { watchHours: 5 } });
		await workflow.activate();
		workflow.parameters = { options: { watchHours: 20 } };
		bench.sandbox.setStatus(inside, 'Failed');
		await workflow.activate('update');
		bench.sandbox.setStatus(outside, 'Failed');
		await workflow.poll();
		expect(
			workflow.executions.flatMap(({ items }) =>
				items!.map(({ json }) => [json.phone_number, json.previous_status, json.status]),
			),
		).toEqual([
			[inside, 'Sent', 'Failed'],
			[outside, 'Delivered', 'Failed'],
		]);
	});
});
