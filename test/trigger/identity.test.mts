/** When the trigger goes on from what it kept, and when it starts anew. */
import type { INodeParameters, IPollFunctions } from 'n8n-workflow';
import type { Session } from '../../nodes/MessagingService/auth/session.ts';
import { readSettings, type Settings } from '../../nodes/MessagingService/trigger/settings.ts';
import { CredentialStore } from '../../workbench/engine/engine.mts';
import { senderId, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;

beforeAll(async () => {
	bench = await startWorkbench({ pastMessages: 0 });
});
beforeEach(() => bench.reset());
afterAll(async () => {
	await bench.sandbox.stop();
});

const number = '+4915110000001';

/** Whether a change between two activations is told at the second. */
async function goesOn(
	before: INodeParameters,
	after: INodeParameters,
	credentials: { before?: CredentialStore; after?: CredentialStore } = {},
): Promise<boolean> {
	bench.sandbox.addMessage({
		recipients: [number],
		status: 'Pending',
		senderId: 102,
		campaign: 'jabs',
		category: 'utility',
		message: 'Hello',
	});
	const workflow = bench.polled(before, { credentials: credentials.before ?? bench.credentials });
	await workflow.activate();
	await workflow.deactivate();
	bench.sandbox.setStatus(number, 'Failed');
	const next = bench.polled(after, {
		credentials: credentials.after ?? bench.credentials,
		database: workflow.database,
	});
	await next.activate('update');
	return next.executions.length === 1;
}

const filters = (values: object): INodeParameters => ({ filters: values as INodeParameters });

it.each([
	['the same', {}, {}],
	[
		'the same filters, written another way',
		filters({ phoneNumber: '+49 151 10000001', campaign: ' jabs' }),
		filters({ campaign: 'jabs', phoneNumber: '0049-15110000001' }),
	],
	[
		'the same numbers in another order',
		filters({ phoneNumber: `${number}, +254712345678` }),
		filters({ phoneNumber: `+254712345678; ${number}` }),
	],
	[
		'the same sender ID, chosen from the list',
		filters({ senderId: senderId(102) }),
		filters({ senderId: { ...senderId('102', 'list'), cachedResultName: 'CLINIC' } }),
	],
	['an empty filter', filters({ campaign: '' }), {}],
	[
		'other options',
		{ options: { statuses: 'Sent' } },
		{ options: { statuses: 'Failed', watchHours: 50, maxConcurrentRequests: 2 } },
	],
	[
		'an expression that comes to something else',
		filters({ campaign: '={{ Date.now() ? "jabs" : "" }}' }),
		filters({ campaign: '={{ Date.now() ? "jabs" : "" }}' }),
	],
] as Array<[string, INodeParameters, INodeParameters]>)(
	'goes on with %s',
	async (_, before, after) => {
		expect(await goesOn(before, after)).toBe(true);
	},
);

it('goes on where an expression comes to something else than before', async () => {
	const digits = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')).join(
		' ',
	);
	bench.sandbox.addMessage({ recipients: [number], status: 'Pending', message: digits });
	const workflow = bench.polled(filters({ query: '={{ String(Date.now()).slice(-2) }}' }));
	await workflow.activate();
	for (const status of ['Sent', 'Failed', 'Expired']) {
		bench.sandbox.setStatus(number, status);
		await workflow.poll();
	}
	expect(new Set(bench.received('messages').map(({ query }) => query.query)).size).toBeGreaterThan(
		1,
	);
	expect(workflow.executions.map(({ items }) => items!.map(({ json }) => json.status))).toEqual([
		['Sent'],
		['Failed'],
		['Expired'],
	]);
});

it.each([
	['another event', {}, { event: 'messageCreated' }],
	['a filter more', {}, filters({ campaign: 'jabs' })],
	['another text', filters({ query: 'Hello' }), filters({ query: 'Hell' })],
	['another category', filters({ category: 'marketing' }), filters({ category: 'utility' })],
	['another sender ID', filters({ senderId: senderId(103) }), filters({ senderId: senderId(102) })],
	[
		'a number more',
		filters({ phoneNumber: number }),
		filters({ phoneNumber: `${number},+254712345678` }),
	],
	['the same value as another filter', filters({ query: 'jabs' }), filters({ campaign: 'jabs' })],
] as Array<[string, INodeParameters, INodeParameters]>)(
	'starts anew with %s',
	async (_, before, after) => {
		expect(await goesOn(before, after)).toBe(false);
	},
);

it('starts anew at another address, and goes on with the same one written another way', async () => {
	const { baseUrl } = bench.sandbox;
	expect(await goesOn({}, {}, { after: bench.store({ baseUrl: ` ${baseUrl}/ ` }) })).toBe(true);
	bench.reset();
	expect(
		await goesOn(
			{},
			{},
			{ after: bench.store({ baseUrl: baseUrl.replace('127.0.0.1', 'localhost') }) },
		),
	).toBe(false);
});

it.each([
	['another client ID', { clientId: 'clinic-2' }, false],
	['a new client secret', { clientSecret: 'renewed' }, true],
	['another token', { accessToken: 'renewed' }, true],
	['blanks around the client ID', { clientId: ' clinic-1 ' }, true],
])('with %s it is the same account or another', (_, change, isSame) => {
	const node = { parameters: { event: 'statusChanged', filters: {}, options: {} } };
	const functions = {
		getNode: () => node,
		getTimezone: () => 'UTC',
		getNodeParameter: () => null,
	} as unknown as IPollFunctions;
	const identityWith = (fields: object) =>
		(
			readSettings(functions, {
				baseURL: 'https://sms.example.com/api',
				fields: { clientId: 'clinic-1', clientSecret: 'secret', ...fields },
			} as unknown as Session) as Settings
		).identity;
	expect(identityWith(change) === identityWith({})).toBe(isSame);
});
