import type { IDataObject, INode, NodeExecutionHint } from 'n8n-workflow';

import { failuresByCap, isReadableCap } from './caps';
import { failureOfThrown, type FieldReader } from './fields';
import type { NodeSettings } from './nodeSettings';
import type { Failure, Item, Results, SendOrder } from '../item';
import type { Operation } from '../operations/operation';
import type { Ledger } from '../send/ledger';
import type { SharedEntries } from '../send/workerClaims';
import type { Requester } from '../service/session';
import { Slices, type AbortSignalLike, type Stop } from '../service/stop';
import { outcomeSentences, problems, type Problem } from '../texts';

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

/** What reading and checking came to: the items that may go, and results for those that need not or may not. */
interface Checked {
	items: Item[];
	results: Results;
}

/** An item that may not go. */
interface Refused {
	failures: Failure[];
}

/**
 * Reads and checks all items before anything is sent. Items that an earlier try of the run has sent,
 * or may have sent, have their result already. Works in slices; ends early when the run is stopped.
 */
export async function checkItems(run: Run, stop: Stop): Promise<Checked> {
	const results: Results = new Map();
	const items: Item[] = [];
	let unreadableCap: Problem | undefined;
	const slices = new Slices();
	for (let index = 0; index < run.total; index++) {
		if (slices.isOver) await slices.next();
		const sent = run.ledger.get(index);
		if (sent) {
			results.set(
				index,
				'receipt' in sent ? { outputs: [sent.receipt] } : { failures: [sent.unknown()] },
			);
			continue;
		}
		// Of an item that an earlier try sent nobody may read that it was not sent.
		if (stop.isStopped) {
			results.set(index, { failures: [notReached(run)] });
			continue;
		}
		const checked = await checkItem(run, index, slices);
		if ('order' in checked) items.push(checked);
		else {
			results.set(index, checked);
			// Without continue-on-fail no item goes anyway, and the failure shall stand at the one to fix.
			if (run.continuesOnFail) unreadableCap ??= unreadableCapOf(run, index);
		}
	}
	if (stop.isStopped) {
		for (const { index } of items) results.set(index, { failures: [notReached(run)] });
		return { items: [], results };
	}
	if (unreadableCap) return refuseAll(items, results, unreadableCap);
	return await applyCaps(run, items, results);
}

async function checkItem(run: Run, index: number, slices: Slices): Promise<Item | Refused> {
	const { operation, reader, settings } = run;
	try {
		const fields = reader.read(index);
		const steps = operation.readAhead?.(fields)[Symbol.iterator]();
		while (steps?.next().done === false) if (slices.isOver) await slices.next();
		const prepared = operation.prepare(fields);
		const refused = 'problems' in prepared ? prepared.problems.map(refusal) : [];
		const failures = [...refused, ...(settings.problem ? [settings.problem] : [])];
		return failures.length > 0 || 'problems' in prepared ? { failures } : { index, ...prepared };
	} catch (error) {
		// Thrown on, a bug of ours too, it would have n8n hand the rows on as if they had gone, under continue-on-fail.
		return { failures: [failureOfThrown(error, reader.failed)] };
	}
}

/**
 * What the other items are told where this one can't tell a cap of the run: it is empty or no
 * number, or its expression fails.
 */
function unreadableCapOf(
	{ operation: { capsOfRun = [] }, reader }: Run,
	index: number,
): Problem | undefined {
	const unreadable = capsOfRun.find(
		({ path, label }) => !isReadableCap(reader, path, label, index),
	);
	return unreadable && problems.capOfOtherItem(unreadable.label, index);
}

function refusal(problem: Problem): Failure {
	return { ...problem, fate: 'refused' };
}

function refuseAll(items: Item[], results: Results, problem: Problem): Checked {
	for (const { index } of items) results.set(index, { failures: [refusal(problem)] });
	return { items: [], results };
}

/** Refuses all items when the run, its earlier tries included, would reach more than it may. */
async function applyCaps({ ledger }: Run, items: Item[], results: Results): Promise<Checked> {
	const orders = items
		.map(({ order }) => order)
		.filter((order): order is SendOrder => order.purpose === 'send');
	const failures = await failuresByCap([...ledger.orders, ...orders]);
	if (failures.size === 0) return { items, results };
	const going = items.filter(({ index, order }) => {
		const refused = failures.get(order as SendOrder);
		if (refused) results.set(index, { failures: refused });
		return !refused;
	});
	return { items: going, results };
}

function notReached(run: Run): Failure {
	const id = sends(run) ? 'sendCanceled' : 'canceled';
	return { id, fate: 'refused', ...outcomeSentences[id]() };
}
