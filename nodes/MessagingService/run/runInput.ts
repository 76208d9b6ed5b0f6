import type { IDataObject, INode, NodeExecutionHint } from 'n8n-workflow';

import type { Requester } from '../auth/session';
import type { AbortSignalLike } from '../http/stop';
import type { SharedEntries } from '../lookup/workerClaims';
import type { Operation } from '../operations/operation';
import type { Ledger } from '../send/ledger';
import type { FieldReader } from './fields';
import type { NodeSettings } from './nodeSettings';

/** One run of the node, whichever way n8n called it. */
export interface Run {
	operation: Operation;
	requester: Requester;
	node: INode;
	/** How many items it has. */
	total: number;
	reader: FieldReader;
	settings: NodeSettings;
	/** What its earlier tries have sent. */
	ledger: Ledger;
	/** What n8n's workers share; undefined where n8n gives no way to it. */
	sharedEntries?: SharedEntries;
	continuesOnFail: boolean;
	/** Whether an unknown outcome comes out as an output rather than as the failure of the run. */
	givesOutUnknown: boolean;
	signal?: AbortSignalLike;
	rowOf(index: number): IDataObject;
	tell(hints: NodeExecutionHint[]): void;
}

/** Whether its items are messages to send rather than queries. */
export function sends({ operation }: Run): boolean {
	return operation.method === 'POST';
}
