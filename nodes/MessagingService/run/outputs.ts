import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { errorFor, isUnknown, itemText, rowNumberOf } from './failure';
import type { Failed, Order, Results, SendOrder, Sent } from '../item';
import { Slices } from '../service/stop';

interface OutputForm {
	node: INode;
	sends: boolean;
	wasStopped: boolean;
	/** The input's columns that an item comes out with. */
	rowOf(index: number): IDataObject;
}

/** The node's output: each item's own, in the order of the input, paired with it. Works in slices. */
export async function outputsOf(
	results: Results,
	total: number,
	form: OutputForm,
): Promise<INodeExecutionData[]> {
	const outputs: INodeExecutionData[] = [];
	const slices = new Slices();
	for (let index = 0; index < total; index++) {
		const result = results.get(index);
		const pairedItem = { item: index };
		if (!result) continue;
		if ('failures' in result) outputs.push(failedOutput(index, result, form));
		else if ('sendOutcome' in result)
			outputs.push({ json: columnsOf(result, form.rowOf(index)), pairedItem });
		else
			for (const json of result.outputs) {
				outputs.push({ json, pairedItem });
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
	index: number,
	failed: Failed,
	{ node, sends, wasStopped, rowOf }: OutputForm,
): INodeExecutionData {
	const row = rowOf(index);
	const item = { index, ...failed, row: rowNumberOf(row) };
	const error = itemText(item);
	const sendOutcome = isUnknown(failed) ? 'unknown' : 'notSent';
	const isExpression = failed.failures.some(({ id }) => id === 'expressionFailed');
	const json = sends
		? columnsOf({ sendOutcome, order: failed.order, error }, row)
		: { ...(isExpression ? row : {}), error };
	const output: INodeExecutionData = { json, pairedItem: { item: index } };
	if (node.onError === 'continueErrorOutput') {
		const texts = { message: error, description: '', index };
		Object.defineProperty(output, 'error', { value: errorFor(node, texts, wasStopped) });
	}
	return output;
}

type Outcome = Omit<Partial<Sent>, 'sendOutcome' | 'order'> & {
	sendOutcome: string;
	order?: Order;
	error?: string;
};

/** The same columns for every outcome, then the row's own, then what only some have. */
function columnsOf(outcome: Outcome, row: IDataObject): IDataObject {
	const { sendOutcome, messageId = null, sentAt = null, order, ...others } = outcome;
	const { error, confirmedBy, preview, deliveryStatus, receipt } = others;
	const message = order?.purpose === 'send' ? order : undefined;
	const { segments = null, encoding = null, skippedRecipients } = message?.beside ?? {};
	const { recipients, alreadySentRecipients } = recipientsOf(message, sendOutcome);
	const first = { sendOutcome, messageId, recipients, segments, encoding, sentAt };
	const last: IDataObject = {
		error,
		confirmedBy,
		preview,
		deliveryStatus,
		skippedRecipients,
		alreadySentRecipients,
		receipt,
	};
	for (const [name, value] of Object.entries(last)) if (value === undefined) delete last[name];
	// n8n would take an item with a column of this name for one that failed.
	const taken = new Set(['error', ...Object.keys(first), ...Object.keys(last)]);
	const own = Object.entries(row).filter(([name]) => !taken.has(name));
	return { ...first, ...Object.fromEntries(own), ...last };
}

/** An item's numbers, and apart from them those that have its message already, if only some do. */
function recipientsOf(order: SendOrder | undefined, sendOutcome: string) {
	if (!order?.body.recipients) return { recipients: null };
	const { body, repeats } = order;
	const own = body.recipients ?? [];
	const sentBefore = order.sentBefore ?? (sendOutcome === 'dryRun' ? repeats : undefined);
	if (!sentBefore) return { recipients: [...own, ...(repeats?.keys() ?? [])] };
	const having = [...sentBefore.keys()];
	if (own.length === 0) return { recipients: having };
	return { recipients: own, alreadySentRecipients: having.length > 0 ? having : undefined };
}
