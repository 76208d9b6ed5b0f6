import { interleaved, median, withService, type Bench, type Run } from './bench.mts';
import { count, milliseconds, times, type Finding } from './finding.mts';

/** The runs, for the chart of how cost grows. */
export interface CombinedRuns {
	apart: Run[];
	combined: Run[];
}

/** 10,000 items with the same text, each in a request of its own and 100 to a request. */
export async function combined(bench: Bench): Promise<{ finding: Finding; runs: CombinedRuns }> {
	const runs: CombinedRuns = { apart: [], combined: [] };
	const alone: Run[] = [];
	await withService(0, async (service) => {
		for (let round = 0; round < bench.longRounds; round++) {
			const turn = (items: { combine?: boolean }, subject: 'messagingService' | 'n8nAlone' = 'messagingService') =>
				interleaved(bench, service, {
					subjects: [subject], task: { kind: 'sends', items: 10_000, ...items }, warmUp: { kind: 'sends', items: 300 }, latency: 50, rounds: 1,
				}).then((done) => done.get(subject)!);
			runs.combined.push(...(await turn({ combine: true })));
			alone.push(...(await turn({}, 'n8nAlone')));
			runs.apart.push(...(await turn({})));
		}
	});
	const time = (list: Run[]) => median(list.map((run) => run.milliseconds));
	const [apart, together, own] = [time(runs.apart), time(runs.combined), time(alone)];
	const requests = runs.combined[0]!.seen.requests;
	const paired = Math.min(...runs.combined.map((run) => run.paired));
	const row = (title: string, list: Run[]) => [title, milliseconds(time(list)), count(list[0]!.seen.requests), count(list[0]!.paired)];
	const finding: Finding = {
		scenario: '10,000 items, the same text, combined',
		target: '≥ 50 × faster than uncombined, 10,000 paired outputs',
		result: `${times(apart / together)} faster, ${times((apart - own) / Math.max(1, together - own))} without n8n's own work on the items; ${count(requests)} requests, ${count(paired)} paired outputs`,
		reached: apart / together >= 50 && paired === 10_000,
		table: {
			head: ['', 'time', 'requests', 'paired outputs'],
			rows: [row('combined, 100 to a request', runs.combined), row('each on its own', runs.apart), row("n8n's own work (a hook that asks nobody)", alone)],
		},
		notes: [
			`Of the ${milliseconds(together)} that the combined run takes, n8n spends ${milliseconds(own)} on reading the parameters of 10,000 items before the node's code is asked. What is left for 100 requests is ${milliseconds(together - own)}.`,
		],
	};
	return { finding, runs };
}
