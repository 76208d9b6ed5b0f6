import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { byTest, closeEditor, openEditor, parameter, step } from './editor.mts';
import { addButton, form, modes, openNode, output, runStep, showAs, widenOutput } from './form.mts';
import { picture } from './picture.mts';
import { chain, node, rowsFrom, send, service, serviceNode, trigger } from './workflows.mts';
import { world } from './world.mts';

const start = node(trigger, 'n8n-nodes-base.manualTrigger', 1, {});

const invitation = { campaign: 'dance-evening', message: '=Dear {{ $json.name }}, the dance evening begins at seven.' };
const guests = [
	{ name: 'Wanjiru', phone: '+254733127021' },
	{ name: 'Otieno', phone: '0733 127 022' },
	{ name: 'Achieng', phone: '+254733127023' },
];

/** The numbers that the service was asked to text. */
const texted = (): string[] => world().sandbox.journal.flatMap((entry) => entry.recipients).sort();

export default function tests(): void {
	describe('What the README shows of forms and outputs, with a browser', () => {
		before(openEditor);
		after(closeEditor);

		step('Query Senders has filters by text and by status', async () => {
			const parameters = { operation: 'querySenders', returnAll: true, filters: { query: 'CLINIC', status: 2 }, options: {} };
			await openNode(chain('Find a sender', [start, serviceNode(parameters)]), service);
			await parameter('query').waitFor();
			await picture('query-senders-form.png', form(), addButton().last());
		});

		step('List Statuses has no fields, and its output has a row for each status', async () => {
			await openNode(chain('All statuses', [start, serviceNode({ operation: 'listStatuses' })]), service);
			await runStep('label');
			await showAs('table');
			await picture('list-statuses.png', [form(), output()], output().locator('table'), modes());
		});

		step('the error output has the refused row with its own columns, and the others are sent', async () => {
			world().sandbox.reset();
			await openNode(chain('Invitations', [...rowsFrom(guests), serviceNode(send(invitation), { onError: 'continueErrorOutput' })]), service);
			await runStep('sendOutcome');
			await byTest('tab-1').click();
			await output().getByText('Otieno').first().waitFor();
			await widenOutput();
			await showAs('table');
			await picture('error-output.png', output(), output().locator('table'));
			assert.deepEqual(texted(), ['+254733127021', '+254733127023']);
		});

		step('a hint above the output tells of a number that was skipped', async () => {
			world().sandbox.reset();
			const together = [{ name: 'all', phone: guests.map(({ phone }) => phone).join(', ') }];
			const skip = serviceNode(send({ ...invitation, options: { invalidRecipients: 'skip' } }));
			await openNode(chain('One wrong number', [...rowsFrom(together), skip]), service);
			await runStep('skippedRecipients');
			await widenOutput();
			await showAs('schema');
			await picture('hint.png', output(), output().getByText(/no country code/));
			assert.deepEqual(texted(), ['+254733127021', '+254733127023']);
		});
	});
}
