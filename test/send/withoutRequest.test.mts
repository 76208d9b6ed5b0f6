/** Items that need no request: those of a dry run, and those whose numbers are all excluded. */
import type { SendOrder } from '../../nodes/MessagingService/item.ts';
import { freshCredential, runCore, sends } from '../run/coreRun.mts';

const dry = (recipients: string[] | null, changes: Partial<SendOrder> = {}) =>
	sends(recipients, { isDryRun: true, ...changes });

const body = (recipients: string[] | null) => ({
	sender_id: 1,
	priority: 'utility',
	campaign: 'reminders',
	message: 'Hello',
	schedule: null,
	recipients,
	contact_list_id: recipients ? null : 9,
});

async function outputsOf(items: Parameters<typeof runCore>[0]['items'], clientSecret?: string) {
	const credential = freshCredential(clientSecret === undefined ? {} : { clientSecret });
	const { left, outputs, hints } = await runCore({ items, credential: () => credential });
	return { left, hints, rows: outputs.map(([output]) => output!.json) };
}

test('a dry run makes no request, and shows the one that it would make', async () => {
	const { left, rows, hints } = await outputsOf([
		dry(['+358401001', '+358401002']),
		dry(null),
		dry(['+358401003'], { skipSentWithin: 0 }),
	]);
	expect(left).toEqual([]);
	expect(rows).toEqual([
		{
			sendOutcome: 'dryRun',
			recipients: ['+358401001', '+358401002'],
			segments: 1,
			encoding: 'GSM-7',
			request: body(['+358401001', '+358401002']),
		},
		{
			sendOutcome: 'dryRun',
			recipients: null,
			segments: 1,
			encoding: 'GSM-7',
			request: body(null),
		},
		{
			sendOutcome: 'dryRun',
			recipients: ['+358401003'],
			segments: 1,
			encoding: 'GSM-7',
			request: body(['+358401003']),
			notLookedUp: true,
		},
	]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Dry Run is on for 3 items, and nothing was sent for them\./),
	]);
});

test('beside a dry run the other items go', async () => {
	const { left, rows } = await outputsOf([dry(['+358401001']), sends(['+358401002'])]);
	expect(left.map(({ request }) => request.body)).toEqual([body(['+358401002'])]);
	expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(['dryRun', 'accepted']);
});

test('items that would share a request show it, each with its own numbers', async () => {
	const { rows } = await outputsOf([
		dry(['+358401001'], { combineUpTo: 5 }),
		dry(['+358401002'], { combineUpTo: 5 }),
	]);
	const request = body(['+358401001', '+358401002']);
	expect(rows).toMatchObject([
		{ recipients: ['+358401001'], request },
		{ recipients: ['+358401002'], request },
	]);
	expect(rows.map((row) => 'requestOfItem' in row)).toEqual([false, false]);
});

test.each([
	[100, true],
	[101, false],
])(
	'%i numbers in a shared request, shown by the items after its first: %p',
	async (count, isShown) => {
		const items = Array.from({ length: count }, (_, index) =>
			dry([`+3584010${String(index).padStart(3, '0')}`], { combineUpTo: 500 }),
		);
		// The first of them all stands alone, so that the shared one doesn't begin with item 0.
		const { rows } = await outputsOf([dry(['+358409999']), ...items]);
		expect((rows[1]!.request as { recipients: string[] }).recipients).toHaveLength(count);
		expect(rows[1]).not.toHaveProperty('requestOfItem');
		const later = rows.slice(2);
		expect(later.map(({ request, requestOfItem }) => [request !== null, requestOfItem])).toEqual(
			later.map(() => [isShown, isShown ? undefined : 1]),
		);
	},
);

test('a secret in the text is not shown', async () => {
	const item = dry(['+358401001']);
	if ('order' in item) (item.order as SendOrder).body.message = 'It is violet-anchor-38.';
	const { rows } = await outputsOf([item], 'violet-anchor-38');
	expect(rows[0]!.request).toEqual({ ...body(['+358401001']), message: 'It is *****.' });
});

test('an item whose numbers are all excluded makes no request, in a dry run and without', async () => {
	const skippedRecipients = [{ recipient: '+358401001', reason: 'It is excluded.' }];
	const beside = { segments: 1, encoding: 'GSM-7', skippedRecipients };
	const { left, rows } = await outputsOf([sends([], { beside }), dry([], { beside })]);
	const excluded = { sendOutcome: 'excluded', recipients: [], skippedRecipients };
	expect([left, rows]).toEqual([[], [excluded, excluded]]);
});
