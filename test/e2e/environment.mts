/**
 * The one n8n and the one sandbox that all end-to-end tests share: n8n takes long to start, the
 * sandbox is emptied before each test.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBench, sandboxCredential, type Bench } from '../../workbench/n8n/bench.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { leftBehind } from './left-behind.mts';

export interface Environment {
	bench: Bench;
	sandbox: Sandbox;
	credential: { id: string; name: string };
	userFolder: string;
}

let current: Environment | undefined;

/** What else ends with the environment, in the order of its beginning. */
const endings: Array<() => Promise<void>> = [];

/** What n8n wrote during the last run of the tests. */
const logFile = leftBehind('n8n.log');

/** Opens the environment; the runner does so once, before the first test. */
export async function openEnvironment(say: (line: string) => void): Promise<void> {
	const userFolder = await mkdtemp(join(tmpdir(), 'messaging-service-n8n-'));
	const sandbox = await startSandbox({ pastMessages: 250 });
	try {
		const bench = await openBench(
			{ userFolder },
			say,
			process.argv.includes('--older') ? 'older-n8n' : 'complete-n8n',
		);
		current = {
			bench,
			sandbox,
			credential: await sandboxCredential(bench.rest, sandbox),
			userFolder,
		};
	} catch (error) {
		await sandbox.stop();
		await rm(userFolder, { recursive: true, force: true });
		throw error;
	}
}

export function environment(): Environment {
	if (!current)
		throw new Error("The end-to-end tests share one n8n: start them with 'npm run test:e2e'.");
	return current;
}

/** Has something that a test started ended together with the environment; what was started last ends first. */
export function endWithEnvironment(end: () => Promise<void>): void {
	endings.push(end);
}

/** Ends n8n and the sandbox, removes n8n's data and keeps what it wrote. */
export async function closeEnvironment(): Promise<void> {
	if (!current) return;
	const { bench, sandbox, userFolder } = current;
	current = undefined;
	for (let end = endings.pop(); end; end = endings.pop()) await end();
	await bench.n8n.stop();
	await sandbox.stop();
	await rm(userFolder, { recursive: true, force: true });
	await writeFile(logFile, bench.n8n.log());
}
