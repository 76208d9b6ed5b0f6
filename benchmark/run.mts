/**
 * `npm run bench`: measures, prints the results, stores them and writes docs/benchmark.md. Only prints with `--only
 * NAMES` (separated by commas), or with `--against DIST`, another build that runs in turns with this one.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { completeN8n } from '../workbench/n8n/install.mts';
import { resultsFile } from './page.mts';
import { section, targetTable } from './report.mts';
import { runsOf } from './rounds.mts';
import { rowOf, type Finding } from './scenario.mts';
import { scenarios } from './scenarios.mts';

const names = Object.keys(scenarios);
const text = { type: 'string' } as const;
const { only, against } = parseArgs({ options: { only: text, against: text } }).values;
const wanted = only?.split(',') ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${names.join(', ')}.`);

// Copied to this folder, so that it finds n8n-workflow. A build in another folder may not.
const other = join(import.meta.dirname, '../node_modules/.cache/other-build');
rmSync(other, { recursive: true, force: true });
if (against) cpSync(against, other, { recursive: true });
const chosen = wanted.map((name) => scenarios[name]!);
const subjects = chosen.flatMap(({ works }) => works).flatMap(({ subjects = [] }) => subjects);
let n8n: Awaited<ReturnType<typeof completeN8n>> | undefined;
if (subjects.includes('httpRequest')) {
	n8n = await completeN8n(console.log);
	process.env.COMPLETE_N8N = n8n.directory;
}
const findings: Finding[] = [];
for (const scenario of chosen) {
	console.log(scenario.question);
	const finding: Finding = { scenario, rows: [] };
	for (const work of scenario.works)
		for (const all of await runsOf(work, against && other))
			finding.rows.push(rowOf(scenario, work, all));
	findings.push(finding);
}
console.log([...findings.map(section), targetTable(findings)].join('\n\n'));
if (!only && !against) {
	const { version } = createRequire(import.meta.url)('n8n-core/package.json');
	const cores = `${availableParallelism()} cores (${cpus()[0]!.model.trim()})`;
	const machine = `${cores}, ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
	const programs = `Node.js ${process.versions.node}, n8n-core ${version}, HTTP Request node of n8n ${n8n!.version}`;
	const measured = `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, ${programs}.`;
	const rows = Object.fromEntries(names.map((name, place) => [name, findings[place]!.rows]));
	writeFileSync(resultsFile, `${JSON.stringify({ measured, rows })}\n`);
	await import('../workbench/docs/write.mts');
}
