/** The tables of parameters.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rows of cells, by the heading of their table. */
export type Tables = Record<string, string[][]>;

function cellsOf(line: string): string[] {
	return line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/** Every table of the page by its heading; no row where the heading has no table. */
export function readTables(): Tables {
	const page = readFileSync(join(import.meta.dirname, 'parameters.md'), 'utf8');
	return Object.fromEntries(
		page
			.split(/^## /m)
			.slice(1)
			.map((part) => {
				const lines = part.split('\n');
				return [
					lines[0]!,
					lines
						.filter((line) => line.startsWith('|'))
						.slice(2)
						.map(cellsOf),
				];
			}),
	);
}

/** Where a parameter goes, as the last cell of its row says. */
export interface Destination {
	part: string;
	/** The service's name of it. */
	field: string;
	/** Not told to n8n's routing: the node sends it. */
	byTheNode: boolean;
}

/** What the last cell of a parameter's row says; undefined where it goes nowhere. */
export function destinationIn(cell: string): Destination | undefined {
	const [, part, field, by] = /^(body|query) (\w+)(, by the node)?$/.exec(cell) ?? [];
	return part && field ? { part, field, byTheNode: by !== undefined } : undefined;
}
