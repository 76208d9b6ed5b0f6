/** Copies of the project to run tests in, apart from the project's own files and from each other. */
import { rmSync } from 'node:fs';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const copied = [
	...[
		'nodes',
		'credentials',
		'test',
		'workbench',
		'benchmark',
		'examples',
		'docs',
		'dist',
		'.github',
		'.ci',
	],
	...[
		'package.json',
		'package-lock.json',
		'tsconfig.json',
		'jest.config.json',
		'jest.new.json',
		'babel.config.json',
		'gulpfile.js',
		'LICENSE',
		'.gitignore',
		'.editorconfig',
		'.npmrc',
	],
	...[
		'README.md',
		'CHANGELOG.md',
		'CONTRIBUTING.md',
		'SECURITY.md',
		'eslint.config.mjs',
		'eslint.workbench.config.mjs',
	],
];

/**
 * A new copy of the project, as built, in the system's folder for temporary files, with the same
 * node_modules. It is removed when this process ends, also by Ctrl+C.
 * @returns the copy's folder
 */
export async function copyOfProject(): Promise<string> {
	const copy = await mkdtemp(join(tmpdir(), 'messaging-service-copy-'));
	process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
	for (const path of copied) await cp(join(root, path), join(copy, path), { recursive: true });
	await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}

/** Ends this process in an orderly way when it is stopped, so that what it copied is removed. */
export function removeCopiesWhenStopped(): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
