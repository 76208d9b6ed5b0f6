import { oneWay } from '../service/far.mts';
import { interleaved, mediansOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, tableOf, times, type Finding } from './finding.mts';

const items = 1_000;

/** 1,000 sends to a service that is reached over TLS, 20 ms away: what the connections cost. */
export async function far(bench: Bench): Promise<Finding> {
	const runs = await withService(
		0,
		(service) =>
			interleaved(bench, service, {
				subjects: ['messagingService', 'combining', 'bareClient', 'httpRequestBatching'],
				task: { kind: 'sends', items },
				warmUp: { kind: 'sends', items: 300 },
				latency: 50,
				rounds: bench.rounds,
			}),
		'far',
	);
	const { time, processor, connections } = mediansOf(runs);
	const ratio = time('messagingService') / time('bareClient');
	const saved = time('messagingService') / time('combining');
	const trip = 2 * oneWay;
	return {
		scenario: `${count(items)} sends over TLS, a round trip of ${trip} ms, 50 ms latency`,
		target: 'all accepted, once; Combine Items faster',
		result: `${times(ratio)} the bare client, which keeps its connections; ${times(saved)} as fast with Combine Items`,
		reached: saved > 1,
		runs: bench.rounds,
		table: tableOf(runs, {
			time: (name) => milliseconds(time(name)),
			'of the bare client': (name) => times(time(name) / time('bareClient')),
			'processor time': (name) => milliseconds(processor(name)),
			connections: (name) => count(connections(name)),
		}),
		inShort: `**Over TLS, ${trip} ms away**, 1,000 sends take this node ${times(ratio)} the time of the bare client: n8n opens a connection for each request, and each costs two more round trips. With Combine Items they take ${times(time('combining') / time('bareClient'))}.`,
		notes: [
			"n8n's HTTP client opens a connection for each request: a round trip to open it and one for TLS, before the request's own. A bare client keeps ten connections open. What a node can do about it is to make fewer requests, as Combine Items does.",
		],
	};
}
