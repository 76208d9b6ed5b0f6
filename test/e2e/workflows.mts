/** Builds the small workflows of the tests, runs them, and reads what the service received from them. */
import assert from 'node:assert/strict';
import { credentialFields } from '../../workbench/n8n/bench.mts';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import { credentialType, nodeType, triggerType } from '../../workbench/n8n/package.mts';
import type { StoredWorkflow, Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { environment } from './environment.mts';

export type Row = Record<string, unknown>;

export const trigger = 'Start';
export const service = 'Messaging Service';

/** Matches the node's words for a send whose outcome is unknown. */
export const unknown = /may or may not have been sent/;

export const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Row,
	settings: Row = {},
): WorkflowNode {
	const id = crypto.randomUUID();
	return { id, name, type, typeVersion, position: [0, 0], parameters, ...settings };
}

/** Returns the node under test with the sandbox's credential. */
export const serviceNode = (parameters: Row, settings: Row = {}): WorkflowNode =>
	node(service, nodeType, 1, parameters, {
		credentials: { [credentialType]: environment().credential },
		...settings,
	});

export const start = (): WorkflowNode => node(trigger, 'n8n-nodes-base.manualTrigger', 1, {});

/** Returns a node that does nothing, and shows its input. */
export const noOp = (name: string): WorkflowNode => node(name, 'n8n-nodes-base.noOp', 1, {});

export const splitOut = (fieldToSplitOut: string): WorkflowNode =>
	node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut, options: {} });

/** Returns nodes that are started by a button and give one item per row. */
export const rowsFrom = (rows: unknown[]): WorkflowNode[] => [
	start(),
	node('Table', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
	splitOut('rows'),
];

/** Returns a workflow of these nodes, connected one after the other by their first outputs. */
export function chain(name: string, given: WorkflowNode[]): Workflow {
	const nodes = given.map((each, index): WorkflowNode => ({ ...each, position: [index * 220, 0] }));
	const connections: Row = {};
	for (const [index, { name: next }] of nodes.slice(1).entries())
		connections[nodes[index]!.name] = { main: [[{ node: next, type: 'main', index: 0 }]] };
	// The editor gives every new workflow this order. In the old order, an agent goes on before its tool has answered.
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Returns a workflow with a loop that hands each row to the node, one at a time, and then goes on with Done. */
export function loopOver(rows: unknown[], looped: WorkflowNode): Workflow {
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const workflow = chain('Loop', [...rowsFrom(rows), loop, looped, noOp('Done')]);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	workflow.connections.Loop = { main: [to('Done'), to(looped.name)] };
	workflow.connections[looped.name] = { main: [to('Loop')] };
	return workflow;
}

/** Returns the parameters of a plain Send Message that takes its recipient from the item's `phone`. */
export const send = (overrides: Row = {}): Row => ({
	operation: 'sendMessage',
	senderId: { __rl: true, mode: 'id', value: '101' },
	priority: 'utility',
	campaign: 'end to end',
	message: 'Hello from the bench',
	sendTo: 'phoneNumbers',
	recipients: '={{ $json.phone }}',
	options: {},
	...overrides,
});

/** Returns this many different mobile numbers, none of them among the sandbox's reserved ones. */
export const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `+2547123${String(index).padStart(5, '0')}`);

/** Returns a row for each of these numbers. */
export const phones = (count: number) => numbers(count).map((phone) => ({ phone }));

export const store = async (workflow: Workflow): Promise<StoredWorkflow> =>
	await environment().rest.createWorkflow(workflow);

/** Runs a workflow as the editor's button does. */
export const run = async (workflow: Workflow, from = trigger): Promise<Execution> =>
	await environment().executions.run((await store(workflow)).id, from);

export function assertSuccess({ status, error }: Execution): void {
	assert.equal(status, 'success', `${error?.message} ${error?.description}`);
}

export async function succeed(workflow: Workflow, from = trigger): Promise<Execution> {
	const execution = await run(workflow, from);
	assertSuccess(execution);
	return execution;
}

/** Returns the error of a failed run, as n8n has stored it. */
export const told = ({ error }: Execution): string => `${error?.message} ${error?.description}`;

/** Runs Send Message over rows. */
export const sendRows = async (rows: unknown[]) =>
	await run(chain('Send', [...rowsFrom(rows), serviceNode(send())]));

/** Publishes a workflow while `use` runs. */
export async function published(
	workflow: Workflow,
	use: (stored: StoredWorkflow) => Promise<void>,
) {
	const stored = await store(workflow);
	await environment().rest.activate(stored);
	await use(stored).finally(() => environment().rest.deactivate(stored));
}

/** Calls a webhook of n8n. A string is sent as it is. */
export async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
	return await fetch(`${environment().n8n.origin}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

/** Calls a workflow of a webhook and this node, and waits until it has ended with this status. */
export async function calls(
	body: string,
	last: WorkflowNode,
	status: string,
	headers: Record<string, string> = {},
): Promise<void> {
	const path = crypto.randomUUID();
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const webhook = node('Call', 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
	await published(chain('Called', [webhook, last]), async ({ id }) => {
		assert.equal((await post(path, body, headers)).status, 200);
		// Looks at the list, since n8n takes long to return an execution of this size.
		const { executions } = environment();
		await until('it ends', async () => (await executions.list(id, [status])).length === 1);
	});
}

/** Returns the JSON of a node's output items. */
export const outputs = (execution: Execution, name = service, branch = 0): Row[] =>
	outputOf(execution, name, branch).map(({ json }) => json);

/** Returns the numbers of all messages that the service accepted, sorted, once per message. */
export const accepted = (): string[] =>
	environment()
		.sandbox.journal.flatMap(({ recipients }) => recipients)
		.sort();

/** Returns the numbers of all sends that reached the service, accepted or not, sorted. */
export const attempted = (): string[] =>
	environment()
		.sandbox.requests.filter(({ operation }) => operation === 'send')
		.flatMap(({ body }) => (body as { recipients: string[] }).recipients)
		.sort();

/**
 * Waits until the condition holds.
 *
 * @throws Error after `seconds`, with the condition's name and the `state` that was reached
 */
export async function until(
	what: string,
	condition: () => boolean | Promise<boolean>,
	seconds = 60,
	state: () => string | Promise<string> = () => '',
): Promise<void> {
	for (const started = Date.now(); Date.now() - started < seconds * 1000; ) {
		if (await condition()) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`Waited ${seconds} s in vain: ${what}. ${await state()}`);
}

/** Returns poll times this far apart. n8n takes none that recurs more than once a minute, but any number of them. */
const everySeconds = (seconds: number): Row => ({
	item: Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});

/** Saves a credential for this sandbox, with these changes. It replaces the one before: there is one at a time. */
export const credentialFor = async (sandbox: Sandbox, changes: Row = {}) =>
	await environment().rest.saveCredential('Watched', credentialType, {
		...credentialFields(sandbox),
		...changes,
	});

/** Returns a workflow of the trigger, polled every five seconds, and a node after it. */
export function watching(credential: { id: string; name: string }): Workflow {
	const credentials = { [credentialType]: credential };
	const parameters = { pollTimes: everySeconds(5) };
	const trigger = node('Trigger', triggerType, 1, parameters, { credentials });
	return chain('Watching', [trigger, noOp('Told')]);
}

/** Returns the changes that the workflow was told, the earliest first, each as "number: previous status > status". */
export async function toldTo({ id }: StoredWorkflow): Promise<string[]> {
	const { executions } = environment();
	const changes: string[] = [];
	for (const each of (await executions.list(id, ['success'])).reverse())
		for (const row of outputs(await executions.read(each.id), 'Told'))
			changes.push(`${row.phone_number}: ${row.previous_status} > ${row.status}`);
	return changes;
}

/** Returns the polls that reached this sandbox. Each begins with a request for the first page. */
export const pollsOf = ({ requests }: Sandbox): Sandbox['requests'] =>
	requests.filter(({ operation, query }) => operation === 'messages' && query.page === '1');
