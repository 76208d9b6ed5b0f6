/**
 * Calls a node as the tool of an agent before version 3 does, and the MCP Server Trigger: n8n-core's own
 * invocation, which goes through `execute` and so through n8n's routing engine.
 */
import { randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteData, IRunExecutionData, IWorkflowBase } from 'n8n-workflow';
import { additionalDataOf } from './additional-data.mts';
import type { CredentialStore } from './credential-store.mts';
import { n8nCore, n8nWorkflow, requireFile } from './n8n-modules.mts';
import type { NodePackage } from './node-package.mts';
import { nodeTypesOf } from './node-types.mts';
import { stubs } from './stubs/stubs.mts';

/** Calls the tool with a model's arguments; what comes back is what the model reads. */
export type CallTool = (toolArguments: IDataObject) => Promise<unknown>;

type Invocation =
	typeof import('n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js');

/** The node of this name as a tool. All its calls have the execute data of the agent. */
export function toolOf(
	given: IWorkflowBase,
	nodeName: string,
	packages: NodePackage[],
	credentials: CredentialStore,
): CallTool {
	const { makeHandleToolInvocation } = requireFile(
		'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js',
	) as Invocation;
	const all = [...packages, stubs(undefined)];
	const nodeTypes = nodeTypesOf(all);
	const definition = structuredClone(given);
	const workflow = new n8nWorkflow.Workflow({
		...definition,
		id: randomUUID(),
		active: false,
		settings: definition.settings ?? {},
		nodeTypes,
	});
	const node = workflow.getNode(nodeName)!;
	const additionalData = additionalDataOf({
		packages: all,
		credentials,
		executionId: randomUUID(),
		settings: workflow.settings,
	});
	additionalData.hooks = new n8nCore.ExecutionLifecycleHooks(
		'manual',
		additionalData.executionId!,
		{ ...definition, id: workflow.id },
	);
	const runExecutionData = {
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			nodeExecutionStack: [],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	} as unknown as IRunExecutionData;
	const agent = { ...node, name: 'Agent' };
	const executeData = {
		node: agent,
		data: { main: [[{ json: {} }]] },
		source: null,
	} as IExecuteData;
	const contextFor = (runIndex: number) =>
		new n8nCore.SupplyDataContext(
			workflow,
			node,
			additionalData,
			'manual',
			runExecutionData,
			runIndex,
			[{ json: {} }],
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
		nodeTypes.getByNameAndVersion(node.type, node.typeVersion),
		runExecutionData,
	) as CallTool;
}
