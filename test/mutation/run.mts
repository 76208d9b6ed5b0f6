/**
 * Mutation test of the rooms that decide what is sent, what may be repeated and what people are
 * told: Stryker changes one thing in the code at a time, and the fast tests have to notice.
 *
 *   node test/mutation/run.mts [--survivors] [room | file …]     such as http or http/limiter; all unless named
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
const rooms = ['validation', 'trigger', 'run', 'send', 'lookup', 'query', 'http', 'auth', 'errors'];
const leastPercent = 85;

/** Without logic: a table of names, types, constants. */
const withoutLogic = ['validation/countries', 'validation/problem', 'http/requestForm'];

/** Tested on n8n's engine, with all its modules, for which each change would take a minute. */
const onTheEngine = ['trigger/poll', 'trigger/reading', 'trigger/testEvents', 'trigger/turns'];

/** Tables of sentences and characters: their texts are left as they are, all else of them is changed. */
const tables = ['validation/problems', 'validation/gsm7', 'errors/sentences'];

/**
 * What the tests of the whole way, in test/run, are needed for: rooms, or files of a room. The others
 * have tests of their own, and do without: where a change makes requests hang, each test of the whole
 * way waits in vain.
 */
const ofWholeWay = ['run', 'auth', 'send/combine', 'send/sendAll', 'query/readAll', 'http/attempt', 'http/request'];

/** What the tests of look-ups are needed for, beside their room. */
const ofLookUp = ['send/claim', 'send/lookUpUnclear', 'send/sentBefore', 'send/skipListed'];

const copied = [code, ...rooms.map((room) => `test/${room}`), 'test/mutation', 'workbench/docs/sentence-examples.mts', 'babel.config.json', 'package.json'];

const roomOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** Whether a file is one of these, or its room is. */
const isIn = (file: string, names: string[]): boolean => names.includes(file) || names.includes(roomOf(file));

async function everyFile(): Promise<string[]> {
	const lists = await Promise.all(
		rooms.map(async (room) => (await readdir(join(root, code, room))).sort().map((name) => `${room}/${name.replace(/\.ts$/, '')}`)),
	);
	return lists.flat().filter((file) => ![...withoutLogic, ...onTheEngine].includes(file));
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
	const jest = JSON.parse(await readFile(join(import.meta.dirname, 'jest.config.json'), 'utf8')) as { testMatch: string[] };
	const tested = [roomOf(file), ...(isIn(file, ofWholeWay) ? ['run'] : []), ...(isIn(file, ofLookUp) ? ['lookup'] : [])];
	const tests = jest.testMatch.filter((pattern) => tested.some((room) => pattern.includes(`/test/${room}/`)));
	// It lies at the top of the copy, where its paths start.
	await writeFile(join(workplace, 'jest.config.json'), JSON.stringify({ ...jest, testMatch: tests }));
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
	const unknown = positionals.filter((name) => !rooms.includes(name) && !known.includes(name));
	if (unknown.length > 0) throw new Error(`There is no room and no file ${unknown.join(', ')} to change. Rooms are: ${rooms.join(', ')}. Files are: ${known.join(', ')}.`);
	const chosen = positionals.length > 0 ? known.filter((file) => isIn(file, positionals)) : known;
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
	for (const file of chosen) {
		const score = await mutate(program, workplace, file);
		scores.set(file, score);
		console.log(row(file, score));
		if (values.survivors) for (const survivor of score.survivors) console.log(`    ${survivor}`);
	}
	for (const room of rooms) {
		const own = known.filter((file) => roomOf(file) === room);
		// A room of which some files ran has no figure.
		if (!own.every((file) => scores.has(file))) continue;
		const sum = sumOf(own.map((file) => scores.get(file)!));
		console.log(row(`all of ${room}`, sum));
		if (percentOf(sum) > leastPercent) continue;
		console.error(`The tests notice too few changes in ${room}: more than ${leastPercent} % are asked for. See which with --survivors.`);
		process.exitCode = 1;
	}
}

await main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
