import { sleep } from 'n8n-workflow';

interface Cancellation {
	aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Waits this many milliseconds, or until the execution is stopped, whichever comes first.
 * Never rejects: the caller looks at the signal.
 */
export async function pause(milliseconds: number, signal?: Cancellation): Promise<void> {
	if (signal?.aborted) return;
	if (!signal) return await sleep(milliseconds);
	let stopped = (): void => undefined;
	const stop = new Promise<void>((resolve) => {
		stopped = resolve;
	});
	signal.addEventListener('abort', stopped);
	await Promise.race([sleep(milliseconds), stop]);
	signal.removeEventListener('abort', stopped);
}
