import { openQueueMode, type QueueMode } from '../../workbench/n8n/queue-mode.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';

export type QueueEnvironment = QueueMode & { sandbox: Sandbox };

/**
 * A worker's job counts as lost when it was silent this long; n8n's own default is a minute, which
 * only makes the test longer.
 */
const settings = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

let current: QueueEnvironment | undefined;

/** Starts n8n's queue mode with two workers, and the sandbox. */
export async function openQueueEnvironment(): Promise<void> {
	const sandbox = await startSandbox({ pastMessages: 250 });
	try {
		current = {
			...(await openQueueMode({
				workers: 2,
				concurrency: 10,
				sandbox,
				env: settings,
				say: console.log,
			})),
			sandbox,
		};
	} catch (error) {
		await sandbox.stop();
		throw error;
	}
}

export function queueEnvironment(): QueueEnvironment {
	if (!current)
		throw new Error("These tests need n8n's queue mode: start them with 'npm run test:queue'.");
	return current;
}

export async function closeQueueEnvironment(): Promise<void> {
	const ending = current;
	current = undefined;
	await ending?.stop();
	await ending?.sandbox.stop();
}
