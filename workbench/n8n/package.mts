/** Installs the package where n8n keeps community packages: nodes/node_modules of its folder, and two tables. */
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runCommand } from './programs.mts';
import type { TypeDescription } from './rest.mts';

export const packageName = 'n8n-nodes-messaging-service';
export const nodeType = `${packageName}.messagingService`;
export const triggerType = `${packageName}.messagingServiceTrigger`;
export const credentialType = 'messagingServiceApi';

const project = join(import.meta.dirname, '../..');

/** Builds the project and packs it as it would be published, into a folder; returns the tarball's path. */
export async function packProject(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	await runCommand('npm', ['run', '--silent', 'build'], { directory: project });
	const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const output = await runCommand('npm', packing, { directory: project });
	return join(folder, output.split('\n').at(-1) ?? '');
}

/** Returns the npm arguments of README's own line for a package file, without the file. */
function installLine(): string[] {
	const readme = readFileSync(join(project, 'README.md'), 'utf8');
	const [, words] = /^npm (install .*) \/path\/to\/\S+$/m.exec(readme)!;
	return words!.split(' ');
}

/** Installs the package into an n8n user folder, replacing an earlier version. Call it before n8n starts. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n/nodes');
	// The folder may be a user's own, so other packages in it stay.
	await rm(join(nodes, 'node_modules', packageName), { recursive: true, force: true });
	await mkdir(nodes, { recursive: true });
	// Overrides the .npmrc that an earlier install wrote (see below).
	const env = { npm_config_offline: 'false', npm_config_prefer_offline: 'true' };
	const settings = { directory: nodes, env };
	await runCommand('npm', [...installLine(), tarball], settings);
	// Settings > Community nodes asks npm for newer versions, and waits a minute where it can't be reached.
	await writeFile(join(nodes, '.npmrc'), 'offline=true\n');
}

/** Lists the package under Settings > Community nodes: in two tables, which n8n made when it started. */
export function listPackage(userFolder: string, nodeTypes: TypeDescription[]): void {
	const manifest = readFileSync(join(project, 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	const database = new DatabaseSync(join(userFolder, '.n8n/database.sqlite'), { timeout: 10_000 });
	// Replacing an earlier entry also deletes its nodes.
	database
		.prepare(
			`INSERT OR REPLACE INTO installed_packages (packageName, installedVersion, createdAt, updatedAt)
			VALUES (?, ?, datetime('now'), datetime('now'))`,
		)
		.run(packageName, version);
	const enter = database.prepare(
		'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, 1, ?)',
	);
	for (const { name, displayName } of nodeTypes)
		if ([nodeType, triggerType].includes(name)) enter.run(displayName, name, packageName);
	database.close();
}
