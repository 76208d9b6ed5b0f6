import type { SubjectName } from '../subjects/pool.mts';
import { interleaved, medianOf, withService, type Bench } from './bench.mts';
import { titles } from './finding.mts';

/** A line of the chart: processor time in milliseconds by number of items. */
export interface Line {
	title: string;
	points: Array<{ items: number; milliseconds: number }>;
}

const sizes = [10, 100, 1000, 10_000];
const subjects: SubjectName[] = [
	'messagingService',
	'combining',
	'httpRequest',
	'plainDeclarative',
];

/** How the processor time of a run grows with its items; the largest runs are made once. */
export async function growth(bench: Bench): Promise<Line[]> {
	const lines = new Map(
		subjects.map((name): [SubjectName, Line] => [name, { title: titles[name], points: [] }]),
	);
	await withService(0, async (service) => {
		for (const items of sizes) {
			const runs = await interleaved(bench, service, {
				subjects,
				task: { kind: 'sends', items },
				warmUp: { kind: 'sends', items: 300 },
				rounds: items < 10_000 ? bench.rounds : 1,
				mayFail: ['httpRequest', 'plainDeclarative'],
			});
			for (const name of runs.keys()) {
				const taken = medianOf(runs, name, (run) => run.processorMilliseconds);
				if (!Number.isNaN(taken)) lines.get(name)!.points.push({ items, milliseconds: taken });
			}
		}
	});
	return [...lines.values()].filter(({ points }) => points.length > 0);
}
