/** What is built is what parameters.md says by hand, row by row, and nothing else. */
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { builtTables } from './formTables.mts';
import { destinationIn, readTables } from './parameterTable.mts';

const written = readTables();
const built = builtTables();

it('has these tables, in this order', () => {
	expect(Object.keys(built)).toEqual(Object.keys(written));
	expect(Object.values(written).flat().length).toBeGreaterThan(110);
});

it.each(Object.keys(written))('%s', (heading) => {
	const asDescribed = (row: string[]) =>
		row.map((cell) => (destinationIn(cell)?.byTheNode ? '' : cell));
	expect(built[heading]).toEqual(written[heading]!.map(asDescribed));
});

it.each(
	written
		.Choices!.filter(([place]) => place === 'node operation')
		.map(([, value, label]) => [JSON.parse(value!) as string, label]),
)('says on the canvas what %s is called', (value, label) => {
	// n8n puts the parameters in for `$parameter`; the rest is JavaScript.
	const expression = new MessagingService().description
		.subtitle!.replace(/^=\{\{(.*)\}\}$/, '$1')
		.replaceAll('$parameter["operation"]', JSON.stringify(value));
	expect(new Function(`return ${expression}`)()).toBe(label);
});
