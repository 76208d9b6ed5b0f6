/** Questions to the benchmark as data, and the results that answer them. */
import type { Run, Runs, Work } from './rounds.mts';

/**
 * Limit for a row's figure, or for its ratio to another row's. `rows` are the indexes of the row, and of the other one.
 */
type Target = [work: string, of: FigureName, rows: number[], sign: '≤' | '≥', must: number];

export interface Scenario {
	question: string;
	how: string;
	works: Work[];
	columns: FigureName[];
	targets?: Target[];
}

type Figure = [head: string, unit: string, of: (run: Run, size: number) => number];

/** Figures of a run that tables can show. */
const figures = {
	time: ['time', 'ms', (run) => run.milliseconds],
	processor: ['processor time', 'ms', (run) => run.processor],
	accepted: ['accepted', '', ({ seen }) => seen.accepted],
	unknown: ['outcome unknown', '', ({ seen }) => seen.unknown],
	refused: ['answered 429', '', ({ seen }) => seen.refusedAsTooMany],
	items: ['items out', '', (run) => run.items],
	requests: ['requests', '', ({ seen }) => seen.requests],
	held: ['longest hold', 'ms', (run) => run.held],
	peak: ['peak memory', 'MB', (run) => run.peak],
	timeEach: ['time each', 'ms', (run, size) => run.milliseconds / size],
	processorEach: ['processor time each', 'ms', (run, size) => run.processor / size],
} satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

export const unitOf = (figure: FigureName): string => figures[figure][1];
export const headOf = (figure: FigureName): string =>
	[figures[figure][0], unitOf(figure)].filter(Boolean).join(', ');

/** A subject's results for one work: medians of the scenario's columns. */
export interface Row extends Partial<Record<FigureName, number>> {
	what?: string;
	who: string;
	size: number;
	runs: number;
}

export interface Finding {
	scenario: Scenario;
	rows: Row[];
}

/**
 * Returns the median of a figure. If a run did less than its task, NaN for all but the counts of results: doing less is
 * quicker.
 */
function medianOf({ list }: Runs, figure: FigureName, size: number): number {
	const isCount = ['accepted', 'unknown', 'refused', 'items'].includes(figure);
	if (!isCount && list.some(({ failure }) => failure !== undefined)) return NaN;
	const [, , of]: Figure = figures[figure];
	const sorted = list.map((run) => of(run, size)).sort((one, other) => one - other);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

export function rowOf(
	{ columns }: Scenario,
	{ what, task, pastMessages = 0 }: Work,
	all: Runs,
): Row {
	const size = task.numbers ?? pastMessages;
	const medians = columns.map((name) => [name, medianOf(all, name, size)]);
	return { what, who: all.title, size, runs: all.list.length, ...Object.fromEntries(medians) };
}
