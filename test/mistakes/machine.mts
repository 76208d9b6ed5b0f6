import type { Mistake } from './mistake.mts';

const loopback = 'workbench/engine/loopback.mts';
const conclusion = 'test/conclusion.mts';
const runner = 'test/e2e/runner.mts';
const behindProxy = 'test/machine/behindProxy.test.mts';
const surroundings = 'test/github/surroundings.test.mts';

/** Mistakes that show on another machine: behind a proxy, without a browser, on GitHub. */
export const machineMistakes: Mistake[] = [
	{
		name: 'Behind a proxy the demo and the benchmark ask it for the sandbox',
		file: loopback,
		from: "['localhost', '127.0.0.1', '[::1]', '::1']",
		to: "['localhost', '[::1]', '::1']",
		noticedBy: { file: behindProxy, test: 'the benchmark measures sends that arrive' },
	},
	{
		name: "The machine's own exceptions from its proxy are forgotten",
		file: loopback,
		from: 'environment.no_proxy || environment.NO_PROXY',
		to: 'environment.NO_PROXY',
		noticedBy: { file: behindProxy, test: 'hosts in small letters, which count more' },
	},
	{
		name: 'Tests leave the machine through a proxy that is named in small letters',
		file: 'test/withoutProxy.cjs',
		from: '(?:https?_|all_)?proxy$/i',
		to: '(?:HTTPS?_|ALL_)?PROXY$/',
		noticedBy: { file: behindProxy, test: 'no test sees a proxy' },
	},
	{
		name: 'The token exchange goes past a proxy that wants no login',
		file: 'credentials/token/exchange.ts',
		from: '...(proxy ? { proxy } : {}),',
		to: '...(proxy?.auth ? { proxy } : {}),',
		noticedBy: {
			file: 'test/interface/nodeSettings.test.mts',
			test: 'Proxy: every request goes through it',
		},
	},
	{
		name: 'A slow run that skipped all of its tests counts as a success',
		file: conclusion,
		from: 'const ranNothing = passed + failed === 0;',
		to: 'const ranNothing = passed + failed + skipped.length === 0;',
		noticedBy: { file: 'test/machine/conclusion.test.mts', test: 'that skipped all it had' },
	},
	{
		name: 'In CI the browser tests may be left out',
		file: conclusion,
		from: '!(ci && leftOut.length > 0)',
		to: '!(ci && leftOut.length > passed)',
		noticedBy: { file: 'test/machine/conclusion.test.mts', test: 'that left that out in CI' },
	},
	{
		name: 'A slow run counts a file without a test as a test that passed',
		file: runner,
		from: "details.type === 'suite' || name === file",
		to: "details.type === 'suite' && name !== file",
		noticedBy: { file: 'test/machine/runner.test.mts', test: 'has failed with no test' },
	},
	{
		name: 'A slow run whose n8n could not be ended is green',
		file: runner,
		from: "details.type !== 'suite' || failureOf(details.error) !== 'subtestsFailed'",
		to: "details.type !== 'suite' && failureOf(details.error) !== 'subtestsFailed'",
		noticedBy: { file: 'test/machine/runner.test.mts', test: 'a suite that can not be ended' },
	},
	{
		name: 'Without root the tests try to install what they need, and fail with the words of apt-get',
		file: 'workbench/n8n/debian.mts',
		from: '!isRoot || !hasAptGet',
		to: '!isRoot && !hasAptGet',
		noticedBy: { file: 'test/machine/debian.test.mts', test: 'stays missing without root' },
	},
	{
		name: 'No look-up is tested on the older engine',
		file: '.github/workflows/ci.yml',
		from: ' test/lookup',
		to: '',
		noticedBy: { file: surroundings, test: 'runs every folder whose tests load the engine' },
	},
	{
		name: 'The oldest Node.js that is promised is not tried',
		file: '.github/workflows/ci.yml',
		from: "node: ['20.19', '22', '24']",
		to: "node: ['22', '24']",
		noticedBy: { file: surroundings, test: 'runs on the Node.js that the project is tested with' },
	},
	{
		name: 'Nobody clicks the editor at night: there is no browser',
		file: '.github/workflows/nightly.yml',
		from: 'chromium redis-server postgresql',
		to: 'redis-server postgresql',
		noticedBy: { file: surroundings, test: 'installs the browser and the servers before them' },
	},
	{
		name: '.ci/run keeps for itself that nothing may be left out',
		file: '.ci/run',
		from: 'export CI=true',
		to: 'CI=true',
		noticedBy: { file: surroundings, test: 'tells each command that nothing may be left out' },
	},
	{
		name: '.ci/run is green where the tests inside n8n are red',
		file: '.ci/run',
		from: 'npm run test:e2e',
		to: 'npm run test:e2e || true',
		noticedBy: { file: surroundings, test: 'ends with npm run test:e2e where that fails' },
	},
];
