import {
	inProcesses,
	interleaved,
	mediansOf,
	profiledRuns,
	sets,
	withService,
	type Bench,
} from './bench.mts';
import {
	count,
	milliseconds,
	profileNotes,
	readingNote,
	tableOf,
	times,
	type Finding,
} from './finding.mts';

const listed = 10_000;

/** A poll of the trigger that finds no change in 10,000 messages. */
export async function poll(bench: Bench): Promise<Finding> {
	const setting = { task: { kind: 'poll' }, warmUp: { kind: 'poll' }, latency: 50 } as const;
	const { runs, profiles } = await withService(listed, async (service) => ({
		runs: await inProcesses(() =>
			interleaved(bench, service, {
				...setting,
				subjects: ['trigger', 'bareClient'],
				rounds: bench.rounds,
			}),
		),
		profiles: await profiledRuns(bench, service, {
			...setting,
			subjects: ['trigger'],
		}),
	}));
	const { time, processor, requests } = mediansOf(runs);
	const ratio = time('trigger') / time('bareClient');
	return {
		scenario: `a poll of the trigger, ${count(listed)} messages, 50 ms latency`,
		target: '≤ 1.15 × the bare client reading the same pages',
		result: `${times(ratio)} the bare client`,
		reached: ratio <= 1.15,
		runs: sets * bench.rounds,
		table: tableOf(runs, {
			time: (name) => milliseconds(time(name)),
			'of the bare client': (name) => times(time(name) / time('bareClient')),
			'processor time': (name) => milliseconds(processor(name)),
			requests: (name) => count(requests(name)),
		}),
		notes: [
			'Both read every message of the last month, 10 pages at a time, and find no change.',
			readingNote(processor('trigger'), requests('trigger'), setting.latency),
			...profileNotes(profiles),
		],
	};
}
