/** Builds the small workflows that the tests run, runs them, and reads what the service has of them. */
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

/** What the node says of a send whose outcome nobody knows. */
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

/** The node under test with the sandbox's credential. */
export const serviceNode = (parameters: Row, settings: Row = {}): WorkflowNode =>
	node(service, nodeType, 1, parameters, {
		credentials: { [credentialType]: environment().credential },
		...settings,
	});

export const start = (): WorkflowNode => node(trigger, 'n8n-nodes-base.manualTrigger', 1, {});

/** Does nothing, and shows what it was given. */
export const noOp = (name: string): WorkflowNode => node(name, 'n8n-nodes-base.noOp', 1, {});

export const splitOut = (fieldToSplitOut: string): WorkflowNode =>
	node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut, options: {} });

/** A button to start with, then one item per row. */
export const rowsFrom = (rows: unknown[]): WorkflowNode[] => [
	start(),
	node('Table', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
	splitOut('rows'),
];

/** One node after the other, by their first outputs. */
export function chain(name: string, given: WorkflowNode[]): Workflow {
	const nodes = given.map((each, index): WorkflowNode => ({ ...each, position: [index * 220, 0] }));
	const connections: Row = {};
	for (const [index, { name: next }] of nodes.slice(1).entries())
		connections[nodes[index]!.name] = { main: [[{ node: next, type: 'main', index: 0 }]] };
	// The editor gives every new workflow this order. In the old one an agent goes on before its tool has answered.
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A loop that hands each row to the node, one at a time, and then goes on with Done. */
export function loopOver(rows: unknown[], looped: WorkflowNode): Workflow {
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const workflow = chain('Loop', [...rowsFrom(rows), loop, looped, noOp('Done')]);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	workflow.connections.Loop = { main: [to('Done'), to(looped.name)] };
	workflow.connections[looped.name] = { main: [to('Loop')] };
	return workflow;
}

/** The parameters of a plain Send Message that takes its recipient from the item's `phone`. */
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

/** As many different mobile numbers as asked for, none of them among the sandbox's reserved ones. */
export const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `+2547123${String(index).padStart(5, '0')}`);

/** A row for each of them. */
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

/** What n8n has stored of a failed run's reason. */
export const told = ({ error }: Execution): string => `${error?.message} ${error?.description}`;

/** Runs Send Message over rows. */
export const sendRows = async (rows: unknown[]) =>
	await run(chain('Send', [...rowsFrom(rows), serviceNode(send())]));

/** Publishes a workflow for as long as something is done with it. */
export async function published(
	workflow: Workflow,
	use: (stored: StoredWorkflow) => Promise<void>,
) {
	const stored = await store(workflow);
	await environment().rest.activate(stored);
	await use(stored).finally(() => environment().rest.deactivate(stored));
}

/** Calls a webhook of n8n; a text is sent as it stands. */
export async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
	return await fetch(`${environment().n8n.origin}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

/** Calls a workflow of a webhook and this node, and waits until it has ended so. */
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
		// By the list, as an execution of this size takes n8n long to show.
		const { executions } = environment();
		await until('it ends', async () => (await executions.list(id, [status])).length === 1);
	});
}

/** The JSON of a node's output items. */
export const outputs = (execution: Execution, name = service, branch = 0): Row[] =>
	outputOf(execution, name, branch).map(({ json }) => json);

/** The numbers of all messages that the service took, sorted, each as often as it got one. */
export const accepted = (): string[] =>
	environment()
		.sandbox.journal.flatMap(({ recipients }) => recipients)
		.sort();

/** The numbers of all sends that reached the service, accepted or not. */
export const attempted = (): string[] =>
	environment()
		.sandbox.requests.filter(({ operation }) => operation === 'send')
		.flatMap(({ body }) => (body as { recipients: string[] }).recipients)
		.sort();

/** Waits until the condition holds; fails with its name, and how far it had come, after the given seconds. */
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

/** n8n takes no poll time of more than once a minute, and any number of them. */
const everySeconds = (seconds: number): Row => ({
	item: Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});

/** A credential for this sandbox, with some fields as told; there is one at a time. */
export const credentialFor = async (sandbox: Sandbox, changes: Row = {}) =>
	await environment().rest.saveCredential('Watched', credentialType, {
		...credentialFields(sandbox),
		...changes,
	});

/** The trigger, polled every five seconds, and a node after it. */
export function watching(credential: { id: string; name: string }): Workflow {
	const credentials = { [credentialType]: credential };
	const parameters = { pollTimes: everySeconds(5) };
	const trigger = node('Trigger', triggerType, 1, parameters, { credentials });
	return chain('Watching', [trigger, noOp('Told')]);
}

/** The changes that the workflow was told, the earliest first, each as "number: previous status > status". */
export async function toldTo({ id }: StoredWorkflow): Promise<string[]> {
	const { executions } = environment();
	const changes: string[] = [];
	for (const each of (await executions.list(id, ['success'])).reverse())
		for (const row of outputs(await executions.read(each.id), 'Told'))
			changes.push(`${row.phone_number}: ${row.previous_status} > ${row.status}`);
	return changes;
}

/** The polls that this sandbox was asked by: each begins with the first page. */
export const pollsOf = ({ requests }: Sandbox): Sandbox['requests'] =>
	requests.filter(({ operation, query }) => operation === 'messages' && query.page === '1');
