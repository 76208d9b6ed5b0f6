/** The one n8n and the one sandbox that all tests of a command share: n8n takes long to start. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBench, sandboxCredential, startBench } from '../../workbench/n8n/bench.mts';
import type { Bench } from '../../workbench/n8n/bench.mts';
import { publicAddress } from '../../workbench/n8n/launch.mts';
import { freePort } from '../../workbench/n8n/programs.mts';
import { openQueueMode, type QueueMode } from '../../workbench/n8n/queue-mode.mts';
import type { Credential } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';

/** What a test needs of n8n: one process, or the main one of queue mode. */
export type Environment = Pick<Bench, 'n8n' | 'rest' | 'executions'> & {
	sandbox: Sandbox;
	credential: Credential;
};

let current: Environment | undefined;
let bench: Bench | undefined;
let launch = { userFolder: '', port: 0, env: {} };
let earlierLog = '';
const endings: Array<() => Promise<unknown>> = [];

export const isOlder = process.argv.includes('--older');

/** The path of a file that a run leaves for people: one for each account, since all share this folder. */
export const leftBehind = (name: string): string =>
	join(tmpdir(), `messaging-service-${process.getuid?.() || ''}${name}`);

export function environment(): Environment {
	if (!current) throw new Error("Start these tests with 'npm run test:e2e' or 'test:queue'.");
	return current;
}

/** The n8n that runs alone, with what was installed into it. */
export const theBench = () => ({ ...bench!, userFolder: launch.userFolder });

/** Everything that this n8n has written so far. */
export const n8nLog = (): string => earlierLog + theBench().n8n.log();

async function openSandbox(): Promise<Sandbox> {
	const sandbox = await startSandbox({ pastMessages: 250 });
	endings.push(() => sandbox.stop());
	return sandbox;
}

export async function openEnvironment(): Promise<void> {
	const sandbox = await openSandbox();
	const userFolder = await mkdtemp(join(tmpdir(), 'messaging-service-n8n-'));
	endings.push(() => rm(userFolder, { recursive: true, force: true }));
	const port = await freePort();
	launch = { userFolder, port, env: publicAddress(port) };
	bench = await openBench(launch, console.log, isOlder ? 'older-n8n' : 'complete-n8n');
	endings.push(async () => {
		await theBench().n8n.stop();
		await writeFile(leftBehind('n8n.log'), n8nLog());
	});
	current = { ...bench, sandbox, credential: await sandboxCredential(bench.rest, sandbox) };
}

/** n8n crashes; what comes back starts it again with the data it had. */
export async function crash(): Promise<() => Promise<void>> {
	const { install, n8n } = theBench();
	await n8n.kill();
	return async () => {
		earlierLog += n8n.log();
		bench = await startBench(install, launch);
		current = { ...environment(), ...bench };
	};
}

/** n8n's queue mode with so many workers. */
export async function openQueueEnvironment(workers: number): Promise<QueueMode> {
	const sandbox = await openSandbox();
	const queue = await openQueueMode(workers, sandbox, console.log);
	endings.push(() => queue.stop());
	current = { ...queue, n8n: queue.main, sandbox };
	return queue;
}

/** Before each test: nothing sent, nothing asked, no fault, no delay. */
export function emptySandbox(): void {
	const { sandbox } = environment();
	sandbox.reset();
	sandbox.setOptions({ latency: 0, maxPerPage: Infinity });
}

/** Ends all of it; what was started last ends first. */
export async function closeEnvironment(): Promise<void> {
	for (let end = endings.pop(); end; end = endings.pop()) await end();
}
