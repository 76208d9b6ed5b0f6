/** The page of results, in Markdown. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import { headOf, medianOf, reached, sizeOf, type Finding } from './scenario.mts';

/** A dash where there is no figure, because a run did less than its task. */
function written(value: number): string {
	if (Number.isNaN(value)) return '–';
	return value.toLocaleString('en', Number.isInteger(value) ? {} : { maximumSignificantDigits: 3 });
}

function table(head: string[], rows: string[][]): string {
	const rule = head.map((_, place) => (place === 0 ? '---' : '---:'));
	return [head, rule, ...rows].map((cells) => `|${cells.join('|')}|`).join('\n');
}

/** The figures that must be reached, of all questions. */
export function targetTable(findings: Finding[]): string {
	const rows = findings.flatMap((finding) =>
		finding.scenario.targets.map((target) => {
			const [work, , , sign, must] = target;
			const { is, unit, isReached } = reached(finding, target);
			const cells = [`${written(is)} ${unit}`, `${sign} ${written(must)} ${unit}`];
			return [work, ...cells.map((cell) => cell.trim()), isReached ? 'yes' : '**no**'];
		}),
	);
	return table(['work', 'is', 'must be', 'reached'], rows);
}

/** One question with its answer. */
export function section({ scenario, runs }: Finding): string {
	const { question, how, works, columns } = scenario;
	const rows = works.flatMap((work, place) =>
		runs[place]!.map((each) => {
			const medians = columns.map((name) => medianOf(each, name, sizeOf(work)));
			const title = [work.what, each.title].filter(Boolean).join(': ');
			return [title, ...[each.list.length, ...medians].map(written)];
		}),
	);
	return `## ${question}\n\n${how}\n\n${table(['', 'runs', ...columns.map(headOf)], rows)}`;
}

/** The page as a whole. */
export function page(findings: Finding[], programs: string): string {
	const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
	const machine = `${availableParallelism()} cores (${cpus()[0]!.model.trim()}), ${memory}`;
	return `# How fast

\`npm run bench\` writes this page. Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, ${programs}.

${targetTable(findings)}

- **The HTTP Request node** has its token in a credential, and its *Batching* is off.
- The nodes run on n8n's engine, each in a process of its own, and take turns; the service is the sandbox. Figures are medians. A run that does less than its task ends the benchmark, except where the table shows just that.

${findings.map(section).join('\n\n')}
`;
}
