/**
 * Which lines of a file are changed: tables of form fields are left out, which say what is shown
 * and are held by tests of their own.
 */

/** The first line of a table of fields that stands among logic, with the blanks before it. */
const opens = /^(\t*)(?:export )?(?:const )?\w+: INodePropert(?:ies|ies\[\]|yOptions\[\]) = [[{]$/;

/** The places of a file to be changed, as Stryker's `mutate` has them; the whole file where it has no such table. */
export function placesOf(path: string, source: string): string[] {
	const lines = source.split('\n');
	const places: string[] = [];
	let first = 1;
	for (let line = 1; line <= lines.length; line++) {
		const indent = opens.exec(lines[line - 1]!)?.[1];
		if (indent === undefined) continue;
		if (line > first) places.push(`${path}:${first}-${line - 1}`);
		while (line < lines.length && !new RegExp(`^${indent}[\\]}];$`).test(lines[line - 1]!)) line++;
		first = line + 1;
	}
	if (first === 1) return [path];
	return first <= lines.length ? [...places, `${path}:${first}-${lines.length}`] : places;
}
