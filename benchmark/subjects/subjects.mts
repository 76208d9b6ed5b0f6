/** Who takes part in the benchmark, by the names that people read. */
import type { Subject } from './task.mts';

export const titles = {
	node: 'this node',
	combining: 'this node, Combine Items',
	skipping: 'this node, Skip Already Sent',
	trigger: 'the trigger',
	loading: 'node and credential',
	limit: 'bare client, a connection a request',
	kept: 'bare client, connections kept',
	httpRequest: 'HTTP Request node',
	httpRequestTwenties: 'HTTP Request node, 20 every 100 ms',
	httpRequestTens: 'HTTP Request node, 10 every 10 ms',
	declarative: 'plain declarative node',
} as const;

export type SubjectName = keyof typeof titles;

function fileOf(name: SubjectName): string {
	if (name === 'limit' || name === 'kept') return 'bareClient';
	return /^httpRequest|declarative/.test(name) ? 'peers' : 'messagingService';
}

/** Whether it is of this package: `--against` runs another build's beside it. */
export const isOwn = (name: SubjectName): boolean => fileOf(name) === 'messagingService';

/** Loads one subject alone: its memory must not contain the others'. */
export async function loadSubject(name: SubjectName): Promise<Subject> {
	return ((await import(`./${fileOf(name)}.mts`)) as Record<string, Subject>)[name]!;
}
