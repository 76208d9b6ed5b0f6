import type { SubjectName } from '../subjects/pool.mts';
import { interleaved, medianOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, shareList, times, titles, type Finding } from './finding.mts';

const items = 10_000;

/** 10,000 items with the same text, each in a request of its own and 100 to a request. */
export async function combined(bench: Bench): Promise<Finding> {
	const setting = {
		task: { kind: 'sends', items },
		warmUp: { kind: 'sends', items: 300 },
		latency: 50,
	} as const;
	const { runs, profiles } = await withService(0, async (service) => ({
		runs: await interleaved(bench, service, {
			...setting,
			subjects: ['combining', 'messagingService'],
			rounds: bench.longRounds,
		}),
		profiles: await interleaved(bench, service, {
			...setting,
			subjects: ['combining'],
			rounds: 1,
			profile: true,
		}),
	}));
	const time = (name: SubjectName) => medianOf(runs, name, (run) => run.milliseconds);
	const all = [...runs.values()].flat();
	const [fewestOut, fewestPaired] = [
		Math.min(...all.map((run) => run.items)),
		Math.min(...all.map((run) => run.paired)),
	];
	const faster = time('messagingService') / time('combining');
	const requests = runs.get('combining')![0]!.seen.requests;
	return {
		scenario: '10,000 items, the same text, combined, 50 ms latency',
		target: '≥ 40 × as fast as each on its own; 10,000 outputs, each paired with its item',
		result: `${times(faster)} as fast; ${count(requests)} requests, ${count(fewestOut)} outputs, ${count(fewestPaired)} items paired`,
		reached: faster >= 40 && fewestOut === items && fewestPaired === items,
		table: {
			head: [
				'',
				'time',
				'processor time',
				'requests',
				'numbers reached',
				'outputs',
				'items paired',
			],
			rows: [...runs].map(([name, [run]]) => [
				titles[name],
				milliseconds(time(name)),
				milliseconds(medianOf(runs, name, ({ processorMilliseconds }) => processorMilliseconds)),
				count(run!.seen.requests),
				count(run!.seen.reached),
				count(run!.items),
				count(run!.paired),
			]),
		},
		inShort: `**Combine Items** sends 10,000 items with the same text ${times(faster)} as fast as one by one, at 50 ms latency and ten requests at once.`,
		notes: [
			'With 50 ms latency and ten requests at once, 10,000 requests wait for 50 s at least, and 100 combined ones for half a second.',
			...[...profiles].map(
				([name, [run]]) =>
					`Where the processor time goes, by a profile of ${titles[name]}: ${shareList(run!.shares)}.`,
			),
		],
	};
}
