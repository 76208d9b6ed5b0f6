/** What the project's own commands make of a machine: its proxy, what it lacks, and GitHub's. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spareLoopback } from '../../workbench/engine/loopback.mts';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(project, path), 'utf8');

test.each([
	[{}, 'localhost,127.0.0.1,[::1],::1'],
	[{ NO_PROXY: 'big.example' }, 'big.example,localhost,127.0.0.1,[::1],::1'],
	[
		{ NO_PROXY: 'big.example', no_proxy: 'small.example ::1' },
		'small.example,::1,localhost,127.0.0.1,[::1]',
	],
])('the sandbox is reached without the proxy, where these are already: %j', (given, expected) => {
	const environment: NodeJS.ProcessEnv = { ...given };
	spareLoopback(environment);
	expect(environment).toEqual({ no_proxy: expected, NO_PROXY: expected });
});

test('no test sees a proxy, however its variable is written', () => {
	const before = { ...process.env };
	const load = createRequire(import.meta.url);
	const begin = load('../harness/machine.cjs') as () => void;
	const names = ['HTTP_PROXY', 'https_proxy', 'all_proxy', 'npm_config_proxy'];
	for (const name of names) process.env[name] = 'http://proxy.example';
	begin();
	expect(names.filter((name) => process.env[name])).toEqual([]);
	process.env = before;
});

describe('a run of the slow tests', () => {
	const passing = "test('glaze', () => {});";
	const skipping = "test('bake', (t) => t.skip('There is no kiln.'));";
	const sticking = "after(() => { throw new Error('it sticks'); });";

	test.each([
		['passes with its tests', passing, '', '1 passed, 0 failed, 0 skipped', 0],
		['fails without a test', '', '', '0 passed, 0 failed, 0 skipped', 1],
		['fails where its end does', `${sticking} ${passing}`, '', '1 passed, 1 failed, 0 skipped', 1],
		['may leave out', `${passing} ${skipping}`, '', '1 passed, 0 failed, 1 skipped', 0],
		['may not in CI', `${passing} ${skipping}`, 'true', '1 passed, 0 failed, 1 skipped', 1],
		['fails where it left out all', skipping, '', '0 passed, 0 failed, 1 skipped', 1],
	])('%s', (_how, tests, CI, last, exitCode) => {
		const folder = mkdtempSync(join(tmpdir(), 'messaging-service-runner-'));
		const [file, command] = [join(folder, 'case.mts'), join(folder, 'command.mts')];
		const suite = tests && `describe('pots', () => { ${tests} });`;
		writeFileSync(file, `import { after, describe, test } from 'node:test';\n${suite}`);
		writeFileSync(
			command,
			`import { conclude, runTests } from '${join(project, 'test/e2e/runner.mts')}';
			conclude(await runTests('${file}'), undefined, 'There is no kiln.');`,
		);
		// Node.js would take itself for a part of another run of tests.
		const env = { ...process.env, CI, NODE_TEST_CONTEXT: undefined };
		const ended = spawnSync('node', [command], { encoding: 'utf8', env });
		rmSync(folder, { recursive: true });
		expect([ended.stdout.trim().split('\n').at(-1), ended.status]).toEqual([last, exitCode]);
	});
});

test('GitHub runs on the oldest Node.js that the README promises, with what the tests at night need', () => {
	const [, oldest] = /Node\.js ([\d.]+) or later/.exec(read('README.md'))!;
	expect(read('.github/workflows/ci.yml')).toContain(`node: ['${oldest}', `);
	expect(read('.github/workflows/nightly.yml')).toMatch(
		/apt-get install .* chromium redis-server postgresql\n/,
	);
});
