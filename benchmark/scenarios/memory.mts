import { interleaved, medianOf, withService, type Bench, type Run } from './bench.mts';
import { count, megabytes, milliseconds, times, titles, type Finding } from './finding.mts';

const sizes = [10_000, 50_000, 100_000];

/** Return All with more and more messages: peak memory and cost. Each run has a process of its own. */
export async function memory(bench: Bench): Promise<Finding> {
	// Processor time: the wall clock also counts what else the machine does.
	const cost = new Map<number, number>();
	const rows: string[][] = [];
	let ratio = NaN;
	for (const size of sizes) {
		const runs = await withService(size, (service) =>
			interleaved(bench, service, {
				subjects: ['messagingService', 'httpRequest', 'plainDeclarative', 'bareClient'],
				task: { kind: 'returnAll' },
				fresh: true,
				rounds: bench.rounds,
				mayFail: ['httpRequest', 'plainDeclarative'],
			}),
		);
		const peak = (run: Run) => run.peakMegabytes;
		cost.set(size, medianOf(runs, 'messagingService', (run) => run.processorMilliseconds) / size);
		ratio = medianOf(runs, 'messagingService', peak) / medianOf(runs, 'httpRequest', peak);
		for (const [name, list] of runs) {
			const processor = medianOf(runs, name, (run) => run.processorMilliseconds);
			const taken = medianOf(runs, name, (run) => run.milliseconds);
			rows.push([
				count(size),
				titles[name],
				megabytes(medianOf(runs, name, peak)),
				milliseconds(taken),
				milliseconds(processor),
				milliseconds((processor / size) * 1000),
				list.find(({ failure }) => failure)?.failure ?? count(list[0]!.records),
			]);
		}
	}
	const growth = cost.get(100_000)! / cost.get(50_000)!;
	return {
		scenario: 'Return All, 100,000 messages, no latency',
		target: 'peak memory ≤ 1.2 × the HTTP Request node; time linear in records',
		result: `${Number.isNaN(ratio) ? 'HTTP Request node not measured' : `${times(ratio)} its peak memory`}; a record takes ${times(growth)} the processor time at 100,000 that it takes at 50,000`,
		reached: ratio <= 1.2 && growth <= 1.2,
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
			rows,
		},
		...(Number.isNaN(ratio)
			? {}
			: {
					inShort: `**Reading 100,000 messages** takes ${times(ratio)} the peak memory of the HTTP Request node.`,
				}),
		notes: [
			"More than about 120,000 records from one item fail in a plain declarative node: n8n's routing engine puts an item's records into the output with one call that has each record as an argument, and V8 refuses so many. This node gives out any number of records.",
			"The peak counts the whole process with n8n's engine in it. The HTTP Request node's is that of its page items alone, before a Split Out node makes messages of them.",
		],
	};
}
