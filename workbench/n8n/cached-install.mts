/**
 * Programs that are too large to come with `npm ci`: kept in a cache folder, each in a folder named
 * after its lock file.
 */
import { createHash } from 'node:crypto';
import { access, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mts';

export interface Program {
	/** What its folder's name begins with. */
	name: string;
	/** The folder with its manifest and lock file. */
	recipe: string;
	/** Said before it is installed. */
	title: string;
	/** What is left to do in the folder after npm's part. */
	finish?(directory: string): Promise<void>;
}

const completed = '.complete';

/** The folder that all of them live in: outside the checkout, so that a fresh clone finds it warm. */
export function cacheFolder(): string {
	return join(
		process.env.XDG_CACHE_HOME || join(homedir() || userInfo().homedir, '.cache'),
		'n8n-nodes-messaging-service',
	);
}

async function exists(path: string): Promise<boolean> {
	return await access(path).then(
		() => true,
		() => false,
	);
}

/**
 * The folder that holds the program's node_modules, installed first where the cache doesn't have it. A
 * new lock file never meets an old tree.
 * @param say told every step of an install, one line at a time; silent when the cache is warm
 */
export async function cachedInstall(
	program: Program,
	say: (line: string) => void,
): Promise<string> {
	const lock = await readFile(join(program.recipe, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const directory = join(cacheFolder(), `${program.name}-${key}`);
	if (!(await exists(join(directory, completed)))) await installInto(directory, program, say);
	return directory;
}

/**
 * Installs in a folder of its own and moves that into place at the end: an interrupted install leaves nothing
 * that looks complete, and of two installs at once the first to finish wins.
 */
async function installInto(
	target: string,
	{ recipe, title, finish }: Program,
	say: (line: string) => void,
): Promise<void> {
	const part = `${target}.part-${process.pid}`;
	try {
		say(title);
		await mkdir(part, { recursive: true });
		await cp(recipe, part, { recursive: true });
		// Scripts stay off: several packages of these trees would fetch or compile things that nobody here needs.
		await runCommand(
			'npm',
			[
				'ci',
				'--ignore-scripts',
				'--legacy-peer-deps',
				'--no-audit',
				'--no-fund',
				'--loglevel=error',
			],
			{
				directory: part,
				onProgress: (seconds) => say(`  still at it, ${seconds} s`),
			},
		);
		await finish?.(part);
		await writeFile(join(part, completed), '');
		await rename(part, target).catch(async (error: unknown) => {
			if (!(await exists(join(target, completed)))) throw error;
		});
	} finally {
		await rm(part, { recursive: true, force: true });
	}
}
