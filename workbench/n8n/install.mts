/** The complete n8n: too large to come with `npm ci`, so kept in a cache folder, by its lock file. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { runCommand, type Say } from './programs.mts';

export interface CompleteN8n {
	directory: string;
	program: string;
	version: string;
}

/** The n8n of today, the last that publishes a workflow before it answers, and the newest of the 1.x line. */
export const recipes = ['2.41', '2.39', '1.123'] as const;

export type Recipe = (typeof recipes)[number];

export const isRecipe = (word: string): word is Recipe => recipes.includes(word as Recipe);

/** Outside the checkout, so that a fresh clone finds it warm. */
export const cacheFolder = join(
	process.env.XDG_CACHE_HOME || join(homedir() || userInfo().homedir, '.cache'),
	'n8n-nodes-messaging-service',
);

const isComplete = (directory: string): boolean => existsSync(join(directory, '.complete'));

/** The n8n of a recipe's lock file, installed first where the cache doesn't hold it; a new lock file is another n8n. */
export async function completeN8n(say: Say, recipe: Recipe = recipes[0]): Promise<CompleteN8n> {
	const folder = join(import.meta.dirname, 'versions', recipe);
	const lock = readFileSync(join(folder, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const directory = join(cacheFolder, `n8n-${key}`);
	if (!isComplete(directory)) await install(folder, directory, say);
	const n8n = join(directory, 'node_modules/n8n');
	const { version } = JSON.parse(readFileSync(join(n8n, 'package.json'), 'utf8')) as CompleteN8n;
	return { directory, program: join(n8n, 'bin/n8n'), version };
}

/** Installs in a folder of its own, which takes its place at the end; of two installs at once the first wins. */
async function install(recipe: string, target: string, say: Say): Promise<void> {
	const directory = `${target}.part-${process.pid}`;
	const flags = ['--legacy-peer-deps', '--no-audit', '--loglevel=error'];
	const settings = { directory, env: { MAKEFLAGS: '-j2' } };
	const npm = async (...words: string[]) => await runCommand('npm', [...words, ...flags], settings);
	try {
		say('Installing a complete n8n (up to 2.2 GB, about five minutes, once)');
		await cp(recipe, directory, { recursive: true });
		// Scripts stay off: several packages of this tree would fetch or compile things that nobody here needs.
		await npm('ci', '--ignore-scripts').catch(({ message }: Error) => {
			throw new Error(`npm could not get all of n8n: is its registry in reach?\n${message}`);
		});
		say('Building its database driver, which takes some minutes where it has to be compiled');
		await npm('rebuild', 'sqlite3');
		await writeFile(join(directory, '.complete'), '');
		await rename(directory, target).catch((error: unknown) => {
			if (!isComplete(target)) throw error;
		});
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
