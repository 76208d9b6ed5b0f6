/** How docs/reference.md joins what was sent with what is listed, by n8n's own Merge and Edit Fields. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { outputOf } from '../../workbench/n8n/executions.mts';
import type { Workflow } from '../../workbench/n8n/rest.mts';
import { node, phones, rowsFrom, send, serviceNode, store, trigger } from './workflows.mts';
import { environment } from './environment.mts';

const campaign = 'ids end to end';
const textOfId = '{{ String($json.id) }}';

/**
 * Sends to three numbers, lists the campaign, and merges the two: by the receipts' IDs and what the
 * page makes of the list's.
 */
function merging(match: Record<string, unknown>): Workflow {
	const nodes = [
		...rowsFrom(phones(3)),
		{ ...serviceNode(send({ campaign })), name: 'Send message' },
		{
			...serviceNode(
				{ operation: 'queryMessages', returnAll: true, filters: { campaign } },
				{ executeOnce: true },
			),
			name: 'Query messages',
		},
		node('Edit Fields', 'n8n-nodes-base.set', 3.4, {
			mode: 'manual',
			includeOtherFields: true,
			options: {},
			assignments: {
				assignments: [{ id: 'text', name: 'textOfId', value: `=${textOfId}`, type: 'string' }],
			},
		}),
		node('Merge', 'n8n-nodes-base.merge', 3.2, {
			mode: 'combine',
			combineBy: 'combineByFields',
			advanced: true,
			...match,
		}),
	];
	const to = (name: string, index = 0) => ({ node: name, type: 'main', index });
	const connections = {
		[trigger]: { main: [[to('Table')]] },
		Table: { main: [[to('Rows')]] },
		Rows: { main: [[to('Send message')]] },
		'Send message': { main: [[to('Query messages'), to('Merge')]] },
		'Query messages': { main: [[to('Edit Fields')]] },
		'Edit Fields': { main: [[to('Merge', 1)]] },
	};
	return { name: 'Join by ID', nodes, connections, settings: { executionOrder: 'v1' } };
}

const byFields = (field2: string) => ({
	mergeByFields: { values: [{ field1: 'messageId', field2 }] },
});

/** The number each joined row was sent to, and those that the list has for it. */
async function joined(
	match: Record<string, unknown>,
): Promise<Array<{ sent: unknown; listed: unknown }>> {
	const { bench } = environment();
	const execution = await bench.executions.run((await store(merging(match))).id, trigger);
	assert.equal(execution.status, 'success', execution.error?.message);
	const receipts = new Map(
		outputOf(execution, 'Send message').map(({ json }) => [json.messageId, json.recipients]),
	);
	return outputOf(execution, 'Merge').map(({ json }) => ({
		sent: receipts.get(json.messageId),
		listed: json.recipients,
	}));
}

export default function tests(): void {
	describe('IDs of receipts and lists', () => {
		beforeEach(() => environment().sandbox.reset());

		const all = phones(3).map(({ phone }) => ({ sent: [phone], listed: [phone] }));

		test('the expression is the one of the page', () => {
			assert.ok(
				readFileSync(join(import.meta.dirname, '../../docs/reference.md'), 'utf8').includes(
					`\`${textOfId}\``,
				),
			);
		});

		test('Merge joins every receipt with its listed message by the text of the ID', async () => {
			assert.deepEqual(await joined({ ...byFields('textOfId'), options: {} }), all);
		});

		test('by the number itself it joins none, and with Fuzzy Compare all', async () => {
			assert.deepEqual(await joined({ ...byFields('id'), options: {} }), []);
			assert.deepEqual(await joined({ ...byFields('id'), options: { fuzzyCompare: true } }), all);
		});
	});
}
