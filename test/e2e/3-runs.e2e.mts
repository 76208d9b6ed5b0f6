/** Runs that n8n's server starts and stops. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment } from './environment.mts';
import { attempted, chain, phones, rowsFrom, send, serviceNode } from './workflows.mts';
import { store, trigger, until } from './workflows.mts';

export const title = 'Runs';

export function tests(): void {
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
