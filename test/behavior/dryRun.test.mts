/**
 * Dry Run: everything is checked and shown as it would go out, and no request leaves, not even for a token. With Skip
 * Already Sent the service's list is read, and nothing else.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	clock,
	doors,
	numberOf,
	received,
	send,
	service,
	sharedEntries,
	texted,
} from '../harness/index.mts';

const [one, two, three] = [0, 1, 2].map(numberOf) as [string, string, string];
const rows = [
	{ to: one, text: 'Bring your papers' },
	{ to: `${two}, ${three}`, text: `${'ñ'.repeat(70)}ж` },
];
const dry = async (options: INodeParameters = {}, parameters: INodeParameters = {}, setup = {}) =>
	await send(
		{
			recipients: '={{ $json.to }}',
			message: '={{ $json.text ?? "Hello" }}',
			...parameters,
			options: { dryRun: true, ...options },
		},
		{ rows, ...setup },
	);
const expectNoRequest = () => {
	expect(service.requests).toEqual([]);
	expect(service.exchanges).toBe(0);
};

test('shows each row as it would go out, and sums up the run', async () => {
	const { items, hints } = await dry();
	expect(items).toMatchObject([
		{
			json: { sendOutcome: 'dryRun', recipients: one, segments: 1, encoding: 'GSM-7' },
			pairedItem: { item: 0 },
		},
		{
			json: {
				sendOutcome: 'dryRun',
				recipients: `${two}, ${three}`,
				segments: 2,
				encoding: 'UCS-2',
			},
			pairedItem: { item: 1 },
		},
	]);
	for (const [index, { json }] of items.entries()) expect(json.preview).toBe(rows[index]!.text);
	expect(hints.join()).toMatch(
		/Dry Run is on, and nothing was sent\. 2 rows would text 3 numbers with 5 segments in all\. The first and shortest text \(item 0\): 'Bring your papers'\. The longest text \(item 1, 2 segments\): 'ñ+ж'\./,
	);
	expectNoRequest();
});

test.each(doors)('the text stands first, and nothing of what was sent (%s)', async (door) => {
	const { rows: came } = await dry({}, {}, { door, rows: [{ to: one }] });
	expect(Object.entries(came[0]!)).toEqual([
		['sendOutcome', 'dryRun'],
		['preview', 'Hello'],
		['recipients', one],
		['segments', 1],
		['encoding', 'GSM-7'],
		['to', one],
	]);
	expectNoRequest();
});

test('rows that repeat others list all their numbers, none of them as already sent', async () => {
	const given = [{ to: one }, { to: `${one}, ${two}` }, { to: `${two}, ${one}` }];
	const { rows: came } = await dry({}, {}, { rows: given });
	expect(came.map(({ recipients }) => recipients)).toEqual(given.map(({ to }) => to));
	for (const row of came) {
		expect(row).toMatchObject({ sendOutcome: 'dryRun', preview: 'Hello' });
		expect(row).not.toHaveProperty('alreadySentRecipients');
	}
	expectNoRequest();
});

test('what it shows is what the run then sends', async () => {
	const parameters = { recipients: '0733 818 201, none', message: 'Low water' };
	const schedule = new Date(clock.now() + 3_600_000).toISOString();
	const options = { defaultCountry: 'KE', invalidRecipients: 'skip', schedule };
	const [shown] = (await dry(options, parameters, { rows: [{}] })).rows;
	expectNoRequest();
	const [sent] = (await dry({ ...options, dryRun: false }, parameters, { rows: [{}] })).rows;
	expect(service.journal[0]!.body).toMatchObject({ recipients: [shown!.recipients], schedule });
	for (const name of ['recipients', 'segments', 'encoding', 'skippedRecipients'])
		expect([name, shown![name]]).toEqual([name, sent![name]]);
});

test.each<[string, INodeParameters[], RegExp]>([
	[
		'a group',
		[{ sendTo: 'contactGroup' }],
		/nothing was sent\. 1 row would text 1 contact group\. The text: 'Hello'\.$/,
	],
	['a group twice', [{}, {}], /2 rows would text 1 contact group\..*1 item repeats another/],
	[
		'a number twice, and a group',
		[{ to: one }, { to: one }, {}],
		/3 rows would text 1 number with 1 segment in all and 1 contact group\..*1 item repeats another/,
	],
])('sums up %s', async (_title, given, sum) => {
	const group = {
		sendTo: '={{ $json.to ? "phoneNumbers" : "contactGroup" }}',
		recipients: '={{ $json.to ?? "" }}',
		contactListId: 503,
	};
	const { rows: came, hints, told } = await dry({}, group, { rows: given });
	expect(told).toBe('');
	expect(came.at(-1)).toMatchObject({ sendOutcome: 'dryRun' });
	expect(came.at(-1)).not.toHaveProperty('recipients');
	expect(hints.join()).toMatch(sum);
	expectNoRequest();
});

test.each<[string, INodeParameters, INodeParameters, RegExp]>([
	['a number', {}, { recipients: `${one}, 12` }, /'12' in Recipients has no country code/],
	['an expression', {}, { campaign: '={{ $("Nowhere").item.json.a }}' }, /expression in Campaign/],
	['a cap of the run', { maxRecipients: 2 }, {}, /would reach 3 numbers/],
	['the schedule', { schedule: '2020-01-01' }, {}, /in the past/],
])('checks %s as the run would', async (_title, options, parameters, refusal) => {
	const { rows: came } = await dry(options, parameters);
	const row = { sendOutcome: 'notSent', error: expect.stringMatching(refusal) };
	expect(came).toMatchObject([row, row]);
	const { told } = await dry({ ...options, dryRun: false }, parameters);
	expect(told).toMatch(refusal);
	expectNoRequest();
});

test.each(doors)('of one row with a fault gives its error (%s)', async (door) => {
	const { rows: came } = await dry({}, {}, { door, rows: [{ to: '12' }] });
	expect(came).toMatchObject([{ sendOutcome: 'notSent', to: '12', error: expect.any(String) }]);
	expectNoRequest();
});

test('a list with faults comes out whole, each row with its preview or its error', async () => {
	const given = ['12', one, '', two].map((to) => ({ to }));
	const { items, told, hints } = await dry({}, {}, { rows: given });
	expect(told).toBe('');
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(given.map((_, item) => ({ item })));
	expect(items.map(({ json }) => Object.keys(json).slice(0, 2))).toEqual([
		['sendOutcome', 'error'],
		['sendOutcome', 'preview'],
		['sendOutcome', 'error'],
		['sendOutcome', 'preview'],
	]);
	expect(hints.join()).toContain(
		'4 rows: 2 would text 2 numbers with 2 segments in all, 2 not sent: see the error column.',
	);
	expectNoRequest();
});

test.each([
	['one row is none', '={{ $itemIndex > 0 }}', ['12', one]],
	['a faulty row is none', '={{ $itemIndex === 0 }}', [one, '12']],
	["a row's Dry Run can't be read", '={{ $itemIndex === 0 || $("Nowhere").item }}', [one, two]],
])('stops at a fault where %s', async (_title, dryRun, given) => {
	const { rows: came, told } = await dry({ dryRun }, {}, { rows: given.map((to) => ({ to })) });
	expect(told).toContain('Nothing was sent');
	expect(came).toEqual([]);
	expectNoRequest();
});

test('for some rows only: the others are sent', async () => {
	const { rows: came, hints } = await dry({ dryRun: '={{ $itemIndex === 0 }}' });
	expect(came.map(({ sendOutcome }) => sendOutcome)).toEqual(['dryRun', 'accepted']);
	expect(texted()).toEqual([two, three]);
	expect(received('send')).toHaveLength(1);
	expect(hints.join()).toMatch(
		/Dry Run is on for 1 row, which sent nothing\. 2 rows: 1 accepted \(2 numbers\), 1 would text 1 number with 1 segment/,
	);
});

describe('with Skip Already Sent', () => {
	const skip = { skipAlreadySent: true };
	const listed = (recipients: string[], message: string, changes = {}) =>
		String(
			service.addMessage({
				...{ recipients, message, campaign: 'reminders', category: 'utility' },
				createdAt: clock.now() - 3_600_000,
				...changes,
			}),
		);

	test.each(doors)(
		'a row whose message is there says which, when, and its status (%s)',
		async (door) => {
			const messageId = listed([one], 'Bring your papers');
			const { rows: came } = await dry(skip, {}, { door, rows: rows.slice(0, 1) });
			expect(Object.entries(came[0]!)).toEqual([
				['sendOutcome', 'alreadySent'],
				['messageId', messageId],
				['recipients', one],
				['segments', 1],
				['encoding', 'GSM-7'],
				['sentAt', '2026-11-23T11:00:00Z'],
				['to', one],
				['text', 'Bring your papers'],
				['deliveryStatus', 'Delivered'],
			]);
			expect(received('send')).toEqual([]);
		},
	);

	test('the others come out as what the run would text, and the pane counts both', async () => {
		listed([one], 'Bring your papers');
		listed([three], rows[1]!.text);
		const given = [...rows, { to: one, text: 'Bring your papers' }];
		const { rows: came, hints } = await dry(skip, {}, { rows: given });
		expect(came).toMatchObject([
			{ sendOutcome: 'alreadySent', recipients: one },
			{ sendOutcome: 'dryRun', recipients: two, alreadySentRecipients: three },
			{ sendOutcome: 'alreadySent', recipients: one },
		]);
		expect(hints[0]).toMatch(
			/^Dry Run is on, and nothing was sent\. 3 rows: 2 had it already, 1 would text 1 number with 2 segments in all\. 1 more number has it: see alreadySentRecipients\. The text \(2 segments\): 'ñ+ж'\./,
		);
		expect(received('send')).toEqual([]);
		const { rows: sent } = await dry({ ...skip, dryRun: false }, {}, { rows: given });
		expect(sent.map(({ sendOutcome, recipients }) => [sendOutcome, recipients])).toEqual([
			['alreadySent', one],
			['accepted', two],
			['alreadySent', one],
		]);
		expect(texted()).toEqual([two]);
	});

	test('run again after the run, it is the report of the campaign', async () => {
		await dry({ ...skip, dryRun: false });
		clock.pass(60_000);
		const { rows: came, hints } = await dry(skip);
		expect(came).toMatchObject([
			{ sendOutcome: 'alreadySent', recipients: one, deliveryStatus: 'Delivered' },
			{ sendOutcome: 'alreadySent', recipients: `${two}, ${three}`, deliveryStatus: 'Delivered' },
		]);
		expect(hints).toEqual([
			'Dry Run is on, and nothing was sent. 2 rows had it already (3 numbers).',
		]);
		expect(received('send')).toHaveLength(2);
	});

	test('it knows what this process has sent, before the list shows it', async () => {
		await service.start({ listingDelay: 30_000 });
		await dry({ ...skip, dryRun: false });
		const { rows: came } = await dry(skip);
		expect(came.map(({ sendOutcome }) => sendOutcome)).toEqual(['alreadySent', 'alreadySent']);
		expect(came[0]!.messageId).toBe(service.journal[0]!.messageId);
	});

	test('what may have been sent a moment ago, and is not listed, would be sent later', async () => {
		service.play({ on: 'send', kind: 'dropBefore', times: Infinity });
		const failed = await dry({ ...skip, dryRun: false, lookUpUnknown: false });
		expect(failed.told).toContain('may or may not have been sent');
		const { rows: came } = await dry(skip);
		expect(came.map(({ sendOutcome }) => sendOutcome)).toEqual(['dryRun', 'dryRun']);
	});

	test.each(doors)('a list that cannot be read fails in words (%s)', async (door) => {
		service.play({ on: 'messages', kind: 'badRequest', times: Infinity });
		const { rows: came, told } = await dry(skip, {}, { door, rows: rows.slice(0, 1) });
		expect(told).toMatch(/^Nothing was sent\. Skip Already Sent could not read the service's list/);
		expect(came).toEqual([]);
		expect(received('send')).toEqual([]);
	});

	test('a record that does not show enough is an error of its row alone', async () => {
		listed([one], 'Bring your pap…');
		const { rows: came, told } = await dry(skip);
		expect(told).toBe('');
		expect(came).toMatchObject([
			{ sendOutcome: 'notSent', error: expect.stringContaining('may be this one') },
			{ sendOutcome: 'dryRun' },
		]);
	});

	test('for some rows only: the list is read once, and only the others are sent', async () => {
		listed([one], 'Hello');
		const given = [one, two, three].map((to) => ({ to }));
		const { rows: came } = await dry(
			{ ...skip, dryRun: '={{ $itemIndex < 2 }}' },
			{},
			{ rows: given },
		);
		expect(came.map(({ sendOutcome }) => sendOutcome)).toEqual([
			'alreadySent',
			'dryRun',
			'accepted',
		]);
		expect(texted()).toEqual([three]);
		const operations = service.requests.map(({ operation }) => operation);
		expect(operations.slice(0, 3)).toEqual(['token', 'messages', 'send']);
	});

	test('it claims nothing from other workers', async () => {
		sharedEntries.keep();
		await dry(skip);
		expect(sharedEntries.calls).toBe(0);
	});
});

test.each([{}, { skipAlreadySent: true }])('Stop ends it without a row: %j', async (options) => {
	const stop = new AbortController();
	stop.abort();
	const { status, rows: came } = await dry(options, {}, { stop: stop.signal });
	expect([status, came]).toEqual(['canceled', []]);
	expect(received('send')).toEqual([]);
});
