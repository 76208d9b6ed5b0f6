/** Fetch Test Event: real records to build the rest of the workflow with. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startWorkbench, triggerName, type Workbench } from '../workbench.mts';

const hour = 3_600_000;
let bench: Workbench;

afterEach(async () => {
	await bench.sandbox.stop();
});

async function fetched(parameters: INodeParameters = {}): Promise<IDataObject[]> {
	return (await bench.polled(parameters).fetchTestEvent())
		.output(triggerName)
		.map(({ json }) => json);
}

const numberOf = (index: number): string => `+2547440000${String(index).padStart(2, '0')}`;

it.each(['newestFirst', 'oldestFirst'] as const)(
	'gives the ten newest recipients, every column in it; the list is %s',
	async (listOrder) => {
		bench = await startWorkbench({ pastMessages: 0, readings: { listOrder } });
		for (let index = 1; index <= 130; index++)
			bench.sandbox.addMessage({
				recipients: [`+25474500${String(index).padStart(4, '0')}`],
				status: 'Sent',
				createdAt: Date.now() - (200 - index) * 60_000,
			});
		const rows = await fetched();
		expect(rows.map(({ phone_number }) => phone_number)).toEqual(
			Array.from({ length: 10 }, (_, index) => `+25474500${String(130 - index).padStart(4, '0')}`),
		);
		expect(Object.keys(rows[0]!)).toEqual([
			'phone_number',
			'status',
			'previous_status',
			'reference',
			'created_at',
			'message_id',
			'message_status',
			'sender_id',
			'category',
			'campaign',
		]);
		expect(rows[0]).toMatchObject({ status: 'Sent', previous_status: 'Pending' });
		// Where the list begins with the newest, the first page has them all.
		expect(bench.received('messages')).toHaveLength(listOrder === 'newestFirst' ? 1 : 2);
	},
);

it('gives new messages under the other event', async () => {
	bench = await startWorkbench({ pastMessages: 0 });
	const id = bench.sandbox.addMessage({ recipients: [numberOf(1), numberOf(2)], message: 'Hello' });
	expect(await fetched({ event: 'messageCreated' })).toMatchObject([
		{ id, message: 'Hello', recipients: [numberOf(1), numberOf(2)] },
	]);
});

it('prefers the wanted statuses, and gives others where there is none of them yet', async () => {
	bench = await startWorkbench({ pastMessages: 0 });
	for (let index = 1; index <= 15; index++)
		bench.sandbox.addMessage({
			recipients: [numberOf(index)],
			status: index === 3 ? 'FAILED' : 'Delivered',
			createdAt: Date.now() - (20 - index) * 60_000,
		});
	expect(
		(await fetched({ options: { statuses: 'expired, failed' } })).map(({ status }) => status),
	).toEqual(['FAILED']);
	expect(
		(await fetched({ options: { statuses: 'expired' } })).map(({ phone_number }) => phone_number),
	).toEqual(Array.from({ length: 10 }, (_, index) => numberOf(15 - index)));
});

it('keeps to the filters and to Watch Hours', async () => {
	bench = await startWorkbench({ pastMessages: 0 });
	bench.sandbox.addMessage({
		recipients: [numberOf(1)],
		campaign: 'jabs',
		createdAt: Date.now() - 5 * hour,
	});
	bench.sandbox.addMessage({ recipients: [numberOf(2), numberOf(3)], campaign: 'jabs' });
	bench.sandbox.addMessage({ recipients: [numberOf(4)], campaign: 'bills' });
	const rows = await fetched({
		filters: { campaign: 'jabs', phoneNumber: `${numberOf(1)},${numberOf(3)}` },
		options: { watchHours: 4 },
	});
	expect(rows.map(({ phone_number }) => phone_number)).toEqual([numberOf(3)]);
});

it('leaves the state alone', async () => {
	bench = await startWorkbench({ pastMessages: 0 });
	bench.sandbox.addMessage({ recipients: [numberOf(1)], status: 'Pending' });
	const workflow = bench.polled();
	await workflow.activate();
	bench.sandbox.setStatus(numberOf(1), 'Failed');
	const kept = JSON.stringify(workflow.database.staticData);
	const result = await workflow.fetchTestEvent();
	expect(result.output(triggerName)).toHaveLength(1);
	expect(JSON.stringify(workflow.database.staticData)).toBe(kept);
	expect((await workflow.poll()).items).toHaveLength(1);
});

it.each([
	[{}, 'The service has no message of the last 72 hours.'],
	[{ options: { watchHours: 1 } }, 'The service has no message of the last hour.'],
	[
		{ filters: { campaign: 'jabs' } },
		'The service has no message of the last 72 hours that fits the Filters.',
	],
] as Array<[INodeParameters, string]>)(
	'says in words that there is nothing to fetch: %j',
	async (parameters, sentence) => {
		bench = await startWorkbench({ pastMessages: 0 });
		const { error } = await bench.polled(parameters).fetchTestEvent();
		expect([error?.message, error?.description]).toEqual([
			sentence,
			'Send a message with the Messaging Service node, or raise Watch Hours in Options, then fetch a test event again.',
		]);
	},
);

it("says why the list can't be read", async () => {
	bench = await startWorkbench({ pastMessages: 0 });
	const { error } = await bench
		.polled({}, { credentials: bench.store({ clientSecret: 'wrong' }) })
		.fetchTestEvent();
	expect(error?.message).toBe('The service refused Client ID and Client Secret.');
});
