import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { errorFor, runFailure } from './failure';
import { FieldReader, type GetParameter } from './fields';
import { readNodeSettings } from './nodeSettings';
import { outputsOf } from './outputs';
import { runItems } from './run';
import type { FailedItem } from '../item';
import type { Operation } from '../operations/operation';
import { ledgerOf } from '../send/ledger';
import { Session } from '../service/session';
import { problems, type Problem } from '../texts';

/** What a run has from n8n through either door. */
function runOf(
	functions: IExecuteFunctions | IExecutePaginationFunctions,
	operation: Operation,
	getParameter: GetParameter,
) {
	const node = functions.getNode();
	const reader = new FieldReader(operation.fields, node, functions.getTimezone(), getParameter);
	return {
		operation,
		requester: functions,
		node,
		reader,
		settings: readNodeSettings(reader),
		continuesOnFail: functions.continueOnFail(),
		signal: functions.getExecutionCancelSignal(),
	};
}

/**
 * Runs this operation for all items of a node's input: one of the node's `customOperations`, which
 * n8n calls with all items at once (n8n-core's workflow-execute.ts, runNode).
 */
export function runAllItems(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// The execute data has all rows, with Execute Once too.
		const rows = this.getInputData();
		const outputs = await runItems({
			...runOf(this, operation, (path, index, fallback, options) =>
				this.getNodeParameter(path, index, fallback, options as object),
			),
			total: rows.length,
			// n8n hands the same execute data to every try of Retry On Fail, and new ones to every other run.
			ledger: ledgerOf(this.getExecuteData()),
			sharedEntries: this.helpers,
			givesOutUnknown: false,
			rowOf: (index) => rows[index]?.json ?? {},
			tell: (hints) => {
				if (hints.length > 0) this.addExecutionHints(...hints);
			},
		});
		return [outputs];
	};
}

/**
 * n8n's routing engine passes an item's outputs to one function call as arguments (routing-node.ts,
 * `push(...value)`), and somewhat above this many the call fails with a stack overflow.
 */
const mostOutputs = 100_000;

/**
 * Runs one item, as n8n's hook around a request, for callers that go through n8n's routing engine:
 * agents before version 3, the MCP Server Trigger, Execute step on a tool.
 *
 * Several items are refused: the engine starts some while others are under way, so they can't all be
 * checked before one is sent.
 */
export function runOneItem(operations: Operation[]) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const value = this.getNodeParameter('operation');
		const operation = operations.find((candidate) => candidate.value === value);
		const sends = operation?.method !== 'GET';
		if (!operation) {
			const problem = problems.unknownOperation(value);
			return await refuse(this, sends, (await Session.open(this)).redacted(problem));
		}
		if (itemCount(this) > 1) {
			const isExpression = String(this.getNode().parameters.operation).startsWith('=');
			const id = isExpression ? 'operationByExpression' : 'severalItems';
			return await refuse(this, sends, problems[id]());
		}
		const outputs = await runItems({
			...runOf(this, operation, (path, _index, fallback, options) =>
				this.getNodeParameter(path, fallback, options),
			),
			total: 1,
			ledger: ledgerOf(callOf(this)),
			// Of a tool that throws, some agents' models read nothing at all, and call it once more.
			givesOutUnknown: isTool(this),
			rowOf: () => this.getInputData().json,
			// n8n's routing engine has no way to show them.
			tell: () => undefined,
		});
		if (outputs.length <= mostOutputs) return outputs;
		const tooMany = problems.tooManyRecords(mostOutputs);
		return await refuse(this, sends, tooMany);
	};
}

/** Whether another node, such as an agent, runs this one as its tool: the execute data are that node's. */
function isTool(functions: IExecutePaginationFunctions): boolean {
	return functions.getExecuteData().node.name !== functions.getNode().name;
}

function itemCount(functions: IExecutePaginationFunctions): number {
	if (isTool(functions) || functions.getNode().executeOnce === true) return 1;
	const { main, ai_tool: tool } = functions.getExecuteData().data;
	return (main ?? tool)?.[0]?.length ?? 1;
}

/**
 * The object that stands for this run at each of its tries. For a tool call it is the arguments: all
 * calls of an agent share its execute data, and n8n passes the same arguments to every try of one
 * call (n8n-core's get-input-connection-data.ts, makeHandleToolInvocation).
 */
function callOf(functions: IExecutePaginationFunctions): object {
	if (!isTool(functions)) return functions.getExecuteData();
	return functions.getInputData(0, NodeConnectionTypes.AiTool).json;
}

async function refuse(
	functions: IExecutePaginationFunctions,
	sends: boolean,
	problem: Problem,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const index = functions.getItemIndex();
	const total = itemCount(functions);
	const item: FailedItem = { index, failures: [{ ...problem, fate: 'refused' }] };
	if (functions.continueOnFail())
		return await outputsOf(new Map([[index, item]]), index + 1, {
			errorOf: (_index, message) => errorFor(node, { index, message, description: '' }, false),
			sends,
			toErrorOutput: node.onError === 'continueErrorOutput',
			rowOf: () => ({}),
		});
	// n8n listens to an item's promise only after it has started all of them, and Batching has it wait
	// in between: only the last one may reject.
	if (index < total - 1) return [];
	const texts = runFailure([item], {
		total,
		sends,
		receipts: [],
		alreadySent: [],
		skipping: 'impossible',
		nothingLeft: true,
	});
	throw errorFor(node, { ...texts, index }, false);
}
