/** The hints that n8n shows above the output of a send. */
import type { INodeParameters } from 'n8n-workflow';
import { each, numberOf, send, service, texted } from '../harness/index.mts';

const [one, two, three] = [0, 1, 2].map(numberOf) as [string, string, string];
const goesOn = { onError: 'continueRegularOutput' } as const;

describe('above the output', () => {
	test('nothing, where one row went out plainly', async () => {
		expect((await send()).hints).toEqual([]);
		expect((await send({ recipients: 'nobody' }, { settings: goesOn })).hints).toEqual([]);
	});

	const unknown = '3 rows: 2 may or may not have been sent, 1 accepted: see the error column.';
	const lookFirst = `${unknown} Look with Query Messages before you send these again.`;
	const again = `${unknown} Run the workflow again after two minutes: Skip Already Sent looks for`;

	test.each<[string, INodeParameters, string]>([
		['', {}, lookFirst],
		[' with Skip Already Sent', { skipAlreadySent: true }, again],
		[' with that for one of them', { skipAlreadySent: '={{ $itemIndex === 0 }}' }, lookFirst],
	])('how many rows are unknown, and how to go on%s', async (_title, options, hint) => {
		service.play({ on: 'send', kind: 'serverError', times: 2 });
		const parameters = { ...each, options: { lookUpUnknown: false, ...options } };
		const { hints } = await send(parameters, {
			rows: [one, two, three].map((to) => ({ to })),
			settings: goesOn,
		});
		expect(hints[0]).toContain(hint);
	});

	test('how many numbers are left out, each once', async () => {
		const recipients = `${one}, none, 12`;
		const { hints } = await send(
			{ recipients, options: { invalidRecipients: 'skip', excludeNumbers: two } },
			{ rows: [{}, {}] },
		);
		expect(hints.join()).toMatch(/2 numbers are left out.*skippedRecipients/);
	});

	test('which items repeat others; in a later run with Skip Already Sent that is no warning', async () => {
		const rows = [one, two, one].map((to) => ({ to }));
		const types = async (expected: string) => {
			const parameters = { ...each, options: { skipAlreadySent: true } };
			const { execution, hints } = await send(parameters, { rows });
			expect(hints.join()).toContain('1 item repeats another item');
			expect(hints.join()).toContain('(item 2 that of item 0)');
			const told = execution.hints('Messaging Service');
			expect(told.find(({ message }) => message.includes('repeats'))!.type).toBe(expected);
		};
		await types('warning');
		await types('info');
	});

	describe('who gets several texts', () => {
		type Texts = Array<[to: string, text: string]>;
		const toEach = async (list: Texts, dryRun: boolean, campaign = 'reminders') =>
			await send(
				{ ...each, campaign, message: '={{ $json.text }}', options: { dryRun } },
				{ rows: list.map(([to, text]) => ({ to, text })) },
			);
		const others: Texts = [3, 4, 5, 6, 7, 8].map((place) => [numberOf(place), 'A']);

		const inSeries = (count: number) =>
			`${count} numbers follow one another, such as ${numberOf(3)} to ${numberOf(8)}: a cell that is dragged down in a spreadsheet counts up. Check that these are people's numbers.`;

		test.each<[string, Texts, string]>([
			[
				'one number',
				[...others, [one, 'A'], [one, 'B'], [two, 'B']],
				`1 number gets 2 different texts: ${one} (items 6 and 7). ${inSeries(6)}`,
			],
			[
				'seven numbers, of which five are named',
				[...others, [one, 'A'], ...others.map(([to]): Texts[number] => [to, 'B']), [one, 'B']],
				`7 numbers get several different texts: ${others
					.slice(0, 5)
					.map(([to], place) => `${to} (items ${place} and ${place + 7})`)
					.join(', ')} and 2 more. ${inSeries(12)}`,
			],
		])('%s, in a dry run too', async (_title, list, hint) => {
			for (const dryRun of [true, false]) {
				const { hints, told } = await toEach(list, dryRun);
				expect(told).toBe('');
				expect(hints[1]).toBe(hint);
			}
			const texts = list.flatMap(([to, text]) => to.split(', ').map((each) => `${each} ${text}`));
			expect(texted()).toHaveLength(new Set(texts).size);
		});

		test('not equal texts, nor a text for each, whatever the campaign', async () => {
			const equal: Texts = [...others, ...others, [one, 'B']];
			for (const campaign of ['reminders', '={{ $itemIndex }}'])
				expect((await toEach(equal, true, campaign)).hints.join()).not.toContain('different texts');
		});
	});

	const named =
		/Campaign is the workflow's name.*If you rename the workflow, Skip Already Sent sends/;

	test.each<[string, boolean, INodeParameters]>([
		['by default', true, { campaign: '={{ $workflow.name }}' }],
		['as a part of it', true, { campaign: '={{ $workflow.name }} of autumn' }],
		['but a text', false, { campaign: 'reminders' }],
		['but another expression', false, { campaign: '={{ "reminders " + 7 }}' }],
		['but nothing goes', false, { campaign: '={{ $workflow.name }}', recipients: 'nobody' }],
		['but without Skip Already Sent', false, { campaign: '={{ $workflow.name }}', options: {} }],
	])(
		'that Skip Already Sent goes by the name of the workflow: %s',
		async (_title, isTold, given) => {
			const parameters = { options: { skipAlreadySent: true }, ...given };
			const { hints } = await send(parameters, { settings: goesOn });
			expect(named.test(hints.join())).toBe(isTold);
		},
	);

	test('what may cost a second message first', async () => {
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '7', recipient: one });
		service.play({ on: 'send', kind: 'serverError', recipient: two });
		const options = { lookUpUnknown: false, invalidRecipients: 'skip' };
		const rows = [{ to: `${one}, lost` }, { to: two }];
		const { hints } = await send({ ...each, options }, { rows, settings: goesOn });
		expect(hints[0]).toContain('may or may not have been sent');
		expect(hints.join()).toMatch(/1 number is left out.*waited 7 seconds/);
	});
});
