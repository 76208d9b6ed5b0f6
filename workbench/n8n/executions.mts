/** Runs workflows and reads what came of them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompleteN8n } from './install.mts';
import type { N8nRest } from './rest.mts';

export interface OutputItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

export interface NodeRun {
	executionStatus: string;
	executionTime: number;
	error?: { message: string; description?: string; [member: string]: unknown };
	/** What the editor shows above the output. */
	hints?: Array<{ message: string }>;
	/** One list of items per output: the success branch first, the error branch second. */
	data?: Record<string, Array<OutputItem[] | null>>;
}

export interface Execution {
	id: string;
	status: string;
	/** Each node's runs by its name; missing for a node that never ran. */
	runs: Record<string, NodeRun[]>;
	error?: { message: string; description?: string; [member: string]: unknown };
}

const ended = ['success', 'error', 'canceled', 'crashed'];

interface StoredExecution {
	id: string;
	status: string;
	data: string;
}

export class Executions {
	private readonly rest: N8nRest;
	private readonly parse: (text: string) => {
		resultData: { runData: Record<string, NodeRun[]>; error?: Execution['error'] };
	};

	/** @param install where the reader of n8n's flattened execution data is taken from, so that both fit */
	constructor(rest: N8nRest, install: CompleteN8n) {
		this.rest = rest;
		const load = createRequire(join(install.directory, 'node_modules/n8n/package.json'));
		this.parse = (load('flatted') as { parse: Executions['parse'] }).parse;
	}

	/**
	 * Starts a run as the editor's button does; returns the execution's id while it is under way.
	 * @param item what the trigger gives, where it would otherwise wait for somebody, as a chat does
	 */
	async start(
		workflowId: string,
		trigger: string,
		item?: Record<string, unknown>,
	): Promise<string> {
		const data = item && {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			source: [],
			data: { main: [[{ json: item }]] },
		};
		const { executionId } = await this.rest.request<{ executionId: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{
				// n8n 1.x runs the workflow that it is handed, 2.x the one that it has stored.
				workflowData: await this.rest.request('GET', `/workflows/${workflowId}`),
				triggerToStartFrom: { name: trigger, data },
			},
		);
		return executionId;
	}

	/**
	 * Presses *Execute step* on one node as the editor does; returns the execution's id while it is under way.
	 * @param agentRequest for a tool: the arguments that the editor asked for first
	 * @param runs what the editor shows of an earlier run, where there was one
	 */
	async startStep(
		workflowId: string,
		node: string,
		{ agentRequest, runs }: { agentRequest?: unknown; runs?: unknown } = {},
	): Promise<string> {
		const { executionId } = await this.rest.request<{ executionId: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{
				workflowData: await this.rest.request('GET', `/workflows/${workflowId}`),
				destinationNode: { nodeName: node, mode: 'inclusive' },
				agentRequest,
				runData: runs,
			},
		);
		return executionId;
	}

	async stop(id: string): Promise<void> {
		await this.rest.request('POST', `/executions/${id}/stop`);
	}

	async status(id: string): Promise<string> {
		return (await this.rest.request<StoredExecution>('GET', `/executions/${id}`)).status;
	}

	async read(id: string): Promise<Execution> {
		const stored = await this.rest.request<StoredExecution>('GET', `/executions/${id}`);
		const { resultData } = this.parse(stored.data);
		return { id, status: stored.status, runs: resultData.runData, error: resultData.error };
	}

	/** Waits for a run's end. Fails after the given seconds, with the status that the run had then. */
	async finished(id: string, seconds = 60): Promise<Execution> {
		let status = 'unknown';
		for (const started = Date.now(); Date.now() - started < seconds * 1000; ) {
			status = await this.status(id);
			if (ended.includes(status)) return await this.read(id);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		throw new Error(`Execution ${id} was still '${status}' after ${seconds} s.`);
	}

	async run(
		workflowId: string,
		trigger: string,
		item?: Record<string, unknown>,
	): Promise<Execution> {
		return await this.finished(await this.start(workflowId, trigger, item));
	}

	/** The executions of a workflow, newest first, at most 100; n8n lists no more at once. */
	async list(
		workflowId: string,
		status?: string[],
	): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		const { results } = await this.rest.request<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			`/executions?limit=100&filter=${filter}`,
		);
		return results;
	}
}

/** The items that left a node's last run by one of its outputs. */
export function outputOf(execution: Execution, node: string, output = 0): OutputItem[] {
	return execution.runs[node]?.at(-1)?.data?.main?.[output] ?? [];
}
