/**
 * What saved workflows rely on: each parameter keeps its name, type, default, choices and where it goes.
 * `parameters.md` says by hand what the package has, and the package has nothing else.
 */
import { thePackage } from '../../harness/index.mts';
import { builtTables, choicesIn, writtenRows, writtenTables } from './tables.mts';

const written = writtenTables();
const nodes = () => thePackage().nodes;

test('the package has these tables of parameters, in this order', () => {
	expect(Object.keys(builtTables(thePackage()))).toEqual(Object.keys(written));
	expect(Object.values(written).flat().length).toBeGreaterThan(80);
});

test.each(Object.keys(written))('%s', (heading) => {
	const asDescribed = (row: string[]) =>
		row.map((cell) => (/, by the node$/.test(cell) ? '' : cell));
	expect(builtTables(thePackage())[heading]).toEqual(written[heading]!.map(asDescribed));
});

test.each(
	[
		['messagingService', 'operation', writtenRows('Node ')] as const,
		['messagingServiceTrigger', 'event', writtenRows('Trigger ')] as const,
	].flatMap(([type, name, rows]) =>
		choicesIn(rows.find(([each]) => each === name)!).map(([value, label]) => ({
			...{ type, name, value, label },
		})),
	),
)('$label stands below the node on the canvas', ({ type, name, value, label }) => {
	const { subtitle, properties } = nodes()[type]!.description;
	expect(properties.map(({ name: each }) => each)).toContain(name);
	// n8n puts the parameters in for `$parameter`; the rest is JavaScript.
	const script = String(subtitle).replace(/^=\{\{(.*)\}\}$/, 'return $1');
	expect(new Function('$parameter', script)({ [name]: value })).toBe(label);
});
