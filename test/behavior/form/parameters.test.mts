/**
 * What saved workflows rely on: each parameter keeps its name, type, default and choices. `parameters.md` says by hand
 * what the package has, and the package has nothing else.
 */
import type { INodePropertyOptions } from 'n8n-workflow';
import { thePackage } from '../../harness/index.mts';
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
	// n8n puts the parameters in for `$parameter`; the rest is JavaScript.
	const script = String(subtitle).replace(/^=\{\{(.*)\}\}$/, 'return $1');
	const { options } = properties.find((each) => each.name === name)!;
	for (const { name: label, value } of options as INodePropertyOptions[])
		expect(new Function('$parameter', script)({ [name]: value })).toBe(label);
});
