/** Where the complete n8n is kept, and how it gets there. */
import { createHash } from 'node:crypto';
import { access, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mts';

export interface CompleteN8n {
	/** The folder that holds n8n's node_modules. */
	directory: string;
	/** The script that Node runs to start n8n. */
	program: string;
	version: string;
}

/** The folders with a manifest and a lock file: the n8n of today, and the newest of the 1.x line, which many still run. */
export type Recipe = 'complete-n8n' | 'older-n8n';

const completed = '.complete';

/** The folder that all versions of the complete n8n live in: outside the checkout, so that a fresh clone finds it warm. */
export function cacheFolder(): string {
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-messaging-service');
}

async function exists(path: string): Promise<boolean> {
	return await access(path).then(
		() => true,
		() => false,
	);
}

/**
 * Installs in a folder of its own and moves that into place at the end: an interrupted install leaves nothing
 * that looks complete, and of two installs at once the first to finish wins.
 */
async function installInto(target: string, recipe: string, say: (line: string) => void): Promise<void> {
	const part = `${target}.part-${process.pid}`;
	const step = async (title: string, parameters: string[]) => {
		say(title);
		await runCommand('npm', parameters, { directory: part, onProgress: (seconds) => say(`  still at it, ${seconds} s`) });
	};
	try {
		await mkdir(part, { recursive: true });
		await cp(recipe, part, { recursive: true });
		// Scripts stay off: several packages of this tree would fetch or compile things that n8n runs without.
		await step('Installing a complete n8n (about 2.2 GB, about five minutes, once)', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']);
		// sqlite3 is the exception: n8n keeps its data in it. Where no prebuilt part can be fetched it is compiled.
		await runCommand('npm', ['rebuild', 'sqlite3', '--legacy-peer-deps'], {
			directory: part,
			env: { MAKEFLAGS: '-j2' },
			onProgress: (seconds) => say(`  building the database driver, ${seconds} s`),
		});
		await writeFile(join(part, completed), '');
		await rename(part, target).catch(async (error: unknown) => {
			if (!(await exists(join(target, completed)))) throw error;
		});
	} finally {
		await rm(part, { recursive: true, force: true });
	}
}

/**
 * The complete n8n of a recipe's lock file, installed first where the cache doesn't hold it.
 * The cache is keyed by the lock file, so a new lock file never meets an old tree.
 * @param say told every step of an install, one line at a time; silent when the cache is warm
 */
export async function completeN8n(say: (line: string) => void, name: Recipe = 'complete-n8n'): Promise<CompleteN8n> {
	const recipe = join(import.meta.dirname, name);
	const lock = await readFile(join(recipe, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const directory = join(cacheFolder(), `n8n-${key}`);
	if (!(await exists(join(directory, completed)))) await installInto(directory, recipe, say);
	const manifest = JSON.parse(await readFile(join(directory, 'node_modules/n8n/package.json'), 'utf8')) as { version: string };
	return { directory, program: join(directory, 'node_modules/n8n/bin/n8n'), version: manifest.version };
}
