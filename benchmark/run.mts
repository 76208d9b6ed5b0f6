/**
 * `npm run bench`: measures, and writes docs/benchmark.md. `--only NAMES`, separated by commas, and
 * `--against DIST`, another build that runs in turns with this one, print what they find instead.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { completeN8n } from '../workbench/n8n/install.mts';
import { page, section, targetTable } from './report.mts';
import { findingOf, type Finding } from './scenario.mts';
import { scenarios } from './scenarios.mts';

const names = Object.keys(scenarios);
const text = { type: 'string' } as const;
const { only, against } = parseArgs({ options: { only: text, against: text } }).values;
const wanted = only?.split(',') ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${names.join(', ')}.`);

// Here it finds n8n-workflow, as a build of another folder may not.
const other = join(import.meta.dirname, '../node_modules/.cache/other-build');
rmSync(other, { recursive: true, force: true });
if (against) cpSync(against, other, { recursive: true });
const chosen = wanted.map((name) => scenarios[name]!);
const subjects = chosen.flatMap(({ works }) => works).flatMap((work) => work.subjects);
let n8n: Awaited<ReturnType<typeof completeN8n>> | undefined;
if (subjects.includes('httpRequest')) {
	n8n = await completeN8n(console.log);
	process.env.COMPLETE_N8N = n8n.directory;
}
const findings: Finding[] = [];
for (const scenario of chosen) findings.push(await findingOf(scenario, against && other));
if (only || against) {
	console.log([...findings.map(section), targetTable(findings)].join('\n\n'));
} else {
	const { version } = createRequire(import.meta.url)('n8n-core/package.json');
	const programs = `Node.js ${process.versions.node}, n8n-core ${version}, HTTP Request node of n8n ${n8n!.version}`;
	writeFileSync(join(import.meta.dirname, '../docs/benchmark.md'), page(findings, programs));
	console.log(`\n${targetTable(findings)}\n\nWritten: docs/benchmark.md.`);
}
