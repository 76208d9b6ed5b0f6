/** The page of results, in Markdown. */
import type { Finding } from '../scenarios/finding.mts';

/** When and where the figures were measured. */
export interface Circumstances {
	/** Year-month-day. */
	date: string;
	machine: string;
	cores: number;
	/** Before the benchmark began, and the highest while it ran. */
	load: { before: number; highest: number };
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
	return [
		line(head),
		line(head.map((_, index) => (index === 0 ? '---' : '---:'))),
		...rows.map(line),
	].join('\n');
}

/** One finding with its figures and reasons. */
export function section({
	scenario,
	target,
	result,
	reached,
	runs,
	table: figures,
	notes,
}: Finding): string {
	return [
		`## ${scenario[0]!.toUpperCase()}${scenario.slice(1)}`,
		`Target: ${target}. **${reached ? 'Reached' : 'Missed'}:** ${result}. ${runs === 1 ? 'One run of each.' : `Medians of ${runs} runs of each.`}`,
		table(figures.head, figures.rows),
		...notes,
	].join('\n\n');
}

/**
 * How far the figures can be trusted. The benchmark's own load is the service and a subject, and for each of
 * them one more while V8 collects garbage in threads of its own.
 */
function trust({ cores, load }: Circumstances): string {
	const busy = `Load average: ${load.before.toFixed(1)} before the benchmark began, at most ${load.highest.toFixed(1)} with it`;
	if (load.before <= cores / 2 && load.highest <= Math.max(cores, 4)) return `${busy}.`;
	return `${busy}, **so other programs had a large part of the processors**: what the clock says is too high, most for whoever calculates most, and its ratios can't be relied on. Processor time, memory and counts can. Run it again on a quiet machine.`;
}

/** The page; its chart stands beside it in `images`. */
export function page(findings: Finding[], circumstances: Circumstances): string {
	const { date, machine } = circumstances;
	const inShort = findings.flatMap(({ inShort: sentence }) => (sentence ? [`- ${sentence}`] : []));
	return `# How fast

\`npm run bench\` measures the same work done by this node, by n8n's HTTP Request node, by a plain declarative node and by a bare client, and writes this page.

${inShort.join('\n')}

![Messages accepted by a service that refuses more than 20 requests at once, and the time that each subject takes](images/benchmark.svg)

Measured on ${date}: ${machine}. ${trust(circumstances)}

## What is compared

- **This node**, as it is installed from the package, with its default of ten requests at once.
- **The HTTP Request node** of n8n, set up for the same requests. Where nothing else is said, without its *Batching* option, and with the token typed into a header.
- **A plain declarative node**: this node's description without its code, run by n8n's routing engine alone.
- **A bare client** of Node.js's own HTTP, outside n8n, with ten requests at once.

All but the bare client run on n8n's execution engine; the service is the sandbox. The service and each subject have a process of their own, and the runs take turns. Each subject does the same warm-up, where there is one, and the service holds what its sends carry against what all have to send. If a send of a run is refused, or the run does less than its task in any other way, the benchmark ends without writing this page, except where a table shows just that.

Where a target is missed and the notes below don't say why, a profile does: \`npm run bench -- --only processor-time --rounds 1 --profile some/folder\` keeps one of each run.

${table(
	['scenario', 'target', 'this node', '', 'runs of each'],
	findings.map(({ scenario, target, result, reached, runs }) => [
		scenario,
		target,
		result,
		reached ? 'reached' : 'missed',
		String(runs),
	]),
)}

${findings.map(section).join('\n\n')}
`;
}

/** The findings as plain lines for a terminal, ratios first. */
export function summary(findings: Finding[]): string {
	const found = findings.map(
		({ scenario, target, result, reached }) =>
			`${reached ? 'reached' : 'MISSED '}  ${scenario}\n         ${result}\n         target: ${target}`,
	);
	return found.join('\n');
}
