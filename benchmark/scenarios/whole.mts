import { perPage, type Task } from '../subjects/task.mts';
import type { Run } from './bench.mts';

/**
 * What is missing for a run to have done all of its task, in words; nothing where it has. Time that a
 * run was quick in because its sends were refused must never be compared with anybody's.
 * @param messages how many the service has, for who reads them all
 */
export function missing(task: Task, run: Run, messages: number): string | undefined {
	if (run.failure !== undefined) return run.failure;
	const wrong = countsOf(task, run, messages)
		.filter(([, is, wanted]) => is !== wanted)
		.map(([what, is, wanted]) => `${is} ${what}, not ${wanted}`);
	return wrong.length > 0 ? wrong.join('; ') : undefined;
}

function countsOf(
	task: Task,
	run: Run,
	messages: number,
): Array<[what: string, is: number, wanted: number]> {
	switch (task.kind) {
		case 'sends':
			return [
				['numbers were sent to', run.seen.reached, task.items],
				['numbers were sent to twice', run.seen.twice, 0],
				['sends had another body than the task says', run.seen.otherBodies, 0],
				['items came out', run.items, task.items],
				['items have an output paired with them', run.paired, task.items],
			];
		case 'poll':
			return [['pages were asked for', run.seen.requests, Math.ceil(messages / perPage)]];
		default:
			return [['records came out', run.records, messages]];
	}
}
