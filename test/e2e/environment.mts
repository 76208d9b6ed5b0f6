/** The one n8n and the one sandbox that all tests of a command share, since n8n takes long to start. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinBench, openBench, sandboxCredential, startBench } from '../../workbench/n8n/bench.mts';
import type { Bench } from '../../workbench/n8n/bench.mts';
import { freePort } from '../../workbench/n8n/programs.mts';
import { publicAddress } from '../../workbench/n8n/public-address.mts';
import { openQueueMode, type QueueMode } from '../../workbench/n8n/queue-mode.mts';
import type { Credential } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { recipe, running } from './choices.mts';

/** The environment of a test. Its n8n is a single process, or the main one of queue mode. */
export type Environment = Pick<Bench, 'rest' | 'executions'> & {
	n8n: { origin: string };
	sandbox: Sandbox;
	credential: Credential;
	/** n8n's version, such as [2, 41, 0]. */
	version: number[];
};

let current: Environment | undefined;
let nodeTypes: Bench['nodeTypes'] = [];
let bench: Bench | undefined;
let launch = { userFolder: '', port: 0, env: {} };
let earlierLog = '';
const endings: Array<() => Promise<unknown>> = [];

/** The reason to skip a test that needs n8n's own process or files; undefined if the tests started n8n. */
export const notStartedHere = recipe
	? undefined
	: "It needs n8n's process or files, and somebody else started this n8n.";

/** Returns the path of a file that a run leaves for people: one for each account, since all share this folder. */
export const leftBehind = (name: string): string =>
	join(tmpdir(), `messaging-service-${process.getuid?.() || ''}${name}`);

export function environment(): Environment {
	if (!current) throw new Error("Start these tests with 'npm run test:e2e' or 'test:queue'.");
	return current;
}

/** Whether n8n is of this version or a later one. */
export function isFrom(major: number, minor = 0): boolean {
	const [ownMajor = 0, ownMinor = 0] = environment().version;
	return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Returns all nodes that n8n offers. */
export const offered = (): Bench['nodeTypes'] => nodeTypes;

/** Returns the n8n that was started for the tests, with its installation. */
export const theBench = () => ({ ...bench!, userFolder: launch.userFolder });

/** Returns everything that this n8n has logged so far, also before it was restarted. */
export const n8nLog = (): string => earlierLog + theBench().n8n.log();

async function openSandbox(): Promise<Sandbox> {
	const sandbox = await startSandbox({ pastMessages: 250 });
	endings.push(() => sandbox.stop());
	return sandbox;
}

export async function openEnvironment(): Promise<void> {
	const sandbox = await openSandbox();
	const { rest, executions, ...opened } = recipe ? await startN8n() : await joinN8n();
	nodeTypes = opened.nodeTypes;
	const { n8n } = opened;
	const version = await rest.version();
	const credential = await sandboxCredential(rest, sandbox);
	current = { n8n, rest, executions, sandbox, credential, version };
}

async function startN8n(): Promise<Bench> {
	const userFolder = await mkdtemp(join(tmpdir(), 'messaging-service-n8n-'));
	endings.push(() => rm(userFolder, { recursive: true, force: true }));
	const port = await freePort();
	launch = { userFolder, port, env: publicAddress(port) };
	bench = await openBench(launch, console.log, recipe);
	endings.push(async () => {
		await theBench().n8n.stop();
		await writeFile(leftBehind('n8n.log'), n8nLog());
	});
	return bench;
}

async function joinN8n() {
	const { origin, owner } = running;
	return { n8n: { origin }, ...(await joinBench(origin, owner)) };
}

/** Kills n8n. Returns a function that starts it again with the same data. */
export async function crash(): Promise<() => Promise<void>> {
	const { install, n8n } = theBench();
	await n8n.kill();
	return async () => {
		earlierLog += n8n.log();
		bench = await startBench(install, launch);
		current = { ...environment(), ...bench };
	};
}

/** Opens n8n's queue mode with this many workers. */
export async function openQueueEnvironment(workers: number): Promise<QueueMode> {
	const sandbox = await openSandbox();
	const queue = await openQueueMode(workers, sandbox, console.log);
	endings.push(() => queue.stop());
	const version = await queue.rest.version();
	current = { ...queue, n8n: queue.main, sandbox, version };
	return queue;
}

/** Resets the sandbox before each test: no messages, no requests, no fault, no delay. */
export function emptySandbox(): void {
	const { sandbox } = environment();
	sandbox.reset();
	sandbox.setOptions({ latency: 0, maxPerPage: Infinity });
}

/** Ends everything that was started, the last first. */
export async function closeEnvironment(): Promise<void> {
	for (let end = endings.pop(); end; end = endings.pop()) await end();
}
