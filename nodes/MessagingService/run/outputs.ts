import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isUnknown, itemText } from './failure';
import type { FailedItem, Results } from '../item';
import { Slices } from '../service/stop';

interface FailedForm {
	/** The node's own error, which stands behind each failed item. */
	errorOf(index: number, message: string): Error;
	sends: boolean;
	/** Whether n8n takes failed items to an output of their own. */
	toErrorOutput: boolean;
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
	{ errorOf, sends, toErrorOutput, rowOf }: FailedForm,
): INodeExecutionData {
	const isExpression = item.failures.some(({ id }) => id === 'expressionFailed');
	const text = itemText(item);
	const json: IDataObject = {
		...(isExpression ? rowOf(item.index) : {}),
		error: text,
		...(sends ? { sendOutcome: isUnknown(item) ? 'unknown' : 'notSent' } : {}),
	};
	const output: INodeExecutionData = { json, pairedItem: { item: item.index } };
	if (toErrorOutput)
		Object.defineProperty(output, 'error', { value: errorOf(item.index, text), enumerable: false });
	return output;
}
