import { NodeOperationError } from 'n8n-workflow';

import { outcomeSentences, sentences } from '../errors/sentences';
import { Slices } from '../http/slices';
import type { Stop } from '../http/stop';
import type { Failure, Item, Results, SendOrder } from '../item';
import type { Operation } from '../operations/operation';
import { failuresByCap } from './caps';
import type { Run } from './run';

/** What reading and checking came to: the items that may go, and results for those that need not or may not. */
interface Checked {
	items: Item[];
	results: Results;
}

/**
 * Reads and checks all items before anything is sent. Items that an earlier try of the run has sent,
 * or may have sent, have their result already. Works in slices; ends early when the run is stopped.
 */
export async function checkItems(run: Run, stop: Stop): Promise<Checked> {
	const results: Results = new Map();
	const items: Item[] = [];
	const slices = new Slices();
	for (let index = 0; index < run.total; index++) {
		if (slices.isOver) await slices.next();
		const sent = run.ledger.get(index);
		if (sent) {
			results.set(index, 'receipt' in sent ? { outputs: [sent.receipt] } : { failures: [sent.unknown()] });
			continue;
		}
		// Of an item that an earlier try sent nobody may read that it was not sent.
		if (stop.isStopped) {
			results.set(index, { failures: [notReached(run.operation)] });
			continue;
		}
		const checked = checkItem(run, index);
		if ('order' in checked) items.push(checked);
		else results.set(index, checked);
	}
	return await applyCaps(run, items, results);
}

function checkItem({ operation, reader, settings, node }: Run, index: number): Item | { failures: Failure[] } {
	try {
		const prepared = operation.prepare(reader.read(index));
		const problems = 'problems' in prepared ? prepared.problems : [];
		const failures = [...problems.map((problem): Failure => ({ ...problem, fate: 'refused' })), ...(settings.problem ? [settings.problem] : [])];
		if (failures.length > 0 || 'problems' in prepared) return { failures };
		return { index, ...prepared };
	} catch (error) {
		const { failed } = reader;
		// Anything else is a bug of ours: no item may pass for refused because of it.
		if (!failed) throw new NodeOperationError(node, error as Error, { itemIndex: index });
		return { failures: [{ id: 'expressionFailed', fate: 'refused', ...sentences.expressionFailed(failed.field, failed.reason) }] };
	}
}

/** Refuses all items when the run, its earlier tries included, would reach more than it may. */
async function applyCaps({ ledger, total }: Run, items: Item[], results: Results): Promise<Checked> {
	const orders = items.map(({ order }) => order).filter((order): order is SendOrder => order.purpose === 'send');
	const earlier = Array.from({ length: total }, (_, index) => ledger.get(index)?.order).filter((order) => order !== undefined);
	const failures = await failuresByCap([...earlier, ...orders]);
	if (failures.size === 0) return { items, results };
	const going = items.filter(({ index, order }) => {
		const failure = failures.get(order as SendOrder);
		if (failure) results.set(index, { failures: [failure] });
		return !failure;
	});
	return { items: going, results };
}

function notReached({ method }: Operation): Failure {
	const id = method === 'POST' ? 'sendCanceled' : 'canceled';
	return { id, fate: 'refused', ...outcomeSentences[id]() };
}
