/** What the project's own commands make of a machine: its proxy, what it lacks, and GitHub's. */
import { readFileSync } from 'node:fs';
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

test('GitHub runs on the oldest Node.js that the README promises, with what the tests at night need', () => {
	const [, oldest] = /Node\.js ([\d.]+) or later/.exec(read('README.md'))!;
	expect(read('.github/workflows/ci.yml')).toContain(`node: ['${oldest}', `);
	expect(read('.github/workflows/nightly.yml')).toMatch(
		/apt-get install .* chromium redis-server postgresql\n/,
	);
});
