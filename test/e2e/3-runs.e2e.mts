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

	test('the error output has the rows that failed with their own columns, the output the others', async () => {
		const { sandbox } = environment();
		const rows = numbers(5).map((phone, order) => ({
			phone: order === 3 ? '0712' : phone,
			message: `Note ${order}`,
			order,
		}));
		sandbox.play({ on: 'send', kind: 'badRequest', recipient: rows[0]?.phone });
		sandbox.play({ on: 'send', kind: 'serverError', recipient: rows[1]?.phone });
		const message = '={{ $json.order === 2 ? $("Nowhere").first().json.text : "Hello" }}';
		const parameters = { message, options: { lookUpUnknown: false } };
		const execution = await sendRows(rows, parameters, { onError: 'continueErrorOutput' });
		assertSuccess(execution);
		const reasons = [/refused/, unknown, /Referenced node doesn't exist/, /country code/];
		for (const [item, { json, pairedItem }] of outputOf(execution, service, 1).entries()) {
			const { phone, message: note, order, error, sendOutcome } = json;
			assert.deepEqual({ phone, message: note, order }, rows[item]);
			assert.deepEqual([pairedItem, sendOutcome], [{ item }, item === 1 ? 'unknown' : 'notSent']);
			assert.match(String(error), reasons[item]!);
		}
		assert.equal(outputs(execution, service, 1).length, 4);
		const [sent, ...others] = outputs(execution);
		assert.deepEqual([sent?.messageId, others], [receiptOf(rows[4]!.phone), []]);
		assert.deepEqual(accepted(), [rows[4]?.phone]);
	});

	test('one refused row means that nothing is sent, and the stored failure says so and what to do', async () => {
		const execution = await sendRows([...phones(4), { phone: '0712' }]);
		assert.equal(execution.status, 'error');
		assert.match(told(execution), /Nothing was sent/);
		assert.match(told(execution), /country code/);
		assert.deepEqual(attempted(), []);
	});

	for (const kind of ['serverError', 'errorAfterAccept', 'dropAfter'] as const)
		test(`Retry On Fail never repeats a send whose outcome is unknown (${kind})`, async () => {
			environment().sandbox.play({ on: 'send', kind, recipient: numbers(6)[2] });
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

	test('in a sub-workflow each row is sent once, and the parent gets the receipts', async () => {
		const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
			inputSource: 'passthrough',
		});
		const child = await store(chain('Sub-workflow', [called, serviceNode(send())]));
		const workflowId = { __rl: true, mode: 'id', value: child.id };
		const parameters = { source: 'database', workflowId, mode: 'once', options: {} };
		const caller = node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, parameters);
		const parts = [...rowsFrom(phones(3)), caller, noOp('Done')];
		const execution = await succeed(chain('Parent', parts));
		assert.deepEqual(attempted(), numbers(3));
		const ids = outputs(execution, 'Done').map(({ messageId }) => messageId);
		assert.deepEqual(ids, numbers(3).map(receiptOf));
	});

	// n8n can't look an expression up among the node's operations, so it calls the node through its routing engine.
	const byExpression = { operation: "={{ 'sendMessage' }}" };

	test('with an operation given as an expression one row is sent once or refused, several are refused', async () => {
		const one = await sendRows(phones(1), byExpression);
		const sent = one.status === 'success' ? numbers(1) : [];
		assert.deepEqual(attempted(), sent);
		assert.equal((await sendRows(phones(3), byExpression)).status, 'error');
		const going = await sendRows(phones(3), byExpression, { onError: 'continueErrorOutput' });
		const failed = outputs(going, service, 1);
		assert.deepEqual(
			failed.map(({ phone }) => phone),
			numbers(3),
		);
		assert.ok(failed.every(({ sendOutcome }) => sendOutcome === 'notSent'));
		assert.deepEqual(attempted(), sent);
	});
}
