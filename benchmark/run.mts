/** `npm run bench`: measures, prints what it found, and writes docs/benchmark.md with its chart. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { completeN8n } from '../workbench/n8n/install.mts';
import { chartOf } from './report/chart.mts';
import { page, section, targetTable } from './report/page.mts';
import { findingOf, type Finding, type Scenario } from './scenario.mts';

/** In the order of the page: whether the messages arrive counts more than how soon. */
const names = ['rateLimited', 'sends', 'combined', 'skipAlreadySent', 'returnAll', 'poll'];
names.push('longestHold', 'processorTime', 'growth', 'loading');

const usage = `npm run bench -- [flags]

  --only NAMES     only these, separated by commas: ${names.join(', ')}
  --against DIST   another build's dist, which runs in turns with this one
Either prints only; without them docs/benchmark.md and its chart are written.`;

const [text, toggle] = [{ type: 'string' }, { type: 'boolean' }] as const;
const options = { only: text, against: text, help: toggle };
const { only, against, help } = parseArgs({ options }).values;
const wanted = only?.split(',') ?? names;
if (help) {
	console.log(usage);
	process.exit();
}

// All of them first: a name that is none must not end what has been measured.
const scenarios: Scenario[] = [];
for (const name of wanted) scenarios.push((await import(`./scenarios/${name}.mts`)).default);
// Here it finds n8n-workflow, as a build of another folder may not.
const other = join(import.meta.dirname, '../node_modules/.cache/other-build');
rmSync(other, { recursive: true, force: true });
if (against) cpSync(against, other, { recursive: true });
const n8n = await completeN8n(console.log);
const bench = { completeN8n: n8n.directory, against: against && other, say: console.log };
const findings: Finding[] = [];
for (const scenario of scenarios) findings.push(await findingOf(scenario, bench));
if (only || against) {
	console.log([...findings.map(section), targetTable(findings)].join('\n\n'));
} else {
	const { version } = createRequire(import.meta.url)('n8n-core/package.json');
	const programs = `Node.js ${process.versions.node}, n8n-core ${version}, HTTP Request node of n8n ${n8n.version}`;
	const docs = join(import.meta.dirname, '../docs');
	writeFileSync(join(docs, 'benchmark.md'), page(findings, programs));
	writeFileSync(join(docs, 'images/benchmark.svg'), chartOf(findings[wanted.indexOf('growth')]!));
	console.log(`\n${targetTable(findings)}\n\nWritten: docs/benchmark.md and its chart.`);
}
