import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { NodeSettings } from './nodeSettings';
import { yielding } from '../eventLoop';
import { failureOfThrown, type Parameters } from '../fields/parameters';
import { fields, options } from '../fields/send';
import { isToSend, type Item, type ReadItem } from '../item';
import { hintsOfQueries, readAll } from '../messages/pages';
import type { Operation } from '../operations/operation';
import type { Outcomes } from '../recipients/outcomes';
import type { Row } from '../recipients/row';
import { hintsOfSends } from '../report/hints';
import { failureOfRun, failureOfTest, outputOf } from '../report/outputs';
import { Summary } from '../report/summary';
import { unreadableCapOf } from '../send/caps';
import { areAllDry } from '../send/dryRun';
import { planSends, sendTo } from '../send/send';
import type { Sending } from '../send/sending';
import { recentSendsOf } from '../sentBefore/recentSends';
import type { SharedEntries } from '../sentBefore/workerClaims';
import { inBatches } from '../service/limiter';
import type { Requester } from '../service/call';
import { asHtml } from '../service/plainText';
import { Session } from '../service/session';
import { type AbortSignalLike, Stop } from '../service/stop';
import { hintSentences, type Problem, problems } from '../texts';

/** One run of the node, by any of its entry points. */
export interface Run {
	operation: Operation;
	requester: Requester;
	node: INode;
	total: number;
	parameters: Parameters;
	settings: NodeSettings;
	/** Outcomes of all tries of the run. */
	outcomes: Outcomes;
	/** Entries that n8n's workers share; undefined if n8n gives no access to them. */
	sharedEntries?: SharedEntries;
	continuesOnFail: boolean;
	/** Whether an unknown outcome becomes an output, rather than a failure of the run. */
	givesOutUnknown: boolean;
	signal?: AbortSignalLike;
	/** Returns the input columns that an item's output keeps. */
	rowOf(index: number): IDataObject;
	showHints(hints: NodeExecutionHint[]): void;
}

/**
 * Reads and checks all items, then sends or queries, then returns the outputs. Messages that an earlier try of the run
 * has sent, or may have sent, are not sent again.
 *
 * @throws NodeApiError, without continue-on-fail and outside of dry runs, that tells the outcomes of all tries
 */
export async function runItems(run: Run): Promise<INodeExecutionData[]> {
	const stop = new Stop(run.signal);
	const { outcomes } = run;
	try {
		const session = await Session.open(run.requester, { stop, settings: run.settings.request });
		await outcomes.beginTry(session);
		const { rows, reads } = await checkItems(run, stop);
		const recipients = await planSends(rows, outcomes);
		// Messages that an earlier try left unknown stay unknown, and don't stop the others.
		const isRefused = [...outcomes.rows.values()].some(({ failures }) => failures.length > 0);
		const isDry = await areAllDry(outcomes, run.parameters);
		if (isRefused && !run.continuesOnFail && !isDry) throw await failureOfRun(run, stop, true);

		const { limiter, breaker } = session.account;
		const before = { rateLimit: limiter.paused, outage: breaker.waited };
		const sending = sendingOf(run, session);
		if (recipients.length > 0) await sendTo(recipients, sending);
		if (reads.length > 0) await query(run, session, reads);
		const test = outcomes.reportTest();
		const hasFailed = test !== undefined && test.failures.length > 0;
		if (hasFailed && !sending.isListUnread && !run.continuesOnFail)
			throw failureOfTest(run.node, test, stop);
		// Rows of a dry run with faults come out beside the others: nothing goes wrong by it.
		const continuesOnFail = run.continuesOnFail || (isDry && !sending.isListUnread);
		return await outputsOf({ ...run, continuesOnFail, isDry }, session, sending.warnings, {
			rateLimit: limiter.paused - before.rateLimit,
			outage: breaker.waited - before.outage,
		});
	} finally {
		stop.end();
	}
}

function sendingOf(run: Run, session: Session): Sending {
	const { sharedEntries, settings, parameters } = run;
	const recent = recentSendsOf(session.account);
	const { batching } = settings;
	const { zone } = parameters;
	const began = Date.now();
	const warnings = new Set<string>();
	const shared = { session, recent, sharedEntries, batching, began, zone };
	return { ...shared, unknown: [], isListUnread: false, warnings };
}

async function query(run: Run, session: Session, items: ReadItem[]): Promise<void> {
	const { operation, outcomes, settings } = run;
	const indexOf = ({ index }: ReadItem) => index;
	const until = { stop: session.stop, isOver: () => session.isOver('read') };
	await inBatches(items, indexOf, settings.batching, until, async (batch) => {
		await readAll(batch, session, operation.url, (index, found) => {
			if ('failure' in found) outcomes.refuse(index, [found.failure]);
			else outcomes.find(index, found);
		});
	});
}

/**
 * Returns the node's outputs in the order of the input, and shows the hints in n8n's output pane.
 * @param waited milliseconds
 */
async function outputsOf(
	run: Run & { isDry: boolean },
	session: Session,
	warnings: ReadonlySet<string>,
	waited: Record<'rateLimit' | 'outage', number>,
): Promise<INodeExecutionData[]> {
	const { operation, node, total, outcomes, parameters, continuesOnFail, givesOutUnknown } = run;
	const { stop } = session;
	const { zone } = parameters;
	const form = { ...run, zone, wasStopped: stop.isStopped, isSend: operation.purpose === 'send' };
	const outputs: INodeExecutionData[] = [];
	const summary = new Summary();
	for await (const index of yielding(new Array(total).keys())) {
		const report = outcomes.report(index);
		const { unknown, notSent } = report.failures;
		const hasFailed = notSent.length > 0 || (unknown.length > 0 && !givesOutUnknown);
		if (hasFailed && !continuesOnFail) throw await failureOfRun(run, stop, false);
		summary.add(report, outcomes.rows.get(index));
		if (form.isSend || hasFailed) outputs.push(outputOf(index, report, form));
		else
			for await (const json of yielding(outcomes.rows.get(index)?.found?.outputs ?? []))
				outputs.push({ json, pairedItem: { item: index } });
	}
	const waits = (['rateLimit', 'outage'] as const)
		.filter((why) => waited[why] > 0)
		.map((why) => hintSentences.waited[why](Math.max(1, Math.round(waited[why] / 1000))));
	const campaign = String(parameters.expressionAt(fields.campaign));
	const sends = {
		...{ outcomes, zone, total, columns: Object.keys(run.rowOf(0)) },
		hasErrorBranch: node.onError === 'continueErrorOutput',
		isNamedAfterWorkflow: campaign.includes('$workflow'),
		isDry: run.isDry,
		asksForTest: parameters.isAdded(options.testNumber),
	};
	const hints = form.isSend
		? await hintsOfSends(summary, sends, { warnings, infos: waits })
		: hintsOfQueries(outcomes.found, waits);
	const location = 'outputPane';
	run.showHints(
		hints.map((hint) => ({ ...hint, message: asHtml(session.redact(hint.message)), location })),
	);
	return outputs;
}

/**
 * Reads and checks all items before anything is sent, and records why an item is refused. If the execution is canceled,
 * ends early and refuses all.
 */
async function checkItems(run: Run, stop: Stop): Promise<{ rows: Row[]; reads: ReadItem[] }> {
	const { operation, parameters, outcomes, total, continuesOnFail } = run;
	const notReached = () => problems[operation.purpose === 'send' ? 'sendCanceled' : 'canceled']();
	const rows: Row[] = [];
	const reads: ReadItem[] = [];
	let unreadableCap: Problem | undefined;
	for await (const index of yielding(new Array(total).keys())) {
		const read = stop.isStopped ? { failures: [notReached()] } : await readItem(run, index);
		if ('failures' in read) {
			outcomes.refuse(index, read.failures);
			// Without continue-on-fail, nothing is sent anyway, and the run fails at the item to fix.
			if (continuesOnFail) unreadableCap ??= unreadableCapOf(parameters, index);
		} else if (isToSend(read)) rows.push(outcomes.read(read));
		else reads.push(read);
	}
	const failure = stop.isStopped ? notReached() : unreadableCap;
	if (!failure) return { rows, reads };
	for (const { index } of [...rows, ...reads]) outcomes.refuse(index, [failure]);
	return { rows: [], reads: [] };
}

async function readItem(run: Run, index: number): Promise<Item | { failures: Problem[] }> {
	const { operation, parameters, settings } = run;
	try {
		const item = parameters.of(index);
		const prepared = await operation.prepare(item);
		if (settings.problem) item.refuse(settings.problem);
		if (!prepared || item.problems.length > 0) return { failures: item.problems };
		return { index, ...prepared };
	} catch (error) {
		// Catches bugs, too: if they were thrown on, n8n would output the rows under continue-on-fail as if they had been
		// sent.
		return { failures: [failureOfThrown(error)] };
	}
}
