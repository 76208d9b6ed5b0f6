import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { credentialType, nodeType } from '../../workbench/n8n/bench.mts';
import { outputOf } from '../../workbench/n8n/executions.mts';
import type { StoredWorkflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { closeQueueWorld, openQueueWorld, queueWorld } from './queue-world.mts';
import { chain, node, phones, rowsFrom, send, service, trigger, until } from './workflows.mts';

const callsAtOnce = 20;

function serviceNode(parameters: Record<string, unknown>): WorkflowNode {
	return node(service, nodeType, 1, parameters, { credentials: { [credentialType]: queueWorld().credential } });
}

function webhookNode(path: string): WorkflowNode {
	return node('Webhook', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} }, { webhookId: path });
}

async function published(name: string, nodes: WorkflowNode[]): Promise<StoredWorkflow> {
	const { rest } = queueWorld();
	const workflow = await rest.createWorkflow(chain(name, nodes));
	await rest.activate(workflow);
	return workflow;
}

async function call(path: string, body: unknown): Promise<void> {
	const answer = await fetch(`${queueWorld().main.origin}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	assert.equal(answer.status, 200, await answer.text());
}

/** Calls the webhook once for each row, some at a time. */
async function callForEach(path: string, rows: unknown[]): Promise<void> {
	const waiting = [...rows];
	const caller = async () => {
		for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await call(path, row);
	};
	await Promise.all(Array.from({ length: callsAtOnce }, caller));
}

/** The executions that a worker says it has begun, or ended. */
function executionsOf(worker: { log(): string }, verb: 'started' | 'finished'): string[] {
	return [...worker.log().matchAll(new RegExp(`Worker ${verb} execution (\\d+)`, 'g'))].map((match) => match[1] ?? '');
}

function acceptedNumbers(): string[] {
	return queueWorld()
		.sandbox.journal.flatMap((entry) => entry.recipients)
		.sort();
}

/** How many executions all workers have ended, well or not. */
function ended(): number {
	return queueWorld().workers.reduce((sum, worker) => sum + executionsOf(worker, 'finished').length, 0);
}

/** Calls the webhook once for each row, and waits until the workers have ended as many executions. */
async function runForEach(path: string, workflowId: string, rows: unknown[]): Promise<void> {
	const before = ended();
	await callForEach(path, rows);
	await until(`${rows.length} executions have ended`, () => ended() - before >= rows.length, 180, async () => await progress(workflowId));
	assert.equal(queueWorld().sandbox.journal.length, rows.length, await progress(workflowId));
}

/** How far the run has come, and what the first failed execution says. */
async function progress(workflowId: string): Promise<string> {
	const { sandbox, workers, executions } = queueWorld();
	const shares = workers.map((worker) => `${executionsOf(worker, 'started').length} started, ${executionsOf(worker, 'finished').length} finished`);
	const failed = await executions.failed(workflowId);
	const first = failed[0] === undefined ? undefined : await executions.read(failed[0].id);
	const said = first ? ` ${failed.length} failed, the last with: ${first.error?.message} ${first.error?.description ?? ''}` : '';
	return `Accepted: ${sandbox.journal.length}; workers: ${shares.join('; ')}.${said}`;
}

describe("n8n's queue mode, one main process and two workers", () => {
	before(openQueueWorld);
	after(closeQueueWorld);
	beforeEach(() => {
		queueWorld().sandbox.reset();
		queueWorld().sandbox.setOptions({ latency: 0 });
	});

	test('300 webhook calls: each message is accepted exactly once, and a worker exchanges for a token at most once', async (t) => {
		const { sandbox, workers } = queueWorld();
		const rows = phones(300);
		const workflow = await published('Queue', [webhookNode('queue-order'), serviceNode(send({ recipients: '={{ $json.body.phone }}' }))]);
		const began = workers.map((worker) => executionsOf(worker, 'started').length);
		await runForEach('queue-order', workflow.id, rows);
		assert.deepEqual(acceptedNumbers(), rows.map((row) => row.phone));
		const shares = workers.map((worker, index) => executionsOf(worker, 'started').length - (began[index] ?? 0));
		t.diagnostic(`executions per worker: ${shares.join(', ')}; token exchanges: ${sandbox.exchanges}; most requests at once: ${sandbox.inFlight.peak}`);
		assert.equal(shares.reduce((sum, share) => sum + share, 0), rows.length);
		assert.ok(shares.every((share) => share > 0), 'a worker had nothing to do');
		assert.ok(sandbox.exchanges >= 1 && sandbox.exchanges <= workers.length, `${sandbox.exchanges} exchanges`);

		sandbox.reset();
		sandbox.expireTokens();
		await runForEach('queue-order', workflow.id, rows.slice(0, 60));
		assert.equal(acceptedNumbers().length, 60);
		t.diagnostic(`after the token expired: ${sandbox.exchanges} exchanges for 60 executions`);
		assert.ok(sandbox.exchanges >= 1 && sandbox.exchanges <= workers.length, `${sandbox.exchanges} exchanges after the expiry`);
	});

	test("a worker holds its own limit over all its executions: the service sees the workers' limits added up", async (t) => {
		const { sandbox, workers } = queueWorld();
		const limit = 3;
		const rows = phones(60);
		const parameters = send({ recipients: '={{ $json.body.phone }}', options: { maxConcurrentRequests: limit } });
		const workflow = await published('Limit', [webhookNode('queue-limit'), serviceNode(parameters)]);
		sandbox.setOptions({ latency: 400 });
		await runForEach('queue-limit', workflow.id, rows);
		assert.deepEqual(acceptedNumbers(), rows.map((row) => row.phone));
		t.diagnostic(`most requests at once: ${sandbox.inFlight.peak}, with ${workers.length} workers and a limit of ${limit}`);
		assert.ok(sandbox.inFlight.peak <= workers.length * limit, `${sandbox.inFlight.peak} requests at once`);
	});

	test('a worker killed in the middle of a run: nothing is sent twice, and the rest can be told and sent', async (t) => {
		const { sandbox, workers, executions } = queueWorld();
		const rows = phones(40);
		const text = 'Clinic closed on Friday (batch 4711)';
		const limited = { message: text, options: { maxConcurrentRequests: 2 } };
		const workflow = await published('Killed', [
			webhookNode('queue-batch'),
			node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			serviceNode(send({ ...limited, recipients: '={{ $json.phone }}' })),
		]);
		sandbox.setOptions({ latency: 150 });
		await call('queue-batch', { rows });
		await until('eight messages accepted', () => sandbox.journal.length >= 8, 60);
		const [execution] = await executions.list(workflow.id);
		const id = execution?.id ?? '';
		const victim = workers.find((worker) => executionsOf(worker, 'started').includes(id));
		assert.ok(victim, `no worker says that it started execution ${id}`);
		const killed = Date.now();
		await victim.kill();
		await until('nothing is under way', () => sandbox.inFlight.now === 0);
		const accepted = acceptedNumbers();
		assert.ok(accepted.length < rows.length);

		await until('n8n has given the run up', async () => (await executions.status(id)) !== 'running', 120);
		const status = await executions.status(id);
		const seconds = Math.round((Date.now() - killed) / 1000);
		const stored = await executions.read(id).catch((error: Error) => error);
		const said = stored instanceof Error ? `nothing readable (${stored.message})` : `'${stored.error?.message ?? 'no error'}'`;
		t.diagnostic(`accepted when the worker died: ${accepted.length} of ${rows.length}; n8n's status after ${seconds} s: ${status}; it says ${said}`);
		assert.deepEqual(acceptedNumbers(), accepted, 'n8n ran the lost execution again by itself');

		sandbox.setOptions({ latency: 0 });
		const query = await queueWorld().rest.createWorkflow(
			chain('Who got it', [
				node(trigger, 'n8n-nodes-base.manualTrigger', 1, {}),
				serviceNode({ operation: 'queryMessages', returnAll: true, output: 'recipients', filters: { query: text }, options: {} }),
			]),
		);
		const answer = await executions.run(query.id, trigger);
		assert.equal(answer.status, 'success', answer.error?.message);
		const reached = outputOf(answer, service).map((item) => String(item.json.phone_number));
		assert.deepEqual([...reached].sort(), accepted);
		const missed = rows.filter((row) => !reached.includes(row.phone));
		const rest = await queueWorld().rest.createWorkflow(chain('The rest', [...rowsFrom(missed), serviceNode(send(limited))]));
		assert.equal((await executions.run(rest.id, trigger)).status, 'success');
		assert.deepEqual(acceptedNumbers(), rows.map((row) => row.phone));
	});

	test('a worker that is asked to end finishes its run first', async (t) => {
		const { sandbox, workers, executions } = queueWorld();
		const rows = phones(30);
		const workflow = await published('Asked to end', [
			webhookNode('queue-ended'),
			node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			serviceNode(send({ recipients: '={{ $json.phone }}', options: { maxConcurrentRequests: 2 } })),
		]);
		sandbox.setOptions({ latency: 150 });
		await call('queue-ended', { rows });
		await until('six messages accepted', () => sandbox.journal.length >= 6, 60);
		const accepted = sandbox.journal.length;
		await Promise.all(workers.map(async (worker) => await worker.stop()));
		const [execution] = await executions.list(workflow.id);
		t.diagnostic(`accepted when the worker was asked to end: ${accepted} of ${rows.length}; when it had ended: ${sandbox.journal.length}; n8n's status: ${execution?.status}`);
		assert.deepEqual(acceptedNumbers(), rows.map((row) => row.phone));
		assert.equal(execution?.status, 'success');
	});
});
