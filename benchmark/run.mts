/**
 * `npm run bench`: measures, prints the findings, writes docs/benchmark.md and its chart. `--help`
 * lists its flags.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { completeN8n, type CompleteN8n } from '../workbench/n8n/install.mts';
import { chartOf } from './report/bars.mts';
import { load, machine } from './report/machine.mts';
import { page, section, summary } from './report/page.mts';
import { chosen, runScenarios, scenarioNames } from './scenarios/all.mts';
import type { Bench } from './scenarios/bench.mts';

const usage = `npm run bench -- [flags]

  --rounds N        runs of each subject that a median is taken of (5)
  --long-rounds N   the same for runs with 10,000 items (3)
  --only NAMES      only these scenarios, separated by commas; nothing is written. There are:
                    ${scenarioNames.join(', ')}
  --profile FOLDER  keeps a CPU profile of each measured run in this folder, to be opened in the Performance
                    panel of Chrome's developer tools; runs are a little slower, so nothing is written
  --no-write        only prints`;

const docs = join(import.meta.dirname, '../docs');

/** The complete n8n, installed first where it isn't; without it the rest is measured all the same. */
async function findN8n(say: (line: string) => void): Promise<CompleteN8n | undefined> {
	try {
		return await completeN8n(say);
	} catch (error) {
		say(
			`The HTTP Request node is not measured: a complete n8n could not be installed (${(error as Error).message}). "npm run n8n" installs it, too.`,
		);
		return undefined;
	}
}

/** Names a file for the next profile of a scenario. */
function profilesIn(folder: string, scenario: string): Bench['profileFile'] {
	let taken = 0;
	return (subject) => join(folder, `${scenario}-${++taken}-${subject}.cpuprofile`);
}

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			rounds: { ...text, default: '5' },
			'long-rounds': { ...text, default: '3' },
			only: text,
			profile: text,
			'no-write': { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return console.log(usage);
	const names = chosen(values.only);
	const profiles = values.profile && resolve(values.profile);
	if (profiles) mkdirSync(profiles, { recursive: true });
	const before = load();
	const loads = [before];
	const say = (line: string) => {
		loads.push(load());
		console.log(line);
	};
	const n8n = await findN8n(say);
	const [rounds, longRounds] = [Number(values.rounds), Number(values['long-rounds'])];
	const findings = await runScenarios(names, (scenario) => ({
		completeN8n: n8n?.directory,
		rounds,
		longRounds,
		say,
		...(profiles && { profileFile: profilesIn(profiles, scenario) }),
	}));
	const circumstances = {
		date: new Date().toISOString().slice(0, 10),
		machine: machine(n8n?.version),
		cores: availableParallelism(),
		load: { before, highest: Math.max(...loads) },
	};
	if (values.only) console.log(`\n${findings.map(section).join('\n\n')}`);
	console.log(`\n${summary(findings)}\n\n${circumstances.machine}`);
	if (profiles) console.log(`\nThe profiles are in ${profiles}.`);
	if (values['no-write'] || values.only || profiles) return;
	mkdirSync(join(docs, 'images'), { recursive: true });
	writeFileSync(join(docs, 'benchmark.md'), page(findings, circumstances));
	writeFileSync(join(docs, 'images/benchmark.svg'), chartOf(findings));
	console.log('\nWritten: docs/benchmark.md and its chart.');
}

await main();
