/** The rows of docs/troubleshooting.md, as a person reads them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One failure on the page. */
export interface FailureRow {
	section: string;
	what: string;
	next: string;
	/** Undefined where the table has no such column. */
	sent?: string;
	id: string;
}

export const page = readFileSync(
	resolve(import.meta.dirname, '../../docs/troubleshooting.md'),
	'utf8',
);

const afterPoll = 'After a poll of the trigger';

const rows = page
	.split('## All failures')[1]!
	.split(/^## /m)[0]!
	.split(/^### /m)
	.slice(1)
	.flatMap((part): FailureRow[] => {
		const [section = '', ...lines] = part.split('\n');
		const cells = lines
			.filter((line) => line.startsWith('| '))
			.slice(1)
			.map((line) =>
				line
					.slice(2, -2)
					.split(' | ')
					.map((cell) => cell.replaceAll('\\|', '|').replaceAll('&lt;', '<')),
			);
		return cells.map((row) => ({
			section,
			what: row[0]!,
			next: row[1]!,
			id: row.at(-1)!.replaceAll('`', ''),
			...(row.length === 4 ? { sent: row[2]! } : {}),
		}));
	});

/** Failures of runs, of the credential and of lists. */
export const failureRows = rows.filter(({ section }) => section !== afterPoll);

/** What a failed poll says instead. */
export const pollRows = rows.filter(({ section }) => section === afterPoll);
