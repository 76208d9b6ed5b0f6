/** What every scenario of the benchmark uses: subjects and services, and runs that take turns. */
import { startService, type Distance, type Seen, type Service } from '../service/service.mts';
import { startSubject, type RunningSubject, type SubjectName } from '../subjects/pool.mts';
import type { Measure, Order, Task } from '../subjects/task.mts';
import { missing } from './whole.mts';

/** The circumstances of one call of the benchmark. */
export interface Bench {
	/** The folder of the complete n8n; without it the HTTP Request node takes no part. */
	completeN8n?: string;
	/** Runs of each subject that a median is taken of. */
	rounds: number;
	/** The same for scenarios that take a minute each. */
	longRounds: number;
	/** Where the profile of a run goes; without it no run is profiled but where a scenario wants its shares. */
	profileFile?(subject: SubjectName): string;
	say(line: string): void;
}

/** One run of a subject, with what the service saw of it. */
export interface Run extends Measure {
	seen: Seen;
}

export type Runs = Map<SubjectName, Run[]>;

/** How a scenario is run. */
export interface Setting {
	subjects: SubjectName[];
	task: Task;
	latency?: number;
	/** The service answers 429 to more requests at once. */
	maxInFlight?: number;
	rounds: number;
	/** A smaller task that each subject does first, so that none is measured cold. */
	warmUp?: Task;
	/** A process of its own for each run: for peaks of memory, and where a process remembers what it sent. */
	fresh?: boolean;
	/** Tells where the processor time goes. */
	profile?: boolean;
	/** Tells how long the event loop is held. */
	watch?: boolean;
	/** Subjects whose failing is an outcome for the table; any other's ends the benchmark. */
	mayFail?: SubjectName[];
}

/** The middle value; NaN where there is none. */
export function median(values: number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	if (sorted.length === 0) return NaN;
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The runs of a subject that may be compared: none where a single one did less than its task, which
 * is how a run gets quick.
 */
export function wholeRuns(runs: Runs, subject: SubjectName): Run[] {
	const list = runs.get(subject) ?? [];
	return list.some(({ failure }) => failure !== undefined) ? [] : list;
}

/** The median of one figure of a subject's runs; NaN where one of them did less than its task. */
export function medianOf(runs: Runs, subject: SubjectName, figure: (run: Run) => number): number {
	return median(wholeRuns(runs, subject).map(figure));
}

/** The medians that most tables have, by subject. */
export function mediansOf(
	runs: Runs,
): Record<
	'time' | 'processor' | 'requests' | 'connections' | 'atOnce',
	(name: SubjectName) => number
> {
	const of = (figure: (run: Run) => number) => (name: SubjectName) => medianOf(runs, name, figure);
	return {
		time: of((run) => run.milliseconds),
		processor: of((run) => run.processorMilliseconds),
		requests: of(({ seen }) => seen.requests),
		connections: of(({ seen }) => seen.connections),
		atOnce: of(({ seen }) => seen.peakInFlight),
	};
}

/** Those of the subjects that can take part. */
export function present({ completeN8n }: Bench, subjects: SubjectName[]): SubjectName[] {
	return subjects.filter((name) => completeN8n !== undefined || !name.startsWith('httpRequest'));
}

/** One run of a subject at the service, which is emptied and set up for it first. */
export async function runOnce(
	service: Service,
	subject: RunningSubject,
	task: Task,
	setting: Pick<Setting, 'latency' | 'maxInFlight'> & Pick<Order, 'profile' | 'watch'> = {},
): Promise<Run> {
	const place = await service.prepare(setting);
	const measure = await subject.run({
		task,
		place,
		profile: setting.profile,
		watch: setting.watch,
	});
	return { ...measure, seen: await service.seen() };
}

/** What a run came to, for who watches the benchmark. */
function told(name: SubjectName, { milliseconds, longestHold, failure }: Run): string {
	const hold =
		longestHold === undefined
			? ''
			: `, longest hold ${Math.round(longestHold.milliseconds)} ms, ${Math.round(longestHold.processorMilliseconds)} ms of it calculating`;
	return `  ${name}: ${Math.round(milliseconds)} ms${hold}${failure ? `, ${failure}` : ''}`;
}

/**
 * Runs the subjects in turns, round after round, so that a slow minute of the machine meets all of them.
 * Rejects where a run, or a warm-up, does less than its task, unless its subject may fail: such a
 * run says so as its failure.
 */
export async function interleaved(bench: Bench, service: Service, setting: Setting): Promise<Runs> {
	const names = present(bench, setting.subjects);
	const runs: Runs = new Map(names.map((name) => [name, []]));
	const started = new Map<SubjectName, RunningSubject>();
	const checked = (name: SubjectName, task: Task, run: Run, what: string): Run => {
		const lack = missing(task, run, service.pastMessages);
		if (lack === undefined) return run;
		if (!setting.mayFail?.includes(name))
			throw new Error(`The benchmark ends: ${name} did not do its whole ${what}. ${lack}.`);
		return { ...run, failure: lack };
	};
	const subjectOf = async (name: SubjectName): Promise<RunningSubject> => {
		const known = started.get(name);
		if (known) return known;
		const subject = await startSubject(name, bench.completeN8n);
		started.set(name, subject);
		const { warmUp } = setting;
		// Each process by itself: one that is started anew for every run would be measured cold from the second on.
		if (warmUp)
			checked(
				name,
				warmUp,
				await runOnce(service, subject, warmUp, {
					...setting,
					latency: 0,
					profile: undefined,
					watch: false,
				}),
				'warm-up',
			);
		return subject;
	};
	try {
		for (const name of setting.warmUp && !setting.fresh ? names : []) await subjectOf(name);
		for (let round = 0; round < setting.rounds; round++) {
			for (const name of names) {
				const subject = await subjectOf(name);
				const file = bench.profileFile?.(name);
				const run = await runOnce(service, subject, setting.task, {
					...setting,
					profile: file || setting.profile ? { file } : undefined,
				});
				bench.say(told(name, run));
				runs.get(name)!.push(checked(name, setting.task, run, 'task'));
				if (setting.fresh) {
					await subject.stop();
					started.delete(name);
				}
			}
		}
	} finally {
		await Promise.all([...started.values()].map((subject) => subject.stop()));
	}
	return runs;
}

/** One more run of each of these subjects, profiled: kept apart, because a profile makes it slower. */
export async function profiledRuns(
	bench: Bench,
	service: Service,
	setting: Omit<Setting, 'rounds' | 'profile'>,
): Promise<Runs> {
	return await interleaved(bench, service, { ...setting, rounds: 1, profile: true });
}

/**
 * So many sets of processes do the same runs, where processor time decides: what the engine makes of the same
 * code differs between two processes by more than between two runs of one.
 */
export const sets = 4;

/** Does the same runs in each of the sets of processes, and puts them together. */
export async function inProcesses(work: () => Promise<Runs>): Promise<Runs> {
	const all: Runs = new Map();
	for (let set = 0; set < sets; set++) {
		for (const [name, runs] of await work()) all.set(name, [...(all.get(name) ?? []), ...runs]);
	}
	return all;
}

/** Starts a service with so many past messages for as long as the work takes. */
export async function withService<Result>(
	pastMessages: number,
	work: (service: Service) => Promise<Result>,
	distance: Distance = 'near',
): Promise<Result> {
	const service = await startService(pastMessages, distance);
	try {
		return await work(service);
	} finally {
		await service.stop();
	}
}
