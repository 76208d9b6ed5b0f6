import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { Run } from './run';
import { errorFor, errorText } from './failure';
import { rowNumberOf } from './parts';
import { isSend } from '../operations/operation';
import type { Told } from '../send/told';
import { isTurnOver, nextTurn } from '../turns';

interface OutputForm {
	node: INode;
	isSend: boolean;
	wasStopped: boolean;
	/** The input's columns that an item comes out with. */
	rowOf(index: number): IDataObject;
}

/** The node's output: each item's own, in the order of the input, paired with it. Works in turns. */
export async function outputsOf(run: Run, wasStopped: boolean): Promise<INodeExecutionData[]> {
	const { node, total, outcomes, rowOf } = run;
	const form = { node, rowOf, wasStopped, isSend: isSend(run.operation) };
	const outputs: INodeExecutionData[] = [];
	for (let index = 0; index < total; index++) {
		if (isTurnOver()) await nextTurn();
		const told = outcomes.tell(index);
		const pairedItem = { item: index };
		if (told.failures[told.sendOutcome].length > 0) outputs.push(failedOutput(index, told, form));
		else if (form.isSend) outputs.push({ json: columnsOf(told, rowOf(index)), pairedItem });
		else
			for (const json of outcomes.rows.get(index)?.found?.outputs ?? []) {
				outputs.push({ json, pairedItem });
				if (isTurnOver()) await nextTurn();
			}
	}
	return outputs;
}

/**
 * n8n takes an item to the error output for the `error` beside its `json` (workflow-execute.ts,
 * handleNodeErrorOutput). Not enumerable: n8n replaces the `json` of an item that still has one there.
 */
export function failedOutput(
	index: number,
	told: Told,
	{ node, isSend, wasStopped, rowOf }: OutputForm,
): INodeExecutionData {
	const row = rowOf(index);
	const failures = told.failures[told.sendOutcome];
	const error = errorText(failures, rowNumberOf(row));
	const isExpression = failures.some(({ isOfExpression }) => isOfExpression);
	const json = isSend ? columnsOf(told, row, error) : { ...(isExpression ? row : {}), error };
	const output: INodeExecutionData = { json, pairedItem: { item: index } };
	if (node.onError === 'continueErrorOutput') {
		// There n8n puts the row's own columns under these, the ones that were left out too.
		if (isSend)
			for (const name of columns) if (name in row && !(name in json)) json[name] = undefined;
		const texts = { message: error, description: '', index };
		Object.defineProperty(output, 'error', { value: errorFor(node, texts, wasStopped) });
	}
	return output;
}

/** All columns that an item of a send can have. */
const columns = [
	...['sendOutcome', 'messageId', 'preview', 'recipients', 'segments', 'encoding', 'sentAt'],
	...['error', 'confirmedBy', 'scheduledFor', 'deliveryStatus', 'skippedRecipients'],
	...['alreadySentRecipients', 'receipt'],
];

/** The same columns for every outcome, then the row's own, then what only some have. */
function columnsOf(told: Told, row: IDataObject, error?: string): IDataObject {
	const { sendOutcome, order, receipt, skipped } = told;
	const { segments = null, encoding = null } = order ?? {};
	const own = told.recipients[sendOutcome];
	const having = [told.recipients.accepted, told.recipients.alreadySent]
		.filter((each) => each !== own)
		.flat();
	const recipients = order?.body.recipients ? own.join(', ') : null;
	const about = { recipients, segments, encoding };
	const { id: messageId = null, sentAt = null } = receipt ?? {};
	const first =
		sendOutcome === 'dryRun'
			? { sendOutcome, preview: order!.body.message, ...about }
			: { sendOutcome, messageId, ...about, sentAt };
	const last: IDataObject = {
		error,
		confirmedBy: receipt?.confirmedBy,
		scheduledFor: receipt?.scheduledFor ?? undefined,
		deliveryStatus: receipt?.deliveryStatus,
		skippedRecipients: skipped.length > 0 ? skipped : undefined,
		alreadySentRecipients: having.length > 0 ? having.join(', ') : undefined,
		receipt: receipt?.rest,
	};
	for (const [name, value] of Object.entries(last)) if (value === undefined) delete last[name];
	// Of a row from a node like this one all that such a node puts out is about another message. And n8n would take
	// an item with a column `error` for one that failed.
	const isOfSend = Object.hasOwn(row, 'sendOutcome');
	const taken = new Set(['error', ...Object.keys(first), ...Object.keys(last)]);
	const others = Object.entries(row).filter(
		([name]) => !taken.has(name) && !(isOfSend && columns.includes(name)),
	);
	return { ...first, ...Object.fromEntries(others), ...last };
}
