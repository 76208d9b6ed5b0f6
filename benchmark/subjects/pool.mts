/** Starts subjects in processes of their own and hands them their tasks, one at a time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SubjectName } from './process.mts';
import type { Measure, Order } from './task.mts';

export type { SubjectName } from './process.mts';

/** A subject that waits for a task. */
export interface RunningSubject {
	name: SubjectName;
	/** Rejects when its process ends before the task is done: out of memory, say. */
	run(order: Order): Promise<Measure>;
	stop(): Promise<void>;
}

/** What a process says next; rejects when it ends instead. */
async function answerOf(child: ChildProcess, name: string): Promise<unknown> {
	const ended = new AbortController();
	const exit = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
		throw new Error(`The process of ${name} ended (${signal ?? code}) before it was done.`);
	});
	exit.catch(() => {});
	try {
		return ((await Promise.race([once(child, 'message'), exit])) as unknown[])[0];
	} finally {
		ended.abort();
	}
}

/**
 * Starts a subject in a process of its own.
 * @param completeN8n the folder of the complete n8n, which the HTTP Request node comes from
 */
export async function startSubject(
	name: SubjectName,
	completeN8n?: string,
): Promise<RunningSubject> {
	const child = fork(join(import.meta.dirname, 'process.mts'), [name], {
		env: { ...process.env, ...(completeN8n ? { COMPLETE_N8N: completeN8n } : {}) },
		execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
	});
	await answerOf(child, name);
	return {
		name,
		async run(order) {
			child.send(order);
			return (await answerOf(child, name)) as Measure;
		},
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const exit = once(child, 'exit');
			child.disconnect();
			await exit;
		},
	};
}
