/** `npm run docs` writes only between its marks, whatever stands there, and names a mark that a page lacks. */
import { renewed } from '../../workbench/docs/marks.mts';

describe('npm run docs', () => {
	const page = (between: string) =>
		`# Page\n<!-- npm run docs: one -->\n${between}<!-- end -->\n\n## Next\n<!-- npm run docs: two -->\n\nold\n\n<!-- end -->\n`;
	const tables = { one: '|1|', two: '|2|' };
	const made = page('\n|1|\n\n').replace('old', '|2|');

	test.each([['\nold\n\n'], ['\n'], ['']])(
		'puts each table between its marks, where %j stood',
		(old) => {
			expect(renewed(page(old), tables)).toEqual({ text: made, missing: [] });
		},
	);

	test('names a mark that is missing or has no end, and changes nothing there', () => {
		const lacking = page('\nold\n\n').replace('<!-- end -->\n\n## Next', '## Next');
		expect(renewed(lacking, { one: '|1|' })).toEqual({
			text: lacking,
			missing: ['<!-- npm run docs: one -->'],
		});
		expect(renewed('# Page', tables).missing).toHaveLength(2);
	});
});
