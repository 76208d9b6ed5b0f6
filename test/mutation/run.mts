/**
 * Mutation test of the folders that decide what is sent and what may be repeated: Stryker changes
 * one thing in the code at a time, and the fast tests have to notice.
 *
 *   node test/mutation/run.mts [--survivors] [file …]     files such as transport/gate; all unless named
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { percentOf, scoreOf, sumOf, type Score } from './score.mts';
import { strykerProgram } from './stryker.mts';

const root = join(import.meta.dirname, '../..');
const code = 'nodes/MessagingService';
const folders = ['validation', 'transport'];
const leastPercent = 85;

/** Without logic: a table of names, types, constants. */
const withoutLogic = ['validation/countries', 'validation/problem', 'transport/requestForm'];

/** Tables of sentences and characters: their texts are left as they are, all else of them is changed. */
const tables = ['validation/problems', 'validation/gsm7', 'transport/sentences'];

/**
 * Files that only the tests of the whole way reach. The others have tests of their own, and do
 * without: where a change makes requests hang, each test of the whole way waits in vain.
 */
const ofWholeWay = ['account', 'accountKey', 'hook', 'preflight', 'reading', 'request', 'requestSettings', 'routingEngine', 'sending', 'session', 'try'];

const copied = [code, 'test/validation', 'test/transport', 'test/mutation', 'babel.config.json', 'package.json'];

async function everyFile(): Promise<string[]> {
	const lists = await Promise.all(
		folders.map(async (folder) => (await readdir(join(root, code, folder))).sort().map((name) => `${folder}/${name.replace(/\.ts$/, '')}`)),
	);
	return lists.flat().filter((file) => !withoutLogic.includes(file));
}

/** A copy of what the tests need, since Stryker writes its changes into the files. */
async function copyInto(workplace: string): Promise<void> {
	for (const path of copied) await cp(join(root, path), join(workplace, path), { recursive: true });
	await symlink(join(root, 'node_modules'), join(workplace, 'node_modules'));
	await mkdir(join(workplace, 'reports'));
}

let running: ChildProcess | undefined;

async function strykerRun(program: string, workplace: string): Promise<void> {
	const child = spawn(process.execPath, [program, 'run', 'stryker.config.json'], { cwd: workplace, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	running = child;
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)));
	const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
	running = undefined;
	if (code !== 0) throw new Error(`Stryker ended with code ${String(code)}. Its last words:\n${said}`);
}

/** One file: a run of its own, so that its figure is there as soon as it can be. */
async function mutate(program: string, workplace: string, file: string): Promise<Score> {
	const report = join(workplace, 'reports', `${file.replace('/', '-')}.json`);
	const settings = {
		testRunner: 'jest',
		jest: { projectType: 'custom', configFile: 'jest.config.json' },
		coverageAnalysis: 'perTest',
		// It is a copy already.
		inPlace: true,
		concurrency: 2,
		// Added to one and a half times what the tests take.
		timeoutMS: 3000,
		mutate: [`${code}/${file}.ts`],
		mutator: { excludedMutations: tables.includes(file) ? ['StringLiteral'] : [] },
		reporters: ['json'],
		jsonReporter: { fileName: report },
	};
	await writeFile(join(workplace, 'stryker.config.json'), JSON.stringify(settings));
	const jest = JSON.parse(await readFile(join(import.meta.dirname, 'jest.config.json'), 'utf8')) as object;
	const left = ofWholeWay.some((name) => file === `transport/${name}`) ? [] : ['journeys'];
	// It lies at the top of the copy, where its paths start.
	await writeFile(join(workplace, 'jest.config.json'), JSON.stringify({ ...jest, testPathIgnorePatterns: left }));
	await strykerRun(program, workplace);
	return scoreOf(JSON.parse(await readFile(report, 'utf8')));
}

function row(name: string, score: Score): string {
	const count = score.killed + score.timedOut + score.survivors.length;
	return `${name.padEnd(28)}${percentOf(score).toFixed(1).padStart(6)} %${String(count).padStart(7)} mutants${String(score.survivors.length).padStart(5)} survived${String(score.timedOut).padStart(5)} timed out`;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({ allowPositionals: true, options: { survivors: { type: 'boolean', default: false } } });
	const known = await everyFile();
	const unknown = positionals.filter((file) => !known.includes(file));
	if (unknown.length > 0) throw new Error(`There is no file ${unknown.join(', ')} to change. Known are: ${known.join(', ')}.`);
	const program = await strykerProgram(console.log);
	const workplace = await mkdtemp(join(tmpdir(), 'messaging-service-mutation-'));
	process.once('exit', () => {
		// A group of its own: Stryker's runners would outlive it, busy with a change that never ends.
		if (running?.pid) process.kill(-running.pid, 'SIGKILL');
		rmSync(workplace, { recursive: true, force: true, maxRetries: 5 });
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	// Every mutant is a run of the tests: whatever else the machine does goes first.
	setPriority(19);
	await copyInto(workplace);

	const scores = new Map<string, Score>();
	for (const file of positionals.length > 0 ? positionals : known) {
		const score = await mutate(program, workplace, file);
		scores.set(file, score);
		console.log(row(file, score));
		if (values.survivors) for (const survivor of score.survivors) console.log(`    ${survivor}`);
	}
	for (const folder of folders) {
		const own = [...scores].filter(([file]) => file.startsWith(`${folder}/`)).map(([, score]) => score);
		if (own.length === 0) continue;
		const sum = sumOf(own);
		console.log(row(`all of ${folder}`, sum));
		if (percentOf(sum) > leastPercent) continue;
		console.error(`The tests notice too few changes in ${folder}: more than ${leastPercent} % are asked for. See which with --survivors.`);
		process.exitCode = 1;
	}
}

await main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
