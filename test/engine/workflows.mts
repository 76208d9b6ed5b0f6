/** Workflows and credentials for trying the engine on the printer service. */
import type { IConnections, INode, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';
import {
	CredentialStore,
	packageOf,
	runWorkflow,
	type RunOptions,
	type RunResult,
} from '../../workbench/engine/engine.mts';
import { Printer, PrinterApi } from './printer-service.mts';

/** The printer node and its credential, as the package `test`. */
export const packages = [packageOf([new Printer()], [new PrinterApi()], 'test')];

/** How a node refers to the stored credential. */
export const nodeCredentials = { printerApi: { id: 'one', name: 'Printers' } };

/** A store with one credential for the service at `address`. */
export function storeOf(address: string, data: object = {}): CredentialStore {
	return new CredentialStore({
		one: {
			name: 'Printers',
			type: 'printerApi',
			data: { address, key: 'right key', ...data } as never,
		},
	});
}

export function node(
	name: string,
	type: string,
	parameters: object,
	more: Partial<INode> = {},
): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as never,
		...more,
	};
}

/** A printer node that labels each printer with its item's label. */
export function printer(more: Partial<INode> = {}, parameters: object = {}): INode {
	return node(
		'Send',
		'test.printer',
		{ label: '={{ $json.label }}', ...parameters },
		{ credentials: nodeCredentials, ...more },
	);
}

/** A workflow of one chain: a manual trigger, then the given nodes. */
export function chain(...nodes: INode[]): IWorkflowBase {
	const all = [node('Start', 'n8n-nodes-base.manualTrigger', {}), ...nodes];
	const connections: IConnections = {};
	all.slice(0, -1).forEach(({ name }, index) => {
		connections[name] = { main: [[{ node: all[index + 1]!.name, type: 'main', index: 0 }]] };
	});
	return {
		id: 'w',
		name: 'w',
		active: false,
		nodes: all,
		connections,
		settings: { executionOrder: 'v1' },
	} as unknown as IWorkflowBase;
}

export function labels(...names: string[]): INodeExecutionData[] {
	return names.map((label) => ({ json: { label } }));
}

/** Runs a workflow with the printer package; without credentials it has an empty store. */
export async function run(
	workflow: IWorkflowBase | string,
	options: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runWorkflow(workflow, {
		packages,
		credentials: new CredentialStore({}),
		...options,
	});
}
