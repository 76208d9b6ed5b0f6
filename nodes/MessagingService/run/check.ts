import type { IDataObject, INode, NodeExecutionHint } from 'n8n-workflow';

import { failuresByCap, unreadableCapOf } from './caps';
import { failureOfThrown, type FieldReader } from './fields';
import type { NodeSettings } from './nodeSettings';
import type { Failure, Item, Results, SendOrder } from '../item';
import type { Operation } from '../operations/operation';
import type { Ledger } from '../send/ledger';
import type { SharedEntries } from '../send/workerClaims';
import type { Requester } from '../service/session';
import { Slices, type AbortSignalLike, type Stop } from '../service/stop';
import { outcomeSentences, type Problem } from '../texts';

/** One run of the node, whichever way n8n called it. */
export interface Run {
	operation: Operation;
	requester: Requester;
	node: INode;
	/** How many items it has. */
	total: number;
	reader: FieldReader;
	settings: NodeSettings;
	/** What its earlier tries have sent. */
	ledger: Ledger;
	/** What n8n's workers share; undefined where n8n gives no way to it. */
	sharedEntries?: SharedEntries;
	continuesOnFail: boolean;
	/** Whether an unknown outcome comes out as an output rather than as the failure of the run. */
	givesOutUnknown: boolean;
	signal?: AbortSignalLike;
	rowOf(index: number): IDataObject;
	tell(hints: NodeExecutionHint[]): void;
}

/** Whether its items are messages to send rather than queries. */
export function sends({ operation }: Run): boolean {
	return operation.method === 'POST';
}

/** The items that may go, and results for those that need not or may not. */
interface Checked {
	items: Item[];
	results: Results;
}

/**
 * Reads and checks all items before anything is sent. Items that an earlier try of the run has sent,
 * or may have sent, have their result already. Works in slices; ends early when the run is stopped.
 */
export async function checkItems(run: Run, stop: Stop): Promise<Checked> {
	const { reader, ledger, total, continuesOnFail } = run;
	const checked: Checked = { items: [], results: new Map() };
	const { items, results } = checked;
	let unreadableCap: Problem | undefined;
	const slices = new Slices();
	for (let index = 0; index < total; index++) {
		if (slices.isOver) await slices.next();
		const sent = ledger.get(index);
		// First, for an item that was sent must not be told as one that was not, when the run is stopped.
		if (sent && 'receipt' in sent) results.set(index, { outputs: [sent.receipt] });
		else if (sent) results.set(index, { failures: [sent.unknown()] });
		else if (stop.isStopped) results.set(index, { failures: [notReached(run)] });
		else {
			const item = await checkItem(run, index, slices);
			if ('order' in item) items.push(item);
			else {
				results.set(index, item);
				// Without continue-on-fail no item goes anyway, and the failure shall stand at the one to fix.
				if (continuesOnFail) unreadableCap ??= unreadableCapOf(reader, index);
			}
		}
	}
	if (stop.isStopped) return refuseAll(checked, notReached(run));
	if (unreadableCap) return refuseAll(checked, { ...unreadableCap, fate: 'refused' });
	return sends(run) ? await applyCaps(ledger, checked) : checked;
}

async function checkItem(
	{ operation, reader, settings }: Run,
	index: number,
	slices: Slices,
): Promise<Item | { failures: Failure[] }> {
	try {
		const fields = reader.read(index);
		const steps = operation.readAhead?.(fields)[Symbol.iterator]();
		while (steps?.next().done === false) if (slices.isOver) await slices.next();
		const prepared = operation.prepare(fields);
		const found = 'problems' in prepared ? prepared.problems : [];
		const failures = found.map((problem): Failure => ({ ...problem, fate: 'refused' }));
		if (settings.problem) failures.push(settings.problem);
		return failures.length > 0 || 'problems' in prepared ? { failures } : { index, ...prepared };
	} catch (error) {
		// Under continue-on-fail n8n would take a row for sent if even a bug of ours was thrown on.
		return { failures: [failureOfThrown(error)] };
	}
}

function notReached(run: Run): Failure {
	const id = sends(run) ? 'sendCanceled' : 'canceled';
	return { id, fate: 'refused', ...outcomeSentences[id]() };
}

function refuseAll({ items, results }: Checked, failure: Failure): Checked {
	for (const { index } of items) results.set(index, { failures: [failure] });
	return { items: [], results };
}

/** Refuses items when the run, its earlier tries included, would reach more than it may. */
async function applyCaps(ledger: Ledger, checked: Checked): Promise<Checked> {
	const { items, results } = checked;
	const orders = [...ledger.orders, ...items.map(({ order }) => order as SendOrder)];
	const isCapped = orders.some((order) => order.maxRecipients > 0 || order.maxTotalSegments > 0);
	if (!isCapped) return checked;
	const failuresOf = await failuresByCap(orders);
	const going: Item[] = [];
	for (const item of items) {
		const failures = failuresOf.get(item.order as SendOrder);
		if (failures) results.set(item.index, { failures });
		else going.push(item);
	}
	return { items: going, results };
}
