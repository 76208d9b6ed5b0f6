import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { checkItems } from './check';
import { failureOfRun } from './failure';
import type { NodeSettings } from './nodeSettings';
import { outputsOf } from './outputs';
import type { Parameters } from '../fields/parameters';
import { campaign } from '../fields/send';
import { isToRead, isToSend, type ReadItem } from '../item';
import { hintsOfQueries } from '../messages/hints';
import { readAll } from '../messages/pages';
import { isSend, type Operation } from '../operations/operation';
import type { Outcomes } from '../send/outcomes';
import { hintsOfSends } from '../send/hints';
import { mayGo } from '../send/mayGo';
import { recentSendsOf } from '../send/recentSends';
import { sendItems } from '../send/send';
import type { Sending, SharedEntries } from '../send/sending';
import { inBatches } from '../service/batches';
import { Session, type Requester } from '../service/session';
import { Stop, type AbortSignalLike } from '../service/stop';
import { hintSentences } from '../texts';
import { inTurns, placesUpTo } from '../turns';

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
		await outcomes.begin(session);
		const items = await checkItems(run, stop);
		const sends = await mayGo(items.filter(isToSend), outcomes);
		// What an earlier try left unknown stays so, and keeps nothing back.
		const isRefused = [...outcomes.rows.values()].some(({ failures }) => failures.length > 0);
		if (isRefused && !run.continuesOnFail) throw await failureOfRun(run, stop, true);

		const { limiter } = session.account;
		const pausedBefore = limiter.paused;
		if (sends.length > 0) await sendItems(sends, sendingOf(run, session));
		const reads = items.filter(isToRead);
		if (reads.length > 0) await query(run, session, reads);
		const waited = limiter.paused - pausedBefore;

		if (!run.continuesOnFail && (await hasFailed(run))) throw await failureOfRun(run, stop, false);
		const hints = await hintsOf(run, waited);
		run.tell(hints.map((hint) => ({ ...hint, message: session.redact(hint.message) })));
		return await outputsOf(run, stop.isStopped);
	} finally {
		stop.end();
	}
}

function sendingOf(
	{ outcomes, sharedEntries, settings, parameters }: Run,
	session: Session,
): Sending {
	const recent = recentSendsOf(session.account);
	const { batching } = settings;
	const { zone } = parameters;
	return { session, outcomes, recent, sharedEntries, batching, began: Date.now(), zone };
}

async function query(run: Run, session: Session, items: ReadItem[]): Promise<void> {
	const { operation, outcomes, settings } = run;
	await inBatches(items, settings.batching, session.stop, async (batch) => {
		await readAll(batch, session, operation.url, (index, found) => {
			if ('failure' in found) outcomes.refuse(index, [found.failure]);
			else outcomes.find(index, found);
		});
	});
}

async function hasFailed({ total, outcomes, givesOutUnknown }: Run): Promise<boolean> {
	for await (const index of inTurns(placesUpTo(total))) {
		const { unknown, notSent } = outcomes.tell(index).failures;
		if (notSent.length > 0 || (unknown.length > 0 && !givesOutUnknown)) return true;
	}
	return false;
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
