import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import {
	byTest,
	choices,
	closeEditor,
	goTo,
	openActions,
	openEditor,
	page,
	parameter,
	step,
} from './editor.mts';
import { chain, node, send, serviceNode, store, trigger, until } from './workflows.mts';

const operations = ['sendMessage', 'queryMessages', 'querySenders', 'listStatuses'];
const names = ['Send Message', 'Query Messages', 'Query Senders', 'List Statuses'];
const actions = ['Send message', 'Query messages', 'Query senders', 'List statuses'];

/** What stands under each node on the canvas: its name, and its subtitle. */
async function underTheNodes(count: number): Promise<string[][]> {
	const nodes = byTest('canvas-default-node');
	await until(
		`the canvas shows ${count} nodes`,
		async () => (await nodes.allInnerTexts()).filter((text) => text.trim() !== '').length === count,
	);
	return (await nodes.allInnerTexts()).map((text) =>
		text
			.split('\n')
			.map((line) => line.trim())
			.filter(Boolean),
	);
}

export default function tests(): void {
	describe("The node in the editor's panel, form and canvas", () => {
		before(openEditor);
		after(closeEditor);

		step('the panel has the four actions in the order of their use', async () => {
			const panel = await openActions();
			const shown = await panel.locator('[data-test-id=node-creator-item-name]').allInnerTexts();
			await panel.getByText('Send message', { exact: true }).click();
			assert.deepEqual(
				shown.map((text) => text.trim()).filter((text) => actions.includes(text)),
				actions,
			);
		});

		step('the form of an action has no field for the resource', async () => {
			await parameter('operation').waitFor();
			const labels = (
				await byTest('ndv').locator('[data-test-id=input-label]').allInnerTexts()
			).map((text) => text.split('\n')[0]?.trim());
			// Options is the last one of the node's own; n8n's settings come after it.
			const own = labels.slice(0, labels.indexOf('Options') + 1);
			assert.deepEqual(own.sort(), [
				'Campaign',
				'Message',
				'Operation',
				'Options',
				'Priority',
				'Recipients',
				'Send To',
				'Sender ID',
			]);
		});

		step('the menu of operations has the same order', async () => {
			await parameter('operation').click();
			await choices().filter({ hasText: 'List Statuses' }).first().waitFor();
			const shown = (await choices().allInnerTexts()).map(
				(text) => text.split('\n')[0]?.trim() ?? '',
			);
			assert.deepEqual(
				shown.filter((text) => names.includes(text)),
				names,
			);
			await choices().filter({ hasText: 'Send Message' }).first().click();
		});

		step('the new node is called after its action, with its operation in words below', async () => {
			await page()
				.locator('[data-test-id=ndv-close-button], [data-test-id=back-to-canvas]')
				.first()
				.click();
			assert.deepEqual(await underTheNodes(1), [['Send message', 'Send Message']]);
		});

		step(
			'nodes of a stored workflow, made before there was a resource, tell their operation in words',
			async () => {
				const nodes = operations.map((operation) => ({
					...serviceNode(send({ operation })),
					name: operation,
				}));
				const workflow = await store(
					chain('Four subtitles', [node(trigger, 'n8n-nodes-base.manualTrigger', 1, {}), ...nodes]),
				);
				await goTo(`/workflow/${workflow.id}`);
				const shown = await underTheNodes(operations.length);
				assert.deepEqual(
					shown.sort(),
					operations.map((operation, index) => [operation, names[index]]).sort(),
				);
			},
		);
	});
}
