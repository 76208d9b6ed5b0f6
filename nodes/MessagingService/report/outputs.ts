import { NodeApiError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { columns, columnsOf } from './columns';
import { textsOf } from './failedRun';
import { partsByOutcome, rowNumberOf } from './parts';
import type { Operation } from '../operations/operation';
import type { Outcomes } from '../recipients/outcomes';
import type { RowReport, TestReport } from '../recipients/rowReport';
import type { Stop } from '../service/stop';
import { nextOf, type Problem, runSentences, whatOf } from '../texts';
import { joinSentences } from '../wording';

interface OutputForm {
	node: INode;
	isSend: boolean;
	wasStopped: boolean;
	/** IANA name of the workflow's time zone. */
	zone: string;
	/** Returns the input columns that an item's output keeps. */
	rowOf(index: number): IDataObject;
}

interface FailedRun extends Pick<OutputForm, 'node' | 'rowOf'> {
	operation: Pick<Operation, 'purpose'>;
	outcomes: Outcomes;
	total: number;
}

/** Returns the output item of a row that was sent, or that failed. */
export function outputOf(
	index: number,
	report: RowReport,
	{ node, isSend, wasStopped, zone, rowOf }: OutputForm,
): INodeExecutionData {
	const row = rowOf(index);
	const pairedItem = { item: index };
	const { failures: ofTest = [] } = report.test ?? {};
	const failures = [...report.failures[report.sendOutcome], ...ofTest];
	if (failures.length === 0) return { json: columnsOf(report, row, zone), pairedItem };
	const sheetRow = rowNumberOf(row);
	const inSheet = sheetRow === undefined ? '' : `[row_number ${sheetRow}]`;
	const error = joinSentences([whatOf(failures), nextOf(failures), inSheet]);
	const isOfExpression = failures.some((failure) => failure.isOfExpression);
	const json = isSend
		? columnsOf(report, row, zone, error)
		: { ...(isOfExpression ? row : {}), error };
	const output: INodeExecutionData = { json, pairedItem };
	if (node.onError === 'continueErrorOutput') {
		// In the error branch, n8n merges these columns over the row's own. That would bring back the ones that were left
		// out.
		if (isSend)
			for (const name of columns) if (name in row && !(name in json)) json[name] = undefined;
		// n8n moves an item to the error output if it has an `error` beside its `json` (workflow-execute.ts,
		// handleNodeErrorOutput). Not enumerable: n8n replaces the `json` of an item that still has one there.
		const value = errorFor(node, { what: error, next: '' }, { index, wasStopped });
		Object.defineProperty(output, 'error', { value });
	}
	return output;
}

/**
 * Returns an error that n8n shows as it is. Avoids the word "canceled" unless the execution was: n8n takes every error
 * with that word for a canceled execution (workflow-execute.ts).
 */
export function errorFor(
	node: INode,
	{ what, next, declared }: Problem,
	{ index, wasStopped = false }: { index?: number; wasStopped?: boolean } = {},
): NodeApiError {
	const options = { message: what, description: next, itemIndex: index };
	const error = new NodeApiError(node, {}, options);
	// Set again: the constructor replaces texts that have an error code of Node.js (n8n-workflow's node.error.ts).
	error.message = wasStopped ? what : what.replaceAll('canceled', 'cancelled');
	error.description = next;
	// Set here: the constructor of an older n8n doesn't know it.
	if (declared) error.failure = declared;
	return error;
}

/** Returns the error of a run whose test was not sent, or may not have been. */
export function failureOfTest(
	node: INode,
	{ index, sendOutcome, failures }: TestReport,
	{ isStopped: wasStopped }: Stop,
): Error {
	const { sentNothing, nobodyElse } = runSentences;
	const what = whatOf(failures);
	const said = sendOutcome === 'notSent' ? [sentNothing, what] : [what, nobodyElse];
	const problem = { what: joinSentences(said), next: nextOf(failures) };
	return errorFor(node, problem, { index, wasStopped });
}

/**
 * Returns the error of a run without continue-on-fail.
 * @param madeNoRequest whether items were refused before the first request
 */
export async function failureOfRun(
	{ operation, node, total, outcomes, rowOf }: FailedRun,
	{ isStopped }: Stop,
	madeNoRequest: boolean,
): Promise<Error> {
	const parts = await partsByOutcome(outcomes, total, rowOf);
	const { unknown, notSent } = parts;
	const refused = notSent.filter(({ failures }) => failures.length > 0);
	const soFar = {
		...parts,
		refused,
		total,
		isSend: operation.purpose === 'send',
		isSplit: total > 1 || [...unknown, ...notSent].some(({ others }) => others.length > 0),
		madeNoRequest: madeNoRequest && !isStopped,
		skipping: outcomes.skipping,
	};
	const { what: happened, next } = textsOf(soFar);
	// Without the word "canceled", n8n would record a canceled execution as a failed one.
	const isSaid = !isStopped || happened.includes('canceled');
	const what = isSaid ? happened : joinSentences([runSentences.stopped, happened]);
	// n8n appends the item's index to the message. If several items failed, the message names them itself.
	const failed = [...(madeNoRequest ? [] : unknown), ...refused];
	const index = failed.length === 1 ? failed[0]!.index : undefined;
	return errorFor(node, { what, next }, { index, wasStopped: isStopped });
}
