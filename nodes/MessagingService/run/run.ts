import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { checkItems } from './check';
import { failureOfRun } from './failure';
import type { NodeSettings } from './nodeSettings';
import { outputsOf } from './outputs';
import type { Parameters } from '../fields/parameters';
import { campaign } from '../fields/send';
import type { Item, ReadOrder, SendItem } from '../item';
import { hintsOfQueries } from '../messages/hints';
import { readAll } from '../messages/pages';
import { isSend, type Operation } from '../operations/operation';
import type { Outcomes } from '../send/outcomes';
import { hintsOfSends } from '../send/hints';
import { recentSendsOf } from '../send/recentSends';
import { sendAll, sendItems } from '../send/send';
import type { SharedEntries, UnknownSend } from '../send/sending';
import { Session, type Requester } from '../service/session';
import { pause, Stop, type AbortSignalLike } from '../service/stop';
import { hintSentences } from '../texts';
import { isTurnOver, nextTurn } from '../turns';
import { groupedBy } from '../values/simple';

/** One run of the node, whichever way n8n called it. */
export interface Run {
	operation: Operation;
	requester: Requester;
	node: INode;
	total: number;
	parameters: Parameters;
	settings: NodeSettings;
	/** What became of its items, over all its tries. */
	outcomes: Outcomes;
	/** What n8n's workers share; undefined where n8n gives no way to it. */
	sharedEntries?: SharedEntries;
	continuesOnFail: boolean;
	/** Whether an unknown outcome comes out as an output rather than as the failure of the run. */
	givesOutUnknown: boolean;
	signal?: AbortSignalLike;
	rowOf(index: number): IDataObject;
	tell(hints: NodeExecutionHint[]): void;
}

/**
 * Reads and checks all items, then sends or queries, then gives the outputs. What an earlier try of the run has
 * sent, or may have sent, is not sent again.
 *
 * @throws NodeApiError, without continue-on-fail, that tells what came of all its tries
 */
export async function runItems(run: Run): Promise<INodeExecutionData[]> {
	const stop = new Stop(run.signal);
	const { outcomes } = run;
	try {
		const session = await Session.open(run.requester, { stop, settings: run.settings.request });
		const items = await checkItems(run, session, stop);
		// What an earlier try left unknown stays so, and keeps nothing back.
		const isRefused = [...outcomes.rows.values()].some(({ failures }) => failures.length > 0);
		if (isRefused && !run.continuesOnFail) throw await failureOfRun(run, stop, true);

		const waited = items.length > 0 ? await makeRequests(run, session, items) : 0;

		for (let index = 0; index < run.total && !run.continuesOnFail; index++) {
			if (isTurnOver()) await nextTurn();
			const { unknown, notSent } = outcomes.tell(index).failures;
			if (notSent.length > 0 || (unknown.length > 0 && !run.givesOutUnknown))
				throw await failureOfRun(run, stop, false);
		}
		const hints = await hintsOf(run, waited);
		run.tell(hints.map((hint) => ({ ...hint, message: session.redact(hint.message) })));
		return await outputsOf(run, stop.isStopped);
	} finally {
		stop.end();
	}
}

/** Makes the items' requests. @returns the milliseconds that the service had them wait */
async function makeRequests(run: Run, session: Session, items: Item[]): Promise<number> {
	const { operation, outcomes, sharedEntries } = run;
	const { limiter } = session.account;
	const pausedBefore = limiter.paused;
	if (isSend(operation)) {
		const began = Date.now();
		const { zone } = run.parameters;
		const recent = recentSendsOf(session.account);
		const forget = recent.keepFor(began);
		const sending = { session, outcomes, recent, sharedEntries, began, zone };
		const send = async (some: SendItem[]): Promise<UnknownSend[]> => {
			const ended = await inBatches(run, session.stop, some, async (batch) =>
				sendAll(batch, sending),
			);
			return ended.flat();
		};
		await sendItems(items as SendItem[], sending, send).finally(forget);
	} else {
		await inBatches(run, session.stop, items as Array<Item<ReadOrder>>, async (batch) => {
			await readAll(batch, session, operation.url, (index, found) => {
				if ('failure' in found) outcomes.refuse(index, [found.failure]);
				else outcomes.find(index, found);
			});
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

/** What n8n's output pane says of a run that did not fail. @param waited milliseconds */
async function hintsOf(run: Run, waited: number): Promise<NodeExecutionHint[]> {
	const { operation, node, total, outcomes, parameters } = run;
	const hints = isSend(operation)
		? await hintsOfSends({
				outcomes,
				total,
				hasErrorBranch: node.onError === 'continueErrorOutput',
				isNamedAfterWorkflow: String(parameters.expressionAt(campaign)).includes('$workflow'),
			})
		: hintsOfQueries(outcomes.found);
	const seconds = Math.max(1, Math.round(waited / 1000));
	if (waited > 0) hints.push({ type: 'info', message: hintSentences.waited(seconds) });
	return hints.map((hint) => ({ ...hint, location: 'outputPane' }));
}
