/**
 * What comes out of a send: each row with what became of it, on the output it belongs to, and what n8n shows above
 * them.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	answering,
	clock,
	doors,
	goodSend,
	numberOf,
	send,
	service,
	texted,
	tool,
} from '../harness/index.mts';

const each = { recipients: '={{ $json.to }}' };
const [one, two, three] = [0, 1, 2].map(numberOf) as [string, string, string];
const goesOn = { onError: 'continueRegularOutput' } as const;
const toErrors = { onError: 'continueErrorOutput' } as const;
const noLookUp = { options: { lookUpUnknown: false } };

describe('an accepted row', () => {
	test.each<[string, string, INodeParameters, object]>([
		['its numbers as they went out', `00254710100000, ${two}`, {}, { recipients: [one, two] }],
		[
			'null for the numbers of a contact group',
			'',
			{ sendTo: 'contactGroup', contactListId: 503 },
			{ recipients: null },
		],
		['one segment', one, { message: 'x'.repeat(160) }, { segments: 1, encoding: 'GSM-7' }],
		[
			'a euro counts twice',
			one,
			{ message: `${'a'.repeat(159)}€` },
			{ segments: 2, encoding: 'GSM-7' },
		],
		[
			'an emoji takes more room',
			one,
			{ message: '🎈'.repeat(36) },
			{ segments: 2, encoding: 'UCS-2' },
		],
	])('shows %s', async (_title, recipients, parameters, shown) => {
		for (const door of doors) {
			const { rows } = await send({ recipients, ...parameters }, { door });
			const { messageId } = service.journal.at(-1)!;
			expect(rows).toMatchObject([{ sendOutcome: 'accepted', messageId, ...shown }]);
			expect(rows[0]).not.toHaveProperty('error');
			expect(rows[0]).not.toHaveProperty('skippedRecipients');
		}
	});

	test('says what this node knows, whatever the answer has by the same names', async () => {
		const data = {
			success: true,
			messageId: 'a3f0-91',
			sendOutcome: 'queued',
			recipients: 9,
			segments: 40,
			encoding: 'EBCDIC',
			error: 'none',
		};
		await answering(() => ({ body: { responsecode: 201, data } }));
		const { status, rows } = await send({
			recipients: `${one}, lost`,
			options: { invalidRecipients: 'skip' },
		});
		expect(status).toBe('success');
		expect(rows).toMatchObject([
			{
				sendOutcome: 'accepted',
				messageId: 'a3f0-91',
				recipients: [one],
				segments: 1,
				encoding: 'GSM-7',
				skippedRecipients: [{ recipient: 'lost' }],
			},
		]);
		expect(rows[0]).not.toHaveProperty('error');
	});
});

describe("a row's own columns", () => {
	const row = {
		sendOutcome: 'old',
		zeta: [{ deep: null }],
		to: one,
		message: 'mine',
		error: 'theirs',
		receipt: { from: 'before' },
		A: 0,
	};
	const firstSix = ['sendOutcome', 'messageId', 'recipients', 'segments', 'encoding', 'sentAt'];
	const own = ['zeta', 'to', 'message', 'receipt', 'A'];
	const kept = Object.fromEntries(own.map((name) => [name, row[name as keyof typeof row]]));

	test.each<[string, INodeParameters, string, string[]]>([
		['accepted', {}, 'accepted', own],
		['only shown', { options: { dryRun: true } }, 'dryRun', [...own, 'preview']],
		['excluded', { options: { excludeNumbers: one } }, 'excluded', [...own, 'skippedRecipients']],
		['refused', { campaign: '={{ "" }}' }, 'notSent', [...own, 'error']],
		['of a failing expression', { campaign: '={{ $("X").item }}' }, 'notSent', [...own, 'error']],
		['unknown', { campaign: 'lost' }, 'unknown', [...own, 'error']],
	])('stand behind the first six where it is %s', async (title, parameters, outcome, columns) => {
		if (outcome === 'unknown') service.play({ on: 'send', kind: 'dropBefore' });
		// n8n's routing engine reads expressions itself, and tells of one that fails in its own words.
		const isOwn = /unknown|expression/.test(outcome + title);
		for (const door of isOwn ? doors.slice(0, 1) : doors) {
			const { rows } = await send(
				{ ...each, ...parameters },
				{ rows: [row], settings: goesOn, door },
			);
			expect(rows).toMatchObject([{ ...kept, sendOutcome: outcome }]);
			expect(Object.keys(rows[0]!)).toEqual([...firstSix, ...columns]);
		}
	});

	test('are the same on the success and the error branch', async () => {
		const rows = [row, { ...row, to: 'nobody' }];
		const { items, errorItems } = await send(each, { rows, settings: toErrors });
		const columns = (json: object) => Object.keys(json).filter((name) => name !== 'error');
		expect(columns(errorItems[0]!.json).sort()).toEqual(columns(items[0]!.json).sort());
		expect(errorItems).toMatchObject([{ json: { ...kept, to: 'nobody' } }]);
	});

	test('called like what the item has itself: the item counts', async () => {
		const data = { success: true, messageId: 'a', cost: 0.5, error: 'none' };
		await answering(() => ({ body: { responsecode: 201, data } }));
		const { rows } = await send(each, { rows: [row] });
		expect(rows[0]!.receipt).toEqual({ cost: 0.5, error: 'none' });
	});

	test('are left out of what an agent or MCP reads: they are the arguments of its call', async () => {
		const fromAgent = { recipients: "={{ $fromAI('to') }}" };
		const read = String(await tool({ ...goodSend, ...fromAgent })({ to: one }));
		expect(JSON.parse(read).map(Object.keys)).toEqual([firstSix]);
	});
});

describe('a failed row says where it stands', () => {
	const rows = [{ to: one }, { to: '12', row_number: 3 }, { to: '', row_number: 4 }, { to: '' }];

	test('in its text: its item, and its row of the sheet where it has one', async () => {
		const { rows: came } = await send(each, { rows, settings: goesOn });
		expect(came.map(({ error }) => / \[.*\]$/.exec(String(error))?.[0])).toEqual([
			undefined,
			' [item 1, row_number 3]',
			' [item 2, row_number 4]',
			' [item 3]',
		]);
	});

	test("in the run's failure, too", async () => {
		const { told } = await send(each, { rows });
		expect(told).toMatch(
			/\[item 1, row_number 3\] '12'.*\[items 2, 3, row_number 4\] Recipients has/,
		);
	});
});

describe('failed rows', () => {
	const rows = [
		{ to: one, name: 'Ann', message: 'mine', error: 'theirs' },
		{ to: two, name: 'Ben', message: 'mine', error: 'theirs' },
		{ to: 'nobody', name: 'Cid', message: 'mine', error: 'theirs' },
		{ to: three, name: 'Dan', message: 'mine', error: 'theirs' },
	];
	beforeEach(() => {
		service.play({ on: 'send', kind: 'badRequest', recipient: one });
		service.play({ on: 'send', kind: 'serverError', recipient: two });
	});
	const failures = [
		{ sendOutcome: 'notSent', error: expect.stringMatching(/refused the request.*item 0/) },
		{
			sendOutcome: 'unknown',
			error: expect.stringMatching(/may or may not have been sent.*item 1/),
		},
		{ sendOutcome: 'notSent', error: expect.stringMatching(/'nobody' in Recipients.*item 2/) },
	];

	test('stand in the regular output in the order of the input', async () => {
		const { items, errorItems } = await send({ ...each, ...noLookUp }, { rows, settings: goesOn });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
		expect(items.map(({ json }) => json)).toMatchObject([...failures, { sendOutcome: 'accepted' }]);
		expect(errorItems).toEqual([]);
	});

	test("go to the error output in this order, with their row's own columns", async () => {
		const { items, errorItems } = await send(
			{ ...each, ...noLookUp },
			{ rows, settings: toErrors },
		);
		expect(items).toMatchObject([{ json: { sendOutcome: 'accepted' }, pairedItem: { item: 3 } }]);
		expect(errorItems).toMatchObject(
			failures.map((failure, item) => ({
				json: { ...failure, to: rows[item]!.to, name: rows[item]!.name, message: 'mine' },
				pairedItem: { item },
			})),
		);
	});

	test('have their own columns in the error output where their expression failed, too', async () => {
		const message = '={{ $itemIndex === 1 ? $("Nowhere").item.json.a : "Hello" }}';
		const given = [{ to: three, name: 'Ann' }, rows[1]!];
		const { errorRows } = await send({ ...each, message }, { rows: given, settings: toErrors });
		expect(errorRows).toMatchObject([
			{ to: two, name: 'Ben', error: expect.stringContaining('The expression in Message failed') },
		]);
	});

	test.each(doors)('one row alone (%s)', async (door) => {
		const parameters = { ...each, ...noLookUp };
		const setup = { rows: rows.slice(0, 1), settings: toErrors, door };
		const { items, errorItems } = await send(parameters, setup);
		expect(items).toEqual([]);
		expect(errorItems).toMatchObject([
			{ json: { sendOutcome: 'notSent', name: 'Ann' }, pairedItem: { item: 0 } },
		]);
	});
});

describe('a row whose numbers have the message already', () => {
	const skips = { ...each, options: { skipAlreadySent: true, invalidRecipients: 'skip' } };
	const listed = (recipient: string, hours: number) =>
		String(
			service.addMessage({
				recipients: [recipient],
				campaign: 'reminders',
				category: 'utility',
				message: 'Hello',
				senderId: 102,
				createdAt: clock.now() - hours * 3_600_000,
			}),
		);

	test('shows the message of its first number, all its numbers, and who was skipped', async () => {
		const newer = listed(one, 2);
		const older = listed(two, 5);
		const { rows, hints } = await send(skips, {
			rows: [{ to: `${two}, ${one}, lost` }, { to: `${one}, ${two}` }],
		});
		expect(rows).toMatchObject([
			{
				sendOutcome: 'alreadySent',
				messageId: older,
				recipients: [two, one],
				skippedRecipients: [{ recipient: 'lost' }],
			},
			{ sendOutcome: 'alreadySent', messageId: newer, recipients: [one, two] },
		]);
		expect(Date.parse(String(rows[0]!.sentAt))).toBe(clock.start - 5 * 3_600_000);
		expect(hints.join()).toMatch(/^2 had it already\./);
		expect(texted()).toEqual([]);
	});

	test('where some of them have it, the others get it, and it names who had it and from when on', async () => {
		listed(one, 2);
		const options = { ...skips.options, maxConcurrentRequests: 1 };
		const { rows } = await send(
			{ ...skips, options },
			{ rows: [{ to: two }, { to: `${one}, ${two}, ${three}, lost` }] },
		);
		expect(texted()).toEqual([two, three]);
		expect(rows[1]).toMatchObject({
			sendOutcome: 'accepted',
			recipients: [three],
			alreadySentRecipients: [one, two],
			skippedRecipients: [{ recipient: 'lost' }],
		});
	});
});

describe('above the output', () => {
	test('nothing, where one row went out plainly', async () => {
		expect((await send()).hints).toEqual([]);
		expect((await send({ recipients: 'nobody' }, { settings: goesOn })).hints).toEqual([]);
	});

	const lookFirst = /2 messages may or may not have been sent\. Look for them with Query Messages/;
	const again = /2 messages may or may not .* again after two minutes: Skip Already Sent looks/;

	test.each<[string, INodeParameters, RegExp]>([
		['', {}, lookFirst],
		[' with Skip Already Sent', { skipAlreadySent: true }, again],
		[
			' with Skip Already Sent for one of them',
			{ skipAlreadySent: '={{ $itemIndex === 0 }}' },
			lookFirst,
		],
	])('how many rows are unknown, and how to go on%s', async (_title, options, hint) => {
		service.play({ on: 'send', kind: 'serverError', times: 2 });
		const parameters = { ...each, options: { lookUpUnknown: false, ...options } };
		const { hints } = await send(parameters, {
			rows: [one, two, three].map((to) => ({ to })),
			settings: goesOn,
		});
		expect(hints.join('\n')).toMatch(hint);
	});

	test('how many numbers got nothing', async () => {
		const recipients = `${one}, none, 12`;
		const { hints } = await send(
			{ recipients, options: { invalidRecipients: 'skip', excludeNumbers: two } },
			{ rows: [{}, {}] },
		);
		expect(hints.join()).toMatch(/4 numbers got nothing.*skippedRecipients/);
	});

	test('how long the service had the run wait, this one and no other', async () => {
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '7' });
		expect((await send()).hints.join()).toMatch(/so this run waited 7 seconds/);
		clock.pass(60_000);
		expect((await send()).hints).toEqual([]);
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
		expect(hints.join()).toMatch(/1 number got nothing.*waited 7 seconds/);
	});
});
