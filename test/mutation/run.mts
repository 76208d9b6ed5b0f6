/**
 * Mutation test of the code that decides what is sent, what may be repeated and what people are
 * told: Stryker changes one thing in it at a time, and the fast tests have to notice.
 *
 *   node test/mutation/run.mts [--survivors] [--write] [--patience seconds] [part | folder | file …]
 *   node test/mutation/run.mts --list
 *
 * Parts, folders and files are such as lists or http/limiter; all unless named.
 * --patience is how long a change may take that never ends; raise it where the machine has other work.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosen, filesOf, parts, rooms, roomOf } from './parts.mts';
import { percentOf, sumOf, type Score } from './score.mts';
import { Stryker } from './stryker.mts';
import { figuresOf, withFigures, type Figures } from './table.mts';

const page = join(import.meta.dirname, '../../docs/mutation.md');
const leastPercent = 85;

const files = parts.flatMap(filesOf);
const filesByRoom = new Map(
	rooms.map((room) => [room, files.filter((file) => roomOf(file) === room)]),
);

function row(name: string, score: Score): string {
	const { changes, survived, timedOut } = figuresOf(score, '');
	return `${name.padEnd(36)}${percentOf(score).toFixed(1).padStart(6)} %${String(changes).padStart(7)} changes${String(survived).padStart(5)} survived${String(timedOut).padStart(5)} timed out`;
}

async function write(taken: ReadonlyMap<string, Figures>): Promise<void> {
	await writeFile(page, withFigures(await readFile(page, 'utf8'), taken, filesByRoom));
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			survivors: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			list: { type: 'boolean', default: false },
			patience: { type: 'string', default: '3' },
		},
	});
	const run = chosen(positionals);
	if (values.list) {
		for (const part of run) console.log(`${part.name.padEnd(20)}${filesOf(part).join(' ')}`);
		return;
	}
	const patience = Number(values.patience);
	if (!(patience > 0))
		throw new Error(`--patience is ${values.patience}, not a number of seconds.`);
	// Every change is a run of the tests: whatever else the machine does goes first.
	setPriority(19);
	const stryker = await Stryker.open(patience);
	const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
	const scores = new Map<string, Score>();
	for (const part of run) {
		const began = Date.now();
		for (const batch of part.batches) {
			const came = await stryker.change(batch);
			for (const [file, score] of came) {
				scores.set(file, score);
				console.log(row(file, score));
				if (values.survivors)
					for (const survivor of score.survivors) console.log(`    ${survivor}`);
			}
			if (values.write)
				await write(new Map([...came].map(([file, score]) => [file, figuresOf(score, day)])));
		}
		console.log(`part ${part.name}: ${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
	}
	for (const [room, own] of filesByRoom) {
		// A room of which some files ran has no figure.
		if (!own.every((file) => scores.has(file))) continue;
		const sum = sumOf(own.map((file) => scores.get(file)!));
		console.log(row(`all of ${room}`, sum));
		if (percentOf(sum) > leastPercent) continue;
		console.error(
			`The tests notice too few changes in ${room}: more than ${leastPercent} % are asked for. See which with --survivors.`,
		);
		process.exitCode = 1;
	}
}

await main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
