import type { SubjectName } from '../subjects/pool.mts';
import { interleaved, withService, type Bench } from './bench.mts';
import { count, titles, type Finding } from './finding.mts';

/** 1,000 sends that start with a token which the service no longer takes. */
export async function expiredToken(bench: Bench): Promise<Finding> {
	const subjects: SubjectName[] = ['messagingService', 'httpRequest', 'plainDeclarative'];
	const runs = await withService(0, (service) =>
		interleaved(bench, service, {
			subjects,
			task: { kind: 'sends', items: 1000 },
			latency: 50,
			expired: true,
			fresh: true,
			rounds: 1,
			mayFail: subjects,
		}),
	);
	const own = runs.get('messagingService')![0]!;
	return {
		scenario: '1,000 sends with an expired token',
		target: '1 token exchange',
		result: `${count(own.seen.exchanges)} exchange, ${count(own.seen.accepted)} accepted`,
		reached: own.seen.exchanges === 1 && own.seen.accepted === 1000 && own.seen.twice === 0,
		table: {
			head: ['', 'exchanges', 'answered 401', 'accepted', 'the run'],
			rows: [...runs].map(([name, [run]]) => [
				titles[name],
				count(run!.seen.exchanges),
				count(run!.seen.refusedToken),
				count(run!.seen.accepted),
				run!.failure ?? 'succeeds',
			]),
		},
		notes: [
			'The HTTP Request node has its token typed into a header, so nothing can renew it.',
			"The plain declarative node uses this package's credential, too. It makes one exchange for all requests that need a token at the same time; another credential would make one for each item.",
		],
	};
}
