/** The output of a send: each row with its outcome, on the output it belongs to. */
import type { INodeParameters } from 'n8n-workflow';
import { answering, doors, goodSend, numberOf, send, service, tool } from '../harness/index.mts';

const each = { recipients: '={{ $json.to }}' };
const [one, two, three] = [0, 1, 2].map(numberOf) as [string, string, string];
const goesOn = { onError: 'continueRegularOutput' } as const;
const toErrors = { onError: 'continueErrorOutput' } as const;
const noLookUp = { options: { lookUpUnknown: false } };

describe('an accepted row', () => {
	test.each<[string, string, INodeParameters, object]>([
		['one segment', one, { message: 'x'.repeat(160) }, { segments: 1, encoding: 'GSM-7' }],
		['two for emojis', one, { message: '🎈'.repeat(36) }, { segments: 2, encoding: 'UCS-2' }],
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
				recipients: one,
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
		segments: 'old',
		zeta: [{ deep: null }],
		to: one,
		message: 'mine',
		error: 'theirs',
		receipt: { from: 'before' },
		A: 0,
	};
	const firstSix = ['sendOutcome', 'messageId', 'recipients', 'segments', 'encoding', 'sentAt'];
	const about = ['recipients', 'segments', 'encoding'];
	const own = ['zeta', 'to', 'message', 'receipt', 'A'];
	const kept = Object.fromEntries(own.map((name) => [name, row[name as keyof typeof row]]));

	test.each<[string, INodeParameters, string, string[], string?]>([
		['accepted', {}, 'accepted', firstSix],
		['only shown', { options: { dryRun: true } }, 'dryRun', ['sendOutcome', 'preview', ...about]],
		[
			'excluded',
			{ options: { excludeNumbers: one } },
			'excluded',
			['sendOutcome', ...about],
			'skippedRecipients',
		],
		['refused', { campaign: '={{ "" }}' }, 'notSent', ['sendOutcome', 'error']],
		[
			'of a failing expression',
			{ campaign: '={{ $("X").item }}' },
			'notSent',
			['sendOutcome', 'error'],
		],
		['unknown', { campaign: 'lost' }, 'unknown', ['sendOutcome', 'error', ...about]],
	])('stand behind the first ones where it is %s', async (title, ...given) => {
		const [parameters, outcome, first, ...last] = given;
		if (outcome === 'unknown') service.play({ on: 'send', kind: 'dropBefore' });
		// n8n's routing engine evaluates expressions itself, and reports a failing one in its own words.
		const isOwn = /unknown|expression/.test(outcome + title);
		for (const door of isOwn ? doors.slice(0, 1) : doors) {
			const { rows } = await send(
				{ ...each, ...parameters },
				{ rows: [row], settings: goesOn, door },
			);
			expect(rows).toMatchObject([{ ...kept, sendOutcome: outcome }]);
			expect(Object.keys(rows[0]!)).toEqual([...first, ...own, ...last]);
			if (first.includes('segments')) expect(rows[0]!.segments).toBe(1);
		}
	});

	describe('that a node like this one has put out', () => {
		const before = {
			...{ sendOutcome: 'accepted', messageId: '1', preview: 'Hello', recipients: two },
			...{ segments: 3, encoding: 'UCS-2', sentAt: '2026-11-22T09:00:00.000Z', to: one },
			...{ confirmedBy: 'lookup', scheduledFor: '2026-12-24T09:00:00.000Z' },
			...{ deliveryStatus: 'Delivered', receipt: { cost: 0.5 }, alreadySentRecipients: three },
			skippedRecipients: [{ recipient: '12', reason: 'too short' }],
			name: 'Ann',
		};

		test.each(doors)('are left out, and no other (%s)', async (door) => {
			const { rows } = await send(each, { rows: [before], door });
			expect(Object.keys(rows[0]!)).toEqual([...firstSix, 'to', 'name']);
			expect(rows).toMatchObject([{ sendOutcome: 'accepted', recipients: one, segments: 1 }]);
		});

		test.each([
			['in the regular output', goesOn],
			['in the error output', toErrors],
		])('are left out of a row that failed %s', async (_title, settings) => {
			service.play({ on: 'send', kind: 'badRequest' });
			const { rows, errorRows } = await send(each, { rows: [before], settings });
			// n8n stores JSON, so a column that is undefined doesn't exist.
			const row = JSON.parse(JSON.stringify([...rows, ...errorRows][0])) as object;
			expect(row).toMatchObject({ sendOutcome: 'notSent', recipients: one, segments: 1 });
			expect(Object.keys(row).sort()).toEqual(
				['sendOutcome', 'error', ...about, 'to', 'name'].sort(),
			);
		});
	});

	test('are left out of what an agent or MCP reads: they are the arguments of its call', async () => {
		const fromAgent = { recipients: "={{ $fromAI('to') }}" };
		const read = String(await tool({ ...goodSend, ...fromAgent })({ to: one }));
		expect(JSON.parse(read).map(Object.keys)).toEqual([firstSix]);
	});
});

describe('a failed row says where it stands', () => {
	const rows = [{ to: one }, { to: '12', row_number: 3 }, { to: '', row_number: 4 }, { to: '' }];

	test('in its text: its row of the sheet where it has one', async () => {
		const { rows: came } = await send(each, { rows, settings: goesOn });
		expect(came.map(({ error }) => / \[.*\]$/.exec(String(error))?.[0])).toEqual([
			undefined,
			' [row_number 3]',
			' [row_number 4]',
			undefined,
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
		{ sendOutcome: 'notSent', error: expect.stringMatching(/refused the request.*reports\.$/) },
		{
			sendOutcome: 'unknown',
			error: expect.stringMatching(/may or may not have been sent.*\+254710100001, campaign/),
		},
		{ sendOutcome: 'notSent', error: expect.stringMatching(/^'nobody' in Recipients/) },
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
});
