/** Whether the workflows run what they claim, on machines that have what it takes. */
import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	cpSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { browserPackages } from '../../workbench/n8n/browser.mts';
import { serverPackages } from '../../workbench/n8n/servers.mts';
import { engineFolders, engineTests, pollingTests } from './engineTests.mts';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};

interface Job {
	container?: { image: string };
	strategy?: { matrix: Record<string, string[]> };
	steps?: Array<{
		run?: string;
		uses?: string;
		with?: Record<string, string>;
		env?: Record<string, string>;
	}>;
}

const jobsOf = (workflow: string) =>
	(parse(read(`.github/workflows/${workflow}`)) as { jobs: Record<string, Job> }).jobs;
const workflows = readdirSync(join(project, '.github/workflows'));

describe('the job on other engines', () => {
	const { steps, strategy } = jobsOf('ci.yml').engines!;
	const { run: command, env } = steps!.at(-1)!;
	const [older, todays] = (
		strategy!.matrix as unknown as { include: Array<{ core: string; without: string }> }
	).include;

	it('runs every folder whose tests load the engine, and no other', () => {
		expect(
			command!
				.split(' ')
				.filter((word) => word.startsWith('test/'))
				.sort(),
		).toEqual(engineFolders());
	});

	/**
	 * Tests of what n8n 2.8 does in another way: it drops the cause of an error, an expression that spreads
	 * $json is null, and a process that has run it goes on.
	 */
	const differing = [
		...[
			'test/credential/credentialTest.test.mts',
			'test/engine/spreadsheet.test.mts',
			'test/interface/noConnection.test.mts',
		],
		...[
			'test/examples/demo.test.mts',
			'test/benchmark/counts.test.mts',
			'test/machine/behindProxy.test.mts',
		],
	];

	it('leaves out nothing but polling and what is known to differ, and that on the older engine alone', () => {
		expect(todays!.core).toBe(manifest.devDependencies['n8n-core']);
		expect([command, env]).toEqual([
			expect.stringContaining('--testPathIgnorePatterns "$WITHOUT"'),
			{ WITHOUT: '${{ matrix.without }}' },
		]);
		const leftOutOn = (engine: typeof older) =>
			engineTests()
				.filter((path) => new RegExp(engine!.without).test(join(project, path)))
				.sort();
		expect(leftOutOn(todays)).toEqual([]);
		expect(leftOutOn(older)).toEqual([...pollingTests(), ...differing].sort());
	});

	it('finds those folders by what their tests import, through other files too', () => {
		expect(engineFolders()).toEqual(expect.arrayContaining(['test/engine', 'test/lookup']));
		expect(engineFolders()).not.toContain('test/contract');
	});
});

describe('every workflow', () => {
	it.each(workflows)('%s names only files and folders that there are', (workflow) => {
		const steps = Object.values(jobsOf(workflow)).flatMap(({ steps = [] }) => steps);
		const commands = steps.flatMap(({ run = '', with: settings = {} }) => [
			run,
			...Object.values(settings),
		]);
		const called = [...read(`.github/workflows/${workflow}`).matchAll(/uses: (\.\S+)/g)].map(
			([, path]) => path!,
		);
		const paths = commands.flatMap((text) =>
			[...text.matchAll(/(?<=^|[\s'"(])(?:\.\/)?[a-z.][\w.-]*(?:\/[\w.*-]+)+/g)].map(
				([path]) => path,
			),
		);
		expect(
			[...paths, ...called].filter((path) => globSync(path, { cwd: project }).length === 0),
		).toEqual([]);
		if (workflow === 'ci.yml') expect(paths).toContain('test/engine');
	});

	it('runs on the Node.js that the project is tested with, the first of them included', () => {
		const oldest = /You need Node\.js ([\d.]+) or later/.exec(read('CONTRIBUTING.md'))![1];
		const own = manifest.devDependencies.node!.split('.')[0]!;
		const { tests } = jobsOf('ci.yml');
		expect(tests!.strategy!.matrix.node).toEqual(expect.arrayContaining([oldest, own]));
		const asked = workflows
			.flatMap((workflow) => Object.values(jobsOf(workflow)))
			.flatMap(({ steps = [] }) => steps)
			.flatMap(({ with: settings }) => settings?.['node-version'] ?? []);
		expect(asked.length).toBeGreaterThan(3);
		expect(
			asked.filter((version) => ![oldest, own, '${{ matrix.node }}'].includes(version)),
		).toEqual([]);
	});
});

describe('the nightly run inside a complete n8n', () => {
	const job = jobsOf('nightly.yml')['inside-n8n'];
	const steps = job!.steps!.map(({ run = '' }) => run);
	const slow = Object.keys(manifest.scripts).filter((name) => /^test:(e2e|queue)/.test(name));

	it('runs each of the slow commands', () => {
		expect(slow.length).toBeGreaterThan(2);
		expect([...job!.strategy!.matrix.command!].sort()).toEqual(slow.sort());
	});

	it('installs the browser and the servers before them, on the system whose packages they are', () => {
		expect(job!.container!.image).toMatch(/-(bookworm|trixie)$/);
		const installing = steps.findIndex((run) => run.includes('apt-get install'));
		const packages = steps[installing]!.split(/\s+/);
		expect(packages).toEqual(expect.arrayContaining([...browserPackages, ...serverPackages]));
		expect(steps.findIndex((run) => run.includes('npm run "$COMMAND"'))).toBeGreaterThan(
			installing,
		);
	});
});

it('every night the tests themselves are tested, by every command that there is for it', () => {
	const commands = Object.keys(manifest.scripts).filter((name) =>
		/^test:(?!e2e|queue|all)/.test(name),
	);
	expect(jobsOf('nightly.yml')['tests-themselves']!.strategy!.matrix.command!.sort()).toEqual(
		commands.sort(),
	);
});

describe('.ci/run', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'messaging-service-ci-'));
		mkdirSync(join(folder, 'checkout'));
		cpSync(join(project, '.ci'), join(folder, 'checkout/.ci'), { recursive: true });
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	/** Runs it with an npm that notes what it is asked for, and fails at one thing. */
	function runWith(failing = 'nothing') {
		const npm = join(folder, 'npm');
		writeFileSync(
			npm,
			`#!/usr/bin/env bash\necho "CI=$CI in $(basename "$PWD"): $*"\n[ "$*" != "${failing}" ]\n`,
		);
		chmodSync(npm, 0o755);
		const { status, stdout } = spawnSync(join(folder, 'checkout/.ci/run'), {
			encoding: 'utf8',
			env: {
				PATH: `${folder}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
			},
		});
		return { status, asked: stdout.trim().split('\n') };
	}

	const all = ['ci', 'test', 'run test:e2e', 'run test:queue'].map(
		(words) => `CI=true in checkout: ${words}`,
	);

	it('tells each command that nothing may be left out', () => {
		expect(runWith()).toEqual({ status: 0, asked: all });
	});

	it.each(['ci', 'test', 'run test:e2e', 'run test:queue'])(
		'ends with npm %s where that fails',
		(failing) => {
			const { status, asked } = runWith(failing);
			expect(status).not.toBe(0);
			expect(asked).toEqual(all.slice(0, asked.length));
			expect(asked.at(-1)).toMatch(new RegExp(`: ${failing}$`));
		},
	);
});
