/** A sandbox whose machine is in another time zone: in a process of its own, with a clock that stands still. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { Sandbox, SandboxOptions } from '../../workbench/sandbox/sandbox.mts';

interface Order {
	at: number;
	options: Pick<SandboxOptions, 'pastMessages' | 'pastSpacing'>;
}

/** What a client needs of a sandbox, and how far its machine's clocks are ahead of UTC at its time, in minutes. */
export type Zoned = Pick<Sandbox, 'baseUrl' | 'clientId' | 'clientSecret'> & { aheadOfUtc: number };

/**
 * Starts one.
 * @param zone name of the time zone, as in `Asia/Kathmandu`
 * @param at its time in milliseconds, at which it stays
 */
export async function startZonedSandbox(
	zone: string,
	at: number,
	options: Order['options'] = {},
): Promise<{ sandbox: Zoned; stop(): Promise<void> }> {
	const child = fork(import.meta.filename, [], {
		env: { ...process.env, TZ: zone },
		execArgv: ['--disable-warning=ExperimentalWarning'],
	});
	const ended = once(child, 'exit');
	child.send({ at, options } satisfies Order);
	const sandbox = (
		await Promise.race([
			once(child, 'message'),
			ended.then(() => {
				throw new Error(`The sandbox in ${zone} ended before it was ready.`);
			}),
		])
	)[0] as Zoned;
	return {
		sandbox,
		stop: async () => {
			child.disconnect();
			await ended;
		},
	};
}

async function serve({ at, options }: Order): Promise<void> {
	const { startSandbox } = await import('../../workbench/sandbox/sandbox.mts');
	const sandbox = await startSandbox({ ...options, now: () => at });
	const { baseUrl, clientId, clientSecret } = sandbox;
	process.send!({
		baseUrl,
		clientId,
		clientSecret,
		aheadOfUtc: -new Date(at).getTimezoneOffset(),
	} satisfies Zoned);
	process.once('disconnect', () => void sandbox.stop());
}

// Jest loads this file, too: it is the program only where Node started with it.
if (process.send && import.meta.url === pathToFileURL(process.argv[1]!).href)
	process.once('message', (order: Order) => void serve(order));
