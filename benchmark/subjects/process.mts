/** Process of one subject. Does the tasks that its parent sends, and reports their cost. */
import { createRequire } from 'node:module';
import { titles } from './task.mts';
import type { Measure, Place, Subject, Task, TaskResult } from './task.mts';

/**
 * Does the work and returns its cost, with the longest time between two ticks of a timer of 5 ms. Start and end count
 * as ticks: a run that never yields to the event loop has no others.
 */
async function measure(work: () => Promise<TaskResult>): Promise<Measure> {
	let held = 0;
	let last = performance.now();
	const tick = () => {
		const now = performance.now();
		held = Math.max(held, now - last);
		last = now;
	};
	const timer = setInterval(tick, 5);
	const before = process.cpuUsage();
	const start = performance.now();
	const result = await work().catch(
		(error: Error): TaskResult => ({ items: 0, records: 0, failure: error.message }),
	);
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(before);
	tick();
	clearInterval(timer);
	// Kilobytes on every system that Node.js runs on.
	const peak = process.resourceUsage().maxRSS / 1024;
	const processor = (user + system) / 1000;
	return { ...result, milliseconds, processor, peak, held };
}

// Loaded first: n8n, too, has loaded it before any node.
createRequire(import.meta.url)('n8n-workflow');
// Imports only this subject, so that the others don't add to its memory.
const name = process.argv[2]!;
const subjects = (await import(`./${titles[name]!.file}.mts`)) as Record<string, Subject>;
process.on('message', async ({ task, place }: { task: Task; place: Place }) => {
	// Collects the garbage of earlier tasks first.
	globalThis.gc?.();
	process.send!(await measure(() => subjects[name]!(task, place)));
});
process.send!({});
