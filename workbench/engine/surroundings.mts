/** The environment that n8n's server gives to an execution, as far as the engine provides it. */
import { randomUUID } from 'node:crypto';
import type {
	INode,
	INodeTypes,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { credentialsHelperOf, type CredentialStore } from './credentials.mts';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';
import { nodeTypesOf, type NodePackage } from './packages.mts';
import { stubs } from './stubs.mts';

export interface Surroundings {
	packages: NodePackage[];
	credentials: CredentialStore;
	/** Base URL of the links at which executions wait for answers. */
	waitingUrl?: string;
}

/** Builds n8n's additional data. Missing parts (sub-workflows, task runners and more) fail when used. */
export function additionalDataOf(
	{ packages, credentials, waitingUrl = 'https://n8n.example/webhook-waiting' }: Surroundings,
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: credentialsHelperOf(credentials, packages),
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: waitingUrl,
		formWaitingBaseUrl: waitingUrl,
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		...more,
	} as IWorkflowExecuteAdditionalData;
}

/** Builds a workflow of one unconnected node. */
export function workflowOfOne(node: Pick<INode, 'type'> & Partial<INode>): IWorkflowBase {
	const alone: INode = {
		id: 'alone',
		name: 'Temp-Node',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...node,
	};
	return { nodes: [alone], connections: {} } as unknown as IWorkflowBase;
}

/** Builds a workflow in which *Execute workflow* starts this one node. */
export function workflowOfOneStep(
	node: Pick<INode, 'type' | 'name'> & Partial<INode>,
): IWorkflowBase {
	const type = 'n8n-nodes-base.manualTrigger';
	const start = workflowOfOne({ id: 'start', name: 'Start', type });
	const nodes = [...start.nodes, ...workflowOfOne(node).nodes];
	const connections = { Start: { main: [[{ node: node.name, type: 'main', index: 0 } as const]] } };
	return { ...start, nodes, connections };
}

/** Converts a stored workflow to n8n's own class, which fills in the nodes' default parameters. */
export function workflowOf(definition: IWorkflowBase, nodeTypes: INodeTypes): Workflow {
	return new n8nWorkflow.Workflow({ settings: {}, ...structuredClone(definition), nodeTypes });
}

/** Builds what an execution of a workflow starts with. A package's own node takes precedence over a stub. */
export function executionOf(
	given: IWorkflowBase,
	mode: WorkflowExecuteMode,
	surroundings: Surroundings,
) {
	const definition = { ...given, id: given.id ?? randomUUID(), active: false };
	const workflow = workflowOf(definition, nodeTypesOf([stubs, ...surroundings.packages]));
	const executionId = randomUUID();
	const hooks = new n8nCore.ExecutionLifecycleHooks(mode, executionId, definition);
	const additionalData = additionalDataOf(surroundings, {
		executionId,
		hooks,
		workflowId: definition.id,
		workflowSettings: workflow.settings,
	});
	return { workflow, hooks, additionalData };
}
