import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import { ledgerOf } from '../send/ledger';
import { FieldReader } from './fields';
import { readNodeSettings } from './nodeSettings';
import { runItems } from './run';

/**
 * One of a node's `customOperations`: n8n calls it with all items at once (n8n-core's
 * workflow-execute.ts, runNode).
 */
export type AllItems = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

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
