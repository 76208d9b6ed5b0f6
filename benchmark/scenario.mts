/** A question to the benchmark, as data, and what its runs answer. */
import { runsOf, type Run, type Runs, type Work } from './rounds.mts';

/** Whose median: some subject's in the first work, or the first subject's in the work of this place. */
type Whose = string | number;

/** A median, or how many times another's it is, that must not be missed. */
type Target = [
	work: string,
	figure: FigureName,
	whose: [Whose, beside?: Whose],
	sign: '≤' | '≥',
	must: number,
];

export interface Scenario {
	question: string;
	how: string;
	works: Work[];
	columns: FigureName[];
	targets: Target[];
}

/** The runs of each work. */
export interface Finding {
	scenario: Scenario;
	runs: Runs[][];
}

export const sizeOf = ({ task, pastMessages = 0 }: Work): number => task.numbers ?? pastMessages;

type Figure = [head: string, unit: string, of: (run: Run, size: number) => number];

/** What tables show of a run. */
const figures = {
	time: ['time', 'ms', (run) => run.milliseconds],
	processor: ['processor time', 'ms', (run) => run.processor],
	accepted: ['accepted', '', ({ seen }) => seen.accepted],
	refused: ['answered 429', '', ({ seen }) => seen.refusedAsTooMany],
	items: ['items out', '', (run) => run.items],
	requests: ['requests', '', ({ seen }) => seen.requests],
	held: ['longest hold', 'ms', (run) => run.held],
	peak: ['peak memory', 'MB', (run) => run.peak],
	timeEach: ['time each', 'ms', (run, size) => run.milliseconds / size],
	processorEach: ['processor time each', 'ms', (run, size) => run.processor / size],
} satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

export const headOf = (figure: FigureName): string =>
	figures[figure].slice(0, 2).filter(Boolean).join(', ');

/** The median of a figure; of a run that did less than its task only what it came to, as that is how a run is quick. */
export function medianOf({ list }: Runs, figure: FigureName, size: number): number {
	const isCount = ['accepted', 'refused', 'items'].includes(figure);
	if (!isCount && list.some(({ failure }) => failure !== undefined)) return NaN;
	const [, , of]: Figure = figures[figure];
	const sorted = list.map((run) => of(run, size)).sort((one, other) => one - other);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** What a target's figure is, with its unit. */
export function reached(
	{ scenario, runs }: Finding,
	[, figure, [whose, beside], sign, must]: Target,
): { is: number; unit: string; isReached: boolean } {
	const of = (each: Whose): number => {
		const place = typeof each === 'number' ? each : 0;
		const found = runs[place]!.find(({ name }) => typeof each === 'number' || name === each);
		return medianOf(found!, figure, sizeOf(scenario.works[place]!));
	};
	const is = beside === undefined ? of(whose) : of(whose) / of(beside);
	const unit = beside === undefined ? figures[figure][1] : '×';
	return { is, unit, isReached: sign === '≤' ? is <= must : is >= must };
}

export async function findingOf(scenario: Scenario, against?: string): Promise<Finding> {
	console.log(scenario.question);
	const runs: Runs[][] = [];
	for (const work of scenario.works) runs.push(await runsOf(work, against));
	return { scenario, runs };
}
