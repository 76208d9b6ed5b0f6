import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { readNodeSettings } from './nodeSettings';
import { runItems } from './run';
import type { Rows } from '../fields/composedText';
import { Parameters, type GetParameter } from '../fields/parameters';
import type { Operation } from '../operations/operation';
import { outcomesOf } from '../recipients/outcomes';
import { reportRow } from '../recipients/rowReport';
import { errorFor, outputOf } from '../report/outputs';
import { Session } from '../service/session';
import { problems, runSentences, type Problem } from '../texts';

function runOf(
	functions: IExecuteFunctions | IExecutePaginationFunctions,
	operation: Operation,
	getParameter: GetParameter,
	rows?: Rows,
) {
	const node = functions.getNode();
	const zone = functions.getTimezone();
	const parameters = new Parameters(operation.fields, node, zone, getParameter, rows);
	return {
		operation,
		requester: functions,
		node,
		parameters,
		settings: readNodeSettings(parameters),
		continuesOnFail: functions.continueOnFail(),
		signal: functions.getExecutionCancelSignal(),
	};
}

/** Returns one of the node's `customOperations`: n8n calls it with all items at once (workflow-execute.ts, runNode). */
export function runAllItems(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Not from the execute data: it has all rows even with Execute Once.
		const rows = this.getInputData();
		const hasColumns = !isTool(this);
		const total = rows.length;
		const rowOf = (index: number) => (hasColumns ? (rows[index]?.json ?? {}) : {});
		const getParameter = this.getNodeParameter.bind(this) as GetParameter;
		const outputs = await runItems({
			...runOf(this, operation, getParameter, { total, of: rowOf }),
			...{ total, rowOf },
			// n8n hands the same execute data to every try of Retry On Fail, and new ones to every other run.
			outcomes: outcomesOf(this.getExecuteData()),
			sharedEntries: this.helpers,
			givesOutUnknown: false,
			showHints: (hints) => {
				if (hints.length > 0) this.addExecutionHints(...hints);
			},
		});
		return [outputs];
	};
}

/**
 * The most outputs: with more, the stack of n8n's routing engine overflows. It passes them as arguments of one call
 * (`push(...value)`).
 */
const mostOutputs = 100_000;

/**
 * Returns the hook that n8n calls around a request, for callers with one item. Refuses several items: n8n starts some
 * before all are checked.
 */
export function runOneItem(operations: Operation[]) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const value = this.getNodeParameter('operation');
		const operation = operations.find((candidate) => candidate.value === value);
		const sends = operation?.purpose !== 'read';
		if (!operation) {
			const problem = problems.unknownOperation(value);
			return await refuse(this, sends, (await Session.open(this)).redacted(problem));
		}
		// Several items come here if Operation is an expression, which n8n doesn't look up among the node's operations.
		if (itemCount(this) > 1) return await refuse(this, sends, problems.severalItems());
		const outputs = await runItems({
			...runOf(this, operation, (path, _index, fallback, options) =>
				this.getNodeParameter(path, fallback, options),
			),
			total: 1,
			outcomes: outcomesOf(callOf(this)),
			// Some agents' models read nothing of a tool that throws, and call it once more.
			givesOutUnknown: isTool(this),
			rowOf: () => inputRow(this),
			// n8n's routing engine has no way to show them.
			showHints: () => undefined,
		});
		if (outputs.length <= mostOutputs) return outputs;
		return await refuse(this, sends, problems.tooManyRecords(mostOutputs));
	};
}

/** Whether the node runs as a tool: n8n has made its type from this one, or its execute data is an agent's. */
function isTool(functions: IExecuteFunctions | IExecutePaginationFunctions): boolean {
	const { type, name } = functions.getNode();
	return type.endsWith('Tool') || functions.getExecuteData().node.name !== name;
}

/**
 * Returns the input columns that an item's output keeps: none for a tool, whose columns are the call's arguments, which
 * the model knows.
 */
function inputRow(functions: IExecutePaginationFunctions): IDataObject {
	return isTool(functions) ? {} : functions.getInputData().json;
}

function itemCount(functions: IExecutePaginationFunctions): number {
	if (isTool(functions) || functions.getNode().executeOnce === true) return 1;
	const { main, ai_tool: tool } = functions.getExecuteData().data;
	return (main ?? tool)?.[0]?.length ?? 1;
}

/** Returns an object that is the same at each try: for a tool call its arguments (get-input-connection-data.ts). */
function callOf(functions: IExecutePaginationFunctions): object {
	if (!isTool(functions)) return functions.getExecuteData();
	return functions.getInputData(0, NodeConnectionTypes.AiTool).json;
}

/** Refuses an item without making a request. If there are several, throws only for the last of them. */
async function refuse(
	functions: IExecutePaginationFunctions,
	sends: boolean,
	problem: Problem,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const index = functions.getItemIndex();
	if (functions.continueOnFail()) {
		const zone = functions.getTimezone();
		const rowOf = () => inputRow(functions);
		const form = { node, isSend: sends, wasStopped: false, zone, rowOf };
		return [outputOf(index, reportRow(undefined, [], [problem]), form)];
	}
	// n8n handles the promises of items only after it has started all of them, so only the last may reject.
	if (index < itemCount(functions) - 1) return [];
	const what = sends ? `${runSentences.sentNothing} ${problem.what}` : problem.what;
	throw errorFor(node, { what, next: problem.next }, { index });
}
