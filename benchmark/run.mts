/**
 * `npm run bench`: measures, prints the findings, writes docs/benchmark.md and its charts.
 * `--rounds N` and `--long-rounds N` change how many runs a median is taken of, `--no-write` only prints.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { completeN8n, type CompleteN8n } from '../workbench/n8n/install.mts';
import { barChart } from './report/bars.mts';
import { lineChart } from './report/lines.mts';
import { load, machine } from './report/machine.mts';
import { page, summary } from './report/page.mts';
import { titles, type Finding } from './scenarios/finding.mts';
import type { Line } from './scenarios/growth.mts';
import { allScenarios } from './scenarios/all.mts';

const docs = join(import.meta.dirname, '../docs');

/** The complete n8n, installed first where it isn't; without it the rest is measured all the same. */
async function findN8n(say: (line: string) => void): Promise<CompleteN8n | undefined> {
	try {
		return await completeN8n(say);
	} catch (error) {
		say(`The HTTP Request node is not measured: a complete n8n could not be installed (${(error as Error).message}). "npm run n8n" installs it, too.`);
		return undefined;
	}
}

/** The times of the scenarios that are told in a table of times, as bars. */
function timeBars(findings: Finding[]): string {
	const groups = findings
		.filter(({ times: bars }) => bars !== undefined)
		.map(({ scenario, times: bars }) => ({ title: scenario, bars: bars!.map(({ subject, milliseconds: value }) => ({ title: titles[subject], value, says: `${(value / 1000).toFixed(2)} s` })) }));
	return barChart('Time of each subject by scenario', groups);
}

function growthTable(lines: Line[]): string[][] {
	const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ items }) => items)))];
	const cell = (line: Line, size: number) => {
		const point = line.points.find(({ items }) => items === size);
		return point ? `${Math.round(point.milliseconds).toLocaleString('en')} ms` : 'the run fails';
	};
	return [['items', ...lines.map(({ title }) => title)], ...sizes.map((size) => [size.toLocaleString('en'), ...lines.map((line) => cell(line, size))])];
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { rounds: { type: 'string', default: '5' }, 'long-rounds': { type: 'string', default: '3' }, 'no-write': { type: 'boolean', default: false } },
	});
	const loads = [load()];
	const say = (line: string) => {
		loads.push(load());
		console.log(line);
	};
	const n8n = await findN8n(say);
	const [rounds, longRounds] = [Number(values.rounds), Number(values['long-rounds'])];
	const { findings, lines } = await allScenarios({ completeN8n: n8n?.directory, rounds, longRounds, say });
	const circumstances = {
		date: new Date().toISOString().slice(0, 10), machine: machine(n8n?.version), cores: availableParallelism(), rounds, longRounds,
		load: { lowest: Math.min(...loads), highest: Math.max(...loads) },
	};
	console.log(`\n${summary(findings)}\n\n${circumstances.machine}`);
	if (values['no-write']) return;
	mkdirSync(join(docs, 'images'), { recursive: true });
	writeFileSync(join(docs, 'benchmark.md'), page(findings, growthTable(lines), circumstances));
	writeFileSync(join(docs, 'images/benchmark.svg'), timeBars(findings));
	writeFileSync(join(docs, 'images/benchmark-growth.svg'), lineChart('Processor time by number of items', lines));
	console.log('\nWritten: docs/benchmark.md and its charts.');
}

await main();
