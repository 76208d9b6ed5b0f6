/** A journey through n8n's editor with a browser: what a person finds, fills in, runs and reads. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { nodeType } from '../../workbench/n8n/package.mts';
import type { Workflow } from '../../workbench/n8n/rest.mts';
import {
	add,
	addButton,
	byTest,
	choose,
	chooseCredential,
	closeEditor,
	form,
	goTo,
} from './editor.mts';
import { modes, open, openEditor, openPanel, openNew, output, page } from './editor.mts';
import { parameter, picture, runStep, showAs, step, toggle, type, widenOutput } from './editor.mts';
import { asking, linkOfText, offPhone, onPhone } from './2-page.e2e.mts';
import { environment } from './environment.mts';
import { accepted, rowsFrom, send, service } from './workflows.mts';
import { outputs, serviceNode, start, store, until, type Row } from './workflows.mts';
import { exampleWorkflows } from '../../workbench/n8n/examples.mts';

export const title = 'In the editor, with a browser';

const invitation = {
	campaign: 'dance-evening',
	message: '=Dear {{ $json.name }}, the dance evening begins at seven.',
};
const guests = [
	{ name: 'Wanjiru', phone: '+254733127021' },
	{ name: 'Otieno', phone: '0733 127 022' },
	{ name: 'Achieng', phone: '+254733127023' },
];
const firstColumns = ['sendOutcome', 'messageId', 'recipients', 'segments', 'encoding', 'sentAt'];

export function tests(): void {
	before(openEditor);
	after(closeEditor);

	step('the node is found by what people search for', async () => {
		const words = ['send sms', 'send message', 'text message', 'text messages', 'bulk sms'];
		for (const searched of [...words, 'notification']) await openPanel(searched);
	});

	step('the panel has the five actions in the order of their use', async () => {
		const panel = await openPanel('Messaging Service');
		await panel.getByText('Actions (5)').click();
		await panel.getByText('Send a message', { exact: true }).waitFor();
		const actions = [
			'Send a message',
			'Send a message and wait for response',
			'Query messages',
			'Query senders',
			'List statuses',
		];
		const shown = await panel.locator('[data-test-id=node-creator-item-name]').allInnerTexts();
		const ours = shown.map((text) => text.trim()).filter((text) => actions.includes(text));
		assert.deepEqual(ours, actions);
		await panel.getByText('Send a message', { exact: true }).click();
	});

	step('Send Message is filled in, with a sender picked from the live list', async () => {
		await parameter('operation').waitFor();
		await chooseCredential();
		await byTest('rlc-input').first().click();
		await byTest('rlc-item').first().waitFor();
		await byTest('rlc-search').fill('Nobody');
		await page().getByText('No results', { exact: true }).waitFor();
		assert.equal(await byTest('rlc-item').count(), 0);
		await byTest('rlc-search').fill('CLINIC');
		await until('one sender', async () => (await byTest('rlc-item').count()) === 1);
		await byTest('rlc-item').filter({ hasText: 'CLINIC' }).click();
		await type('recipients', '+254712345678');
		await type('message', 'Your appointment is tomorrow at 9:00.');
		await parameter('message').locator('input, textarea').first().blur();
		await picture('send-form.png', form(), addButton().last());
	});

	step('a run of the step sends once what was filled in, and shows the receipt', async () => {
		const shown = await runStep('messageId');
		const [entry, ...others] = environment().sandbox.journal;
		assert.deepEqual([entry!.recipients, others], [['+254712345678'], []]);
		const { campaign, message, sender_id: sender } = entry!.body;
		assert.deepEqual([message, sender], ['Your appointment is tomorrow at 9:00.', 101]);
		// The default of Campaign: the name that n8n gives a new workflow.
		assert.match(campaign, /^My workflow/);
		assert.ok(shown.includes(entry!.messageId) && shown.includes('+254712345678'));
	});

	step('Query Messages returns all messages of a category', async () => {
		await choose('operation', 'Query Messages');
		await toggle('returnAll').click();
		await add('Category');
		await picture('query-messages-form.png', form(), addButton().last());
		// At least ten items, since the output of the step before is shown until this one's comes.
		const shown = await runStep(/^\d\d+ items$/);
		const asked = environment().sandbox.requests.filter(
			({ operation }) => operation === 'messages',
		);
		assert.ok(asked.length > 0 && asked.every(({ query }) => query.category === 'utility'));
		assert.ok(Number(/(\d+) items/.exec(shown)?.[1]) > 50, shown);
	});

	step(
		'the table of a mixed run has the same columns first, and no cell of them is empty',
		async () => {
			const rows = [...guests, guests[0], { name: 'Njeri', phone: '+254733127024' }];
			environment().sandbox.addMessage({
				recipients: ['+254733127024'],
				message: 'Dear Njeri, the dance evening begins at seven.',
				campaign: 'mixed',
				category: 'utility',
				createdAt: Date.now() - 3_600_000,
			});
			const parameters = send({
				...invitation,
				campaign: 'mixed',
				options: { skipAlreadySent: true },
			});
			const inviting = serviceNode(parameters, { onError: 'continueErrorOutput' });
			await openNew('Mixed', [...rowsFrom(rows), inviting]);
			await runStep('2 accepted, 2 had it already, 1 not sent: see the Error Branch.');
			await widenOutput(900);
			await showAs('table');
			const table = output().locator('table').first();
			const shown = await table.evaluate((element) =>
				[...element.querySelectorAll('tr')].map((row) =>
					[...row.querySelectorAll('th, td')].map(({ textContent }) => textContent!.trim()),
				),
			);
			const [heading, ...cells] = shown as [string[], ...string[][]];
			const begin = heading.indexOf(firstColumns[0]!);
			assert.deepEqual(heading.slice(begin, begin + 6), firstColumns);
			assert.equal(cells.length, rows.length - 1);
			for (const row of cells)
				assert.doesNotMatch(row.slice(begin, begin + 6).join(), /undefined|null/);
			await picture('table.png', output(), table);
		},
	);

	step(
		'a list with three faults fits on a screen of 1440 by 900: its dry run, and its failed run',
		async () => {
			await page().setViewportSize({ width: 1440, height: 900 });
			const rows = Array.from({ length: 15 }, (_, index) => ({
				name: `Guest ${index}`,
				phone:
					['0733 127 022', 'see Otieno', '+25473312'][index - 4] ?? `+2547331271${10 + 2 * index}`,
			}));
			const sendingHours = { values: {} };
			const parameters = send({ ...invitation, options: { dryRun: true, sendingHours } });
			await openNew('Fifteen', [...rowsFrom(rows), serviceNode(parameters)]);
			await runStep(
				'15 rows: 12 would text 12 numbers with 12 segments in all, 3 not sent: see the error column.',
			);
			await output().getByText('Sending Hours are 08:00 to 20:00').first().waitFor();
			await showAs('table');
			const lines = output().locator('tbody tr');
			await lines.first().waitFor();
			const boxes = await Promise.all(
				(await lines.all()).map(async (line) => await line.boundingBox()),
			);
			const inSight = boxes.filter((box) => box && box.height > 0 && box.y + box.height <= 900);
			assert.ok(inSight.length >= 4, `${inSight.length} rows of the table are in sight`);
			await toggle('dryRun').click();
			await byTest('node-execute-button').click();
			for (const part of ['message', 'description']) {
				const text = byTest(`node-error-${part}`).first();
				await text.waitFor();
				const { y, height } = (await text.boundingBox())!;
				assert.ok(y + height <= 900, `the error's ${part} ends at ${y + height} pixels`);
			}
			assert.deepEqual(accepted(), []);
			await page().setViewportSize({ width: 1280, height: 940 });
		},
	);

	step(
		'a placeholder that comes to nothing, typed by hand, is told before anybody reads it',
		async () => {
			const parameters = send({ message: '=Hello', options: { dryRun: true } });
			const rows = guests.map(({ name, phone }) => ({ name, phone: phone.replace(/^0/, '+254') }));
			await openNew('Typed', [...rowsFrom(rows), serviceNode(parameters)]);
			/** Changes Message as a person does, and waits until the editor's preview shows it. */
			const change = async (preview: string, does: () => Promise<void>) => {
				await parameter('message').locator('.cm-content').click();
				await page().keyboard.press('Control+End');
				await does();
				// Ends the suggestions.
				await page().keyboard.press('Escape');
				await form().getByText(preview, { exact: true }).first().waitFor();
				await parameter('campaign').locator('input').first().focus();
			};
			const typed = async (text: string) => await page().keyboard.type(text, { delay: 20 });
			// n8n's editor shows a preview once there are rows.
			await runStep("The text: 'Hello'.");
			// The editor has closed the brackets already.
			await change('Hello , pay <5 }}', async () => {
				await typed(' {{ $json.name.toUppercase() }}, pay <5');
			});
			await runStep('3 rows not sent: see the error column.');
			await showAs('table');
			await output()
				.getByText("Message has }} outside a placeholder, after ', pay <5 '")
				.first()
				.waitFor();
			await change('Hello , pay <5', async () => {
				for (let count = 0; count < 3; count++) await page().keyboard.press('Backspace');
			});
			await runStep(
				"'{{ $json.name.toUppercase() }}' in Message is empty in all 3 rows. The columns are name, phone.",
			);
			await output().getByText("The text: 'Hello , pay <5'.").first().waitFor();
			await change('Hello , pay <5 or', async () => await typed(' or {{ $json.nmae'));
			await runStep('3 rows not sent: see the error column.');
			const refusal =
				"Message has '{{ $json.nmae }}', and no row has this column. The columns are name, phone.";
			await output().getByText(refusal).first().waitFor();
			assert.deepEqual(environment().sandbox.requests, []);
		},
	);

	step('every note of the examples can be read in full', async () => {
		const cut: unknown[] = [];
		for (const [file, workflow] of await exampleWorkflows()) {
			const { id } = await store(workflow);
			await goTo(`/workflow/${id}`);
			const notes = page().locator('[data-test-id=sticky]');
			const count = workflow.nodes.filter(({ type }) => type.endsWith('.stickyNote')).length;
			await until(`${file} shows its notes`, async () => (await notes.count()) === count);
			for (const note of await notes.all()) {
				const pixels = await note.evaluate((element) => {
					const parts = [element, ...element.querySelectorAll('*')];
					return Math.max(...parts.map((part) => part.scrollHeight - part.clientHeight));
				});
				if (pixels > 2) cut.push([file, pixels, (await note.innerText()).slice(0, 30)]);
			}
		}
		assert.deepEqual(cut, []);
	});

	step('switches that are added under Options are on, and are saved as they stand', async () => {
		const rows = guests.map(({ name, phone }) => ({ name, phone: phone.replace(/^0/, '+254') }));
		const parts = [...rowsFrom(rows), serviceNode(send(invitation))];
		const id = await openNew('Dry run', parts);
		/** Saves the open workflow with this campaign. Returns the options that n8n has stored then. */
		const saved = async (campaign: string): Promise<unknown> => {
			await type('campaign', campaign);
			await page().keyboard.press('Control+s');
			let stored: Row | undefined;
			await until(`n8n has stored '${campaign}'`, async () => {
				const { nodes } = await environment().rest.request<Workflow>('GET', `/workflows/${id}`);
				stored = nodes.find(({ name }) => name === service)?.parameters;
				return stored?.campaign === campaign;
			});
			return stored?.options;
		};
		assert.deepEqual(await saved('one'), {});
		await add('Dry Run');
		await runStep('dryRun');
		await widenOutput(900);
		await showAs('table');
		await picture('dry-run.png', output(), output().locator('table').first());
		assert.deepEqual(environment().sandbox.requests, []);
		for (const option of ['Combine Items', 'Skip Already Sent', 'Sending Hours']) await add(option);
		await form().getByText('It looks 24 hours back, unless you add Look Back Hours').waitFor();
		// n8n stores no values of a group that is left as it is. The hours count all the same.
		const hours = { sendingHours: { values: {} } };
		const added = { combineItems: true, dryRun: true, skipAlreadySent: true, ...hours };
		assert.deepEqual(await saved('two'), added);
		await toggle('dryRun').click();
		assert.deepEqual(await saved('three'), { ...added, dryRun: false });
		await open(id);
		assert.equal(await parameter('dryRun').locator('[role=switch]').first().isChecked(), false);
		await runStep('accepted');
		assert.equal(accepted().length, 3);
	});

	step("an agent's tool says in sight, above Recipients, what the model may choose", async () => {
		await page().setViewportSize({ width: 1440, height: 900 });
		const tool = { ...serviceNode(send()), type: `${nodeType}Tool` };
		await openNew('Tool', [start(), tool]);
		const notice = form().getByText('let the model write only the message');
		const places = [notice, parameter('recipients')].map(async (each) => {
			await each.waitFor();
			return (await each.boundingBox())!.y;
		});
		const [above, below] = await Promise.all(places);
		assert.ok(above! < below! && below! < 900, `${above}, ${below}`);
		await page().setViewportSize({ width: 1280, height: 940 });
	});

	step('Send and Wait waits for the page, which a phone shows in light and dark', async () => {
		const id = await openNew('Purchases', [
			start(),
			asking('Otieno wants to buy a printer for 780 euros.'),
		]);
		await picture('approval-form.png', form(), addButton().last());
		await byTest('node-execute-button').click();
		const link = await linkOfText();
		await onPhone(link, 'dark');
		await page().getByRole('button', { name: 'Approve' }).waitFor();
		await onPhone(link, 'light');
		await picture('approval-light.png', page().locator('html'), page().locator('main'));
		await page().getByRole('button', { name: 'Approve' }).click();
		await page().getByText('Your answer was recorded').waitFor();
		await offPhone();
		const { executions } = environment();
		const ran = await executions.finished((await executions.list(id))[0]!.id);
		assert.equal((outputs(ran)[0]!.data as Row).approved, true);
	});

	step(
		'Free Text shows its own fields and notice, and its page says what was typed under Page',
		async () => {
			const id = await openNew('In words', [start(), asking('Which day suits you?')]);
			const shown = async (text: string) => await form().getByText(text).isVisible();
			assert.deepEqual(
				[await shown('$json.data.approved'), await shown('$json.data.text')],
				[true, false],
			);
			await add('Page');
			await parameter('title').waitFor();
			assert.equal(await parameter('buttonLabel').count(), 0);
			await choose('responseType', 'Free Text');
			await parameter('buttonLabel').waitFor();
			assert.deepEqual(
				[await shown('$json.data.approved'), await shown('$json.data.text')],
				[false, true],
			);
			assert.equal(await form().getByText('Approval Options').count(), 0);
			const words = { asker: 'Daktari', title: 'Kliniki', thanks: 'Asante' };
			for (const [name, text] of Object.entries(words)) await type(name, text);
			await choose('language', 'Swahili');
			await byTest('node-execute-button').click();
			await onPhone(await linkOfText(), 'light');
			await page().getByRole('textbox', { name: 'Kliniki' }).fill('Jumanne');
			await page().getByRole('button', { name: 'Tuma' }).click();
			await page().getByRole('heading', { name: 'Asante' }).waitFor();
			assert.equal(await page().locator('html').getAttribute('lang'), 'sw');
			await offPhone();
			const { executions } = environment();
			const ran = await executions.finished((await executions.list(id))[0]!.id);
			assert.equal((outputs(ran)[0]!.data as Row).text, 'Jumanne');
		},
	);

	step('the trigger is found by its events, and Fetch Test Event shows the newest', async () => {
		const panel = await openPanel('messaging');
		await panel.getByText('On message created', { exact: true }).waitFor();
		await panel.getByText('On message status changed', { exact: true }).click();
		await parameter('event').waitFor();
		const { sandbox } = environment();
		const [one, other] = ['+254733127001', '+254733127002'];
		sandbox.addMessage({ recipients: [one, other], status: 'Delivered' });
		sandbox.setStatus(other, 'Expired');
		await chooseCredential();
		await page().getByRole('button', { name: 'Fetch Test Event' }).first().click();
		await output().getByText('10 items').first().waitFor();
		await showAs('table');
		for (const text of ['previous_status', one!, other!, 'Expired'])
			await output().getByText(text).first().waitFor();
		await showAs('schema');
		await picture('trigger.png', [form(), output()], addButton().last(), modes());
	});
}
