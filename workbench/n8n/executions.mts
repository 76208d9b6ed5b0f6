/** Runs workflows and reads their executions. */
import { parse } from 'flatted';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nRest } from './rest.mts';

type Data = Record<string, unknown>;

export interface OutputItem {
	json: Data;
	pairedItem?: unknown;
}

export interface Execution {
	id: string;
	status: string;
	/** Runs keyed by node name; missing for a node that never ran. `main` has a list of items for each output. */
	runs: Record<string, Array<{ data?: { main?: Array<OutputItem[] | null> } }>>;
	error?: { message: string; description?: string };
}

const ended = ['success', 'error', 'canceled', 'crashed'];

export class Executions {
	private readonly rest: N8nRest;

	constructor(rest: N8nRest) {
		this.rest = rest;
	}

	/** Starts an execution as a button of the editor does. Returns its id without waiting for its end. */
	private async press(id: string, how: Data): Promise<string> {
		const path = `/workflows/${id}`;
		// n8n 1.x runs the workflow in the request, 2.x the stored one.
		const body = { workflowData: await this.rest.request('GET', path), ...how };
		const started = await this.rest.request<{ executionId: string }>('POST', `${path}/run`, body);
		return started.executionId;
	}

	/** Presses *Execute workflow*. `item` is the output of a trigger that would otherwise wait for input, like a chat. */
	async start(id: string, trigger: string, item?: Data): Promise<string> {
		const times = { startTime: Date.now(), executionTime: 0, executionIndex: 0, source: [] };
		const data = item && { ...times, data: { main: [[{ json: item }]] } };
		return await this.press(id, { triggerToStartFrom: { name: trigger, data } });
	}

	/**
	 * Presses *Execute step*. For a tool, `agentRequest` has the arguments entered in the editor, and `runs` the data
	 * that the editor shows of an earlier run.
	 */
	async startStep(id: string, node: string, { agentRequest, runs }: Data): Promise<string> {
		const destinationNode = { nodeName: node, mode: 'inclusive' };
		return await this.press(id, { destinationNode, agentRequest, runData: runs });
	}

	async stop(id: string): Promise<void> {
		await this.rest.request('POST', `/executions/${id}/stop`);
	}

	private async stored(id: string): Promise<{ status: string; data: string }> {
		return await this.rest.request('GET', `/executions/${id}`);
	}

	async status(id: string): Promise<string> {
		return (await this.stored(id)).status;
	}

	async read(id: string): Promise<Execution> {
		const { status, data } = await this.stored(id);
		const { runData: runs, error } = parse(data).resultData;
		return { id, status, runs, error };
	}

	async finished(id: string): Promise<Execution> {
		for (const started = Date.now(); ; await sleep(100)) {
			const status = await this.status(id);
			if (ended.includes(status)) return await this.read(id);
			if (Date.now() - started > 60_000)
				throw new Error(`Execution ${id} was still '${status}' after a minute.`);
		}
	}

	async run(id: string, trigger: string): Promise<Execution> {
		return await this.finished(await this.start(id, trigger));
	}

	/** Returns a workflow's executions, newest first; at most 100, since n8n lists no more at once. */
	async list(workflowId: string, status?: string[]) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		const path = `/executions?limit=100&filter=${filter}`;
		type List = { results: Array<{ id: string; status: string }> };
		return (await this.rest.request<List>('GET', path)).results;
	}
}

/** Returns the items from one output of a node's last run; empty if there are none. */
export function outputOf(execution: Execution, node: string, output = 0): OutputItem[] {
	return execution.runs[node]?.at(-1)?.data?.main?.[output] ?? [];
}
