import type { SubjectName } from '../subjects/pool.mts';
import { interleaved, withService, type Bench } from './bench.mts';
import { count, titles, type Finding } from './finding.mts';

/** 1,000 sends at a service that answers 429 to more than 20 requests at once. */
export async function rateLimited(bench: Bench): Promise<Finding> {
	const subjects: SubjectName[] = ['messagingService', 'httpRequest', 'plainDeclarative', 'bareClient'];
	const runs = await withService(0, (service) =>
		interleaved(bench, service, {
			subjects, task: { kind: 'sends', items: 1000 }, latency: 50, maxInFlight: 20, rounds: 1, mayFail: subjects,
		}),
	);
	const own = runs.get('messagingService')![0]!;
	return {
		scenario: '1,000 sends, the service answers 429 above 20 in flight',
		target: '1,000 accepted, none twice',
		result: `${count(own.seen.accepted)} accepted, ${count(own.seen.twice)} twice`,
		reached: own.seen.accepted === 1000 && own.seen.twice === 0 && own.paired === 1000,
		table: {
			head: ['', 'accepted', 'twice', 'answered 429', 'items out', 'the run'],
			rows: [...runs].map(([name, [run]]) => [
				titles[name], count(run!.seen.accepted), count(run!.seen.twice), count(run!.seen.refusedAsTooMany), count(run!.items), run!.failure ?? 'succeeds',
			]),
		},
		notes: ['Where the run fails and no item comes out, messages were accepted all the same, and nobody is told which.'],
	};
}
