/** Requests in an order of chance that is the same for the same seed. */
import { setImmediate as turn } from 'node:timers/promises';
import type fc from 'fast-check';

/** Turns of the event loop in which nothing new has come: a request needs a few of them. */
const quietTurns = 12;

/** Lets the scheduler go on with one thing at a time, whenever all that could come has come, until this is done. */
export async function releasing<Value>(
	scheduler: fc.Scheduler,
	work: Promise<Value>,
): Promise<Value> {
	let isDone = false;
	const done = (): void => void (isDone = true);
	work.then(done, done);
	while (!isDone) {
		for (let quiet = 0, count = -1; quiet < quietTurns && !isDone; quiet++) {
			await turn();
			if (scheduler.count() !== count) quiet = 0;
			count = scheduler.count();
		}
		if (scheduler.count() > 0) await scheduler.waitOne();
	}
	return await work;
}
