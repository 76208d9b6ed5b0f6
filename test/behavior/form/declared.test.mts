/** What the node declares to n8n of its requests is what it sends: method, path and the name of each field. */
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { goodSend, locator, run, service, thePackage } from '../../harness/index.mts';
import { withValue } from './tables.mts';

const fields = (): INodeProperties[] => thePackage().nodes.messagingService!.description.properties;
const operations = () =>
	fields().find(({ name }) => name === 'operation')!.options as INodePropertyOptions[];

/** A value for each declared field, and what goes out under the name that is declared. */
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

/** The declared fields of an operation: their paths, and where their values go. */
function declaredOf(operation: string) {
	const own = fields().filter(({ displayOptions }) =>
		((displayOptions?.show?.operation ?? []) as unknown[]).includes(operation),
	);
	const inside = ({ name, type, options = [] }: INodeProperties) =>
		type === 'collection'
			? (options as INodeProperties[]).map((each) => [`${name}.${each.name}`, each] as const)
			: [];
	const all = [...own.map((each) => [each.name, each] as const), ...own.flatMap(inside)];
	return all.flatMap(([path, { routing }]) =>
		routing?.send?.property ? [[path, routing.send] as const] : [],
	);
}

/** The parameters of a plain run. */
function plain(operation: string): INodeParameters {
	const parameters: INodeParameters = /^send/.test(operation)
		? { ...goodSend, operation }
		: { operation };
	if (operation === 'sendAndWait') delete parameters.sendTo;
	return parameters;
}

const cases = ['sendMessage', 'sendAndWait', 'queryMessages', 'querySenders', 'listStatuses'];

test('each operation is asked for as it is declared', async () => {
	expect(
		operations()
			.map(({ value }) => value)
			.sort(),
	).toEqual([...cases].sort());
	for (const { value, routing } of operations()) {
		await run(plain(String(value)));
		const { method, path } = service.requests.at(-1)!;
		expect([value, { method, url: path.replace(/^\/api/, '') }]).toEqual([value, routing!.request]);
	}
});

test.each(cases)('%s: each declared field goes out under its name', async (operation) => {
	const declared = declaredOf(operation);
	for (const [path, { type, property }] of declared) {
		const [given, sent, beside] = values[path]!;
		await run({ ...withValue(plain(operation), path, given), ...beside });
		const request = service.requests.at(-1)!;
		const out =
			type === 'body'
				? (request.body as Record<string, unknown>)[property!]
				: request.query[property!];
		// A link stands below the question.
		const text =
			operation === 'sendAndWait' && path === 'message' ? String(out).split('\n')[0] : out;
		expect([path, property, text]).toEqual([path, property, sent]);
	}
	const sends = /^send/.test(operation);
	expect(declared.length).toBeGreaterThan(sends ? 4 : operation === 'listStatuses' ? -1 : 3);
});

test('the body has the declared names alone', async () => {
	await run(plain('sendMessage'));
	const names = declaredOf('sendMessage').map(([, { property }]) => property);
	expect(Object.keys(service.journal[0]!.body).sort()).toEqual(names.sort());
});
