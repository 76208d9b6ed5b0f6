import { interleaved, median, medianOf, withService, type Bench, type Run } from './bench.mts';
import { count, megabytes, milliseconds, times, titles, type Finding } from './finding.mts';

const sizes = [10_000, 50_000, 100_000];

/** Return All with more and more messages: peak memory and time. Each run has a process of its own. */
export async function memory(bench: Bench): Promise<Finding> {
	const time = new Map<number, number>();
	const rows: string[][] = [];
	let ratio = NaN;
	for (const size of sizes) {
		const runs = await withService(size, (service) =>
			interleaved(bench, service, { subjects: ['messagingService', 'httpRequest', 'withoutHook', 'bareClient'], task: { kind: 'returnAll' }, fresh: true, rounds: bench.rounds }),
		);
		const peak = (run: Run) => run.peakMegabytes;
		time.set(size, medianOf(runs, 'messagingService', (run) => run.milliseconds));
		ratio = medianOf(runs, 'messagingService', peak) / medianOf(runs, 'httpRequest', peak);
		for (const [name, list] of runs) {
			const milli = median(list.map((run) => run.milliseconds));
			rows.push([count(size), titles[name], megabytes(median(list.map(peak))), milliseconds(milli), milliseconds((milli / size) * 1000), list[0]!.failure ?? count(list[0]!.items)]);
		}
	}
	const [, middle, last] = sizes.map((size) => time.get(size)! / size);
	const growth = last! / middle!;
	return {
		work: 'Return All, 100,000 messages, no latency',
		target: 'peak memory ≤ 1.2 × the HTTP Request node; time linear in records',
		result: `${Number.isNaN(ratio) ? 'HTTP Request node not measured' : `${times(ratio)} its peak memory`}; a record costs ${times(growth)} as much at 100,000 as at 50,000`,
		reached: ratio <= 1.2 && growth <= 1.2,
		table: { head: ['messages', '', 'peak memory', 'time', 'per 1,000', 'records out'], rows },
		notes: ["The peak counts the whole process with n8n's engine in it. The HTTP Request node's is that of its page items alone, before a Split Out node makes messages of them."],
	};
}
