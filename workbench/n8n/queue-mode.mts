/** n8n scaled out: one main process, several workers, Redis for the queue, PostgreSQL for the data. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { account, packageName, sandboxCredential, type SandboxAddress } from './bench.mts';
import { installCommunityPackage, packProject } from './community-package.mts';
import { Executions } from './executions.mts';
import { completeN8n } from './install.mts';
import { launchN8n, type N8nProcess } from './launch.mts';
import { N8nRest } from './rest.mts';
import { databaseUser, startPostgres, startRedis, type Server } from './servers.mts';

export interface QueueMode {
	main: N8nProcess;
	workers: N8nProcess[];
	/** Of the Redis that n8n's queue is in; its database 0. */
	redisPort: number;
	rest: N8nRest;
	executions: Executions;
	credential: { id: string; name: string };
	/** Ends all of it and removes its data. */
	stop(): Promise<void>;
}

function sharedSettings(redis: Server, postgres: Server): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: databaseUser,
		DB_POSTGRESDB_USER: databaseUser,
		DB_POSTGRESDB_PASSWORD: 'none asked',
		// Workers read the credentials that the main process has stored.
		N8N_ENCRYPTION_KEY: 'one key for all processes',
		// A worker's job counts as lost when it was silent this long; n8n's own minute only makes a test longer.
		QUEUE_WORKER_LOCK_DURATION: '10000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
	};
}

/** Starts all of it; each process has its own user folder, as each would have its own container. */
export async function openQueueMode(
	count: number,
	sandbox: SandboxAddress,
	say: (line: string) => void,
): Promise<QueueMode> {
	const install = await completeN8n(say);
	const folder = await mkdtemp(join(tmpdir(), 'messaging-service-queue-'));
	// PostgreSQL's account has to reach its own folder in here.
	await chmod(folder, 0o755);
	const running: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		for (const program of running.splice(0).reverse()) await program.stop();
		await rm(folder, { recursive: true, force: true });
	};
	const keep = <T extends { stop(): Promise<void> }>(program: T): T => {
		running.push(program);
		return program;
	};
	try {
		say('Building and packing the package');
		const tarball = await packProject(join(folder, 'package'));
		say('Starting Redis and PostgreSQL');
		const redis = keep(await startRedis(join(folder, 'redis')));
		const postgres = keep(await startPostgres(join(folder, 'postgres')));
		const env = sharedSettings(redis, postgres);
		const launch = async (name: string, command: 'start' | 'worker', parameters: string[] = []) => {
			const userFolder = join(folder, name);
			await installCommunityPackage(userFolder, tarball, packageName);
			return keep(await launchN8n(install, { command, parameters, userFolder, env }));
		};
		say(`Starting n8n's main process and ${count} workers`);
		const main = await launch('main', 'start');
		const rest = new N8nRest(main.origin);
		await rest.signIn(account);
		const workers: N8nProcess[] = [];
		for (let index = 1; index <= count; index++)
			workers.push(await launch(`worker-${index}`, 'worker', ['--concurrency=10']));
		const credential = await sandboxCredential(rest, sandbox);
		return {
			main,
			workers,
			redisPort: redis.port,
			rest,
			executions: new Executions(rest, install),
			credential,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
