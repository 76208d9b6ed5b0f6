import type { Run } from './run';
import { failureOfThrown } from '../fields/parameters';
import { isToSend, type Item } from '../item';
import { isSend } from '../operations/operation';
import { unreadableCapOf } from '../send/mayGo';
import type { Stop } from '../service/stop';
import { problems, type Problem } from '../texts';
import { inTurns, placesUpTo } from '../turns';

/**
 * Reads and checks all items before anything is sent; one that can't be taken is noted as refused. Ends early when the
 * run is stopped.
 */
export async function checkItems(run: Run, stop: Stop): Promise<Item[]> {
	const { operation, parameters, outcomes, total, continuesOnFail } = run;
	const notReached = problems[isSend(operation) ? 'sendCanceled' : 'canceled']();
	const items: Item[] = [];
	let unreadableCap: Problem | undefined;
	for await (const index of inTurns(placesUpTo(total))) {
		const read = stop.isStopped ? { failures: [notReached] } : await readItem(run, index);
		if ('failures' in read) {
			outcomes.refuse(index, read.failures);
			// Without continue-on-fail no item goes anyway, and the run fails at the one to fix.
			if (continuesOnFail) unreadableCap ??= unreadableCapOf(parameters, index);
		} else items.push(isToSend(read) ? outcomes.read(read) : read);
	}
	const failure = stop.isStopped ? notReached : unreadableCap;
	if (!failure) return items;
	for (const { index } of items) outcomes.refuse(index, [failure]);
	return [];
}

async function readItem(
	{ operation, parameters, settings }: Run,
	index: number,
): Promise<Item | { failures: Problem[] }> {
	try {
		const given = parameters.of(index);
		const prepared = await operation.prepare(given);
		if (settings.problem) given.refuse(settings.problem);
		if (!prepared || given.problems.length > 0) return { failures: given.problems };
		return { index, ...prepared };
	} catch (error) {
		// A bug of ours, too: thrown on, n8n would hand the rows on under continue-on-fail as if they had gone.
		return { failures: [failureOfThrown(error)] };
	}
}
