/** A question to the benchmark, as data, and what its runs answer. */
import { runsOf, type Bench, type Run, type Runs, type Work } from './rounds.mts';
import { thisPackage } from './subjects/profile.mts';
import type { SubjectName } from './subjects/subjects.mts';

/** A figure that must be reached, and what is written behind it. */
export type Target = [work: string, is: number, sign: '≤' | '≥', must: number, unit: string];

/** Some subject's runs in the first work, or the first subject's in the work of this place. */
type Whose = SubjectName | number;

export interface Scenario {
	question: string;
	how: string;
	works: Array<Work & { what?: string }>;
	columns: FigureName[];
	/** Whose time the others' stands beside. */
	beside?: SubjectName;
	/** @param of the median of a figure, or how many times another's it is */
	targets(of: (figure: FigureName, whose: Whose, beside?: Whose) => number): Target[];
}

/** The runs of each work, the figures, and where one is missed, what the first subject spent its time on. */
export type Finding = {
	scenario: Scenario;
	runs: Runs[][];
	targets: Target[];
	spent?: Run['spent'];
};

export const sizeOf = ({ task, pastMessages = 0 }: Work): number => task.numbers ?? pastMessages;

type Figure = [head: string, of: (run: Run, size: number) => number];

/** What tables show of a run, by the head of its column. */
export const figures = {
	time: ['time, ms', (run) => run.milliseconds],
	processor: ['processor time, ms', (run) => run.processor],
	accepted: ['accepted', ({ seen }) => seen.accepted],
	refused: ['answered 429', ({ seen }) => seen.refusedAsTooMany],
	items: ['items out', (run) => run.items],
	requests: ['requests', ({ seen }) => seen.requests],
	connections: ['connections', ({ seen }) => seen.connections],
	atOnce: ['at once', ({ seen }) => seen.atOnce],
	held: ['longest hold, ms', (run) => run.held],
	peak: ['peak memory, MB', (run) => run.peak],
	timeEach: ['time each, ms', (run, size) => run.milliseconds / size],
	processorEach: ['processor time each, ms', (run, size) => run.processor / size],
	packageEach: ['this package, ms', (run, size) => (run.spent?.[thisPackage] ?? NaN) / size],
	memoryEach: ['memory each, kB', (run, size) => (run.grown * 1024) / size],
} satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

/** The median of a figure; of a run that did less than its task only what it came to, as that is how a run is quick. */
export function medianOf({ list }: Runs, figure: FigureName, size: number): number {
	const isCount = ['accepted', 'refused', 'items'].includes(figure);
	if (!isCount && list.some(({ failure }) => failure !== undefined)) return NaN;
	const [, of]: Figure = figures[figure];
	const sorted = list.map((run) => of(run, size)).sort((one, other) => one - other);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

export const isReached = ([, is, sign, must]: Target): boolean =>
	sign === '≤' ? is <= must : is >= must;

export async function findingOf(scenario: Scenario, bench: Bench): Promise<Finding> {
	const { works, question } = scenario;
	bench.say(question);
	const runs: Runs[][] = [];
	for (const work of works) runs.push(await runsOf(bench, work));
	const of = (figure: FigureName, whose: Whose): number => {
		const place = typeof whose === 'number' ? whose : 0;
		const found = runs[place]!.find(({ name }) => typeof whose === 'number' || name === whose);
		return medianOf(found!, figure, sizeOf(works[place]!));
	};
	const targets = scenario.targets((figure, whose, beside) =>
		beside === undefined ? of(figure, whose) : of(figure, whose) / of(figure, beside),
	);
	const known = runs.at(-1)![0]!.list[0]!.spent;
	if (known || targets.every(isReached)) return { scenario, runs, targets, spent: known };
	const [work] = works;
	const subjects = work!.subjects.slice(0, 1);
	const once = { ...work!, subjects, peers: [], rounds: 1, profile: true };
	const [profiled] = await runsOf({ say: bench.say }, once);
	return { scenario, runs, targets, spent: profiled!.list[0]!.spent };
}
