/**
 * Holds the answers of a sandbox back until so many requests are under way: by counts, where a
 * latency would do it by time.
 */
import type { RequestEntry, Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { turns, until } from './until.mts';

/** Turns in which one request too many would come: a request needs a few of them. */
const more = 50;

/**
 * To be called in `beforeAnswer`. Each answer waits until `most` requests are under way or all have come, and then
 * for one that may not come. Token exchanges are answered at once.
 *
 * @param given `all`: how many requests there will be; `alone`: how many of them come one by one before the others
 */
export async function crowd(
	sandbox: Pick<Sandbox, 'inFlight' | 'requests'>,
	{ operation }: RequestEntry,
	given: { most: number; all: number; alone?: number },
): Promise<void> {
	if (operation === 'token') return;
	const came = () => sandbox.requests.filter((request) => request.operation !== 'token').length;
	if (came() > (given.alone ?? 0))
		await until(() => sandbox.inFlight.now >= given.most || came() >= given.all);
	await turns(more);
}
