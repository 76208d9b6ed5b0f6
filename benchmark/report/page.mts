/** The page of results, in Markdown. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import { figures, isReached, medianOf, sizeOf, type Finding } from '../scenario.mts';
import { titleOf } from '../rounds.mts';

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
	const rows = findings.flatMap(({ targets }) =>
		targets.map((target) => {
			const [work, is, sign, must, unit] = target;
			const reached = isReached(target) ? 'yes' : '**no**';
			return [work, `${written(is)} ${unit}`, `${sign} ${written(must)} ${unit}`, reached];
		}),
	);
	return table(['work', 'is', 'must be', 'reached'], rows);
}

function rowsOf({ scenario, runs }: Finding): string[][] {
	return scenario.works.flatMap((work, place) => {
		const size = sizeOf(work);
		const beside = runs[place]!.find(({ name }) => name === scenario.beside);
		return runs[place]!.map((each) => {
			const title = work.what ? `${work.what}: ${titleOf(each)}` : titleOf(each);
			const medians = scenario.columns.map((name) => medianOf(each, name, size));
			const cells = [title, ...[each.list.length, ...medians].map(written)];
			if (!beside) return scenario.beside ? [...cells, '–'] : cells;
			const ratio = medianOf(each, 'time', size) / medianOf(beside, 'time', size);
			return [...cells, `${written(ratio)} ×`];
		});
	});
}

/** One question with its answer. */
export function section(finding: Finding): string {
	const { scenario, spent } = finding;
	const heads = scenario.columns.map((name) => figures[name][0]);
	const head = ['', 'runs', ...heads, ...(scenario.beside ? ['beside the limit'] : [])];
	const parts = [`## ${scenario.question}`, scenario.how, table(head, rowsOf(finding))];
	if (spent) {
		const all = Object.values(spent).reduce((sum, each) => sum + each);
		const sorted = Object.entries(spent).sort(([, one], [, other]) => other - one);
		const shares = sorted
			.slice(0, 3)
			.map(([owner, each]) => `${owner} ${Math.round((each / all) * 100)} %`);
		parts.push(
			`Where the processor time of the first row goes, by a profile: ${shares.join(', ')}.`,
		);
	}
	return parts.join('\n\n');
}

/** The page; its chart stands beside it in `images`. */
export function page(findings: Finding[], programs: string): string {
	const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
	const machine = `${availableParallelism()} cores (${cpus()[0]!.model.trim()}), ${memory}`;
	return `# How fast

\`npm run bench\` writes this page. Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, ${programs}.

${targetTable(findings)}

- **The limit** is a bare client of Node.js's own HTTP with ten requests at once, as this node has. It opens a connection for each request, as n8n does. With connections kept it shows what a newer n8n could win.
- **The HTTP Request node** has its token in a credential, and its *Batching* is set by somebody who knows the service. **A plain declarative node** leaves everything to n8n.
- The nodes run on n8n's engine, each in a process of its own, and take turns; the service is the sandbox. Figures are medians. A run that does less than its task ends the benchmark, except where the table shows just that.

![Time, processor time and memory for each send and each record, by how many there are](images/benchmark.svg)

${findings.map(section).join('\n\n')}
`;
}
