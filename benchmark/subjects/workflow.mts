/** Runs one node on n8n's engine with a task's items: what the subjects inside n8n share. */
import type { INode, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';
import {
	CredentialStore,
	runWorkflow,
	type NodePackage,
	type StoredCredential,
} from '../../workbench/engine/engine.mts';
import { phoneNumber, type TaskResult, type Task } from './task.mts';

const nodeName = 'Subject';

/** A node with all it needs to run. */
export interface ReadyNode {
	packages: NodePackage[];
	node: Pick<INode, 'type' | 'typeVersion' | 'parameters'>;
	credential?: StoredCredential;
	/** How many records stand in an output item; one unless told. */
	recordsIn?(item: INodeExecutionData): number;
}

/** The items that reach the node: a number each for sends, one empty item for a query. */
function itemsFor(task: Task): INodeExecutionData[] {
	if (task.kind !== 'sends') return [{ json: {} }];
	return Array.from({ length: task.items }, (_, index) => ({
		json: { phone: phoneNumber((task.from ?? 0) + index) },
	}));
}

/** How many of the input items are named by an output item. */
function pairedInputs(output: INodeExecutionData[]): number {
	const places = output
		.flatMap(({ pairedItem = [] }) => pairedItem)
		.map((place) => (typeof place === 'number' ? place : place.item));
	return new Set(places).size;
}

export async function runNode(
	task: Task,
	{ packages, node, credential, recordsIn = () => 1 }: ReadyNode,
): Promise<TaskResult> {
	const credentials = credential && {
		[credential.type]: { id: 'benchmark', name: credential.name },
	};
	const workflow = {
		name: 'Benchmark',
		active: false,
		settings: {},
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{ id: 'subject', name: nodeName, position: [200, 0], credentials, ...node },
		],
		connections: { Start: { main: [[{ node: nodeName, type: 'main', index: 0 }]] } },
	} as unknown as IWorkflowBase;
	const store = new CredentialStore(credential ? { benchmark: credential } : {});
	const result = await runWorkflow(workflow, {
		packages,
		credentials: store,
		input: itemsFor(task),
	});
	const output = result.output(nodeName);
	return {
		items: output.length,
		records: output.reduce((sum, item) => sum + recordsIn(item), 0),
		paired: pairedInputs(output),
		failure: result.error?.message,
	};
}
