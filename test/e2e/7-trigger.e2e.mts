import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { triggerType } from '../../workbench/n8n/bench.mts';
import {
	byTest,
	chooseCredential,
	closeEditor,
	openEditor,
	openTriggers,
	page,
	parameter,
	step,
} from './editor.mts';
import { addButton, form, modes, output, showAs } from './form.mts';
import { picture } from './picture.mts';
import { pollsOf } from './watchers.mts';
import { environment } from './environment.mts';

/** What the notice of the form says, by the trigger's own description. */
function notice(): string {
	const type = environment().bench.nodeTypes.find(({ name }) => name === triggerType);
	return (
		(type?.properties as Array<{ name: string; displayName: string }>).find(
			({ name }) => name === 'notice',
		)?.displayName ?? 'a notice'
	);
}

export default function tests(): void {
	describe('The trigger in the editor, with a browser', () => {
		before(openEditor);
		after(closeEditor);

		step('a search for "messaging" finds its two events', async () => {
			const panel = await openTriggers('messaging');
			const shown = await panel.innerText();
			for (const event of ['On message created', 'On message status changed'])
				assert.ok(shown.includes(event), event);
			await panel.getByText('On message status changed', { exact: true }).click();
		});

		step('its form has the poll times, the notice, the event, filters and options', async () => {
			await parameter('event').waitFor();
			const lines = (await byTest('ndv').innerText()).split('\n').map((line) => line.trim());
			const wanted = ['Poll Times', notice(), 'Event', 'Filters', 'Options'];
			assert.deepEqual(
				lines.filter((line) => wanted.includes(line)),
				wanted,
			);
		});

		step('Fetch Test Event shows the newest recipients with their statuses', async () => {
			const { sandbox } = environment();
			sandbox.reset();
			sandbox.addMessage({
				recipients: ['+254733127001', '+254733127002'],
				campaign: 'appointment-reminders',
				category: 'utility',
				senderId: 101,
				createdAt: Date.now() - 60_000,
				status: 'Delivered',
			});
			sandbox.setStatus('+254733127002', 'Expired');
			await chooseCredential();
			await page().getByRole('button', { name: 'Fetch Test Event' }).first().click();
			await output().getByText('10 items').first().waitFor();
			await showAs('table');
			await output().getByText('previous_status').first().waitFor();
			const shown = await output().innerText();
			for (const text of ['+254733127001', '+254733127002', 'Expired', 'appointment-reminders'])
				assert.ok(shown.includes(text), text);
			assert.equal(pollsOf(sandbox).length, 1);
			await showAs('schema');
			await picture('trigger.png', [form(), output()], addButton().last(), modes());
		});
	});
}
