/** Calls a node as a tool, as an agent before version 3 and the MCP Server Trigger do: through n8n's routing engine. */
import type { IDataObject, IWorkflowBase } from 'n8n-workflow';
import type { CredentialStore } from './credentials.mts';
import { n8nCore, loadOfCore, n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './packages.mts';
import { executionOf } from './surroundings.mts';

/** Calls the tool with a model's arguments and returns the result that the model reads. */
export type CallTool = (toolArguments: IDataObject) => Promise<unknown>;

/** Returns the node `nodeName` as a tool. All its calls have the agent's execute data. */
export function toolOf(
	definition: IWorkflowBase,
	nodeName: string,
	packages: NodePackage[],
	credentials: CredentialStore,
): CallTool {
	const { makeHandleToolInvocation } = loadOfCore<
		typeof import('n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js')
	>('execution-engine/node-execution-context/utils/get-input-connection-data');
	const surroundings = { packages, credentials };
	const { workflow, additionalData } = executionOf(definition, 'manual', surroundings);
	const node = workflow.getNode(nodeName)!;
	const runExecutionData = n8nWorkflow.createRunExecutionData({});
	const items = [{ json: { chatInput: 'What the agent works on' } }];
	const agent = { ...node, name: 'Agent' };
	const executeData = { node: agent, data: { main: [items] }, source: null };
	const contextFor = (runIndex: number) =>
		new n8nCore.SupplyDataContext(
			workflow,
			node,
			additionalData,
			'manual',
			runExecutionData,
			runIndex,
			items,
			{},
			'ai_tool',
			executeData,
			[],
			undefined,
			agent,
		);
	return makeHandleToolInvocation(
		contextFor,
		node,
		workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion),
		runExecutionData,
	) as CallTool;
}
