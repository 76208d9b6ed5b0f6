/** Formats the benchmark's results as Markdown. */
import { headOf, unitOf, type Finding } from './scenario.mts';

/** Formats a figure. Returns a dash if there is none because a run did less than its task: JSON turns NaN into null. */
export function written(value?: number, unit = ''): string {
	if (!Number.isFinite(value)) return '–';
	const places = Number.isInteger(value) ? {} : { maximumSignificantDigits: 3 };
	return `${value!.toLocaleString('en', places)} ${unit}`.trim();
}

export function table(head: string[], rows: string[][]): string {
	const rule = head.map((_, place) => (place === 0 ? '---' : '---:'));
	return [head, rule, ...rows].map((cells) => `|${cells.join('|')}|`).join('\n');
}

/** Returns a table of all targets and whether they are reached. Ignores another build's rows. */
export function targetTable(findings: Finding[]): string {
	const lines = findings.flatMap(({ scenario: { targets = [] }, rows }) => {
		const own = rows.filter(({ who }) => !who.endsWith('(other build)'));
		return targets.map(([work, figure, places, sign, must]) => {
			const [one, beside] = places.map((place) => own[place]![figure]!);
			const [is, unit] = beside === undefined ? [one!, unitOf(figure)] : [one! / beside, '×'];
			const isReached = sign === '≤' ? is <= must : is >= must;
			const limit = `${sign} ${written(must, unit)}`;
			return [work, written(is, unit), limit, isReached ? 'yes' : '**no**'];
		});
	});
	return table(['work', 'is', 'must be', 'reached'], lines);
}

/** Returns the section for one question, with its table of results. */
export function section({ scenario: { question, how, columns }, rows }: Finding): string {
	const lines = rows.map((row) => [
		[row.what, row.who].filter(Boolean).join(': '),
		...[row.runs, ...columns.map((name) => row[name])].map((value) => written(value)),
	]);
	return `## ${question}\n\n${how}\n\n${table(['', 'runs', ...columns.map(headOf)], lines)}`;
}
