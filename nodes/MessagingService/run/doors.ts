import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type INode,
	type INodeExecutionData,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { errorFor, runFailure } from './failure';
import { FieldReader } from './fields';
import { readNodeSettings } from './nodeSettings';
import { outputsOf } from './outputs';
import { runItems } from './run';
import type { Failure } from '../item';
import type { Operation } from '../operations/operation';
import { ledgerOf } from '../send/ledger';
import { Session } from '../service/session';
import { sentences } from '../texts';
import { harmless } from '../values/json';

/**
 * One of a node's `customOperations`: n8n calls it with all items at once (n8n-core's
 * workflow-execute.ts, runNode).
 */
type AllItems = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** Runs this operation for all items of a node's input. */
export function runAllItems(operation: Operation): AllItems {
	return async function () {
		const node = this.getNode();
		// Not the execute data's: of those, Execute Once takes the first.
		const rows = this.getInputData();
		const outputs = await runItems({
			operation,
			requester: this,
			node,
			total: rows.length,
			reader: new FieldReader(
				operation.fields,
				node,
				this.getTimezone(),
				(path, index, fallback, options) =>
					this.getNodeParameter(path, index, fallback, options as object),
			),
			settings: readNodeSettings(() => this.getNodeParameter('requestOptions', 0, {})),
			// n8n hands the same execute data to every try of Retry On Fail, and new ones to every other run.
			ledger: ledgerOf(this.getExecuteData()),
			sharedEntries: this.helpers,
			continuesOnFail: this.continueOnFail(),
			givesOutUnknown: false,
			signal: this.getExecutionCancelSignal(),
			rowOf: (index) => rows[index]?.json ?? {},
			tell: (hints: NodeExecutionHint[]) => {
				if (hints.length > 0) this.addExecutionHints(...hints);
			},
		});
		return [outputs];
	};
}

/** n8n's hook around a request of a declarative node. */
type OneItem = (this: IExecutePaginationFunctions) => Promise<INodeExecutionData[]>;

/**
 * n8n's routing engine passes an item's outputs to one function call as arguments (routing-node.ts,
 * `push(...value)`), and somewhat above this many the call fails with a stack overflow.
 */
const mostOutputs = 100_000;

/**
 * Runs one item for callers that don't know `customOperations` and go through n8n's routing engine:
 * agents before version 3, the MCP Server Trigger, Execute step on a tool. They bring one item.
 *
 * Of several, the engine starts each before it looks at the first, and under Batching and continue-on-fail
 * it starts the next ones while the first are under way; so they can't be checked before one is sent, and
 * are refused.
 */
export function runOneItem(operations: Operation[]): OneItem {
	return async function () {
		const node = this.getNode();
		const total = itemCount(this, node);
		const value = harmless(this.getNodeParameter('operation'));
		const operation = operations.find((candidate) => candidate.value === value);
		const sends = operation?.method !== 'GET';
		if (!operation) {
			const sentence = (await Session.open(this)).redacted({
				id: 'unknownOperation',
				...sentences.unknownOperation(value),
			});
			return await refuse(this, total, sends, 'unknownOperation', sentence);
		}
		if (total > 1) {
			const id = String(node.parameters.operation).startsWith('=')
				? 'operationByExpression'
				: 'severalItems';
			return await refuse(this, total, sends, id, sentences[id]());
		}
		const outputs = await runItems({
			operation,
			requester: this,
			node,
			total,
			reader: new FieldReader(
				operation.fields,
				node,
				this.getTimezone(),
				(path, _index, fallback, options) => this.getNodeParameter(path, fallback, options),
			),
			settings: readNodeSettings(() => this.getNodeParameter('requestOptions', {})),
			ledger: ledgerOf(callOf(this, node)),
			continuesOnFail: this.continueOnFail(),
			// Of a tool that throws, some agents' models read nothing at all, and call it once more.
			givesOutUnknown: isTool(this, node),
			signal: this.getExecutionCancelSignal(),
			rowOf: () => this.getInputData().json,
			// n8n's routing engine has no way to show them.
			tell: () => undefined,
		});
		if (outputs.length <= mostOutputs) return outputs;
		return await refuse(
			this,
			total,
			sends,
			'tooManyRecords',
			sentences.tooManyRecords(mostOutputs),
		);
	};
}

/** Whether another node, such as an agent, runs this one as its tool: the execute data are that node's. */
function isTool(functions: IExecutePaginationFunctions, node: INode): boolean {
	return functions.getExecuteData().node.name !== node.name;
}

function itemCount(functions: IExecutePaginationFunctions, node: INode): number {
	if (isTool(functions, node) || node.executeOnce === true) return 1;
	const { main, ai_tool: tool } = functions.getExecuteData().data;
	return (main ?? tool)?.[0]?.length ?? 1;
}

/**
 * The object that stands for this run at each of its tries. For a tool call it is the arguments: all
 * calls of an agent share its execute data, and n8n passes the same arguments to every try of one
 * call (n8n-core's get-input-connection-data.ts, makeHandleToolInvocation).
 */
function callOf(functions: IExecutePaginationFunctions, node: INode): object {
	if (!isTool(functions, node)) return functions.getExecuteData();
	return functions.getInputData(0, NodeConnectionTypes.AiTool).json;
}

/**
 * n8n listens to an item's promise only after it has started all items, and Batching has it wait in
 * between: only the last one may reject.
 */
async function refuse(
	functions: IExecutePaginationFunctions,
	total: number,
	sends: boolean,
	id: string,
	sentence: Pick<Failure, 'what' | 'next'>,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const index = functions.getItemIndex();
	const item = { index, failures: [{ id, fate: 'refused' as const, ...sentence }] };
	if (functions.continueOnFail()) {
		return await outputsOf(new Map([[index, item]]), index + 1, {
			errorOf: (place, message) =>
				errorFor(node, { index: place, message, description: '' }, false),
			sends,
			toErrorOutput: node.onError === 'continueErrorOutput',
			rowOf: (): IDataObject => ({}),
		});
	}
	if (index < total - 1) return [];
	throw errorFor(
		node,
		{
			...runFailure([item], {
				total,
				sends,
				receipts: [],
				alreadySent: [],
				skipping: 'impossible',
				nothingLeft: true,
			}),
			index,
		},
		false,
	);
}
