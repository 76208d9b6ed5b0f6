import { inFlight } from '../subjects/task.mts';
import { interleaved, medianOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, times, titles, type Finding } from './finding.mts';

/** 1,000 sends at a service that takes 50 ms for each. */
export async function sends(bench: Bench): Promise<Finding> {
	const runs = await withService(0, (service) =>
		interleaved(bench, service, {
			subjects: ['messagingService', 'bareClient', 'httpRequest', 'plainDeclarative'],
			task: { kind: 'sends', items: 1000 }, warmUp: { kind: 'sends', items: 300 }, latency: 50, rounds: bench.rounds,
		}),
	);
	const time = (name: Parameters<typeof medianOf>[1]) => medianOf(runs, name, (run) => run.milliseconds);
	const bare = time('bareClient');
	const ratio = time('messagingService') / bare;
	return {
		scenario: '1,000 sends, 50 ms latency, 10 in flight',
		target: '≤ 1.10 × the bare client',
		result: `${times(ratio)} the bare client`,
		reached: ratio <= 1.1,
		table: {
			head: ['', 'time', 'of the bare client', 'processor time', 'in flight'],
			rows: [...runs.keys()].map((name) => [
				titles[name], milliseconds(time(name)), times(time(name) / bare), milliseconds(medianOf(runs, name, (run) => run.processorMilliseconds)), count(medianOf(runs, name, ({ seen }) => seen.peakInFlight)),
			]),
		},
		times: [...runs.keys()].map((subject) => ({ subject, milliseconds: time(subject) })),
		notes: [
			'Every send of each subject was accepted, once: a subject with one that was not would have ended the benchmark.',
			`The HTTP Request node and a plain declarative node start all 1,000 requests at once. That is quick where a service bears it; the next table shows one that doesn't. This node and the bare client keep to ${inFlight}.`,
		],
	};
}
