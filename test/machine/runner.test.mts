/** What the runner of the slow tests counts, with files that Node's own runner runs in a process of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = resolve(import.meta.dirname, '../..');
const runner = pathToFileURL(join(project, 'test/e2e/runner.mts')).href;

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'messaging-service-runner-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a test file of this text on a machine that lacks a kiln. */
function runOf(text: string, CI?: string) {
	const file = join(folder, 'case.mts');
	writeFileSync(file, `import { after, before, describe, test } from 'node:test';\n${text}`);
	const command = join(folder, 'command.mts');
	writeFileSync(
		command,
		`import { conclude, runTests } from ${JSON.stringify(runner)};\nconclude(await runTests(${JSON.stringify(file)}), undefined, 'There is no kiln.');`,
	);
	// Node.js would take itself for a part of another run of tests.
	const env = { ...process.env, CI, NODE_TEST_CONTEXT: undefined };
	const { status, stdout, stderr } = spawnSync(join(project, 'node_modules/.bin/node'), [command], {
		encoding: 'utf8',
		env,
	});
	return { status, last: stdout.trim().split('\n').at(-1), said: stdout + stderr };
}

const passing = "test('glaze', () => {});";
const skipping = "test('bake', (t) => t.skip('There is no kiln.'));";

describe('the runner of the slow tests', () => {
	it('counts tests, not their suites', () => {
		expect(
			runOf(`describe('pots', () => { ${passing} describe('cups', () => { ${passing} }); });`),
		).toMatchObject({ status: 0, last: '2 passed, 0 failed, 0 skipped' });
	});

	it('counts a failed test once, however deep it is', () => {
		expect(
			runOf(
				`describe('pots', () => { ${passing} describe('cups', () => { test('crack', () => { throw new Error('cracked'); }); }); });`,
			),
		).toMatchObject({ status: 1, last: '1 passed, 1 failed, 0 skipped' });
	});

	it('tells what was left out for want of something, which is a failure in CI only', () => {
		const run = runOf(`describe('pots', () => { ${passing} ${skipping} });`);
		expect(run).toMatchObject({ status: 0, last: '1 passed, 0 failed, 1 skipped' });
		expect(run.said).toMatch(/LEFT OUT: 1 of 2 tests.*\n {2}There is no kiln\.\n/);
		expect(runOf(`describe('pots', () => { ${passing} ${skipping} });`, 'true')).toMatchObject({
			status: 1,
		});
	});

	it.each([
		['no test', ''],
		['an empty suite', "describe('pots', () => {});"],
		['nothing but what is left out', `describe('pots', () => { ${skipping} });`],
		['a file that can not be read', "import { oven } from './no-such-oven.mts'; oven();"],
		[
			'a suite whose beginning fails',
			`describe('pots', () => { before(() => { throw new Error('no clay'); }); ${passing} });`,
		],
		[
			'a suite that can not be ended',
			`describe('pots', () => { after(() => { throw new Error('it sticks'); }); ${passing} });`,
		],
		['a suite that throws', `describe('pots', () => { ${passing} throw new Error('cracked'); });`],
	])('has failed with %s', (_, text) => {
		const run = runOf(text);
		expect(`${run.status} ${run.said}`).toMatch(/^1 /);
	});
});
