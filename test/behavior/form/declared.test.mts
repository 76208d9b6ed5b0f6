/** The node's requests are as it declares them to n8n: method, path and the name of each field. */
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { goodSend, locator, run, service, thePackage } from '../../harness/index.mts';
import { rowsOf, watch } from '../watching.mts';
import { withValue } from './tables.mts';

const fields = (): INodeProperties[] => thePackage().nodes.messagingService!.description.properties;
const operations = () =>
	fields().find(({ name }) => name === 'operation')!.options as INodePropertyOptions[];

/** A value for each declared field, the value that goes out under the declared name, and parameters beside it. */
const values: Record<string, [given: unknown, sent: unknown, beside?: INodeParameters]> = {
	senderId: [locator(101), 101],
	priority: ['marketing', 'marketing'],
	campaign: ['autumn', 'autumn'],
	message: ['Good bye', 'Good bye'],
	recipients: ['+254711001001', ['+254711001001']],
	contactListId: [503, 503, { sendTo: 'contactGroup' }],
	'options.schedule': ['2027-03-01T06:00:00Z', '2027-03-01T06:00:00.000Z'],
	'options.page': [3, '3'],
	'options.perPage': [7, '7'],
	'filters.category': ['marketing', 'marketing'],
	'filters.senderId': [locator(105), '105'],
	'filters.query': ['Hello', 'Hello'],
	'filters.status': [2, '2'],
	'filters.dateCreated': ['yesterday', 'yesterday'],
};

const ownOf = (operation: string): INodeProperties[] =>
	fields().filter(({ displayOptions }) =>
		((displayOptions?.show?.operation ?? []) as unknown[]).includes(operation),
	);

/** Returns the declared fields of an operation: their paths, and where their values go. */
function declaredOf(operation: string) {
	const own = ownOf(operation);
	const inside = ({ name, type, options = [] }: INodeProperties) =>
		type === 'collection'
			? (options as INodeProperties[]).map((each) => [`${name}.${each.name}`, each] as const)
			: [];
	const all = [...own.map((each) => [each.name, each] as const), ...own.flatMap(inside)];
	return all.flatMap(([path, { routing }]) =>
		routing?.send?.property ? [[path, routing.send] as const] : [],
	);
}

/** Returns the parameters of a plain run. */
function plain(operation: string): INodeParameters {
	const parameters: INodeParameters = /^send/.test(operation)
		? { ...goodSend, operation }
		: { operation };
	if (operation === 'sendAndWait') delete parameters.sendTo;
	return parameters;
}

const cases = ['sendMessage', 'sendAndWait', 'queryMessages', 'querySenders', 'listStatuses'];

test('each operation is in this file', () => {
	expect(cases.sort()).toEqual(
		operations()
			.map(({ value }) => value)
			.sort(),
	);
});

test('each operation is asked for as it is declared', async () => {
	for (const { value, routing } of operations()) {
		await run(plain(String(value)));
		const { method, path } = service.requests.at(-1)!;
		expect([value, { method, url: path.replace(/^\/api/, '') }]).toEqual([value, routing!.request]);
	}
});

test.each(cases)('%s: each declared field goes out under its name', async (operation) => {
	const declared = declaredOf(operation);
	for (const [path, { type, property }] of declared) {
		if (!values[path]) throw new Error(`${path} is declared, and has no value in this file.`);
		const [given, sent, beside] = values[path];
		await run({ ...withValue(plain(operation), path, given), ...beside });
		const request = service.requests.at(-1)!;
		const out =
			type === 'body'
				? (request.body as Record<string, unknown>)[property!]
				: request.query[property!];
		// The link is on the line below the question.
		const text =
			operation === 'sendAndWait' && path === 'message' ? String(out).split('\n')[0] : out;
		expect([path, property, text]).toEqual([path, property, sent]);
	}
	const sends = /^send/.test(operation);
	expect(declared.length).toBeGreaterThan(sends ? 4 : operation === 'listStatuses' ? -1 : 3);
});

/** Filters that the service doesn't have: a value that matches no message, and the fields that it needs beside it. */
const own: Record<string, INodeParameters> = {
	'filters.campaign': { campaign: 'another' },
	'filters.phoneNumber': { phoneNumber: '+254711001099' },
	'filters.deliveryStatus': { deliveryStatus: 'Nowhere' },
	'filters.messageId': { messageId: '987654' },
	'filters.startDate': { dateCreated: 'custom', startDate: '2020-01-01', endDate: '2020-01-02' },
	'filters.endDate': { dateCreated: 'custom', startDate: '2020-01-01', endDate: '2020-01-02' },
};

const add = () =>
	service.addMessage({ recipients: ['+254711001001'], campaign: 'autumn', category: 'utility' });

/** Returns how many rows a new message comes out as, or how many senders there are, with these filters. */
async function rowsWith(form: string, filters: INodeParameters): Promise<number> {
	if (form !== 'trigger') {
		add();
		return (await run({ operation: form, filters })).rows.length;
	}
	const workflow = await watch({ event: 'messageCreated', filters });
	await workflow.poll();
	add();
	return rowsOf(await workflow.poll()).length;
}

test.each(['queryMessages', 'querySenders', 'trigger'])(
	'%s: each filter that the service does not have leaves something out',
	async (form) => {
		const properties =
			form === 'trigger'
				? thePackage().nodes.messagingServiceTrigger!.description.properties
				: ownOf(form);
		const filters = properties.find(({ name }) => name === 'filters')!.options as INodeProperties[];
		const unsent = filters.filter(({ routing }) => !routing?.send?.property);
		expect(unsent.length).toBeGreaterThan(1);
		expect(await rowsWith(form, {})).toBeGreaterThan(0);
		for (const { name } of unsent) {
			const set = own[`filters.${name}`];
			if (!set) throw new Error(`${name} is a filter of ${form}, and has no value in this file.`);
			expect([name, await rowsWith(form, set)]).toEqual([name, 0]);
		}
	},
);

test('the body has the declared names alone', async () => {
	await run(plain('sendMessage'));
	const names = declaredOf('sendMessage').map(([, { property }]) => property);
	expect(Object.keys(service.journal[0]!.body).sort()).toEqual(names.sort());
});
