import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import {
	byTest,
	chooseCredential,
	closeEditor,
	openActions,
	openEditor,
	parameter,
	step,
} from './editor.mts';
import {
	addButton,
	addToCollection,
	choose,
	form,
	modes,
	output,
	runStep,
	showAs,
	type,
} from './form.mts';
import { picture } from './picture.mts';
import { until } from './workflows.mts';
import { environment } from './environment.mts';

function sends(): number {
	return environment().sandbox.requests.filter((request) => request.operation === 'send').length;
}

export default function tests(): void {
	describe('In the editor, with a browser', () => {
		before(openEditor);
		after(closeEditor);

		step('the node panel finds the node and shows its four actions', async () => {
			const panel = await openActions();
			const shown = await panel.innerText();
			for (const action of ['Send message', 'Query messages', 'Query senders', 'List statuses'])
				assert.ok(shown.includes(action), action);
			await picture('node-panel.png', panel, panel.getByText('List statuses'));
			await panel.getByText('Send message', { exact: true }).click();
		});

		step('Send Message is filled in, with a sender picked from the live list', async () => {
			await chooseCredential();
			await byTest('rlc-input').first().click();
			await byTest('rlc-item').first().waitFor();
			await byTest('rlc-search').fill('CLINIC');
			await until(
				'the list holds one sender',
				async () => (await byTest('rlc-item').allInnerTexts()).length === 1,
			);
			await byTest('rlc-item').filter({ hasText: 'CLINIC' }).click();
			await type('recipients', '+254712345678');
			await type('message', 'Your appointment is tomorrow at 9:00.');
			await parameter('message').locator('input, textarea').first().blur();
			await picture('send-form.png', form(), addButton().last());
		});

		step('a run of the step shows its receipt, and the service has the message once', async () => {
			const shown = await runStep('messageId');
			const { journal } = environment().sandbox;
			const campaign = String((journal[0]?.body as { campaign?: unknown } | undefined)?.campaign);
			// Left as it is: the name that n8n gives a new workflow.
			assert.match(campaign, /^My workflow/);
			assert.deepEqual(
				journal.map((entry) => entry.body),
				[
					{
						sender_id: 101,
						priority: 'utility',
						campaign,
						message: 'Your appointment is tomorrow at 9:00.',
						schedule: null,
						recipients: ['+254712345678'],
						contact_list_id: null,
					},
				],
			);
			assert.ok(shown.includes(journal[0]?.messageId ?? 'no message'));
			assert.match(shown, /\+254712345678/);
			await showAs('schema');
			await picture('send-output.png', output(), output().getByText('GSM-7'), modes());
			await showAs('table');
		});

		step(
			'a number without a country code is refused with what to do, and nothing is sent',
			async () => {
				const before = sends();
				await type('recipients', '0712 345 678');
				const shown = await runStep(/country code/);
				assert.match(shown, /Nothing was sent/);
				assert.match(shown, /Default Country/);
				assert.equal(sends(), before);
				await picture('failure.png', output(), output().getByText(/choose a Default Country/));
			},
		);

		step('Query Messages returns all messages of a category', async () => {
			await choose('operation', 'Query Messages');
			await parameter('returnAll').locator('.el-switch, [role=switch], input').first().click();
			await addToCollection('Category');
			await picture('query-messages-form.png', form(), addButton().last());
			const shown = await runStep(/^My workflow/);
			const requests = environment().sandbox.requests.filter(
				(request) => request.operation === 'messages',
			);
			assert.ok(
				requests.length > 0 && requests.every((request) => request.query.category === 'utility'),
			);
			const items = Number(/(\d+) items/.exec(shown)?.[1]);
			assert.ok(items > 50, `${items} items, no more than one page of the default limit`);
		});
	});
}
