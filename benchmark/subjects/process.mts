/** One subject in a process of its own: does the tasks that its parent sends it, and tells what they cost. */
import { createRequire } from 'node:module';
import { profiled } from './profile.mts';
import { loadSubject, type SubjectName } from './subjects.mts';
import type { Measure, Order, Place, TaskResult } from './task.mts';

/** Kilobytes on every system that Node.js runs on, made megabytes. */
const peakMemory = (): number => process.resourceUsage().maxRSS / 1024;

/**
 * Does the work and tells its cost, with the longest time between two ticks of a timer of 5 ms. Start and end count as
 * ticks: a run that never lets go of the event loop has no others.
 */
async function measure(work: () => Promise<TaskResult>, watch = false): Promise<Measure> {
	let held = 0;
	let last = performance.now();
	const tick = () => {
		const now = performance.now();
		held = Math.max(held, now - last);
		last = now;
	};
	const timer = watch ? setInterval(tick, 5) : undefined;
	const peakBefore = peakMemory();
	const before = process.cpuUsage();
	const start = performance.now();
	const result = await work().catch(
		(error: Error): TaskResult => ({ items: 0, records: 0, failure: error.message }),
	);
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(before);
	tick();
	clearInterval(timer);
	const peak = peakMemory();
	const processor = (user + system) / 1000;
	return { ...result, milliseconds, processor, peak, grown: peak - peakBefore, held };
}

// n8n has loaded it before any node.
createRequire(import.meta.url)('n8n-workflow');
const subject = await loadSubject(process.argv[2] as SubjectName);
process.on('message', async ({ task, place, profile, watch }: Order & { place: Place }) => {
	// Each task starts with what the earlier ones left behind swept out.
	globalThis.gc?.();
	let measured: Measure | undefined;
	const run = async () => void (measured = await measure(() => subject(task, place), watch));
	const spent = profile ? await profiled(run) : void (await run());
	process.send!({ ...measured, spent });
});
process.send!({});
