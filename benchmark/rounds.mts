/** Runs subjects in turns, and checks that each run did its whole task. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startService, type Behavior, type Seen, type Service } from './service.mts';
import { perPage, textFields, titles, type Measure, type Task } from './subjects/task.mts';

/** A task to measure, with its subjects and conditions. */
export interface Work extends Behavior {
	what?: string;
	task: Task;
	/** Names of subjects in `titles`. Defaults to this node. */
	subjects?: readonly string[];
	/** Defaults to 1. */
	rounds?: number;
	pastMessages?: number;
	/** Period over which they are spread, in hours. By default they are a minute apart. */
	pastHours?: number;
	/**
	 * Task that each process does first, so that none is measured cold. Defaults for sends to 500 messages to other
	 * numbers.
	 */
	warmUp?: Task;
	/** Number of times that each process does the task before it is measured, to other numbers; instead of a warm-up. */
	earlier?: number;
	/** Whether each run has its own process: V8 compiles other code in each, and peak memory is counted per process. */
	fresh?: boolean;
	/**
	 * Size of V8's heap in megabytes. With more memory, V8 collects later, and the peak doesn't show how much was needed.
	 */
	heap?: number;
	/** Subjects whose failure is a result for the table. The failure of any other ends the benchmark. */
	mayFail?: readonly string[];
}

export type Run = Measure & { seen: Seen };

/** A subject's runs. With `--against`, another build has its own. */
export interface Runs {
	name: string;
	title: string;
	dist?: string;
	list: Run[];
}

const firstSends: Task = { kind: 'sends', numbers: 500, from: 500_000 };

/** Returns how a run fell short of its task, or undefined. A run that does less is quicker. */
function missing(task: Task, run: Run, messages: number, isFirst: boolean): string | undefined {
	if (run.failure !== undefined) return run.failure;
	const { seen, items, records } = run;
	const { numbers = 0, perItem = 1 } = task;
	const counts = {
		sends: [
			['numbers were sent to', seen.reached, numbers],
			['numbers were sent to twice', seen.twice, 0],
			['items came out', items, numbers / perItem],
		],
		outage: [['items came out', items, numbers]],
		reads: [['records came out', records, messages]],
		// A later poll of a long list reads a part of it.
		poll: isFirst ? [['pages were asked for', seen.requests, Math.ceil(messages / perPage)]] : [],
		text: [
			['numbers were sent to', seen.reached, 1],
			['items came out', items, textFields.length],
		],
		load: [],
	};
	const wrong = counts[task.kind].filter(([, is, wanted]) => is !== wanted);
	return wrong.map(([what, is, wanted]) => `${is} ${what}, not ${wanted}`).join('; ') || undefined;
}

/** Starts a subject in a process of its own. */
async function startSubject({ name, dist }: Runs, heap = 0) {
	const child = fork(join(import.meta.dirname, 'subjects/process.mts'), [name], {
		env: { ...process.env, BENCHMARK_DIST: dist },
		// 0 stands for V8's default heap size.
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
		/** Resets and sets up the service, then does one run. */
		async run(service: Service, task: Task, behavior: Behavior): Promise<Run> {
			child.send({ task, place: service.prepare(behavior, task) });
			return { ...(await answer()), seen: service.seen() };
		},
		async stop() {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}

/**
 * Runs the subjects in turns, so that a slow minute of the machine affects all of them.
 * @param against another build's dist
 * @throws if a run, or a warm-up, does less than its task. If its subject may fail, the run has a `failure` instead
 */
export async function runsOf(work: Work, against?: string): Promise<Runs[]> {
	const { task, subjects = ['node'], mayFail, rounds = 1 } = work;
	const sends = task.kind === 'sends' || task.kind === 'outage';
	const { earlier, pastMessages = 0, pastHours = pastMessages / 60 } = work;
	const usual = sends && earlier === undefined ? firstSends : undefined;
	const warmUp = work.warmUp ?? usual;
	const all = subjects.flatMap((name): Runs[] => {
		const { title, file } = titles[name]!;
		const isOwn = file === 'messagingService';
		const other = { name, title: `${title} (other build)`, dist: against, list: [] };
		return [{ name, title, list: [] }, ...(against && isOwn ? [other] : [])];
	});
	const service = await startService(pastMessages, pastHours);
	const started = new Map<Runs, Awaited<ReturnType<typeof startSubject>>>();
	const does = async (
		runs: Runs,
		task: Task,
		behavior: Behavior,
		isFirst = false,
	): Promise<Run> => {
		const run = await started.get(runs)!.run(service, task, behavior);
		const failure = missing(task, run, pastMessages, isFirst);
		if (failure === undefined || mayFail?.includes(runs.name)) return { ...run, failure };
		throw new Error(`The benchmark ends: ${runs.name} did not do its whole task. ${failure}.`);
	};
	try {
		for (let round = 0; round < rounds; round++) {
			for (const runs of all) {
				if (!started.has(runs)) {
					started.set(runs, await startSubject(runs, work.heap));
					if (warmUp) await does(runs, warmUp, {});
					for (let left = earlier ?? 0; left > 0; left--)
						await does(runs, { ...task, from: 1000 * left }, {}, left === earlier);
				}
				const run = await does(runs, task, work, earlier === 0);
				console.log(`  ${runs.title}: ${run.failure ?? `${Math.round(run.milliseconds)} ms`}`);
				runs.list.push(run);
				if (!work.fresh) continue;
				await started.get(runs)!.stop();
				started.delete(runs);
			}
		}
	} finally {
		for (const subject of started.values()) await subject.stop();
		await service.stop();
	}
	return all;
}
