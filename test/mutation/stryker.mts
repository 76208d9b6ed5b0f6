/** Runs Stryker in a copy of what its tests need, since it writes its changes into the files. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedInstall } from '../../workbench/n8n/cached-install.mts';
import { leftAsTheyAre, pathOf, type Batch } from './parts.mts';
import { placesOf } from './places.mts';
import { scoresOf, type Score } from './score.mts';

const root = join(import.meta.dirname, '../..');

/** The code, and everything that its tests may be made of. */
const copied = [
	'nodes/MessagingService',
	'credentials',
	'test',
	'workbench',
	'babel.config.json',
	'package.json',
];

/**
 * The script that starts Stryker, installed first where the cache doesn't hold it: it would double
 * what everybody installs who only wants to build and test.
 */
async function strykerProgram(): Promise<string> {
	const directory = await cachedInstall(
		{
			name: 'stryker-mutator',
			recipe: join(import.meta.dirname, 'stryker'),
			title: 'Installing Stryker (about 64 MB, once)',
		},
		console.log,
	);
	return join(directory, 'node_modules/@stryker-mutator/core/bin/stryker.js');
}

export class Stryker {
	private readonly program: string;

	private readonly workplace: string;

	/** Seconds. */
	private readonly patience: number;

	private running?: ChildProcess;

	private constructor(program: string, workplace: string, patience: number) {
		this.program = program;
		this.workplace = workplace;
		this.patience = patience;
	}

	/**
	 * @param patience the seconds that are added to one and a half times what the tests take, before
	 * a change counts as one that never ends
	 */
	static async open(patience: number): Promise<Stryker> {
		const program = await strykerProgram();
		const workplace = await mkdtemp(join(tmpdir(), 'messaging-service-mutation-'));
		const stryker = new Stryker(program, workplace, patience);
		process.once('exit', () => stryker.close());
		for (const signal of ['SIGINT', 'SIGTERM'] as const)
			process.once(signal, () => process.exit(1));
		for (const path of copied)
			await cp(join(root, path), join(workplace, path), { recursive: true });
		await symlink(join(root, 'node_modules'), join(workplace, 'node_modules'));
		await mkdir(join(workplace, 'reports'));
		return stryker;
	}

	/**
	 * What became of the changes in these files, by file. Files of which other kinds of change are
	 * left out take a run of their own.
	 */
	async change({ files, tests }: Batch): Promise<Map<string, Score>> {
		const leftOut = (file: string): string => (leftAsTheyAre[file] ?? []).join();
		const scores = new Map<string, Score>();
		for (const kinds of new Set(files.map(leftOut))) {
			const group = files.filter((file) => leftOut(file) === kinds);
			for (const [file, score] of await this.changeGroup(
				group,
				kinds.split(',').filter(Boolean),
				tests,
			))
				scores.set(file, score);
		}
		return scores;
	}

	private async changeGroup(
		files: string[],
		excludedMutations: string[],
		tests: string[],
	): Promise<Map<string, Score>> {
		const report = join(this.workplace, 'reports/mutation.json');
		const mutate = await Promise.all(
			files.map(async (file) =>
				placesOf(pathOf(file), await readFile(join(root, pathOf(file)), 'utf8')),
			),
		);
		await this.writeSettings('stryker.config.json', {
			testRunner: 'jest',
			jest: { projectType: 'custom', configFile: 'jest.config.json' },
			coverageAnalysis: 'perTest',
			// It is a copy already.
			inPlace: true,
			concurrency: 2,
			timeoutMS: this.patience * 1000,
			mutate: mutate.flat(),
			mutator: { excludedMutations },
			reporters: ['json', 'progress-append-only'],
			jsonReporter: { fileName: report },
		});
		const jest = JSON.parse(
			await readFile(join(import.meta.dirname, 'jest.config.json'), 'utf8'),
		) as object;
		// At the top of the copy, where its paths start. A test that hangs fails before the change
		// counts as one that never ends.
		await this.writeSettings('jest.config.json', {
			...jest,
			testMatch: tests.map((test) => `<rootDir>/test/${test}.test.mts`),
			testTimeout: (this.patience * 2000) / 3,
		});
		await this.run();
		const scores = scoresOf(JSON.parse(await readFile(report, 'utf8')));
		// A file without anything to change is not in the report.
		return new Map(
			files.map((file) => [
				file,
				scores.get(pathOf(file)) ?? { killed: 0, timedOut: 0, survivors: [] },
			]),
		);
	}

	private async writeSettings(name: string, settings: object): Promise<void> {
		await writeFile(join(this.workplace, name), JSON.stringify(settings));
	}

	private async run(): Promise<void> {
		const child = spawn(process.execPath, [this.program, 'run', 'stryker.config.json'], {
			cwd: this.workplace,
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: true,
		});
		this.running = child;
		let said = '';
		let toldAt = Date.now();
		const hear = (text: string): void => {
			said = `${said}${text}`.slice(-4000);
			const [progress] = /Mutation testing .*/.exec(text) ?? [];
			// It says how far it is every ten seconds.
			if (!progress || Date.now() - toldAt < 60_000) return;
			toldAt = Date.now();
			console.log(`    ${progress}`);
		};
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk: Buffer) => hear(chunk.toString()));
		const code = await new Promise<number | null>((resolve, reject) =>
			child.once('error', reject).once('close', resolve),
		);
		this.running = undefined;
		if (code !== 0)
			throw new Error(`Stryker ended with code ${String(code)}. Its last words:\n${said}`);
	}

	private close(): void {
		// A group of its own: Stryker's runners would outlive it, busy with a change that never ends.
		if (this.running?.pid) process.kill(-this.running.pid, 'SIGKILL');
		rmSync(this.workplace, { recursive: true, force: true, maxRetries: 5 });
	}
}
