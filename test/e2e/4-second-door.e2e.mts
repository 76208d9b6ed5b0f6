import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import {
	chain,
	phones,
	rowsFrom,
	send,
	service,
	serviceNode,
	store,
	trigger,
} from './workflows.mts';
import { environment } from './environment.mts';

/** n8n can't look an expression up among the node's operations, so it calls the node through its routing engine. */
async function run(count: number, settings: Record<string, unknown> = {}): Promise<Execution> {
	const node = serviceNode(send({ operation: "={{ 'sendMessage' }}" }), settings);
	const workflow = await store(
		chain('Operation by expression', [...rowsFrom(phones(count)), node]),
	);
	return await environment().bench.executions.run(workflow.id, trigger);
}

/**
 * Every request but those for a token. n8n's engine makes one of its own, to the bare address,
 * where it finds no routing.
 */
const requests = (): unknown[] =>
	environment()
		.sandbox.requests.filter((request) => request.operation !== 'token')
		.map(({ method, path }) => `${method} ${path}`);

export default function tests(): void {
	describe('An operation that is given as an expression', () => {
		beforeEach(() => environment().sandbox.reset());

		test('one item is sent once, or refused before anything is sent', async () => {
			const execution = await run(1);
			const sent = execution.status === 'success';
			assert.deepEqual(requests(), sent ? ['POST /api/sms/messages'] : []);
			assert.equal(environment().sandbox.journal.length, sent ? 1 : 0);
			assert.equal(
				outputOf(execution, service)[0]?.json.messageId,
				environment().sandbox.journal[0]?.messageId,
			);
		});

		test('several items are refused before anything is sent', async () => {
			const execution = await run(3);
			assert.equal(execution.status, 'error');
			assert.deepEqual(requests(), []);
		});

		test('several items are refused with On Error set to continue, too, each with its row', async () => {
			const execution = await run(3, { onError: 'continueErrorOutput' });
			assert.deepEqual(requests(), []);
			const failed = outputOf(execution, service, 1).map(({ json }) => json);
			assert.deepEqual(
				failed.map(({ phone, sendOutcome }) => [phone, sendOutcome]),
				phones(3).map(({ phone }) => [phone, 'notSent']),
			);
			assert.equal(outputOf(execution, service, 0).length, 0);
		});
	});
}
