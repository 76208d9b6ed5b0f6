/** n8n scaled out: one main process, several workers, Redis for the queue, PostgreSQL for the data. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../sandbox/sandbox.mts';
import { sandboxCredential } from './bench.mts';
import { Executions } from './executions.mts';
import { completeN8n } from './install.mts';
import { launchN8n, type N8nProcess } from './launch.mts';
import { installPackage, packProject } from './package.mts';
import { freePort, runCommand, startProgram } from './programs.mts';
import type { Needs, RunningProgram, Say } from './programs.mts';
import { publicAddress } from './public-address.mts';
import { N8nRest } from './rest.mts';

export type QueueMode = Awaited<ReturnType<typeof openQueueMode>>;

const postgresFolder = '/usr/lib/postgresql';

export const serverNeeds: Needs = {
	who: 'Queue mode needs',
	packages: { 'redis-server': '/usr/bin/redis-server', postgresql: postgresFolder },
};

async function startRedis(folder: string, port: number): Promise<RunningProgram> {
	await mkdir(folder);
	return await startProgram({
		name: 'Redis',
		program: '/usr/bin/redis-server',
		parameters: ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''],
		env: {},
		directory: folder,
		ready: async (log) => log.includes('Ready to accept connections'),
	});
}

/** Returns Debian's account for PostgreSQL if run as root, because PostgreSQL refuses to run as root. */
function postgresAccount(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
	return { uid: id('-u'), gid: id('-g') };
}

/** Starts a PostgreSQL with the empty database `postgres` and a user of that name, without a password. */
async function startPostgres(folder: string, port: number): Promise<RunningProgram> {
	// Debian keeps PostgreSQL's programs off the PATH, in a folder for each version.
	const newest = readdirSync(postgresFolder).sort((a, b) => Number(b) - Number(a))[0] ?? '';
	const programs = join(postgresFolder, newest, 'bin');
	const user = postgresAccount();
	await mkdir(folder);
	if (user) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const making = ['-D', data, '-U', 'postgres', '--auth', 'trust', '--no-sync'];
	await runCommand(join(programs, 'initdb'), making, { directory: folder, user });
	return await startProgram({
		name: 'PostgreSQL',
		program: join(programs, 'postgres'),
		parameters: ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F'],
		env: { PATH: process.env.PATH ?? '' },
		directory: folder,
		user,
		// A fast shutdown: it doesn't wait for n8n's connections.
		endSignal: 'SIGINT',
		ready: async (log) => log.includes('ready to accept connections'),
	});
}

const sharedSettings = (redisPort: number, postgresPort: number): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redisPort),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgresPort),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: 'postgres',
	DB_POSTGRESDB_PASSWORD: 'none asked',
	// Workers read the credentials that the main process has stored.
	N8N_ENCRYPTION_KEY: 'one key for all processes',
	// A job counts as lost once its worker was silent for this long. n8n's default of a minute only slows the tests.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
});

/** Starts everything, with `count` workers. Each process has its own user folder, as if in its own container. */
export async function openQueueMode(count: number, sandbox: Sandbox, say: Say) {
	const install = await completeN8n(say);
	const folder = await mkdtemp(join(tmpdir(), 'messaging-service-queue-'));
	// PostgreSQL's account has to reach its own folder in here.
	await chmod(folder, 0o755);
	const running: RunningProgram[] = [];
	const stop = async () => {
		for (const program of running.splice(0).reverse()) await program.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		say('Building and packing the package');
		const tarball = await packProject(join(folder, 'package'));
		say('Starting Redis and PostgreSQL');
		const [redisPort, postgresPort] = [await freePort(), await freePort()];
		running.push(await startRedis(join(folder, 'redis'), redisPort));
		running.push(await startPostgres(join(folder, 'postgres'), postgresPort));
		const port = await freePort();
		// Links that a worker creates lead to the main process.
		const env = { ...sharedSettings(redisPort, postgresPort), ...publicAddress(port) };
		const launch = async (name: string, command: 'start' | 'worker', mainPort?: number) => {
			const userFolder = join(folder, name);
			await installPackage(userFolder, tarball);
			const n8n = await launchN8n(install, { command, userFolder, env, port: mainPort });
			running.push(n8n);
			return n8n;
		};
		say(`Starting n8n's main process and ${count} workers`);
		let main = await launch('main', 'start', port);
		const restartMain = async () => {
			await main.stop();
			main = await launch('main', 'start', port);
		};
		const rest = new N8nRest(main.origin);
		await rest.signIn();
		const workers: N8nProcess[] = [];
		while (workers.length < count)
			workers.push(await launch(`worker-${workers.length + 1}`, 'worker'));
		const credential = await sandboxCredential(rest, sandbox);
		const executions = new Executions(rest);
		return { main, workers, rest, executions, credential, restartMain, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
