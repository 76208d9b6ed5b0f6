/** Which complete n8n there is, and what it takes to install it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedInstall } from './cached-install.mts';
import { runCommand } from './command.mts';

export interface CompleteN8n {
	/** The folder that holds n8n's node_modules. */
	directory: string;
	/** The script that Node runs to start n8n. */
	program: string;
	version: string;
}

/**
 * The folders with a manifest and a lock file: the n8n of today, and the newest of the 1.x line,
 * which many still run.
 */
export type Recipe = 'complete-n8n' | 'older-n8n';

/**
 * The complete n8n of a recipe's lock file, installed first where the cache doesn't hold it.
 * @param say told every step of an install, one line at a time; silent when the cache is warm
 */
export async function completeN8n(
	say: (line: string) => void,
	recipe: Recipe = 'complete-n8n',
): Promise<CompleteN8n> {
	const directory = await cachedInstall(
		{
			name: 'n8n',
			recipe: join(import.meta.dirname, recipe),
			title: 'Installing a complete n8n (up to 2.2 GB, about five minutes, once)',
			// n8n keeps its data in sqlite3. Where no prebuilt part can be fetched it is compiled.
			finish: async (part) => {
				await runCommand('npm', ['rebuild', 'sqlite3', '--legacy-peer-deps'], {
					directory: part,
					env: { MAKEFLAGS: '-j2' },
					onProgress: (seconds) => say(`  building the database driver, ${seconds} s`),
				});
			},
		},
		say,
	);
	const manifest = JSON.parse(
		await readFile(join(directory, 'node_modules/n8n/package.json'), 'utf8'),
	) as { version: string };
	return {
		directory,
		program: join(directory, 'node_modules/n8n/bin/n8n'),
		version: manifest.version,
	};
}
