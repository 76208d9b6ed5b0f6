/** The package as it would be published, unpacked into a temporary folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const project = resolve(import.meta.dirname, '../..');

export interface Packed {
	tarball: string;
	/** What is in the tarball. */
	folder: string;
	/** The tarball's bytes. */
	size: number;
	files: string[];
	remove(): void;
}

/** Packs `dist` as it stands, without building it: other tests read it meanwhile. */
export function packProject(): Packed {
	if (!existsSync(join(project, 'dist/nodes')))
		throw new Error('There is no built package to test: npm run build.');
	const place = mkdtempSync(join(tmpdir(), 'messaging-service-packed-'));
	const output = execFileSync(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', place],
		{ cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const [{ filename, size, files }] = JSON.parse(output) as [
		{ filename: string; size: number; files: Array<{ path: string }> },
	];
	const tarball = join(place, filename);
	execFileSync('tar', ['-xzf', tarball, '-C', place]);
	return {
		tarball,
		folder: join(place, 'package'),
		size,
		files: files.map(({ path }) => path),
		remove: () => rmSync(place, { recursive: true, force: true }),
	};
}
