/** Builds workflows that webhooks start in n8n's queue mode, calls them, and tells which worker did what. */
import assert from 'node:assert/strict';
import { credentialType, nodeType } from '../../workbench/n8n/bench.mts';
import type { StoredWorkflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { queueEnvironment } from './queue-environment.mts';
import { chain, node, service } from './workflows.mts';

/** The node under test with the sandbox's credential. */
export function serviceNode(
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): WorkflowNode {
	return node(service, nodeType, 1, parameters, {
		credentials: { [credentialType]: queueEnvironment().credential },
		...settings,
	});
}

/** Answers its caller as soon as the call is in the queue. */
export function webhookNode(path: string): WorkflowNode {
	return node(
		'Webhook',
		'n8n-nodes-base.webhook',
		2,
		{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
		{ webhookId: path },
	);
}

export async function published(name: string, nodes: WorkflowNode[]): Promise<StoredWorkflow> {
	const { rest } = queueEnvironment();
	const workflow = await rest.createWorkflow(chain(name, nodes));
	await rest.activate(workflow);
	return workflow;
}

export async function call(path: string, body: unknown): Promise<void> {
	const answer = await fetch(`${queueEnvironment().main.origin}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	assert.equal(answer.status, 200, await answer.text());
}

/** The executions that the workers say they have begun, or ended, well or not. */
export function executionsOf(
	verb: 'started' | 'finished',
	workers: Array<{ log(): string }> = queueEnvironment().workers,
): string[] {
	const said = new RegExp(`Worker ${verb} execution (\\d+)`, 'g');
	return workers.flatMap((worker) =>
		[...worker.log().matchAll(said)].map((match) => match[1] ?? ''),
	);
}

/** Which of the workers began this execution; -1 where none says so. */
export function workerOf(execution: string): number {
	return queueEnvironment().workers.findIndex((worker) =>
		executionsOf('started', [worker]).includes(execution),
	);
}

/** Every number of every accepted message, sorted; a number that got two stands there twice. */
export function acceptedNumbers(): string[] {
	return queueEnvironment()
		.sandbox.journal.flatMap((entry) => entry.recipients)
		.sort();
}
