import type { SubjectName } from '../subjects/pool.mts';
import { interleaved, median, withService, type Bench, type Run } from './bench.mts';
import type { CombinedRuns } from './combined.mts';
import { titles } from './finding.mts';

/** A line of the chart: processor time in milliseconds by number of items. */
export interface Line {
	title: string;
	points: Array<{ items: number; milliseconds: number }>;
}

const sizes = [10, 100, 1000];
const largest = 10_000;
const subjects: SubjectName[] = ['messagingService', 'httpRequest', 'withoutHook'];

/** How the processor time of a run grows with its items. The largest runs of this node are those of the scenario on combining. */
export async function growth(bench: Bench, { apart, combined }: CombinedRuns): Promise<Line[]> {
	const lines = new Map<string, Line>();
	const add = (title: string, items: number, runs: Run[]) => {
		const good = runs.filter(({ failure }) => failure === undefined);
		if (good.length === 0) return;
		if (!lines.has(title)) lines.set(title, { title, points: [] });
		lines.get(title)!.points.push({ items, milliseconds: median(good.map((run) => run.processorMilliseconds)) });
	};
	await withService(0, async (service) => {
		for (const items of sizes) {
			const task = { kind: 'sends', items } as const;
			const warmUp = { kind: 'sends', items: 300 } as const;
			const runs = await interleaved(bench, service, { subjects, task, warmUp, rounds: bench.rounds });
			for (const [name, list] of runs) add(titles[name], items, list);
			const together = await interleaved(bench, service, { subjects: ['messagingService'], task: { ...task, combine: true }, warmUp, rounds: bench.rounds });
			add('this node, items combined', items, together.get('messagingService')!);
		}
		add(titles.messagingService, largest, apart);
		add('this node, items combined', largest, combined);
		const others = subjects.filter((name) => name !== 'messagingService');
		const runs = await interleaved(bench, service, { subjects: others, task: { kind: 'sends', items: largest }, warmUp: { kind: 'sends', items: 300 }, rounds: 1 });
		for (const [name, list] of runs) add(titles[name], largest, list);
	});
	return [...lines.values()];
}
