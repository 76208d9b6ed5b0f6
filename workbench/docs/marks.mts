/** Replaces the generated tables of a page, each between its start marker and an end marker. */

/** Returns the start marker, which precedes a generated table in a page. */
const markOf = (name: string): string => `<!-- npm run docs: ${name} -->`;
const end = '<!-- end -->';

/**
 * Inserts each table between its markers. Returns the page, and the start markers that are missing or have no end
 * marker before the next one starts.
 * @param tables keyed by name
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
