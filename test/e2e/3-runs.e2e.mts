/** Runs that n8n's server starts, stops, repeats and stores. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputOf } from '../../workbench/n8n/executions.mts';
import { environment } from './environment.mts';
import { accepted, assertSuccess, attempted, chain, node, noOp, numbers } from './workflows.mts';
import { outputs, phones, receiptOf, retry, rowsFrom } from './workflows.mts';
import { send, sendRows, service, serviceNode, store, succeed, told } from './workflows.mts';
import { trigger, unknown, until } from './workflows.mts';

export const title = 'Runs';

export function tests(): void {
	test('a manual run sends each row once, and each receipt is paired with its row', async () => {
		const execution = await sendRows(phones(3));
		assertSuccess(execution);
		assert.deepEqual(accepted(), numbers(3));
		assert.deepEqual(
			outputOf(execution, service).map(({ json, pairedItem }) => [json.messageId, pairedItem]),
			numbers(3).map((phone, item) => [receiptOf(phone), { item }]),
		);
	});

	test('Retry On Fail never repeats a send whose outcome is unknown', async () => {
		environment().sandbox.play({ on: 'send', kind: 'dropAfter', recipient: numbers(6)[2] });
		const execution = await sendRows(phones(6), { options: { lookUpUnknown: false } }, retry);
		assert.equal(execution.status, 'error');
		assert.match(told(execution), unknown);
		assert.deepEqual(attempted(), numbers(6));
	});

	test('Stop: what is under way ends, and nothing more is sent', async () => {
		const { sandbox, executions } = environment();
		const parameters = send({ options: { maxConcurrentRequests: 2 } });
		const workflow = chain('Stopped', [...rowsFrom(phones(100)), serviceNode(parameters)]);
		sandbox.setOptions({ latency: 100 });
		const id = await executions.start((await store(workflow)).id, trigger);
		await until('four messages accepted', () => sandbox.journal.length >= 4);
		await executions.stop(id);
		assert.equal((await executions.finished(id)).status, 'canceled');
		await until('nothing is under way', () => sandbox.inFlight.now === 0);
		const before = attempted().length;
		// Time for ten more sends, were there any to come.
		await new Promise((resolve) => setTimeout(resolve, 500));
		assert.equal(attempted().length, before);
		assert.ok(before < 100);
	});

	test('in a loop each round sends its own rows, and its retry what that round still owes', async () => {
		const rows = [...phones(2), ...phones(2)];
		const refused = rows[1]!.phone;
		environment().sandbox.play({ on: 'send', kind: 'badRequest', recipient: refused });
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 2, options: {} });
		const workflow = chain('Loop', [...rowsFrom(rows), loop, serviceNode(send(), retry)]);
		workflow.nodes.push(noOp('Done'));
		const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
		workflow.connections.Loop = { main: [to('Done'), to(service)] };
		workflow.connections[service] = { main: [to('Loop')] };
		const execution = await succeed(workflow);
		assert.deepEqual(accepted(), [...numbers(2), ...numbers(2)].sort());
		assert.equal(attempted().length, 5);
		const ids = outputs(execution, 'Done').map(({ messageId }) => messageId);
		assert.deepEqual([ids.length, new Set(ids).size], [4, 4]);
	});
}
