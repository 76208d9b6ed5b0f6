import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { countNumbers, countSegments } from './check';
import { errorFor, isUnknown, itemText } from './failure';
import type { FailedItem, Results, SendOrder } from '../item';
import { Slices } from '../service/stop';
import { hintSentences } from '../texts';

interface FailedForm {
	node: INode;
	sends: boolean;
	wasStopped: boolean;
	/** The columns of an item whose expression failed. */
	rowOf(index: number): IDataObject;
}

/** The node's output: each item's own, in the order of the input, paired with it. Works in slices. */
export async function outputsOf(
	results: Results,
	total: number,
	form: FailedForm,
): Promise<INodeExecutionData[]> {
	const outputs: INodeExecutionData[] = [];
	const slices = new Slices();
	for (let index = 0; index < total; index++) {
		const result = results.get(index);
		if (result && 'failures' in result) outputs.push(failedOutput({ index, ...result }, form));
		for (const json of result && 'outputs' in result ? result.outputs : []) {
			outputs.push({ json, pairedItem: { item: index } });
			if (slices.isOver) await slices.next();
		}
		if (slices.isOver) await slices.next();
	}
	return outputs;
}

/**
 * n8n takes an item to the error output for the `error` beside its `json` (workflow-execute.ts,
 * handleNodeErrorOutput). Not enumerable: n8n replaces the `json` of an item that still has one there.
 */
export function failedOutput(
	item: FailedItem,
	{ node, sends, wasStopped, rowOf }: FailedForm,
): INodeExecutionData {
	const isExpression = item.failures.some(({ id }) => id === 'expressionFailed');
	const text = itemText(item);
	const json: IDataObject = {
		...(isExpression ? rowOf(item.index) : {}),
		error: text,
		...(sends ? { sendOutcome: isUnknown(item) ? 'unknown' : 'notSent' } : {}),
	};
	const output: INodeExecutionData = { json, pairedItem: { item: item.index } };
	if (node.onError === 'continueErrorOutput') {
		const texts = { message: text, description: '', index: item.index };
		Object.defineProperty(output, 'error', { value: errorFor(node, texts, wasStopped) });
	}
	return output;
}

/** What n8n's output pane says of a run that did not fail. @param waited milliseconds, for the service's rate limit */
export async function hintsOf(
	results: Results,
	waited: number,
	{ skips, isNamedAfterWorkflow }: { skips(): boolean; isNamedAfterWorkflow: boolean },
): Promise<NodeExecutionHint[]> {
	let unknown = 0;
	let already = 0;
	let skipped = 0;
	let missing = 0;
	let isIncomplete = false;
	const dry: SendOrder[] = [];
	for (const result of results.values()) {
		if ('failures' in result) {
			if (isUnknown(result)) unknown++;
			continue;
		}
		const skippedRecipients = result.outputs[0]?.skippedRecipients;
		if (Array.isArray(skippedRecipients)) skipped += skippedRecipients.length;
		if (result.alreadySent) already++;
		if (result.incomplete) isIncomplete = true;
		if (result.dryRun) dry.push(result.dryRun);
		missing += result.missing ?? 0;
	}
	const hints: NodeExecutionHint[] = [];
	const add = (type: 'warning' | 'info', message: string): void => {
		hints.push({ type, message, location: 'outputPane' });
	};
	if (unknown > 0) add('warning', hintSentences.unknown(unknown, skips()));
	if (dry.length > 0) add('info', await dryRunHint(dry));
	if (isNamedAfterWorkflow && skips()) add('warning', hintSentences.namedAfterWorkflow);
	if (skipped > 0) add('warning', hintSentences.skipped(skipped));
	if (isIncomplete) add('warning', hintSentences.incomplete);
	if (missing > 0) add('warning', hintSentences.missing(missing));
	if (already > 0) add('info', hintSentences.alreadySent(already));
	if (waited > 0) add('info', hintSentences.waited(Math.max(1, Math.round(waited / 1000))));
	return hints;
}

async function dryRunHint(orders: SendOrder[]): Promise<string> {
	const groups = new Set(orders.flatMap(({ body }) => body.contact_list_id ?? []));
	const numbers = await countNumbers(orders);
	const segments = countSegments(orders);
	const sum = { items: orders.length, numbers, segments, groups: groups.size };
	const skips = orders.some(({ skipSentWithin }) => skipSentWithin !== undefined);
	return hintSentences.dryRun(sum, skips);
}
