/** Runs that take turns, each held against its task. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startService, type Behavior, type Seen, type Service } from './service.mts';
import { isOwn, titles, type SubjectName } from './subjects/subjects.mts';
import { perPage, type Measure, type Order, type Task } from './subjects/task.mts';

export interface Bench {
	/** The complete n8n's folder, and another build's `dist` that runs in turns with this one. */
	completeN8n?: string;
	against?: string;
	say(line: string): void;
}

/** What is run, by whom and how. */
export interface Work extends Behavior {
	task: Task;
	subjects: readonly SubjectName[];
	/** They run once: no target is theirs. */
	peers?: readonly SubjectName[];
	rounds: number;
	pastMessages?: number;
	/** What each process does first, so that none is measured cold; for sends, 500, to others. */
	warmUp?: Task;
	/** A process of its own for each run: V8 makes other code in each, and memory has its peak. */
	fresh?: boolean;
	/** Megabytes for V8's heap: with more at hand it collects later, and no peak tells what was needed. */
	heap?: number;
	profile?: boolean;
	watch?: boolean;
	/** Subjects whose failing is an outcome for the table; any other's ends the benchmark. */
	mayFail?: readonly SubjectName[];
}

export type Run = Measure & { seen: Seen };

/** A subject's runs; with `--against` another build has runs of its own. */
export interface Runs {
	name: SubjectName;
	isOther: boolean;
	list: Run[];
}

const firstSends: Task = { kind: 'sends', numbers: 500, from: 500_000 };

/** What is missing for a run to have done all of its task: a run that does less is quicker. */
function missing(task: Task, run: Run, messages: number): string | undefined {
	if (run.failure !== undefined) return run.failure;
	const { seen, items, records } = run;
	const { numbers = 0, perItem = 1 } = task;
	const counts = {
		sends: [
			['numbers were sent to', seen.reached, numbers],
			['numbers were sent to twice', seen.twice, 0],
			['sends had another body than the task says', seen.otherBodies, 0],
			['items came out', items, numbers / perItem],
		],
		reads: [['records came out', records, messages]],
		poll: [['pages were asked for', seen.requests, Math.ceil(messages / perPage)]],
		load: [],
	};
	const wrong = counts[task.kind].filter(([, is, wanted]) => is !== wanted);
	return wrong.map(([what, is, wanted]) => `${is} ${what}, not ${wanted}`).join('; ') || undefined;
}

/** Starts a subject in a process of its own. */
export async function startSubject(name: SubjectName, folders: NodeJS.ProcessEnv = {}, heap = 0) {
	const child = fork(join(import.meta.dirname, 'subjects/process.mts'), [name], {
		env: { ...process.env, ...folders },
		// 0 is V8's usual heap.
		execArgv: ['--expose-gc', '--no-warnings', `--max-old-space-size=${heap}`],
	});
	const ended = once(child, 'exit');
	const answer = async () => {
		const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
		if (typeof message === 'object') return message as Measure;
		throw new Error(`The process of ${name} ended before it was done.`);
	};
	await answer();
	return {
		/** One run at the service, which is emptied and set up for it first. */
		async run(service: Service, order: Order, behavior: Behavior = {}): Promise<Run> {
			child.send({ ...order, place: service.prepare(behavior) });
			return { ...(await answer()), seen: service.seen() };
		},
		async stop() {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}

/**
 * Runs the subjects in turns, so that a slow minute of the machine meets all of them. Rejects where a run, or a
 * warm-up, does less than its task, unless its subject may fail: such a run says so as its failure.
 */
export async function interleaved(bench: Bench, service: Service, work: Work): Promise<Runs[]> {
	const { subjects, peers = [], task, profile, watch, mayFail } = work;
	const warmUp = work.warmUp ?? (task.kind === 'sends' ? firstSends : undefined);
	const all = [...subjects, ...peers].flatMap((name): Runs[] => {
		const builds = bench.against && isOwn(name) ? [false, true] : [false];
		return builds.map((isOther) => ({ name, isOther, list: [] }));
	});
	const started = new Map<Runs, Awaited<ReturnType<typeof startSubject>>>();
	const does = async (runs: Runs, order: Order, what: string): Promise<Run> => {
		const behavior = what === 'task' ? work : { ...work, latency: 0 };
		const run = await started.get(runs)!.run(service, order, behavior);
		const failure = missing(order.task, run, service.pastMessages);
		if (failure === undefined || mayFail?.includes(runs.name)) return { ...run, failure };
		throw new Error(`The benchmark ends: ${runs.name} did not do its whole ${what}. ${failure}.`);
	};
	try {
		for (let round = 0; round < work.rounds; round++) {
			for (const runs of all) {
				if (round > 0 && peers.includes(runs.name)) continue;
				if (!started.has(runs)) {
					const dist = runs.isOther ? bench.against : undefined;
					const folders = { COMPLETE_N8N: bench.completeN8n, BENCHMARK_DIST: dist };
					started.set(runs, await startSubject(runs.name, folders, work.heap));
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

export const titleOf = ({ name, isOther }: Runs): string =>
	titles[name] + (isOther ? ' (other build)' : '');

export async function runsOf(bench: Bench, work: Work): Promise<Runs[]> {
	const service = await startService(work.pastMessages);
	try {
		return await interleaved(bench, service, work);
	} finally {
		await service.stop();
	}
}
