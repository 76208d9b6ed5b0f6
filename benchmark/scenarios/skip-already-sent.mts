import type { SubjectName } from '../subjects/pool.mts';
import { interleaved, medianOf, mediansOf, withService, type Bench } from './bench.mts';
import { count, milliseconds, tableOf, times, type Finding } from './finding.mts';

const items = 1_000;
/** Messages with the same priority as the sends: the list is asked for no others. */
const listed = 10_000;
const priorities = 3;
const subjects: SubjectName[] = ['skipping', 'messagingService'];

/** 1,000 sends with and without a look at the 10,000 messages of the last month. */
export async function skipAlreadySent(bench: Bench): Promise<Finding> {
	const runs = await withService(priorities * listed, (service) =>
		interleaved(bench, service, {
			subjects,
			task: { kind: 'sends', items },
			// Other numbers than the task's: the process remembers who has the message, and so does the next run.
			warmUp: { kind: 'sends', items: 300, from: items },
			fresh: true,
			latency: 50,
			rounds: bench.rounds,
		}),
	);
	const { time, processor, requests } = mediansOf(runs);
	const ratio = time('skipping') / time('messagingService');
	return {
		scenario: `Skip Already Sent, ${count(items)} sends, ${count(listed)} messages in the list, 50 ms latency`,
		target: '≤ 1.3 × the same run without it',
		result: `${times(ratio)} the same run without it`,
		reached: ratio <= 1.3,
		runs: bench.rounds,
		table: tableOf(runs, {
			time: (name) => milliseconds(time(name)),
			'processor time': (name) => milliseconds(processor(name)),
			requests: (name) => count(requests(name)),
			'numbers reached': (name) => count(medianOf(runs, name, ({ seen }) => seen.reached)),
		}),
		inShort: `**Skip Already Sent** looks through ${count(listed)} messages before 1,000 sends: the run takes ${times(ratio)} the time that it takes without, at 50 ms latency.`,
		notes: [
			`The service has ${count(priorities * listed)} messages, a third of them with the priority of these sends. It is asked for no others.`,
			'Nobody of the 1,000 has the message, so each is sent one: a run that skips some is quicker.',
		],
	};
}
