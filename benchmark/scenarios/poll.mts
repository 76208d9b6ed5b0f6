import type { SubjectName } from '../subjects/pool.mts';
import { interleaved, medianOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, times, titles, type Finding } from './finding.mts';

const listed = 10_000;

/** A poll of the trigger that finds no change in 10,000 messages. */
export async function poll(bench: Bench): Promise<Finding> {
	const runs = await withService(listed, (service) =>
		interleaved(bench, service, {
			subjects: ['trigger', 'bareClient'],
			task: { kind: 'poll' },
			warmUp: { kind: 'poll' },
			latency: 50,
			rounds: bench.rounds,
		}),
	);
	const time = (name: SubjectName) => medianOf(runs, name, (run) => run.milliseconds);
	const ratio = time('trigger') / time('bareClient');
	return {
		scenario: `a poll of the trigger, ${count(listed)} messages, 50 ms latency`,
		target: '≤ 1.15 × the bare client reading the same pages',
		result: `${times(ratio)} the bare client`,
		reached: ratio <= 1.15,
		table: {
			head: ['', 'time', 'of the bare client', 'processor time', 'requests'],
			rows: [...runs].map(([name, [run]]) => [
				titles[name],
				milliseconds(time(name)),
				times(time(name) / time('bareClient')),
				milliseconds(medianOf(runs, name, ({ processorMilliseconds }) => processorMilliseconds)),
				count(run!.seen.requests),
			]),
		},
		notes: ['Both read every message of the last month, 10 pages at a time, and find no change.'],
	};
}
