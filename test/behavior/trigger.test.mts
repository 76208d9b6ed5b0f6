/** The trigger starts a workflow with the changes at the service: each change once, in full, and nothing else. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { clock, locator, numberOf, received, service, trigger } from '../harness/index.mts';
import { add, hour, rowsOf, told, watch } from './watching.mts';

const [asha, bela, chidi] = [numberOf(1), numberOf(2), numberOf(3)] as const;
const name = 'Messaging Service Trigger';

const filters = (given: object): INodeParameters => ({ filters: given as INodeParameters });
const options = (given: object): INodeParameters => ({ options: given as INodeParameters });

describe('activation', () => {
	test('takes the present state, starts nothing and is polled from then on', async () => {
		add([asha, bela], { status: 'Undeliverable' });
		const workflow = await watch();
		expect((await workflow.poll()).outcome).toBe('nothing');
		expect(workflow.executions).toEqual([]);
		expect(workflow.schedule).toHaveLength(1);
	});
});

describe('Message Status Changed', () => {
	test('one item per recipient that changed, with all its columns', async () => {
		const id = add([asha, bela], { status: 'Sent', campaign: 'jabs', category: 'utility' });
		const workflow = await watch();
		service.setStatus(bela, 'Undeliverable');
		expect(rowsOf(await workflow.poll())).toEqual([
			{
				phone_number: bela,
				status: 'Undeliverable',
				previous_status: 'Sent',
				reference: `SBX-${id}-2`,
				created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
				message_id: id,
				message_status: expect.any(String),
				sender_id: expect.any(String),
				category: 'utility',
				campaign: 'jabs',
			},
		]);
	});
});

describe('Message Created', () => {
	test('one item per message, simplified; a change of its status is no new message', async () => {
		add([chidi]);
		const workflow = await watch({ event: 'messageCreated', ...options({ statuses: 'Lost' }) });
		const id = add([asha, bela], { message: 'Your results', campaign: 'labs' });
		expect(rowsOf(await workflow.poll())).toEqual([
			{
				id,
				status: expect.any(String),
				message: 'Your results',
				sender_id: expect.any(String),
				category: 'marketing',
				campaign: 'labs',
				recipients: `${asha}, ${bela}`,
				schedule: expect.any(String),
				created_at: expect.any(String),
			},
		]);
		service.setStatus(asha, 'Lost');
		await workflow.poll();
		expect(workflow.executions).toHaveLength(1);
	});
});

describe('what is watched', () => {
	test.each<[string, object, object, object]>([
		['senderId', { senderId: locator(103) }, { senderId: 103 }, { senderId: 102 }],
		['category', { category: 'utility' }, { category: 'utility' }, { category: 'marketing' }],
		['query', { query: 'RESULTS' }, { message: 'Your results' }, { message: 'Your bill' }],
		['campaign', { campaign: ' jabs ' }, { campaign: 'jabs' }, { campaign: 'jabs 2' }],
		['campaign, by its case', { campaign: 'jabs' }, { campaign: 'jabs' }, { campaign: 'Jabs' }],
	])('only messages of the filter by %s', async (_, given, wanted, other) => {
		add([asha], wanted);
		add([bela], other);
		const workflow = await watch(filters(given));
		for (const number of [asha, bela]) service.setStatus(number, 'Lost');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Lost`]);
	});

	test('of the filter by phone number, in any spelling, only those recipients', async () => {
		add([asha, bela]);
		add([chidi]);
		const spelled = `00${asha.slice(1, 4)} ${asha.slice(4, 8)}-${asha.slice(8)}`;
		const workflow = await watch(filters({ phoneNumber: spelled }));
		for (const number of [asha, bela, chidi]) service.setStatus(number, 'Lost');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Lost`]);
	});

	test.each<[string, Parameters<typeof service.start>[0]]>([
		['', {}],
		[', from a list that begins with the oldest', { readings: { listOrder: 'oldestFirst' } }],
		[', by the clock of a service two days ahead', { clockOffset: 48 * hour }],
		[', by the clock of a service two days behind', { clockOffset: -48 * hour }],
	])('only messages of the last Watch Hours%s', async (_, given = {}) => {
		await service.start(given);
		const now = clock.now() + (given.clockOffset ?? 0);
		const minutes = (count: number) => ({ createdAt: now - 5 * hour + count * 60_000 });
		const workflow = await watch(options({ watchHours: 5 }));
		add([asha], { status: 'Sent', ...minutes(-2) });
		add([bela], { status: 'Sent', ...minutes(+2) });
		await workflow.poll();
		expect(told(workflow)).toEqual([`${bela} Pending>Sent`]);
	});

	test('every page is read, and the oldest message is told first', async () => {
		const minute = (index: number) => ({ createdAt: clock.start - hour + index * 1000 });
		for (let index = 0; index < 210; index++) add([numberOf(index)], minute(index));
		const workflow = await watch();
		for (const index of [205, 0, 104]) service.setStatus(numberOf(index), 'Lost');
		expect(rowsOf(await workflow.poll()).map((row) => row.phone_number)).toEqual(
			[0, 104, 205].map(numberOf),
		);
	});

	test('where the list begins with the newest, the first page with an older one is the last', async () => {
		await service.start({ pastMessages: 1000, pastSpacing: 60_000 });
		await watch(options({ watchHours: 3, maxConcurrentRequests: 1 }));
		expect(received('messages').map(({ query }) => query.page)).toEqual(['1', '2']);
	});

	test('Max Concurrent Requests holds', async () => {
		await service.start({ pastMessages: 900, pastSpacing: 1000, latency: 5 });
		await watch(options({ maxConcurrentRequests: 3 }));
		expect(received('messages')).toHaveLength(9);
		expect([2, 3]).toContain(service.inFlight.peak);
	});
});

describe('re-activation', () => {
	/** Whether a change between two activations starts an execution at the second one. */
	async function goesOn(before: INodeParameters, after: INodeParameters): Promise<boolean> {
		add([asha], { campaign: 'jabs', category: 'utility', message: 'Hello' });
		const workflow = await watch(before);
		await workflow.deactivate();
		service.setStatus(asha, 'Lost');
		workflow.parameters = after;
		await workflow.activate('update');
		return workflow.executions.length === 1;
	}

	const expression = filters({ campaign: '={{ $now ? "jabs" : "" }}' });

	test.each<[string, INodeParameters, INodeParameters]>([
		['the same form', {}, {}],
		[
			'filters written another way',
			filters({ phoneNumber: `${asha}, ${bela}`, campaign: ' jabs' }),
			filters({ campaign: 'jabs', phoneNumber: `00${bela.slice(1)};${asha}` }),
		],
		[
			'the same sender ID, chosen from the list',
			filters({ senderId: locator(102) }),
			filters({ senderId: locator('102', 'list') }),
		],
		['other options', options({ statuses: 'Sent' }), options({ statuses: 'Lost', watchHours: 50 })],
		['the same expression', expression, expression],
	])('goes on from what it knows with %s', async (_, before, after) => {
		expect(await goesOn(before, after)).toBe(true);
	});

	test.each<[string, INodeParameters, INodeParameters]>([
		['another event', {}, { event: 'messageCreated' }],
		['one filter more', {}, filters({ campaign: 'jabs' })],
		[
			'another number',
			filters({ phoneNumber: bela }),
			filters({ phoneNumber: `${asha}, ${bela}` }),
		],
		['another text', filters({ query: 'Hello' }), filters({ query: 'Hell' })],
		['another sender', filters({ senderId: locator(0) }), filters({ senderId: locator(102) })],
		['another expression', filters({ campaign: '={{ "jabs" }}' }), expression],
	])('starts anew with %s', async (_, before, after) => {
		expect(await goesOn(before, after)).toBe(false);
	});

	test('a filter by expression goes on when it comes to something else', async () => {
		clock.set(Math.ceil(clock.start / hour) * hour);
		add([asha], { message: 'For minutes 00 and 30' });
		const workflow = await watch(filters({ query: '={{ $now.toFormat("mm") }}' }));
		clock.pass(hour / 2);
		service.setStatus(asha, 'Lost');
		await workflow.poll();
		expect(received('messages').map(({ query }) => query.query)).toEqual(['00', '30']);
		expect(told(workflow)).toEqual([`${asha} Pending>Lost`]);
	});
});

describe('Fetch Test Event', () => {
	async function fetched(parameters: INodeParameters = {}): Promise<IDataObject[]> {
		const result = await trigger(parameters).fetchTestEvent();
		return result.output(name).map(({ json }) => json);
	}
	const ages = (count: number) => {
		for (let index = 0; index < count; index++)
			add([numberOf(index)], { createdAt: clock.now() - (count - index) * 60_000 });
	};

	test.each(['newestFirst', 'oldestFirst'] as const)(
		'gives the ten newest recipients, the newest first (%s)',
		async (listOrder) => {
			await service.start({ readings: { listOrder } });
			ages(130);
			const rows = await fetched();
			expect(rows.map((row) => row.phone_number)).toEqual(
				Array.from({ length: 10 }, (_, index) => numberOf(129 - index)),
			);
			expect(rows[0]).toMatchObject({ previous_status: 'Pending', status: 'Pending' });
			expect(Object.keys(rows[0]!)).toHaveLength(10);
			// If the first page has all of them, it is the only request.
			expect(received('messages')).toHaveLength(listOrder === 'newestFirst' ? 1 : 2);
		},
	);

	test('keeps to the filters, Watch Hours and Statuses', async () => {
		add([asha], { campaign: 'jabs', createdAt: clock.now() - 5 * hour });
		add([bela, chidi], { campaign: 'jabs', status: 'LOST' });
		add([numberOf(4)], { campaign: 'bills', status: 'Lost' });
		add([asha, bela], { campaign: 'jabs', status: 'Sent' });
		const rows = await fetched({
			...filters({ campaign: 'jabs', phoneNumber: `${asha}, ${bela}` }),
			...options({ watchHours: 4, statuses: 'lost' }),
		});
		expect(rows.map((row) => [row.phone_number, row.status])).toEqual([[bela, 'LOST']]);
	});

	test('changes no state', async () => {
		add([asha]);
		const workflow = await watch();
		service.setStatus(asha, 'Lost');
		const kept = workflow.database.staticData;
		expect((await workflow.fetchTestEvent()).output(name)).toHaveLength(1);
		expect(workflow.database.staticData).toEqual(kept);
		expect((await workflow.poll()).items).toHaveLength(1);
	});

	test.each<[INodeParameters, RegExp]>([
		[{}, /no message from the last 72 hours\./],
		[options({ watchHours: 1 }), /no message from the last hour\./],
		[filters({ campaign: 'jabs' }), /no message from the last 72 hours that matches the Filters/],
	])('says that there is nothing to fetch: %j', async (parameters, words) => {
		const { error } = await trigger(parameters).fetchTestEvent();
		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(/Send a message .* raise Watch Hours/);
	});

	test('names the statuses that it saw where Delivery Status has none of them', async () => {
		for (const status of ['Sent', 'LOST', 'Sent']) add([asha], { status });
		const { error } = await trigger(options({ statuses: 'lots' })).fetchTestEvent();
		expect(error?.message).toMatch(/this Delivery Status\. They have 'Sent', 'LOST'\.$/);
	});

	test("says why the list can't be read, and nothing of changes", async () => {
		service.play({ on: 'messages', kind: 'refusedInBody', times: Infinity });
		const { error } = await trigger().fetchTestEvent();
		expect(error?.message).toMatch(/service refused the request/);
		expect(error?.description).not.toMatch(/No change is lost/);
	});
});

describe('a form that can not be taken refuses the activation', () => {
	test.each<[string, INodeParameters, RegExp]>([
		['Event', { event: 'delivered' }, /'delivered' isn't a valid Event/],
		['Sender ID', filters({ senderId: locator('CLINIC') }), /Sender ID is 'CLINIC', not a whole/],
		['Phone Number', filters({ phoneNumber: '020 7946 0018' }), /Phone Number has no country code/],
		['an expression', filters({ campaign: '={{ $json.no.such }}' }), /expression in Campaign/],
	])('%s', async (_, parameters, words) => {
		const workflow = trigger(parameters);
		await expect(workflow.activate()).rejects.toThrow(words);
		expect([received('messages'), workflow.schedule]).toEqual([[], []]);
	});

	test('all that is wrong is told at once, with how to go on', async () => {
		const workflow = trigger({
			...filters({ category: 'x', phoneNumber: '0712' }),
			...options({ watchHours: 0 }),
		});
		await expect(workflow.activate()).rejects.toThrow(
			/(?=.*Category)(?=.*Phone Number)(?=.*Watch Hours)/,
		);
		expect((workflow.polls[0]!.error as IDataObject & Error).description).toMatch(
			/Set Watch Hours to a whole number between 1 and 744/,
		);
	});

	test.each([null, '', ' '])('fields left with %j in them are as if not there', async (empty) => {
		add([asha]);
		const workflow = await watch({
			...filters({ campaign: empty, category: empty, phoneNumber: empty, query: empty }),
			...options({ statuses: empty, watchHours: empty, maxConcurrentRequests: empty }),
		});
		service.setStatus(asha, 'Lost');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Lost`]);
	});
});
