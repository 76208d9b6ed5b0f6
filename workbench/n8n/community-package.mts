/**
 * Puts a packed package where n8n keeps community packages, in the way of its own CommunityPackagesService:
 * unpacked under nodes/node_modules, named in nodes/package.json, and entered in two tables.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runCommand } from './command.mts';
import type { NodeTypeDescription } from './rest.mts';

interface Manifest {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
	[member: string]: unknown;
}

/** n8n's own folder inside the user folder that N8N_USER_FOLDER names. */
export const n8nFolder = (userFolder: string) => join(userFolder, '.n8n');

async function readJson<T>(path: string): Promise<T | undefined> {
	const text = await readFile(path, 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Unpacks the tarball for the n8n whose user folder this is, in place of an earlier version; before n8n starts. */
export async function installCommunityPackage(
	userFolder: string,
	tarball: string,
	name: string,
): Promise<void> {
	const nodes = join(n8nFolder(userFolder), 'nodes');
	const target = join(nodes, 'node_modules', name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await runCommand('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	const manifest = (await readJson<Manifest>(join(target, 'package.json'))) as Manifest;
	// n8n drops these before it runs npm install there; nothing is left to install, as the package has no dependencies.
	for (const member of ['devDependencies', 'peerDependencies', 'optionalDependencies'])
		delete manifest[member];
	await writeFile(join(target, 'package.json'), JSON.stringify(manifest, null, 2));
	const ledger = join(nodes, 'package.json');
	const known = await readJson<{ dependencies: Record<string, string> }>(ledger);
	const dependencies = { ...known?.dependencies, [manifest.name]: manifest.version };
	// Settings > Community nodes asks npm for newer versions, and waits a minute where it can't be reached.
	await writeFile(join(nodes, '.npmrc'), 'offline=true\n');
	await writeFile(
		ledger,
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies }, null, 2),
	);
}

/**
 * Enters the package in n8n's SQLite tables, so that Settings > Community nodes lists it.
 * n8n must have started once: its migrations make the tables.
 */
export async function registerCommunityPackage(
	userFolder: string,
	name: string,
	nodeTypes: NodeTypeDescription[],
): Promise<void> {
	const manifest = (await readJson<Manifest>(
		join(n8nFolder(userFolder), 'nodes/node_modules', name, 'package.json'),
	)) as Manifest;
	const database = new DatabaseSync(join(n8nFolder(userFolder), 'database.sqlite'), {
		timeout: 10_000,
	});
	try {
		database.exec('BEGIN IMMEDIATE');
		database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(name);
		database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(name);
		database
			.prepare(
				"INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt) VALUES (?, ?, ?, ?, datetime('now'), datetime('now'))",
			)
			.run(name, manifest.version, manifest.author?.name ?? null, manifest.author?.email ?? null);
		for (const type of nodeTypes.filter(
			(entry) => entry.name.startsWith(`${name}.`) && !entry.name.endsWith('Tool'),
		)) {
			const latest = Math.max(...[type.version].flat());
			database
				.prepare(
					'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
				)
				.run(type.displayName, type.name, latest, name);
		}
		database.exec('COMMIT');
	} finally {
		database.close();
	}
}

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
