/** Returns a Markdown table without spaces around its cells. */
export function markdownTable(head: string[], rows: string[][]): string {
	const cells = rows.map((row) =>
		row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')),
	);
	const lines = [head, ...cells].map((row) => `|${row.join('|')}|`);
	lines.splice(1, 0, `|${'---|'.repeat(head.length)}`);
	return lines.join('\n');
}
