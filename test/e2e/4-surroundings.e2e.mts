import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import type { StoredWorkflow, Workflow } from '../../workbench/n8n/rest.mts';
import {
	chain,
	node,
	phones,
	rowsFrom,
	send,
	service,
	serviceNode,
	store,
	trigger,
} from './workflows.mts';
import { environment } from './environment.mts';

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
const numbers = (rows: Array<{ phone: string }>): string[] => rows.map(({ phone }) => phone).sort();

/** The numbers of all messages that the service took, each as often as it got one. */
const accepted = (): string[] =>
	environment()
		.sandbox.journal.flatMap(({ recipients }) => recipients)
		.sort();

/** The numbers of all sends that reached the service, accepted or not. */
const attempted = (): string[] =>
	environment()
		.sandbox.requests.filter(({ operation }) => operation === 'send')
		.flatMap(({ body }) => (body as { recipients: string[] }).recipients)
		.sort();

/** Each number's receipt, as the service gave it. */
const receiptOf = (phone: string | undefined): string | undefined =>
	environment().sandbox.journal.find(({ recipients }) => recipients[0] === phone)?.messageId;

const messageIds = (execution: Execution, name: string): unknown[] =>
	outputOf(execution, name).map(({ json }) => json.messageId);

async function succeeded(workflow: StoredWorkflow): Promise<Execution> {
	const execution = await environment().bench.executions.run(workflow.id, trigger);
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}

const loop = 'Loop Over Items';
const done = 'Done';

/** The node within a loop that hands it two rows at a time. */
function looped(rows: Array<{ phone: string }>): Workflow {
	const batches = node(loop, 'n8n-nodes-base.splitInBatches', 3, { batchSize: 2, options: {} });
	const workflow = chain('Loop', [...rowsFrom(rows), batches, serviceNode(send(), retry)]);
	workflow.nodes.push(node(done, 'n8n-nodes-base.noOp', 1, {}));
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	workflow.connections[loop] = { main: [to(done), to(service)] };
	workflow.connections[service] = { main: [to(loop)] };
	return workflow;
}

const call = 'Text customers';

/** A workflow that hands all its rows to a second one at once; the node is in the second. */
async function called(
	rows: Array<{ phone: string }>,
): Promise<{ parent: StoredWorkflow; child: StoredWorkflow }> {
	const start = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
		inputSource: 'passthrough',
	});
	const child = await store(chain('Sub-workflow', [start, serviceNode(send())]));
	const workflowId = { __rl: true, mode: 'id', value: child.id };
	const caller = node(call, 'n8n-nodes-base.executeWorkflow', 1.2, {
		source: 'database',
		workflowId,
		mode: 'once',
		options: {},
	});
	return {
		child,
		parent: await store(
			chain('Parent', [...rowsFrom(rows), caller, node(done, 'n8n-nodes-base.noOp', 1, {})]),
		),
	};
}

export default function tests(): void {
	describe('Among other nodes, and under settings of the editor', () => {
		beforeEach(() => environment().sandbox.reset());

		test('in a loop with Retry On Fail every number is sent to once, and all receipts leave the loop', async () => {
			const rows = phones(6);
			const refused = rows[3]?.phone ?? '';
			environment().sandbox.play({ on: 'send', kind: 'badRequest', recipient: refused });
			const execution = await succeeded(await store(looped(rows)));
			assert.deepEqual(accepted(), numbers(rows));
			assert.deepEqual(attempted(), [...numbers(rows), refused].sort());
			assert.equal(execution.runs[service]?.length, 3);
			assert.deepEqual(
				messageIds(execution, done),
				rows.map(({ phone }) => receiptOf(phone)),
			);
		});

		test('the same rows are sent to again in the next round of a loop, and in the next execution', async () => {
			const rows = phones(2);
			const workflow = await store(looped([...rows, ...rows]));
			// The second try of the first round knows what its first try sent. The second round must not.
			environment().sandbox.play({ on: 'send', kind: 'badRequest', recipient: rows[1]?.phone });
			const first = await succeeded(workflow);
			assert.deepEqual(accepted(), numbers([...rows, ...rows]));
			assert.equal(new Set(messageIds(first, done)).size, 4);
			await succeeded(workflow);
			assert.deepEqual(accepted(), numbers([...rows, ...rows, ...rows, ...rows]));
		});

		test('in a sub-workflow every number is sent to once, and the parent gets the receipts', async () => {
			const rows = phones(3);
			const { parent, child } = await called(rows);
			const execution = await succeeded(parent);
			assert.deepEqual(attempted(), numbers(rows));
			assert.deepEqual(
				messageIds(execution, done),
				rows.map(({ phone }) => receiptOf(phone)),
			);
			assert.deepEqual(
				(await environment().bench.executions.list(child.id)).map(({ status }) => status),
				['success'],
			);
		});

		test('in a sub-workflow one refused item fails it, nothing is sent, and the parent says why', async () => {
			const { executions } = environment().bench;
			const { parent, child } = await called([...phones(2), { phone: '0712' }]);
			const execution = await executions.run(parent.id, trigger);
			assert.deepEqual(attempted(), []);
			assert.equal((await executions.failed(child.id)).length, 1);
			assert.equal(execution.status, 'error');
			assert.match(execution.error?.message ?? '', /Nothing was sent/);
			assert.equal(execution.runs[done], undefined);
		});

		test('with pinned data a manual run sends nothing and hands the pinned item on; a production run sends', async () => {
			const { bench } = environment();
			const order = 'Order';
			const hook = node(
				order,
				'n8n-nodes-base.webhook',
				2,
				{ httpMethod: 'POST', path: 'e2e-pinned', responseMode: 'lastNode', options: {} },
				{ webhookId: 'e2e-pinned' },
			);
			const nodes = [
				hook,
				serviceNode(send({ recipients: '={{ $json.body.phone }}' })),
				node(done, 'n8n-nodes-base.noOp', 1, {}),
			];
			const [row] = phones(1);
			const pinned = { messageId: 'pinned', note: 'kept by hand' };
			const workflow = await store({
				...chain('Pinned', nodes),
				pinData: { [order]: [{ json: { body: row } }], [service]: [{ json: pinned }] },
			});
			const execution = await bench.executions.run(workflow.id, order);
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(environment().sandbox.requests, []);
			assert.deepEqual(
				outputOf(execution, done).map(({ json }) => json),
				[pinned],
			);

			await bench.rest.activate(workflow);
			const headers = { 'content-type': 'application/json' };
			const answer = await fetch(`${bench.n8n.origin}/webhook/e2e-pinned`, {
				method: 'POST',
				headers,
				body: JSON.stringify(row),
			});
			await bench.rest.deactivate(workflow);
			assert.deepEqual(attempted(), [row?.phone]);
			assert.equal(
				((await answer.json()) as Record<string, unknown>).messageId,
				receiptOf(row?.phone),
			);
		});

		test('with Execute Once only the first item is sent', async () => {
			const rows = phones(3);
			const execution = await succeeded(
				await store(
					chain('Execute Once', [...rowsFrom(rows), serviceNode(send(), { executeOnce: true })]),
				),
			);
			assert.deepEqual(attempted(), [rows[0]?.phone]);
			assert.deepEqual(
				outputOf(execution, service).map(({ json, pairedItem }) => [json.messageId, pairedItem]),
				[[receiptOf(rows[0]?.phone), { item: 0 }]],
			);
		});

		test('the stored run shows a hint where the service had it wait, and none where all was plain', async () => {
			const workflow = await store(chain('Hints', [...rowsFrom(phones(1)), serviceNode(send())]));
			const hints = (execution: Execution): string[] =>
				(execution.runs[service]?.[0]?.hints ?? []).map(({ message }) => message);
			assert.deepEqual(hints(await succeeded(workflow)), []);
			environment().sandbox.play({ on: 'send', kind: 'rateLimited', retryAfter: '1' });
			const shown = hints(await succeeded(workflow));
			assert.equal(shown.length, 1);
			assert.match(shown[0] ?? '', /wait 1 second\b/);
			assert.equal(accepted().length, 2);
		});
	});
}
