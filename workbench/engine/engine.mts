/**
 * Runs a workflow on n8n's own execution engine, in this process. This folder gives it what n8n's server would: node
 * types, credentials, lifecycle hooks.
 */
import type {
	INode,
	INodeExecutionData,
	IRun,
	ITaskData,
	IWorkflowBase,
	NodeError,
	NodeExecutionHint,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { n8nCore } from './n8n-modules.mts';
import { executionOf, type Surroundings } from './surroundings.mts';

export { CredentialStore, type StoredCredential } from './credentials.mts';
export { loadOptions, searchList, testCredential } from './editor.mts';
export { loadPackage, packageOf, type NodePackage } from './packages.mts';

export interface RunOptions extends Surroundings {
	/** Output items of the trigger. Defaults to one empty item, as after a click on Execute. */
	input?: INodeExecutionData[];
	signal?: AbortSignal;
	/** How the execution was started. Defaults to 'manual'. */
	mode?: WorkflowExecuteMode;
}

/** A failure as n8n shows it: its sentence, the smaller text under it, and the node it happened in. */
export interface RunFailure {
	message: string;
	description?: string | null;
	node?: string;
	itemIndex?: number;
	/** The failure itself, as n8n keeps it in the execution. */
	raw: Error;
}

export interface RunResult {
	status: 'success' | 'error' | 'canceled';
	error?: RunFailure;
	/** The execution as n8n would store it; missing when n8n refused to start the workflow. */
	run?: IRun;
	/** Returns the items of one output branch (0 by default) from the node's last run; empty if it didn't run. */
	output(nodeName: string, branch?: number): INodeExecutionData[];
	/** Returns the hints that n8n's editor shows above the node's output. */
	hints(nodeName: string): NodeExecutionHint[];
	/** Returns the failure of a node, even if a setting let the workflow continue. */
	errorOf(nodeName: string): RunFailure | undefined;
}

function failureOf(error: unknown): RunFailure {
	const raw = error as Error & Partial<NodeError>;
	const { message, description, node, context } = raw;
	const itemIndex = context?.itemIndex as number | undefined;
	return { message, description, node: node?.name, itemIndex, raw };
}

function startNodeOf({ nodes, nodeTypes }: Workflow): INode {
	const triggers = Object.values(nodes).filter(({ type, typeVersion }) =>
		nodeTypes.getByNameAndVersion(type, typeVersion).description.group.includes('trigger'),
	);
	if (triggers.length === 1) return triggers[0]!;
	throw new Error(`A run starts at one trigger, and the workflow has ${triggers.length}.`);
}

/**
 * Runs a workflow to its end. The result holds its failure.
 * @throws only if the engine can't run the workflow at all (an unknown node, no trigger or several)
 */
export async function runWorkflow(
	definition: IWorkflowBase,
	options: RunOptions,
): Promise<RunResult> {
	const { mode = 'manual', signal } = options;
	const { workflow, additionalData } = executionOf(definition, mode, options);
	const startNode = startNodeOf(workflow);

	let run: IRun | undefined;
	let failure: RunFailure | undefined;
	try {
		const input = options.input ?? [{ json: {} }];
		const underWay = new n8nCore.WorkflowExecute(additionalData, mode).run({
			workflow,
			startNode,
			triggerToStartFrom: {
				name: startNode.name,
				data: { data: { main: [input] } } as unknown as ITaskData,
			},
		});
		signal?.addEventListener('abort', () => underWay.cancel());
		if (signal?.aborted) underWay.cancel();
		run = await underWay;
		if (run.data.resultData.error) failure = failureOf(run.data.resultData.error);
	} catch (error) {
		// n8n refuses a workflow with missing parameters before anything runs, by throwing.
		failure = failureOf(error);
	}

	const lastRun = (nodeName: string): ITaskData | undefined =>
		run?.data.resultData.runData[nodeName]?.at(-1);
	if (failure) failure.node ??= run?.data.resultData.lastNodeExecuted;
	const ended = failure ? 'error' : 'success';
	return {
		status: run?.status === 'canceled' ? 'canceled' : ended,
		error: failure,
		run,
		output: (nodeName, branch = 0) => lastRun(nodeName)?.data?.main?.[branch] ?? [],
		hints: (nodeName) => lastRun(nodeName)?.hints ?? [],
		errorOf: (nodeName) => {
			const error = lastRun(nodeName)?.error;
			return error && failureOf(error);
		},
	};
}
