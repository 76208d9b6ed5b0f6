import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { errorFor } from './failure';
import type { Run } from './run';
import { isSend } from '../operations/operation';
import { columns, columnsOf } from '../send/columns';
import { rowNumberOf } from '../send/parts';
import type { Told } from '../send/told';
import { nextOf, whatOf, type Problem } from '../texts';
import { inTurns, placesUpTo } from '../turns';
import { joined } from '../wording';

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
	for await (const index of inTurns(placesUpTo(total))) {
		const told = outcomes.tell(index);
		const pairedItem = { item: index };
		if (told.failures[told.sendOutcome].length > 0) outputs.push(failedOutput(index, told, form));
		else if (form.isSend) outputs.push({ json: columnsOf(told, rowOf(index)), pairedItem });
		else
			for await (const json of inTurns(outcomes.rows.get(index)?.found?.outputs ?? []))
				outputs.push({ json, pairedItem });
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
	const isOfExpression = failures.some((failure) => failure.isOfExpression);
	const json = isSend ? columnsOf(told, row, error) : { ...(isOfExpression ? row : {}), error };
	const output: INodeExecutionData = { json, pairedItem: { item: index } };
	if (node.onError === 'continueErrorOutput') {
		// There n8n puts the row's own columns under these, the ones that were left out too.
		if (isSend)
			for (const name of columns) if (name in row && !(name in json)) json[name] = undefined;
		const value = errorFor(node, { what: error, next: '' }, { index, wasStopped });
		Object.defineProperty(output, 'error', { value });
	}
	return output;
}

/** What happened to an item, how to go on, and where its sheet has it. */
function errorText(failures: Problem[], row: number | undefined): string {
	const inSheet = row === undefined ? '' : `[row_number ${row}]`;
	return joined([whatOf(failures), nextOf(failures), inSheet]);
}
