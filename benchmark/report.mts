/** The page of results, in Markdown, and its chart. */
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

/** The page; its chart stands beside it in `images`. */
export function page(findings: Finding[], programs: string): string {
	const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
	const machine = `${availableParallelism()} cores (${cpus()[0]!.model.trim()}), ${memory}`;
	return `# How fast

\`npm run bench\` writes this page. Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, ${programs}.

${targetTable(findings)}

- **The limit** is a bare client of Node.js's own HTTP with ten requests at once, as this node has. It opens a connection for each request, as n8n does.
- **The HTTP Request node** has its token in a credential, and its *Batching* is off.
- The nodes run on n8n's engine, each in a process of its own, and take turns; the service is the sandbox. Figures are medians. A run that does less than its task ends the benchmark, except where the table shows just that.

![Time for each send and each record, by how many there are](images/benchmark.svg)

${findings.map(section).join('\n\n')}
`;
}

const colors = { sends: '#2f81f7', reads: '#8b949e' };
const [width, height] = [400, 160];

/** How the time of each send and record grows, by a line each. Colors follow the reader's theme. */
export function chartOf({ scenario, runs }: Finding): string {
	const points = scenario.works.map((work, index) => ({
		kind: work.task.kind,
		size: sizeOf(work),
		value: medianOf(runs[index]![0]!, 'timeEach', sizeOf(work)),
	}));
	const most = Math.max(...points.map(({ value }) => value));
	const sizes = [...new Set(points.map(({ size }) => size))];
	const x = (size: number) => Math.round((sizes.indexOf(size) / (sizes.length - 1)) * width);
	const y = (value: number) => (height - (value / most) * height).toFixed(1);
	const lines = Object.entries(colors).map(([kind, color], line) => {
		const own = points.filter((point) => point.kind === kind);
		const way = own.map(({ size, value }) => `${x(size)},${y(value)}`).join(' ');
		return `<polyline points="${way}" fill="none" stroke="${color}" stroke-width="3"/>
<text x="${width}" y="${14 + 16 * line}" text-anchor="end" style="fill: ${color}">${kind === 'sends' ? 'sends' : 'records'}</text>`;
	});
	const scale = sizes.map((size) => `<text x="${x(size)}" y="180">${written(size)}</text>`);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -40 500 230" role="img" aria-label="Time of each send and record">
<style>text { font: 12px system-ui, sans-serif; fill: #1f2328; }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } }</style>
<text y="-24">${headOf('timeEach')}</text><text x="-36" y="4">${most.toPrecision(2)}</text>
<path d="M0 0V${height}H${width}" fill="none" stroke="#8b949e"/>
${[...lines, ...scale].join('\n')}
</svg>
`;
}
