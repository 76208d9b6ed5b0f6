import type { SubjectName } from '../subjects/pool.mts';
import { batching } from '../subjects/batching.mts';
import { interleaved, mediansOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, tableOf, titles, type Finding } from './finding.mts';

/** 1,000 sends at a service that answers 429 to more than 20 requests at once. */
export async function rateLimited(bench: Bench): Promise<Finding> {
	const subjects: SubjectName[] = [
		'messagingService',
		'httpRequest',
		'httpRequestBatching',
		'plainDeclarative',
		'bareClient',
	];
	const runs = await withService(0, (service) =>
		interleaved(bench, service, {
			subjects,
			task: { kind: 'sends', items: 1000 },
			latency: 50,
			maxInFlight: 20,
			rounds: 1,
			mayFail: subjects,
		}),
	);
	const only = (name: SubjectName) => runs.get(name)![0]!;
	const own = only('messagingService');
	const others = [...runs]
		.filter(([name]) => name !== 'messagingService')
		.map(([name, [run]]) => `${titles[name]} ${count(run!.seen.accepted)}`);
	return {
		scenario: '1,000 sends, the service refuses more than 20 at once, 50 ms latency',
		target: '1,000 accepted, none twice',
		result: `${count(own.seen.accepted)} accepted, ${count(own.seen.twice)} twice`,
		reached: own.seen.accepted === 1000 && own.seen.twice === 0 && own.paired === 1000,
		runs: 1,
		table: tableOf(runs, {
			accepted: (name) => count(only(name).seen.accepted),
			twice: (name) => count(only(name).seen.twice),
			'answered 429': (name) => count(only(name).seen.refusedAsTooMany),
			'items out': (name) => count(only(name).items),
			time: (name) => milliseconds(mediansOf(runs).time(name)),
			'the run': (name) => only(name).failure ?? 'succeeds',
		}),
		chart: {
			title:
				'Messages accepted of 1,000, by a service that refuses more than 20 at once (50 ms latency)',
			bars: [...runs].map(([subject, [run]]) => ({
				subject,
				value: run!.seen.accepted,
				says: `${count(run!.seen.accepted)}${run!.failure ? ', the run fails' : ''}`,
			})),
		},
		inShort: `**A service that refuses more than 20 requests at once**, 50 ms latency: of 1,000 messages it accepts ${count(own.seen.accepted)} from this node, ${own.seen.twice === 0 ? 'each once' : `${count(own.seen.twice)} of them twice`}, without a setting. From the others: ${others.join(', ')}.`,
		notes: [
			'A run that fails has no time: it is quick because its sends were refused. The times are those of a first run in a new process; the next table has those of later runs.',
			'Where the run fails and no item comes out, messages were accepted all the same, and nothing says which.',
			`With *Batching* the HTTP Request node starts ${batching.batchSize} requests every ${batching.batchInterval} ms, whether the ones before were answered or not. That keeps to 20 at once for as long as the service answers within ${batching.batchInterval} ms. So the setting has to be chosen for the service, and the first answer 429 fails the run. This node counts the requests that are under way, and waits and repeats where the service answers 429.`,
		],
	};
}
