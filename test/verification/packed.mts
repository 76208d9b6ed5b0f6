/** The package as it would be published, unpacked into a temporary folder. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const project = resolve(import.meta.dirname, '../..');

export interface Packed {
	/** What is in the tarball. */
	folder: string;
	/** The tarball's bytes. */
	size: number;
	remove(): void;
}

/** Packs `dist` as it stands, without building it: other tests read it meanwhile. */
export function packProject(): Packed {
	const place = mkdtempSync(join(tmpdir(), 'messaging-service-packed-'));
	const output = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', place], { cwd: project, encoding: 'utf8' });
	const tarball = join(place, output.trim().split('\n').at(-1) as string);
	execFileSync('tar', ['-xzf', tarball, '-C', place]);
	return { folder: join(place, 'package'), size: statSync(tarball).size, remove: () => rmSync(place, { recursive: true }) };
}
