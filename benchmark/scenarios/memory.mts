import { interleaved, medianOf, withService, type Bench, type Run, type Runs } from './bench.mts';
import {
	count,
	megabytes,
	milliseconds,
	seconds,
	times,
	titles,
	type Finding,
} from './finding.mts';

const sizes = [10_000, 100_000, 1_000_000] as const;
const [, smaller, largest] = sizes;

const peak = (run: Run): number => run.peakMegabytes;
const processor = (run: Run): number => run.processorMilliseconds;

/** Return All with more and more messages: peak memory and cost. Each run has a process of its own. */
export async function memory(bench: Bench): Promise<Finding> {
	const runsOf = new Map<number, Runs>();
	for (const size of sizes) {
		runsOf.set(
			size,
			await withService(size, (service) =>
				interleaved(bench, service, {
					subjects: ['messagingService', 'httpRequest'],
					task: { kind: 'returnAll' },
					fresh: true,
					rounds: bench.longRounds,
					mayFail: ['httpRequest'],
				}),
			),
		);
	}
	const own = (size: number, figure: (run: Run) => number) =>
		medianOf(runsOf.get(size)!, 'messagingService', figure);
	// What the process costs by itself is in neither: each record beyond the first 10,000 beside each beyond
	// the first 100,000.
	const growthOf = (figure: (run: Run) => number) => {
		const each = (from: number, to: number) => (own(to, figure) - own(from, figure)) / (to - from);
		return each(smaller, largest) / each(sizes[0], smaller);
	};
	// Processor time: the wall clock also counts what else the machine does.
	const [inTime, inMemory] = [growthOf(processor), growthOf(peak)];
	const beside = own(largest, peak) / medianOf(runsOf.get(largest)!, 'httpRequest', peak);
	return {
		scenario: `Return All, ${count(largest)} messages, no latency`,
		target: 'completes; time and memory linear in records',
		result: `a record beyond ${count(smaller)} takes ${times(inTime)} the processor time and ${times(inMemory)} the memory of one before${Number.isNaN(beside) ? '' : `; ${times(beside)} the peak memory of the HTTP Request node`}`,
		reached: inTime <= 1.2 && inMemory <= 1.2,
		runs: bench.longRounds,
		table: {
			head: [
				'messages',
				'',
				'peak memory',
				'time',
				'processor time',
				'of it for 1,000',
				'records out',
			],
			rows: [...runsOf].flatMap(([size, runs]) =>
				[...runs].map(([name, list]) => [
					count(size),
					titles[name],
					megabytes(medianOf(runs, name, peak)),
					seconds(medianOf(runs, name, (run) => run.milliseconds)),
					seconds(medianOf(runs, name, processor)),
					milliseconds((medianOf(runs, name, processor) / size) * 1000),
					list.find(({ failure }) => failure)?.failure ?? count(list[0]!.records),
				]),
			),
		},
		inShort: `**Reading ${count(largest)} messages** takes ${seconds(own(largest, (run) => run.milliseconds))} and a peak memory of ${megabytes(own(largest, peak))}, n8n's engine included${Number.isNaN(beside) ? '' : `: ${times(beside)} that of the HTTP Request node`}.`,
		notes: [
			"The peak counts the whole process with n8n's engine in it. The HTTP Request node's is that of its page items alone, before a Split Out node makes messages of them.",
		],
	};
}
