import { inFlight } from '../subjects/task.mts';
import { interleaved, medianOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, shareList, times, titles, type Finding } from './finding.mts';

/** 1,000 sends at a service that takes 50 ms for each. */
export async function sends(bench: Bench): Promise<Finding> {
	const setting = { task: { kind: 'sends', items: 1000 }, warmUp: { kind: 'sends', items: 300 }, latency: 50 } as const;
	const { runs, profiles } = await withService(0, async (service) => ({
		runs: await interleaved(bench, service, { ...setting, subjects: ['messagingService', 'bareClient', 'httpRequest', 'plainDeclarative'], rounds: bench.rounds }),
		profiles: await interleaved(bench, service, { ...setting, subjects: ['messagingService'], rounds: 1, profile: true }),
	}));
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
			...[...profiles].map(([name, [run]]) => `Where the processor time goes by a profile, ${titles[name]}: ${shareList(run!.shares)}.`),
			`The HTTP Request node and a plain declarative node start all 1,000 requests at once. That is quick where a service bears it; the next table shows one that doesn't. This node and the bare client keep to ${inFlight}.`,
		],
	};
}
