/** Runs workflows and reads what came of them. */
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
	/** Each node's runs by its name; missing for a node that never ran. A list of items for each output. */
	runs: Record<string, Array<{ data?: { main?: Array<OutputItem[] | null> } }>>;
	error?: { message: string; description?: string };
}

const ended = ['success', 'error', 'canceled', 'crashed'];

export class Executions {
	private readonly rest: N8nRest;

	constructor(rest: N8nRest) {
		this.rest = rest;
	}

	/** Presses a button of the editor; returns the execution's id while it is under way. */
	private async press(id: string, how: Data): Promise<string> {
		const path = `/workflows/${id}`;
		// n8n 1.x runs the workflow that it is handed, 2.x the one that it has stored.
		const body = { workflowData: await this.rest.request('GET', path), ...how };
		const started = await this.rest.request<{ executionId: string }>('POST', `${path}/run`, body);
		return started.executionId;
	}

	/** *Execute workflow*; with an item that the trigger gives, where it would wait for somebody, as a chat does. */
	async start(id: string, trigger: string, item?: Data): Promise<string> {
		const times = { startTime: Date.now(), executionTime: 0, executionIndex: 0, source: [] };
		const data = item && { ...times, data: { main: [[{ json: item }]] } };
		return await this.press(id, { triggerToStartFrom: { name: trigger, data } });
	}

	/** *Execute step*: for a tool with the arguments that the editor asked for, and what it shows of an earlier run. */
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

	/** The executions of a workflow, newest first, at most 100; n8n lists no more at once. */
	async list(workflowId: string, status?: string[]) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		const path = `/executions?limit=100&filter=${filter}`;
		type List = { results: Array<{ id: string; status: string }> };
		return (await this.rest.request<List>('GET', path)).results;
	}
}

/** The items that left a node's last run by one of its outputs. */
export function outputOf(execution: Execution, node: string, output = 0): OutputItem[] {
	return execution.runs[node]?.at(-1)?.data?.main?.[output] ?? [];
}
