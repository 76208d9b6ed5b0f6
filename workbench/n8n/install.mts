/** Installs a complete n8n. It is too large to come with `npm ci`, so it is cached by its lock file. */
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

/** The current n8n, the last one that publishes a workflow before it answers, and the newest of the 1.x line. */
export const recipes = ['2.41', '2.39', '1.123'] as const;

export type Recipe = (typeof recipes)[number];

export const isRecipe = (word: string): word is Recipe => recipes.includes(word as Recipe);

/** Cache outside the checkout, so that a fresh clone can reuse it. */
export const cacheFolder = join(
	process.env.XDG_CACHE_HOME || join(homedir() || userInfo().homedir, '.cache'),
	'n8n-nodes-messaging-service',
);

const isComplete = (directory: string): boolean => existsSync(join(directory, '.complete'));

/** Returns the n8n of a recipe's lock file, installing it if it isn't cached. The cache key is the lock file's hash. */
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

/** Installs into a temporary folder and renames it at the end. Of two concurrent installs, the first to end wins. */
async function install(recipe: string, target: string, say: Say): Promise<void> {
	const directory = `${target}.part-${process.pid}`;
	const flags = ['--legacy-peer-deps', '--no-audit', '--loglevel=error'];
	const settings = { directory, env: { MAKEFLAGS: '-j2' } };
	const npm = async (...words: string[]) => await runCommand('npm', [...words, ...flags], settings);
	try {
		say('Installing a complete n8n (up to 2.2 GB, about five minutes, once)');
		await cp(recipe, directory, { recursive: true });
		// Install scripts are off: several packages of this tree would download or compile things not needed here.
		await npm('ci', '--ignore-scripts').catch(({ message }: Error) => {
			throw new Error(`npm could not get all of n8n: is its registry in reach?\n${message}`);
		});
		say('Building its database driver, which takes some minutes where it has to be compiled');
		await npm('rebuild', 'sqlite3').catch(({ message }: Error) => {
			throw new Error(
				`n8n's database driver could not be built. Install Python 3, make and a C++ compiler (on Debian and Ubuntu 'apt install python3 build-essential', on macOS 'xcode-select --install'), and run the command again.\n\n${message}`,
			);
		});
		await writeFile(join(directory, '.complete'), '');
		await rename(directory, target).catch((error: unknown) => {
			if (!isComplete(target)) throw error;
		});
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
