/** A question to the benchmark, as data, and what its runs answer. */
import type { Run, Runs, Work } from './rounds.mts';

/** A row's figure, or how many times another row's it is, that must not be missed; rows by their places. */
type Target = [work: string, of: FigureName, rows: number[], sign: '≤' | '≥', must: number];

export interface Scenario {
	question: string;
	how: string;
	works: Work[];
	columns: FigureName[];
	targets?: Target[];
}

type Figure = [head: string, unit: string, of: (run: Run, size: number) => number];

/** What tables show of a run. */
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

/** What a subject came to in a work: medians, by the columns of the question. */
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

/** The median of a figure; of a run that did less than its task only what it came to, as that is how a run is quick. */
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
