/** Where Stryker is kept, and how it gets there. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../workbench/n8n/command.mts';
import { cacheFolder } from '../../workbench/n8n/install.mts';

const recipe = join(import.meta.dirname, 'stryker');

async function isThere(path: string): Promise<boolean> {
	return await stat(path).then(
		() => true,
		() => false,
	);
}

/**
 * The script that starts Stryker, installed first where the cache doesn't hold it: it would double
 * what everybody installs who only wants to build and test. The cache is keyed by the lock file. An
 * install is moved into place at its end, so that an interrupted one leaves nothing that looks complete.
 * @param say told when it installs; silent when the cache is warm
 */
export async function strykerProgram(say: (line: string) => void): Promise<string> {
	const lock = await readFile(join(recipe, 'package-lock.json'));
	const target = join(cacheFolder(), `stryker-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
	const program = join(target, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	if (await isThere(program)) return program;
	const part = `${target}.part-${process.pid}`;
	try {
		say('Installing Stryker (about 64 MB, once)');
		await mkdir(part, { recursive: true });
		await cp(recipe, part, { recursive: true });
		await runCommand('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
			directory: part,
			onProgress: (seconds) => say(`  still at it, ${seconds} s`),
		});
		// Of two installs at once the first to finish wins.
		await rename(part, target).catch(async (error: unknown) => {
			if (!(await isThere(program))) throw error;
		});
	} finally {
		await rm(part, { recursive: true, force: true });
	}
	return program;
}
