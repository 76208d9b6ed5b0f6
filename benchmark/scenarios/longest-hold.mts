import { batching } from '../subjects/batching.mts';
import type { SubjectName } from '../subjects/pool.mts';
import {
	interleaved,
	medianOf,
	mediansOf,
	wholeRuns,
	withService,
	type Bench,
	type Run,
} from './bench.mts';
import {
	count,
	milliseconds,
	seconds,
	shareList,
	tableOf,
	titles,
	type Finding,
} from './finding.mts';

const items = 10_000;
/** Milliseconds. */
const bearable = 100;
const own: SubjectName[] = ['messagingService', 'combining'];
const others: SubjectName[] = [
	'httpRequestBatching',
	'httpRequestCredential',
	'httpRequest',
	'plainDeclarative',
];

const hold = (run: Run): number => run.longestHold!.milliseconds;

/** The longest time that a run of 10,000 sends keeps n8n from everything else. */
export async function longestHold(bench: Bench): Promise<Finding> {
	const setting = {
		task: { kind: 'sends', items },
		warmUp: { kind: 'sends', items: 300 },
		watch: true,
	} as const;
	const { runs, profiles } = await withService(0, async (service) => {
		const runs = await interleaved(bench, service, {
			...setting,
			subjects: [...own, ...others],
			rounds: bench.longRounds,
			mayFail: others,
		});
		const tooLong = own.filter((name) => medianOf(runs, name, hold) > bearable);
		return {
			runs,
			profiles: await interleaved(bench, service, {
				...setting,
				subjects: tooLong,
				rounds: 1,
				profile: true,
			}),
		};
	});
	const longest = (name: SubjectName) => medianOf(runs, name, hold);
	// A run that failed early held nothing for long: it has no figure.
	const whole = [...runs.keys()].filter((name) => wholeRuns(runs, name).length > 0);
	const beside = whole
		.filter((name) => !own.includes(name))
		.map((name) => `${titles[name]} ${milliseconds(longest(name))}`);
	return {
		scenario: 'longest hold of the event loop, 10,000 sends, no latency',
		target: `≤ ${bearable} ms, combined and not`,
		result: `${milliseconds(longest('messagingService'))}, combined ${milliseconds(longest('combining'))}; ${beside.join(', ')}`,
		reached: own.every((name) => longest(name) <= bearable),
		runs: bench.longRounds,
		table: tableOf(runs, {
			'longest hold': (name) => milliseconds(longest(name)),
			'of it calculating': (name) =>
				milliseconds(medianOf(runs, name, (run) => run.longestHold!.processorMilliseconds)),
			'in the worst run': (name) => {
				const list = wholeRuns(runs, name);
				return milliseconds(list.length > 0 ? Math.max(...list.map(hold)) : NaN);
			},
			time: (name) => milliseconds(mediansOf(runs).time(name)),
			'numbers reached': (name) =>
				count(Math.min(...runs.get(name)!.map(({ seen }) => seen.reached))),
			'the run': (name) => runs.get(name)!.find(({ failure }) => failure)?.failure ?? 'succeeds',
		}),
		chart: {
			title: "Longest hold of n8n's event loop by 10,000 sends, no latency",
			bars: whole.map((subject) => ({
				subject,
				value: longest(subject),
				says: seconds(longest(subject)),
			})),
		},
		inShort: `**Other executions go on meanwhile.** 10,000 sends, no latency, hold n8n's event loop for ${milliseconds(longest('messagingService'))} at the longest${whole.includes('httpRequest') ? `; those of the HTTP Request node hold it for ${milliseconds(longest('httpRequest'))}, in which n8n answers no webhook, and with Batching for ${milliseconds(longest('httpRequestBatching'))}` : ''}.`,
		notes: [
			"In the process that runs n8n's engine a timer ticks every 5 ms; the longest hold is the longest time between two ticks. For as long, n8n would answer no webhook and no health check, and no other execution would go on. Where the process calculated for much less than the hold, another program had the processor, and on a machine of its own the hold is shorter.",
			`The HTTP Request node without *Batching* and a plain declarative node prepare all 10,000 requests in one go. With ${batching.batchSize} requests every ${batching.batchInterval} ms they are spread out, and the run takes as long as its intervals.`,
			...[...profiles].map(
				([name, [run]]) =>
					`Where the longest hold goes, by a profile of ${titles[name]}: ${shareList(run!.shares)}.`,
			),
		],
	};
}
