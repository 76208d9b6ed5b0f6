/** Renews what stands in a page between a table's mark and its end. */

/** As it stands in a page, before what the code makes. */
const markOf = (name: string): string => `<!-- npm run docs: ${name} -->`;
const end = '<!-- end -->';

/**
 * Puts each table between its marks. Returns the page, and the marks that it lacks, or that have no end before the next
 * mark begins.
 * @param tables by their names
 */
export function renewed(page: string, tables: Record<string, string>) {
	let text = page;
	const missing: string[] = [];
	for (const [name, table] of Object.entries(tables)) {
		const mark = markOf(name);
		const from = text.indexOf(`${mark}\n`);
		const to = text.indexOf(end, from);
		const between = text.slice(from + mark.length, to);
		if (from < 0 || to < 0 || between.includes('<!-- ')) missing.push(mark);
		else text = `${text.slice(0, from)}${mark}\n\n${table}\n\n${text.slice(to)}`;
	}
	return { text, missing };
}
