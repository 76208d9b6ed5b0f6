/** One subject in a process of its own: does the tasks that its parent sends it, and tells what they cost. */
import { createRequire } from 'node:module';
import { profiled } from './profile.mts';
import { loadSubject, type SubjectName } from './subjects.mts';
import type { Measure, Order, Subject, TaskResult } from './task.mts';

/** A span of time in microseconds, by the clock that V8's profiles have, too. */
const now = (): number => Number(process.hrtime.bigint()) / 1000;

/**
 * The longest time between two ticks of a timer that ticks every 5 ms. The start and the end of the work count as
 * ticks: a run that never lets go of the loop has no others.
 */
async function longestHold(work: () => Promise<unknown>): Promise<{ from: number; to: number }> {
	let last = now();
	let hold = { from: last, to: last };
	const tick = () => {
		const at = now();
		if (at - last > hold.to - hold.from) hold = { from: last, to: at };
		last = at;
	};
	const timer = setInterval(tick, 5);
	await work();
	tick();
	clearInterval(timer);
	return hold;
}

async function outcomeOf(work: Promise<TaskResult>): Promise<TaskResult> {
	try {
		return await work;
	} catch (error) {
		return { items: 0, records: 0, failure: String((error as Error).message) };
	}
}

/** Kilobytes on every system that Node.js runs on, made megabytes. */
const peakMemory = (): number => process.resourceUsage().maxRSS / 1024;

async function cost(work: () => Promise<TaskResult>): Promise<Measure> {
	const peakBefore = peakMemory();
	const processorBefore = process.cpuUsage();
	const start = performance.now();
	const outcome = await outcomeOf(work());
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(processorBefore);
	const peak = peakMemory();
	const processor = (user + system) / 1000;
	return { ...outcome, milliseconds, processor, peak, grown: peak - peakBefore };
}

async function measure(subject: Subject, order: Order): Promise<Measure> {
	const { task, place, profile, watch } = order;
	// Each task starts with what the earlier ones left behind swept out.
	globalThis.gc?.();
	let measured!: Measure;
	const run = async () => void (measured = await cost(async () => await subject(task, place)));
	const watched = async () => (watch ? await longestHold(run) : void (await run()));
	const { result: hold, spentIn } = profile
		? await profiled(watched)
		: { result: await watched(), spentIn: undefined };
	const held = hold && (hold.to - hold.from) / 1000;
	return { ...measured, held, spent: spentIn?.(hold) };
}

// n8n has loaded it before any node.
createRequire(import.meta.url)('n8n-workflow');
const subject = await loadSubject(process.argv[2] as SubjectName);
process.on('message', (order: Order) => {
	void measure(subject, order).then((measured) => process.send!(measured));
});
process.send!('ready');
