import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { errorFor } from './failure';
import { rowNumberOf } from '../send/parts';
import { columns, columnsOf, type Told } from '../send/told';
import { nextOf, type Problem, whatOf } from '../texts';
import { joined } from '../wording';

interface OutputForm {
	node: INode;
	isSend: boolean;
	wasStopped: boolean;
	/** The input's columns that an item comes out with. */
	rowOf(index: number): IDataObject;
}

/** What comes out of an item that was sent, or that failed. */
export function outputOf(
	index: number,
	told: Told,
	{ node, isSend, wasStopped, rowOf }: OutputForm,
): INodeExecutionData {
	const row = rowOf(index);
	const pairedItem = { item: index };
	const failures = told.failures[told.sendOutcome];
	if (failures.length === 0) return { json: columnsOf(told, row), pairedItem };
	const error = errorText(failures, rowNumberOf(row));
	const isOfExpression = failures.some((failure) => failure.isOfExpression);
	const json = isSend ? columnsOf(told, row, error) : { ...(isOfExpression ? row : {}), error };
	const output: INodeExecutionData = { json, pairedItem };
	if (node.onError === 'continueErrorOutput') {
		// There n8n puts the row's own columns under these, the ones that were left out too.
		if (isSend)
			for (const name of columns) if (name in row && !(name in json)) json[name] = undefined;
		// n8n takes an item to the error output for the `error` beside its `json` (workflow-execute.ts,
		// handleNodeErrorOutput). Not enumerable: n8n replaces the `json` of an item that still has one there.
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
