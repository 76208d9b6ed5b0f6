/** The commands on a machine whose variables name a proxy. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { startService } from '../../benchmark/service/service.mts';
import { runOnce } from '../../benchmark/scenarios/bench.mts';
import { startSubject } from '../../benchmark/subjects/pool.mts';
import { spareLoopback } from '../../workbench/engine/loopback.mts';
import { deadProxy, restoreVariables, setVariables } from './proxyVariables.mts';

const project = resolve(import.meta.dirname, '../..');
const node = join(project, 'node_modules/.bin/node');

const behindDeadProxy = {
	...process.env,
	...deadProxy,
	NO_PROXY: undefined,
	no_proxy: undefined,
	NO_COLOR: '1',
	FORCE_COLOR: undefined,
};

afterEach(restoreVariables);

describe('a proxy where nothing listens', () => {
	const cases = ['test/contract/clock.test.mts', 'test/lists/lists.test.mts'];

	it('the tests pass, those with a client of their own and those on the engine', () => {
		const jest = spawnSync(
			node,
			[
				'node_modules/jest/bin/jest.js',
				'--json',
				'--bail',
				'-w',
				'1',
				'--runTestsByPath',
				...cases,
			],
			{
				cwd: project,
				encoding: 'utf8',
				env: behindDeadProxy,
				maxBuffer: 50_000_000,
			},
		);
		const { numPassedTests, numFailedTests } = JSON.parse(jest.stdout) as Record<string, number>;
		expect([jest.status, numFailedTests]).toEqual([0, 0]);
		expect(numPassedTests).toBeGreaterThan(10);
	});

	it('the demo plays to its end', () => {
		const demo = spawnSync(node, ['workbench/demo/run.mts'], {
			cwd: project,
			encoding: 'utf8',
			env: behindDeadProxy,
		});
		expect(demo.stdout).toContain('28 messages accepted = 28 sent.');
		expect(demo.status).toBe(0);
	});

	it('the benchmark measures sends that arrive', async () => {
		setVariables(deadProxy);
		const service = await startService(10);
		const subject = await startSubject('messagingService');
		const run = await runOnce(service, subject, { kind: 'sends', items: 7 });
		await subject.stop();
		await service.stop();
		expect(run.failure).toBeUndefined();
		expect(run.seen).toMatchObject({ accepted: 7, reached: 7 });
	});

	it('the sandbox begins and listens', async () => {
		const sandbox = spawn(node, ['workbench/sandbox/start.mts', '--port', '0'], {
			cwd: project,
			env: behindDeadProxy,
		});
		let said = '';
		sandbox.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
		const ended = once(sandbox, 'exit');
		while (!said.includes('/api'))
			await Promise.race([
				once(sandbox.stdout, 'data'),
				ended.then(() => {
					throw new Error(said);
				}),
			]);
		sandbox.kill('SIGINT');
		await ended;
		expect(said).toMatch(/http:\/\/127\.0\.0\.1:\d+\/api/);
	});
});

describe('what is spared', () => {
	it("by jest everything: whatever the variable's name, no test sees a proxy", () => {
		const given = {
			...deadProxy,
			npm_config_proxy: 'http://127.0.0.1:9',
			npm_config_https_proxy: 'http://127.0.0.1:9',
		};
		setVariables(given);
		(createRequire(import.meta.url)('../withoutProxy.cjs') as () => void)();
		expect(Object.keys(given).filter((name) => name in process.env)).toEqual([]);
	});

	it.each([
		['nothing yet', {}, []],
		['hosts in capitals', { NO_PROXY: 'pbx.karibu.test, .intern' }, ['pbx.karibu.test', '.intern']],
		[
			'hosts in small letters, which count more',
			{ no_proxy: 'pbx.karibu.test', NO_PROXY: 'other' },
			['pbx.karibu.test'],
		],
		['everything', { no_proxy: '*' }, ['*']],
		['this machine by one of its names', { NO_PROXY: '127.0.0.1' }, ['127.0.0.1']],
	])('%s, and this machine by all its names', (_, given, kept) => {
		const environment: NodeJS.ProcessEnv = { ...given, ...deadProxy };
		spareLoopback(environment);
		const spared = environment.no_proxy?.split(',') ?? [];
		expect(spared).toEqual(
			[...new Set([...kept, 'localhost', '127.0.0.1', '[::1]', '::1'])].sort(
				(one, other) => spared.indexOf(one) - spared.indexOf(other),
			),
		);
		expect(environment).toEqual({
			...deadProxy,
			no_proxy: spared.join(','),
			NO_PROXY: spared.join(','),
		});
	});
});
