/** Processes of their own: what one of them costs is measured, and nothing of another is in it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process that answers each message with one. */
export interface Child {
	/** What it said when it was ready. */
	ready: unknown;
	/** Rejects when it ends before it has answered: out of memory, say. */
	ask(message: object): Promise<unknown>;
	stop(): Promise<void>;
}

export async function startChild(
	file: string,
	argument: string,
	env: NodeJS.ProcessEnv = {},
): Promise<Child> {
	const child = fork(file, [argument], {
		env: { ...process.env, ...env },
		execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
	});
	const answer = async () =>
		await new Promise<unknown>((resolve, reject) => {
			const ended = (code: number | null, signal: string | null) =>
				reject(new Error(`The process of ${argument} ended (${signal ?? code}) too early.`));
			child.once('exit', ended);
			child.once('message', (message) => {
				child.off('exit', ended);
				resolve(message);
			});
		});
	return {
		ready: await answer(),
		async ask(message) {
			child.send(message);
			return await answer();
		},
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const exit = once(child, 'exit');
			child.disconnect();
			await exit;
		},
	};
}
