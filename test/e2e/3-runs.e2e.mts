/** Runs that n8n's server starts, stops, repeats and stores. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputOf } from '../../workbench/n8n/executions.mts';
import { environment } from './environment.mts';
import { accepted, assertSuccess, attempted, chain, numbers, phones } from './workflows.mts';
import { receiptOf, retry, rowsFrom, send, sendRows, service, serviceNode } from './workflows.mts';
import { store, told, trigger, unknown, until } from './workflows.mts';

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
}
