/**
 * Redis and PostgreSQL for n8n's queue mode: on free ports of 127.0.0.1, their data in a folder
 * that goes with them.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { runCommand } from './command.mts';
import { installFromDebian } from './debian.mts';
import { freePort } from './free-port.mts';
import { startProgram, type RunningProgram } from './program.mts';

export interface Server extends RunningProgram {
	port: number;
}

const debianPostgres = '/usr/lib/postgresql';
export const databaseUser = 'n8n';

/** What Debian calls the two. */
export const serverPackages = ['redis-server', 'postgresql'];

/** The folder of PostgreSQL's programs: Debian keeps them off the PATH, by version. */
function postgresPrograms(): string | undefined {
	if (!existsSync(debianPostgres)) return undefined;
	const newest = readdirSync(debianPostgres).sort((a, b) => Number(b) - Number(a))[0];
	return newest === undefined ? undefined : join(debianPostgres, newest, 'bin');
}

/** What is missing for queue mode on this machine, as one sentence; undefined where all is there. */
export function missingServers(): string | undefined {
	const redis = existsSync('/usr/bin/redis-server');
	const postgres = postgresPrograms() !== undefined;
	if (redis && postgres) return undefined;
	const names = [redis ? '' : 'redis-server', postgres ? '' : 'postgresql'].filter(Boolean);
	return `Queue mode needs ${names.join(' and ')}. On Debian: apt-get install --no-install-recommends ${names.join(' ')}`;
}

/** Installs both servers where one is missing and they can be installed. */
export async function installServers(say: (line: string) => void): Promise<void> {
	if (missingServers() !== undefined) await installFromDebian(serverPackages, say);
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = createConnection({ host: '127.0.0.1', port });
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

export async function startRedis(folder: string): Promise<Server> {
	const port = await freePort();
	mkdirSync(folder, { recursive: true });
	const running = await startProgram({
		name: 'Redis',
		program: '/usr/bin/redis-server',
		parameters: [
			'--port',
			String(port),
			'--bind',
			'127.0.0.1',
			'--dir',
			folder,
			'--save',
			'',
			'--appendonly',
			'no',
		],
		env: {},
		directory: folder,
		ready: () => accepts(port),
	});
	return { ...running, port };
}

/** PostgreSQL refuses to run as root, so root lends it Debian's own account for it. */
function postgresAccount(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
	return { uid: id('-u'), gid: id('-g') };
}

/** Starts an empty PostgreSQL with a database and a user both called as `databaseUser` says, no password asked. */
export async function startPostgres(folder: string): Promise<Server> {
	const programs = postgresPrograms() ?? '';
	const port = await freePort();
	const user = postgresAccount();
	mkdirSync(folder, { recursive: true });
	if (user) chownSync(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const env = { PATH: process.env.PATH ?? '' };
	await runCommand(
		join(programs, 'initdb'),
		['-D', data, '-U', databaseUser, '--auth', 'trust', '--no-sync'],
		{ directory: folder, user },
	);
	const running = await startProgram({
		name: 'PostgreSQL',
		program: join(programs, 'postgres'),
		parameters: [
			'-D',
			data,
			'-p',
			String(port),
			'-h',
			'127.0.0.1',
			'-k',
			folder,
			'-c',
			'fsync=off',
			'-c',
			'max_connections=200',
		],
		env,
		directory: folder,
		user,
		// A fast shutdown: it doesn't wait for n8n's connections.
		endSignal: 'SIGINT',
		ready: async (log) => log.includes('ready to accept connections'),
	});
	await runCommand(join(programs, 'createdb'), [
		'-h',
		'127.0.0.1',
		'-p',
		String(port),
		'-U',
		databaseUser,
		databaseUser,
	]);
	return { ...running, port };
}
