import type { IDataObject, IExecuteData, INode } from 'n8n-workflow';

import type { Order } from '../operations/operation';
import type { Failure } from './failure';

/** What an earlier try of the same run came to for one item. Only sends are remembered. */
export type Remembered = { receipt: IDataObject } | { unknown: Failure };

/**
 * The run ledger: what this run has sent so far, over all its tries. Retry On Fail runs the whole
 * node again, all items, with the same execute data (n8n-core's workflow-execute.ts); so a memory
 * that hangs on that object lasts exactly as long as the run.
 */
export interface Ledger {
	get(index: number, order: Order | undefined): Remembered | undefined;
	set(index: number, order: Order, remembered: Remembered): void;
}

const ledgers = new WeakMap<object, Map<string, Remembered>>();

/** The ledger of the run that this execute data belongs to. */
export function ledgerOf(executeData: IExecuteData, node: INode): Ledger {
	let entries = ledgers.get(executeData);
	if (!entries) ledgers.set(executeData, (entries = new Map()));
	const remembered = entries;

	if (!isBorrowed(executeData, node)) {
		// By place, not by content: an expression such as {{ $now }} gives another text on each try.
		return {
			get: (index) => remembered.get(String(index)),
			set: (index, _order, entry) => void remembered.set(String(index), entry),
		};
	}
	// One execute data for all calls that the agent makes, so an item's place says nothing. A new
	// call is a new intention, except after an unknown outcome: that may be the retry of a tool call.
	const key = (order: Order | undefined) =>
		JSON.stringify([node.name, order?.purpose === 'send' ? order.body : null]);
	return {
		get: (_index, order) => remembered.get(key(order)),
		set: (_index, order, entry) => {
			if ('unknown' in entry) remembered.set(key(order), entry);
		},
	};
}

/**
 * Whether the execute data belongs to another node: an AI agent that runs this node as a tool in
 * its own step passes its own (n8n-core's get-input-connection-data.ts).
 */
export function isBorrowed(executeData: IExecuteData, node: INode): boolean {
	return executeData.node.name !== node.name;
}

/** How many items n8n runs the node for. */
export function itemCount(executeData: IExecuteData, node: INode): number {
	if (isBorrowed(executeData, node) || node.executeOnce === true) return 1;
	const { main, ai_tool: tool } = executeData.data;
	return (main ?? tool)?.[0]?.length ?? 1;
}
