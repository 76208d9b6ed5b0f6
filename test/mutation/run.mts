/**
 * The command `npm run test:mutation`: makes one mistake after the other in the code, and tells those that no test
 * notices. By itself in the rules; with words, in these files and folders (`send/caps sentBefore`), which the behavior
 * tests judge, too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../..');

/** The files of a word, which is a path in the project or among the node's files. */
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
