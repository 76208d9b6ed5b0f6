/** Runs that take turns, each held against its task. */
import { join } from 'node:path';
import { startChild, type Child } from './child.mts';
import { startService, type Behaviour, type Seen, type Service } from './service/service.mts';
import { own, titles, type SubjectName } from './subjects/subjects.mts';
import { perPage, type Measure, type Order, type Task } from './subjects/task.mts';

/** The circumstances of one call of the benchmark. */
export interface Bench {
	/** The complete n8n's folder, which the HTTP Request node comes from. */
	completeN8n?: string;
	/** Another build's `dist`, which runs in turns with this one. */
	against?: string;
	say(line: string): void;
}

/** What is run, by whom and how. */
export interface Work extends Behaviour {
	task: Task;
	subjects: readonly SubjectName[];
	/** They run once: they show their place, and no target is theirs. */
	peers?: readonly SubjectName[];
	rounds: number;
	/** Messages that the service has from the start. */
	pastMessages?: number;
	/** What each process does first, so that none is measured cold; for sends, a thousand. */
	warmUp?: Task;
	/** A process of its own for each run: for peaks of memory, and because V8 makes other code in each process. */
	fresh?: boolean;
	profile?: boolean;
	watch?: boolean;
	/** Subjects whose failing is an outcome for the table; any other's ends the benchmark. */
	mayFail?: readonly SubjectName[];
}

/** One run of a subject, with what the service saw of it. */
export type Run = Measure & { seen: Seen };

/** A subject's runs; with `--against` another build has runs of its own. */
export interface Runs {
	name: SubjectName;
	isOther: boolean;
	list: Run[];
}

/** To others: what a process has sent before may be skipped. */
const firstSends: Task = { kind: 'sends', numbers: 1000, from: 500_000 };

/** What is missing for a run to have done all of its task: a run that does less is quicker. */
export function missing(task: Task, run: Run, messages: number): string | undefined {
	if (run.failure !== undefined) return run.failure;
	const { seen, items, records } = run;
	const { kind, numbers, inOneItem } = task;
	const counts = {
		sends: [
			['numbers were sent to', seen.reached, numbers],
			['numbers were sent to twice', seen.twice, 0],
			['sends had another body than the task says', seen.otherBodies, 0],
			['items came out', items, inOneItem ? 1 : numbers],
		],
		reads: [['records came out', records, messages]],
		poll: [['pages were asked for', seen.requests, Math.ceil(messages / perPage)]],
		load: [],
	};
	const wrong = counts[kind].filter(([, is, wanted]) => is !== wanted);
	return wrong.map(([what, is, wanted]) => `${is} ${what}, not ${wanted}`).join('; ') || undefined;
}

/** Starts a subject, of another build where so told. Undefined variables are none. */
export async function startSubject(
	name: SubjectName,
	bench: Partial<Bench> = {},
	isOther = false,
): Promise<Child> {
	return await startChild(join(import.meta.dirname, 'subjects/process.mts'), name, {
		COMPLETE_N8N: bench.completeN8n,
		BENCHMARK_DIST: isOther ? bench.against : undefined,
	});
}

/** One run of a subject at the service, which is emptied and set up for it first. */
export async function runOnce(
	service: Service,
	subject: Child,
	order: Omit<Order, 'place'>,
	behaviour: Behaviour = {},
): Promise<Run> {
	const place = await service.prepare(behaviour);
	const measure = (await subject.ask({ ...order, place })) as Measure;
	return { ...measure, seen: await service.seen() };
}

/**
 * Runs the subjects in turns, so that a slow minute of the machine meets all of them. Rejects where a run, or a
 * warm-up, does less than its task, unless its subject may fail: such a run says so as its failure.
 */
export async function interleaved(bench: Bench, service: Service, work: Work): Promise<Runs[]> {
	const { subjects, peers = [], task, profile, watch, mayFail } = work;
	const warmUp = work.warmUp ?? (task.kind === 'sends' ? firstSends : undefined);
	const all = [...subjects, ...peers].flatMap((name): Runs[] => {
		const builds = bench.against && own.includes(name) ? [false, true] : [false];
		return builds.map((isOther) => ({ name, isOther, list: [] }));
	});
	const started = new Map<Runs, Child>();
	const does = async (runs: Runs, order: Omit<Order, 'place'>, what: string): Promise<Run> => {
		const behaviour = what === 'task' ? work : { ...work, latency: 0 };
		const run = await runOnce(service, started.get(runs)!, order, behaviour);
		const failure = missing(order.task, run, service.pastMessages);
		if (failure === undefined || mayFail?.includes(runs.name)) return { ...run, failure };
		throw new Error(`The benchmark ends: ${runs.name} did not do its whole ${what}. ${failure}.`);
	};
	try {
		for (let round = 0; round < work.rounds; round++) {
			for (const runs of all) {
				if (round > 0 && peers.includes(runs.name)) continue;
				if (!started.has(runs)) {
					started.set(runs, await startSubject(runs.name, bench, runs.isOther));
					if (warmUp) await does(runs, { task: warmUp }, 'warm-up');
				}
				const run = await does(runs, { task, profile, watch }, 'task');
				bench.say(`  ${titleOf(runs)}: ${run.failure ?? `${Math.round(run.milliseconds)} ms`}`);
				runs.list.push(run);
				if (!work.fresh) continue;
				await started.get(runs)!.stop();
				started.delete(runs);
			}
		}
	} finally {
		for (const subject of started.values()) await subject.stop();
	}
	return all;
}

export function titleOf({ name, isOther }: Runs): string {
	return titles[name] + (isOther ? ' (other build)' : '');
}

/** Does the work at a service of its own. */
export async function runsOf(bench: Bench, work: Work): Promise<Runs[]> {
	const service = await startService(work.pastMessages);
	try {
		return await interleaved(bench, service, work);
	} finally {
		await service.stop();
	}
}
