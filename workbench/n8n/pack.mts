import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.mts';

const project = join(import.meta.dirname, '../..');

/**
 * Builds the project and packs it as it would be published.
 * @param folder where the tarball goes
 * @returns the tarball's path
 */
export async function packProject(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	await runCommand('npm', ['run', '--silent', 'build'], { directory: project });
	const output = await runCommand(
		'npm',
		['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
		{ directory: project },
	);
	const name = output.split('\n').at(-1) ?? '';
	return join(folder, name);
}
