import { inFlight } from '../subjects/task.mts';
import { interleaved, mediansOf, profiledRuns, withService, type Bench } from './bench.mts';
import {
	count,
	milliseconds,
	profileNotes,
	seconds,
	tableOf,
	times,
	type Finding,
} from './finding.mts';

/** 1,000 sends at a service that takes 50 ms for each. */
export async function sends(bench: Bench): Promise<Finding> {
	const setting = {
		task: { kind: 'sends', items: 1000 },
		warmUp: { kind: 'sends', items: 300 },
		latency: 50,
	} as const;
	const { runs, profiles } = await withService(0, async (service) => ({
		runs: await interleaved(bench, service, {
			...setting,
			subjects: [
				'messagingService',
				'bareClient',
				'httpRequestBatching',
				'httpRequest',
				'plainDeclarative',
			],
			rounds: bench.rounds,
		}),
		profiles: await profiledRuns(bench, service, {
			...setting,
			subjects: ['messagingService'],
		}),
	}));
	const { time, processor, atOnce } = mediansOf(runs);
	const bare = time('bareClient');
	const ratio = time('messagingService') / bare;
	return {
		scenario: `1,000 sends, 50 ms latency, ${inFlight} at once`,
		target: '≤ 1.10 × the bare client',
		result: `${times(ratio)} the bare client`,
		reached: ratio <= 1.1,
		runs: bench.rounds,
		table: tableOf(runs, {
			time: (name) => milliseconds(time(name)),
			'of the bare client': (name) => times(time(name) / bare),
			'processor time': (name) => milliseconds(processor(name)),
			'at once': (name) => count(atOnce(name)),
		}),
		chart: {
			title: 'Time of 1,000 sends at a service that takes any number at once, 50 ms latency',
			bars: [...runs.keys()].map((subject) => ({
				subject,
				value: time(subject),
				says: `${seconds(time(subject))}, ${count(atOnce(subject))} at once`,
			})),
		},
		inShort: `**1,000 sends at 50 ms latency** take this node ${times(ratio)} the time of the bare client; both keep to ${inFlight} requests at once.${runs.has('httpRequest') ? ` The HTTP Request node takes ${times(time('httpRequest') / bare)}, because it starts ${count(atOnce('httpRequest'))} at once, which works where the service takes that many; with Batching, set for a service that takes 20 at once, ${times(time('httpRequestBatching') / bare)}.` : ''}`,
		notes: [
			'Every send of each subject was accepted, once: a subject with one that was not would have ended the benchmark.',
			...profileNotes(profiles),
			`The HTTP Request node and a plain declarative node start as many of the 1,000 requests as they can at once, unless *Batching* is set. That is quick where a service takes so many; the table above shows one that doesn't. This node and the bare client keep to ${inFlight}.`,
		],
	};
}
