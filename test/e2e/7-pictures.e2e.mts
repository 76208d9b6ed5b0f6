import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { byTest, closeEditor, openEditor, page, parameter, step } from './editor.mts';
import { addButton, form, modes, openNode, output, runStep, showAs, widenOutput } from './form.mts';
import { picture } from './picture.mts';
import { visibleTexts } from './visibleTexts.mts';
import { chain, node, rowsFrom, send, service, serviceNode, trigger } from './workflows.mts';
import { environment } from './environment.mts';

const start = node(trigger, 'n8n-nodes-base.manualTrigger', 1, {});

const invitation = {
	campaign: 'dance-evening',
	message: '=Dear {{ $json.name }}, the dance evening begins at seven.',
};
const guests = [
	{ name: 'Wanjiru', phone: '+254733127021' },
	{ name: 'Otieno', phone: '0733 127 022' },
	{ name: 'Achieng', phone: '+254733127023' },
];

/** Texts and fields of which three are seen. */
const partlySeen = `<main style="position: absolute; left: 0; top: 0; width: 300px; font-size: 12px; line-height: 14px">
	<div>Quokka</div>
	<input value="Wombat"> <input placeholder="e.g. Numbat"> <input type="password" value="Dingo"> <input type="radio" value="string:bilby">
	<div style="opacity: 0"><span>Cassowary</span></div>
	<div style="visibility: hidden">Echidna</div>
	<div style="display: none">Emu</div>
	<div style="height: 20px; overflow: hidden"><div style="margin-top: 30px">Kookaburra</div></div>
	<div style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Bandicoot and pademelon</div>
	<input style="width: 20px" value="Thylacine">
	<div style="position: absolute; top: 310px">Galah</div>
	<div style="position: absolute; top: 20px; left: 290px">Bettong</div>
</main>`;

/** As wide as an output has to be for all the buttons above it, in pixels. */
const narrow = 490;

/** The numbers that the service was asked to text. */
const texted = (): string[] =>
	environment()
		.sandbox.journal.flatMap((entry) => entry.recipients)
		.sort();

export default function tests(): void {
	describe('What the README shows of forms and outputs, with a browser', () => {
		before(openEditor);
		after(closeEditor);

		step('a picture is taken to show what a person sees of it, and no more', async () => {
			await page().goto('about:blank');
			await page().setContent(partlySeen);
			assert.deepEqual(
				await visibleTexts(page().locator('main'), { x: 0, y: 0, width: 300, height: 300 }),
				['Quokka', 'Wombat', 'e.g. Numbat'],
			);
		});

		step('Query Senders has filters by text and by status', async () => {
			const parameters = {
				operation: 'querySenders',
				returnAll: true,
				filters: { query: 'CLINIC', status: 2 },
				options: {},
			};
			await openNode(chain('Find a sender', [start, serviceNode(parameters)]), service);
			await parameter('query').waitFor();
			await picture('query-senders-form.png', form(), addButton().last());
		});

		step('List Statuses has no fields, and its output has a row for each status', async () => {
			await openNode(
				chain('All statuses', [start, serviceNode({ operation: 'listStatuses' })]),
				service,
			);
			await runStep('label');
			await showAs('table');
			await picture('list-statuses.png', [form(), output()], output().locator('table'), modes());
		});

		step(
			'the error output has the refused row with its own columns, and the others are sent',
			async () => {
				environment().sandbox.reset();
				await openNode(
					chain('Invitations', [
						...rowsFrom(guests),
						serviceNode(send(invitation), { onError: 'continueErrorOutput' }),
					]),
					service,
				);
				await runStep('sendOutcome');
				await byTest('tab-1').click();
				await output().getByText('Otieno').first().waitFor();
				await widenOutput(690);
				await showAs('table');
				await picture('error-output.png', output(), output().locator('table'));
				assert.deepEqual(texted(), ['+254733127021', '+254733127023']);
			},
		);

		step('a hint above the output tells of a number that was skipped', async () => {
			environment().sandbox.reset();
			const together = [{ name: 'all', phone: guests.map(({ phone }) => phone).join(', ') }];
			const skip = serviceNode(send({ ...invitation, options: { invalidRecipients: 'skip' } }));
			await openNode(chain('One wrong number', [...rowsFrom(together), skip]), service);
			await runStep('skippedRecipients');
			await widenOutput(narrow);
			await showAs('schema');
			await picture('hint.png', output(), output().getByText(/no country code/));
			assert.deepEqual(texted(), ['+254733127021', '+254733127023']);
		});

		step(
			'a dry run shows each request and a hint with the sum, and no request leaves',
			async () => {
				environment().sandbox.reset();
				const valid = guests.map(({ phone, ...rest }) => ({
					...rest,
					phone: phone.replace(/^0/, '+254'),
				}));
				await openNode(
					chain('Dry run', [
						...rowsFrom(valid),
						serviceNode(send({ ...invitation, options: { dryRun: true } })),
					]),
					service,
				);
				await runStep('dryRun');
				await widenOutput(narrow);
				await showAs('schema');
				await picture('dry-run.png', output(), output().getByText(/^Dear Wanjiru/));
				assert.deepEqual(
					environment().sandbox.requests.map((request) => request.operation),
					[],
				);
			},
		);
	});
}
