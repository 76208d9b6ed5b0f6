import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { StoredWorkflow } from '../../workbench/n8n/rest.mts';
import { closeEditor, openEditor, page, parameter, step } from './editor.mts';
import { addToCollection, openStoredNode, runStep, type } from './form.mts';
import { chain, node, send, service, serviceNode, store, trigger, until } from './workflows.mts';
import { environment } from './environment.mts';

const texted = () => environment().sandbox.journal.map(({ body }) => body.message);

export default function tests(): void {
	describe('The switches under Options in the editor, with a browser', () => {
		let id: string;
		before(openEditor);
		after(closeEditor);

		/** Saves the open workflow with this text, and tells which options n8n has stored then. */
		async function savedOptions(message: string): Promise<unknown> {
			await type('message', message);
			await page().keyboard.press('Control+s');
			const stored = async () => {
				const { nodes } = await environment().bench.rest.request<StoredWorkflow>(
					'GET',
					`/workflows/${id}`,
				);
				return nodes.find(({ name }) => name === service)?.parameters;
			};
			await until(`n8n has stored '${message}'`, async () => (await stored())?.message === message);
			return (await stored())?.options;
		}

		const isDryRunOn = async () =>
			await parameter('dryRun').locator('[role=switch]').first().isChecked();

		step('without them nothing is saved of them, and the message is sent', async () => {
			const parameters = send({ recipients: '+254712345678' });
			({ id } = await store(
				chain('Switches', [
					node(trigger, 'n8n-nodes-base.manualTrigger', 1, {}),
					serviceNode(parameters),
				]),
			));
			await openStoredNode(id, service);
			assert.deepEqual(await savedOptions('One'), {});
			await runStep('accepted');
			assert.deepEqual(texted(), ['One']);
		});

		step('those that are only added are saved as on', async () => {
			for (const option of ['Combine Items', 'Dry Run', 'Skip Already Sent'])
				await addToCollection(option);
			assert.deepEqual(await savedOptions('Two'), {
				combineItems: true,
				dryRun: true,
				skipAlreadySent: true,
			});
		});

		step(
			'they are still on when the workflow is opened anew, and Dry Run sends nothing',
			async () => {
				await openStoredNode(id, service);
				assert.equal(await isDryRunOn(), true);
				await runStep('dryRun');
				assert.deepEqual(texted(), ['One']);
			},
		);

		step(
			'one that is switched off is saved as off and stays so, and the message is sent',
			async () => {
				await parameter('dryRun').locator('.el-switch, [role=switch]').first().click();
				assert.deepEqual(await savedOptions('Three'), {
					combineItems: true,
					dryRun: false,
					skipAlreadySent: true,
				});
				await openStoredNode(id, service);
				assert.equal(await isDryRunOn(), false);
				await runStep('accepted');
				assert.deepEqual(texted(), ['One', 'Three']);
			},
		);
	});
}
