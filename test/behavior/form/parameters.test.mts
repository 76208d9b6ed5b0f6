/**
 * Parameters on which saved workflows rely: each keeps its name, type, default and choices. `parameters.md`, written by
 * hand, lists everything that the package has, and the package has nothing else.
 */
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { packageOf, thePackage } from '../../harness/index.mts';
import { builtTables, writtenTables } from './tables.mts';

const written = writtenTables();

test('the package has these tables of parameters, in this order', () => {
	expect(Object.keys(builtTables(thePackage()))).toEqual(Object.keys(written));
	expect(Object.values(written).flat().length).toBeGreaterThan(80);
});

test.each(Object.keys(written))('%s', (heading) =>
	expect(builtTables(thePackage())[heading]).toEqual(written[heading]),
);

test.each([
	['messagingService', 'operation'],
	['messagingServiceTrigger', 'event'],
])('below %s on the canvas stands the label of its %s', (type, name) => {
	const { subtitle, properties } = thePackage().nodes[type]!.description;
	// n8n binds `$parameter` to the parameters; the rest is JavaScript.
	const script = String(subtitle).replace(/^=\{\{(.*)\}\}$/, 'return $1');
	const { options } = properties.find((each) => each.name === name)!;
	for (const { name: label, value } of options as INodePropertyOptions[])
		expect(new Function('$parameter', script)({ [name]: value })).toBe(label);
});

/**
 * Returns everything that a saved workflow depends on, as JSON: names, types, defaults and bounds, regardless of order.
 */
function stored(field: object): string {
	const { name, type, typeOptions, noDataExpression, isNodeSetting, ...rest } =
		field as INodeProperties;
	const { options = [], values = [] } = rest as { options?: object[]; values?: object[] };
	const inside = [...options, ...values].map(stored).sort();
	const bounds = { ...typeOptions, multipleValues: undefined };
	const value = rest.default;
	return JSON.stringify({ name, type, value, bounds, noDataExpression, isNodeSetting, inside });
}

test('the Request Options that the node declares are those that n8n adds to a declarative node', () => {
	const theirs = { description: { requestDefaults: {}, properties: [] } } as unknown as INodeType;
	packageOf([theirs], []);
	const [one, other] = [thePackage().nodes.messagingService!, theirs].map(({ description }) =>
		stored(description.properties.find(({ name }) => name === 'requestOptions')!),
	);
	expect(one).toBe(other);
	expect(one).toContain('batchInterval');
});
