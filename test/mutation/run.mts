/**
 * `npm run test:mutation`: mutates the code, and reports the mutants that no test kills. Without arguments it mutates
 * the files of `rules.json`. With files or folders (`send/caps sentBefore`) it mutates those, and the behavior tests
 * run too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../..');

/**
 * Returns the glob of an argument: a path in the project or among the node's files.
 *
 * @throws Error if there is no such file or folder
 */
function filesOf(word: string): string {
	for (const path of [word, `nodes/MessagingService/${word}`]) {
		if (existsSync(join(project, `${path}.ts`))) return `${path}.ts`;
		if (existsSync(join(project, path))) return path.endsWith('.ts') ? path : `${path}/**/*.ts`;
	}
	throw new Error(`There is no file or folder '${word}' in the project or among the node's files.`);
}

const packages = ['core', 'jest-runner'].map((name) => `--package=@stryker-mutator/${name}@10.0.0`);
const words = process.argv.slice(2);
const chosen = words.length > 0 ? ['--mutate', words.map(filesOf).join(',')] : [];
const config = join('test/mutation', words.length > 0 ? 'files.json' : 'rules.json');
const stryker = ['--yes', ...packages, 'stryker', 'run', config, ...chosen];
const { status } = spawnSync('npx', stryker, { cwd: project, stdio: 'inherit' });
process.exitCode = status ?? 1;
