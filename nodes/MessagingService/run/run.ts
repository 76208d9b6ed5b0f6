import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { checkItems, sends, type Run } from './check';
import { failedIn, failureOfRun, isUnknown, skippingOf } from './failure';
import { hintsOf, outputsOf } from './outputs';
import type { Item, ReadOrder, Results, SendItem } from '../item';
import { readAll } from '../messages/pages';
import { noteRepeats } from '../send/equalRows';
import type { UnknownSend } from '../send/ledger';
import { sendAll, sendItems } from '../send/send';
import { requestFormOf } from '../service/request';
import { Session } from '../service/session';
import { pause, Stop } from '../service/stop';
import { groupedBy } from '../values/simple';

/**
 * Reads and checks all items, then sends or queries, then gives the outputs. What an earlier try of the run has
 * sent, or may have sent, is not sent again.
 *
 * @throws NodeApiError, without continue-on-fail, that tells what came of all its tries
 */
export async function runItems(run: Run): Promise<INodeExecutionData[]> {
	const stop = new Stop(run.signal);
	try {
		const session = await Session.open(run.requester);
		const { results, items } = await checkItems(run, session, stop);
		const skipping = () => skippingOf([...items.map(({ order }) => order), ...run.ledger.orders]);
		const failWith = (nothingLeft: boolean): Error =>
			failureOfRun(run, session, { results, skipping: skipping(), stop, nothingLeft });
		// What an earlier try left unknown stays so, and keeps nothing back.
		const isRefused = failedIn(results, run).some((item) => !isUnknown(item));
		if (isRefused && !run.continuesOnFail) throw failWith(true);

		const waited = items.length > 0 ? await makeRequests(run, session, items, results, stop) : 0;
		if (sends(run) && run.total > 1) await noteRepeats(items as SendItem[], results, run.ledger);

		const failed = failedIn(results, run);
		const told = run.continuesOnFail || (run.givesOutUnknown && failed.every(isUnknown));
		if (failed.length > 0 && !told) throw failWith(false);
		const hints = await hintsOf(results, run, () => skipping() === 'on', waited);
		run.tell(hints.map((hint) => ({ ...hint, message: session.redact(hint.message) })));
		return await outputsOf(results, run, stop.isStopped);
	} finally {
		stop.end();
	}
}

/** Makes the items' requests. @returns the milliseconds that the service had them wait */
async function makeRequests(
	run: Run,
	session: Session,
	items: Item[],
	results: Results,
	stop: Stop,
): Promise<number> {
	const { operation, requester, settings, ledger, sharedEntries } = run;
	const isSend = sends(run);
	const request: IHttpRequestOptions = {
		method: operation.method,
		url: operation.url,
		...requestFormOf(session),
		...settings.request,
	};
	const sender = { requester, session, run, stop };
	const { limiter, recentSends: recent } = session.account;
	const pausedBefore = limiter.paused;
	if (isSend) {
		const began = Date.now();
		const { zone } = run.reader;
		const forget = recent.keepFor(began);
		const sending = { sender, request, ledger, results, recent, sharedEntries, began, zone };
		const send = async (some: SendItem[]): Promise<UnknownSend[]> => {
			const ended = await inBatches(run, stop, some, async (batch) => sendAll(batch, sending));
			return ended.flat();
		};
		await sendItems(items as SendItem[], sending, send).finally(forget);
	} else {
		await inBatches(run, stop, items as Array<Item<ReadOrder>>, async (batch) => {
			await readAll(batch, sender, request, results);
		});
	}
	return limiter.paused - pausedBefore;
}

/** n8n's Batching: the batches start one interval after the other, whether the one before is done or not. */
async function inBatches<I extends Item, Ended>(
	{ settings: { batching } }: Run,
	stop: Stop,
	items: I[],
	go: (batch: I[]) => Promise<Ended>,
): Promise<Ended[]> {
	if (!batching) return [await go(items)];
	const batches = groupedBy(items, ({ index }) => Math.floor(index / batching.size));
	const underWay: Array<Promise<Ended>> = [];
	for (const batch of batches.values()) {
		if (underWay.length > 0) await pause(batching.interval, stop);
		const going = go(batch);
		// Awaited below, after the last pause: until then a rejection would be nobody's.
		going.catch(() => undefined);
		underWay.push(going);
	}
	await Promise.allSettled(underWay);
	return await Promise.all(underWay);
}
