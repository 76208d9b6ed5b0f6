/** Builds the small workflows that the end-to-end tests run. */
import { credentialType, nodeType } from '../../workbench/n8n/bench.mts';
import type { StoredWorkflow, Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { environment } from './environment.mts';

export const trigger = 'Start';
export const service = 'Messaging Service';

/** A node with a place of its own, so that the workflow also opens well in the editor. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): WorkflowNode {
	return {
		id: crypto.randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		...settings,
	};
}

/** The node under test with the sandbox's credential. */
export function serviceNode(
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): WorkflowNode {
	const credentials = { [credentialType]: environment().credential };
	return node(service, nodeType, 1, parameters, { credentials, ...settings });
}

/** One node after the other, by their first outputs. */
export function chain(name: string, nodes: WorkflowNode[]): Workflow {
	const spread = nodes.map(
		(entry, index): WorkflowNode => ({ ...entry, position: [index * 220, 0] }),
	);
	const connections: Record<string, unknown> = {};
	for (const [index, entry] of spread.slice(0, -1).entries()) {
		connections[entry.name] = {
			main: [[{ node: spread[index + 1]?.name, type: 'main', index: 0 }]],
		};
	}
	// The editor gives every new workflow this order. In the old one an agent goes on before its tool has answered.
	return { name, nodes: spread, connections, settings: { executionOrder: 'v1' } };
}

/** A button to start with, then one item per row. */
export function rowsFrom(rows: unknown[]): WorkflowNode[] {
	return [
		node(trigger, 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Table', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
		node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
	];
}

/** The parameters of a plain Send Message that takes its recipient from the item's `phone`. */
export function send(overrides: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		operation: 'sendMessage',
		senderId: { __rl: true, mode: 'id', value: '101' },
		priority: 'utility',
		campaign: 'end to end',
		message: 'Hello from the bench',
		sendTo: 'phoneNumbers',
		recipients: '={{ $json.phone }}',
		options: {},
		...overrides,
	};
}

/** As many different mobile numbers as asked for, none of them among the sandbox's reserved ones. */
export function phones(count: number): Array<{ phone: string }> {
	return Array.from({ length: count }, (_, index) => ({
		phone: `+2547123${String(index).padStart(5, '0')}`,
	}));
}

export async function store(workflow: Workflow): Promise<StoredWorkflow> {
	return await environment().bench.rest.createWorkflow(workflow);
}

/**
 * Waits until the condition holds; fails with its name after the given seconds.
 * @param state told at a failure: how far it had come
 */
export async function until(
	what: string,
	condition: () => boolean | Promise<boolean>,
	seconds = 30,
	state: () => string | Promise<string> = () => '',
): Promise<void> {
	for (const started = Date.now(); Date.now() - started < seconds * 1000; ) {
		if (await condition()) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`Waited ${seconds} s in vain: ${what}. ${await state()}`);
}
