import { interleaved, mediansOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, tableOf, times, type Finding } from './finding.mts';

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
	const { time, processor, requests } = mediansOf(runs);
	const ratio = time('trigger') / time('bareClient');
	return {
		scenario: `a poll of the trigger, ${count(listed)} messages, 50 ms latency`,
		target: '≤ 1.15 × the bare client reading the same pages',
		result: `${times(ratio)} the bare client`,
		reached: ratio <= 1.15,
		runs: bench.rounds,
		table: tableOf(runs, {
			time: (name) => milliseconds(time(name)),
			'of the bare client': (name) => times(time(name) / time('bareClient')),
			'processor time': (name) => milliseconds(processor(name)),
			requests: (name) => count(requests(name)),
		}),
		notes: ['Both read every message of the last month, 10 pages at a time, and find no change.'],
	};
}
