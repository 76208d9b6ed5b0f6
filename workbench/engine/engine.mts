/**
 * Runs a workflow file on n8n's own execution engine, in this process.
 *
 * n8n-core walks the workflow, retries nodes, routes errors, spaces batches and sends the requests;
 * this folder gives it what n8n's server would: node types, credentials, lifecycle hooks.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type {
	ExecutionStatus,
	IN8nHttpFullResponse,
	INode,
	INodeExecutionData,
	IRun,
	ITaskData,
	IWorkflowBase,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataOf } from './additional-data.mts';
import type { CredentialStore } from './credential-store.mts';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './node-package.mts';
import { nodeTypesOf } from './node-types.mts';
import type { Mail } from './stubs/send-email.mts';
import { builtInPackage, stubs } from './stubs/stubs.mts';
import { refuseBeyondSubset } from './stubs/subset.mts';

export { CredentialStore, type StoredCredential } from './credential-store.mts';
export type { Mail } from './stubs/send-email.mts';
export { testCredential } from './credential-test.mts';
export { listFrom, loadOptions, searchList } from './editor.mts';
export { loadPackage, packageOf, type NodePackage } from './node-package.mts';

/** What a run needs beside the workflow. */
export interface RunOptions {
	/** A built-in node that one of them has is used instead of its stub. */
	packages: NodePackage[];
	credentials: CredentialStore;
	/** Items that the trigger hands on; without them one empty item, as when a person presses Execute. */
	input?: INodeExecutionData[];
	/** Where the workflow's files are; for a workflow given by path, its own folder. */
	workflowFolder?: string;
	onNodeFinished?(name: string, run: ITaskData): void;
	/** Cancels the execution, as the Stop button does. */
	signal?: AbortSignal;
	/** How the execution was started; 'manual' unless told. */
	mode?: WorkflowExecuteMode;
	/** The trigger to start from, where a workflow has several. */
	startNode?: string;
}

/** A failure as n8n shows it: its sentence, the smaller text under it, and the node it happened in. */
export interface RunFailure {
	message: string;
	description?: string | null;
	node?: string;
	/** The item it names, when it names one. */
	itemIndex?: number;
	/** The failure itself, as n8n keeps it in the execution. */
	raw: Error;
}

/** What came of a run. */
export interface RunResult {
	status: 'success' | 'error' | 'canceled';
	error?: RunFailure;
	/** The execution as n8n would store it; missing when n8n refused to start the workflow. */
	run?: IRun;
	/** What a Respond to Webhook node answered the caller of the webhook, as the first one did; missing when none did. */
	answer?: IN8nHttpFullResponse;
	/** What Send Email nodes would have sent, in order. */
	mails: Mail[];
	/** A node's output items, from its last run, of one branch (0 unless told); none when it didn't run. */
	output(nodeName: string, branch?: number): INodeExecutionData[];
	/** The failure of a node that stopped, also where a setting let the workflow go on. */
	errorOf(nodeName: string): RunFailure | undefined;
}

function failureOf(error: unknown): RunFailure {
	const raw = error as Error & {
		description?: string | null;
		node?: INode;
		context?: { itemIndex?: number };
	};
	return {
		message: raw.message,
		description: raw.description,
		node: raw.node?.name,
		itemIndex: raw.context?.itemIndex,
		raw,
	};
}

function statusOf(status: ExecutionStatus, failed: boolean): RunResult['status'] {
	if (status === 'canceled') return 'canceled';
	return failed ? 'error' : 'success';
}

function startNodeOf(nodes: INode[], isTrigger: (node: INode) => boolean, wanted?: string): INode {
	const triggers = nodes.filter((node) => !node.disabled && isTrigger(node));
	const found = wanted === undefined ? triggers : triggers.filter(({ name }) => name === wanted);
	if (found.length !== 1) {
		throw new Error(
			`A run starts at one trigger, and the workflow has ${found.length}${wanted === undefined ? '' : ` called "${wanted}"`}. Name the one to start from in the option startNode.`,
		);
	}
	return found[0]!;
}

/** Reads a workflow as n8n exports it. */
export function readWorkflow(path: string): IWorkflowBase {
	return JSON.parse(readFileSync(path, 'utf8')) as IWorkflowBase;
}

/**
 * Runs a workflow to its end. A failure of the workflow is a result, not an exception; only a workflow
 * that the engine can't run at all (unknown node, no trigger) throws.
 */
export async function runWorkflow(
	given: IWorkflowBase | string,
	options: RunOptions,
): Promise<RunResult> {
	const folder = options.workflowFolder ?? (typeof given === 'string' ? dirname(given) : undefined);
	// n8n fills the nodes' parameters up with defaults in place.
	const definition = structuredClone(typeof given === 'string' ? readWorkflow(given) : given);
	const mails: Mail[] = [];
	const packages = [stubs(folder, mails), ...options.packages];
	const nodeTypes = nodeTypesOf(packages);
	const real = new Set(
		options.packages.flatMap(({ packageName, nodes }) =>
			Object.keys(nodes).map((name) => `${packageName}.${name}`),
		),
	);
	refuseBeyondSubset(
		definition.nodes.filter(({ type }) => !real.has(type)),
		builtInPackage,
		nodeTypes,
	);
	const mode = options.mode ?? 'manual';
	const id = definition.id ?? randomUUID();
	const executionId = randomUUID();
	const workflow = new n8nWorkflow.Workflow({
		...definition,
		id,
		active: false,
		settings: definition.settings ?? {},
		nodeTypes,
	});
	const isTrigger = (node: INode) =>
		nodeTypes
			.getByNameAndVersion(node.type, node.typeVersion)
			.description.group.includes('trigger');
	const startNode = startNodeOf(Object.values(workflow.nodes), isTrigger, options.startNode);

	const hooks = new n8nCore.ExecutionLifecycleHooks(mode, executionId, { ...definition, id });
	hooks.addHandler('nodeExecuteAfter', (name, run) => options.onNodeFinished?.(name, run));
	let answer: IN8nHttpFullResponse | undefined;
	hooks.addHandler(
		'sendResponse',
		(response) => void (answer ??= response as IN8nHttpFullResponse),
	);
	const additionalData = additionalDataOf({
		packages,
		credentials: options.credentials,
		executionId,
		settings: workflow.settings,
	});
	additionalData.hooks = hooks;
	additionalData.workflowId = id;

	const execution = new n8nCore.WorkflowExecute(additionalData, mode);
	let run: IRun | undefined;
	let failure: RunFailure | undefined;
	const cancel = { now: () => {} };
	const onAbort = () => cancel.now();
	try {
		const input = options.input ?? [{ json: {} }];
		const underWay = execution.run({
			workflow,
			startNode,
			triggerToStartFrom: {
				name: startNode.name,
				data: { data: { main: [input] } } as unknown as ITaskData,
			},
		});
		cancel.now = () => underWay.cancel();
		options.signal?.addEventListener('abort', onAbort);
		if (options.signal?.aborted) onAbort();
		run = await underWay;
		if (run.data.resultData.error) failure = failureOf(run.data.resultData.error);
	} catch (error) {
		// n8n refuses a workflow with missing parameters before anything runs, by throwing.
		failure = failureOf(error);
	} finally {
		options.signal?.removeEventListener('abort', onAbort);
	}

	const lastRun = (nodeName: string): ITaskData | undefined =>
		run?.data.resultData.runData[nodeName]?.at(-1);
	if (failure && !failure.node) failure.node = run?.data.resultData.lastNodeExecuted;
	return {
		status: statusOf(run?.status ?? 'error', failure !== undefined),
		error: failure,
		run,
		answer,
		mails,
		output: (nodeName, branch = 0) => lastRun(nodeName)?.data?.main?.[branch] ?? [],
		errorOf: (nodeName) => {
			const error = lastRun(nodeName)?.error;
			return error && failureOf(error);
		},
	};
}
