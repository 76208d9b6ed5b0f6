/** Copies of the project in which mistakes are made, so that they never reach the project's own files. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mistake } from './mistake.mts';

const root = join(import.meta.dirname, '../..');

const copied = [
	...['nodes', 'credentials', 'test', 'workbench', 'benchmark', 'examples', 'docs', 'dist', '.github', '.ci'],
	...['package.json', 'package-lock.json', 'tsconfig.json', 'jest.config.json', 'babel.config.json', 'gulpfile.js', 'LICENSE'],
	...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'eslint.config.mjs', 'eslint.workbench.config.mjs'],
];

/** A new copy of the project in the system's folder for temporary files, with the same node_modules. */
export async function newWorkplace(): Promise<string> {
	const workplace = await mkdtemp(join(tmpdir(), 'messaging-service-mistakes-'));
	for (const path of copied) await cp(join(root, path), join(workplace, path), { recursive: true });
	await symlink(join(root, 'node_modules'), join(workplace, 'node_modules'));
	return workplace;
}

export const removed = (workplace: string): Promise<void> => rm(workplace, { recursive: true, force: true, maxRetries: 5 });

/** How often a text stands in another. */
export const timesIn = (text: string, part: string): number => text.split(part).length - 1;

/** The file with the mistake in it; an error where what it replaces doesn't stand there exactly once. */
export function withMistake(text: string, { name, file, from, to }: Mistake): string {
	if (timesIn(text, from) !== 1) throw new Error(`“${name}”: what it replaces stands ${timesIn(text, from)} times in ${file}, and has to stand there once.`);
	// A function, since a text may contain $&.
	return text.replace(from, () => to);
}

/** Does something while the mistake is in the copy, then takes it out again. */
export async function during<Result>(workplace: string, mistake: Mistake, work: () => Promise<Result>): Promise<Result> {
	const path = join(workplace, mistake.file);
	const right = await readFile(path, 'utf8');
	await writeFile(path, withMistake(right, mistake));
	try {
		return await work();
	} finally {
		await writeFile(path, right);
	}
}
