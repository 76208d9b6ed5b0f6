import { inFlight } from '../subjects/task.mts';
import {
	interleaved,
	medianOf,
	mediansOf,
	profiledRuns,
	withService,
	type Bench,
} from './bench.mts';
import {
	count,
	milliseconds,
	seconds,
	shareList,
	tableOf,
	times,
	type Finding,
} from './finding.mts';

const items = 10_000;
/** Milliseconds. */
const latency = 50;

/** 10,000 items with the same text, each in a request of its own and 100 to a request. */
export async function combined(bench: Bench): Promise<Finding> {
	const setting = {
		task: { kind: 'sends', items },
		warmUp: { kind: 'sends', items: 300 },
		latency,
	} as const;
	const { runs, profiles } = await withService(0, async (service) => ({
		runs: await interleaved(bench, service, {
			...setting,
			subjects: ['combining', 'messagingService'],
			rounds: bench.longRounds,
		}),
		profiles: await profiledRuns(bench, service, {
			...setting,
			subjects: ['combining'],
		}),
	}));
	const { time, processor, requests } = mediansOf(runs);
	const all = [...runs.values()].flat();
	const [fewestOut, fewestPaired] = [
		Math.min(...all.map((run) => run.items)),
		Math.min(...all.map((run) => run.paired)),
	];
	const faster = time('messagingService') / time('combining');
	const made = requests('combining');
	const waits = (asked: number) => Math.ceil(asked / inFlight) * latency;
	const [profiled] = profiles.get('combining')!;
	const evaluating =
		profiled!.processorMilliseconds * (profiled!.shares?.["n8n's expressions"] ?? 0);
	return {
		scenario: '10,000 items, the same text, combined, 50 ms latency',
		target: '≥ 50 × as fast as each on its own; 10,000 outputs, each paired with its item',
		result: `${times(faster)} as fast; ${count(made)} requests, ${count(fewestOut)} outputs, ${count(fewestPaired)} items paired`,
		reached: faster >= 50 && fewestOut === items && fewestPaired === items,
		runs: bench.longRounds,
		table: tableOf(runs, {
			time: (name) => milliseconds(time(name)),
			'processor time': (name) => milliseconds(processor(name)),
			requests: (name) => count(requests(name)),
			'numbers reached': (name) => count(medianOf(runs, name, ({ seen }) => seen.reached)),
			outputs: (name) => count(medianOf(runs, name, (run) => run.items)),
			'items paired': (name) => count(medianOf(runs, name, (run) => run.paired)),
		}),
		inShort: `**Combine Items** sends 10,000 items with the same text ${times(faster)} as fast as one by one, at 50 ms latency and ten requests at once.`,
		notes: [
			`With ${latency} ms latency and ${inFlight} requests at once, ${count(items)} requests wait for ${seconds(waits(items))} at least, and ${count(made)} combined ones for ${seconds(waits(made))}.`,
			`Of the combined run's time n8n takes ${milliseconds(evaluating)} to evaluate the items' expressions, by a profile, before anything may leave: nothing is sent until every item is checked. All of its processor time: ${shareList(profiled!.shares)}.`,
		],
	};
}
