/**
 * Reading numbers: a value is one person's number beyond doubt, or nothing is sent and the refusal lists its possible
 * readings. Two spellings of one person's number are one person. The journal shows who was texted.
 */
import type { INodeParameters } from 'n8n-workflow';
import { clock, doors, numberOf, send, service, texted, type Door } from '../harness/index.mts';

const goesOn = { settings: { onError: 'continueRegularOutput' } } as const;

/** Sends to this value of Recipients, which an expression passes unchanged. */
const sendTo = async (recipients: unknown, options: INodeParameters = {}, door?: Door) =>
	await send(
		{ recipients: '={{ $json.to }}', options },
		{ rows: [{ to: recipients as string }], door },
	);

describe('is texted to nobody', () => {
	const rounded = 'was shortened by a spreadsheet';
	const note = 'is two numbers, or a number with a note behind it';

	test.each<[value: unknown, refusal: string, country: string]>([
		[254712000000, rounded, 'KE'],
		['+254712345678 (2)', note, ''],
		['+254712345678 (wife)', "has '(wife)' behind the number.\nDelete it.", ''],
		['254712345678@lid', 'is the WhatsApp ID of a group, or of somebody', 'KE'],
		['sms:+254712345678?body=Hi', "has '?body=Hi' behind the number", 'KE'],
		['6478864691', 'Write +6478864691 if it is a number of New Zealand (+64)', ''],
		['0664,1234567', 'has a comma within a number.\nWrite +436641234567', 'AT'],
	])('%p: %s', async (value, refusal, defaultCountry) => {
		for (const door of doors)
			for (const options of [{}, { dryRun: true }, { invalidRecipients: 'skip' }]) {
				const { told, rows } = await sendTo(value, { defaultCountry, ...options }, door);
				// A dry run gives out the row with its error.
				const said = told || String(rows[0]?.error);
				expect(said.replace('\n', ' ')).toContain(refusal.replace('\n', ' '));
			}
		const excludeNumbers = '={{ $json.to }}';
		const { told } = await send(
			{ options: { defaultCountry, excludeNumbers } },
			{ rows: [{ to: value as string }] },
		);
		expect(told).toContain(refusal);
		expect(told).toContain('in Exclude Numbers');
		expect(service.requests).toEqual([]);
	});
});

describe('is texted, and known as the same person in every list', () => {
	test.each([
		'p:+254712345678',
		'whatsapp:+254712345678',
		'254712345678:12@s.whatsapp.net',
		'+२५४७१२३४५६७८',
	])('%s', async (value) => {
		const amina = '+254712345678';
		for (const door of doors) await sendTo(value, {}, door);
		expect(texted()).toEqual(doors.map(() => amina));
		const excluded = await sendTo(amina, { excludeNumbers: `+254722345678 ::: ${value}` });
		expect(excluded.rows[0]!.sendOutcome).toBe('excluded');
		const only = await sendTo(`${value} ::: +254722345678`, { onlyNumbers: value });
		expect(only.rows).toMatchObject([{ sendOutcome: 'accepted', recipients: amina }]);
		expect(texted()).toHaveLength(doors.length + 1);
	});
});

describe('one person in two spellings', () => {
	const argentina = ['+54 9 11 1234 5678', '11 1234-5678', 'AR'] as const;
	const brazil = ['+55 11 98765-4321', '11 8765-4321', 'BR'] as const;
	const germany = ['4915123456789', '0151 23456789', 'DE'] as const;

	test.each([argentina, germany])(
		'excluded as %s, %s gets nothing (%s)',
		async (excludeNumbers, recipients, defaultCountry) => {
			const { rows } = await sendTo(recipients, { excludeNumbers, defaultCountry });
			expect(rows[0]!.sendOutcome).toBe('excluded');
			expect(texted()).toEqual([]);
		},
	);

	test.each([
		['Argentina', '+54 9 11 1234 5678', '+54 11 1234 5678'],
		['Brazil', brazil[0], '+55 11 8765-4321'],
	])(
		'%s: of two rows and within a row the first spelling is texted',
		async (_title, one, other) => {
			const first = one.replace(/[ -]/g, '');
			const second = other.replace(/[ -]/g, '');
			const rows = [{ to: one }, { to: other }];
			const outcome = await send({ recipients: '={{ $json.to }}' }, { rows });
			expect(texted()).toEqual([first]);
			expect(outcome.rows).toMatchObject([
				{ sendOutcome: 'accepted', recipients: first },
				{ sendOutcome: 'alreadySent', recipients: second },
			]);
			expect(outcome.rows[1]!.messageId).toBe(outcome.rows[0]!.messageId);
			await sendTo(`${other}, ${one}`);
			expect(texted()).toEqual([first, second]);
		},
	);

	test('two texts to both are told as two of one person', async () => {
		const rows = [{ to: '+54 9 11 1234 5678' }, { to: '+54 11 1234 5678' }];
		const { hints } = await send(
			{ recipients: '={{ $json.to }}', message: '={{ $itemIndex }}' },
			{ rows },
		);
		expect(texted().sort()).toEqual(['+541112345678', '+5491112345678']);
		expect(hints[1]).toBe(
			'1 number gets 2 different texts: +5491112345678 (items 0 and 1). 1 number is a landline, which may not receive texts.',
		);
	});

	test('a process knows what it sent to the other one before the list shows it', async () => {
		service.setOptions({ listingDelay: 3_600_000 });
		const options = { skipAlreadySent: true };
		await sendTo(argentina[0], options);
		const { rows } = await sendTo('+54 11 1234 5678', options);
		expect(rows[0]!.sendOutcome).toBe('alreadySent');
		expect(texted()).toEqual(['+5491112345678']);
	});

	test('Skip Already Sent finds the message under the other one, in this process and in the list', async () => {
		const options = { skipAlreadySent: true };
		await sendTo(brazil[0], options);
		expect((await sendTo('+55 11 8765-4321', options)).rows[0]!.sendOutcome).toBe('alreadySent');
		// An hour later, only the list shows the message.
		clock.pass(3_600_000);
		expect((await sendTo('+55 11 8765-4321', options)).rows[0]!.sendOutcome).toBe('alreadySent');
		expect(texted()).toEqual(['+5511987654321']);
	});

	test.each([6, 7, 8, 9])(
		'Brazil: who is excluded by the number with a 9 before %i gets nothing by the one without',
		async (digit) => {
			const { rows } = await sendTo(`+5511${digit}1234567`, {
				excludeNumbers: `+55119${digit}1234567`,
			});
			expect(texted()).toEqual([]);
			expect(rows).toMatchObject([{ sendOutcome: 'excluded' }]);
		},
	);

	test('the receipt of a number is that of its own message, whichever spelling its row has', async () => {
		const options = { skipAlreadySent: true };
		await sendTo(argentina[0], options);
		const rows = [{ to: `+54 9 11 1234 5678, +254712345678` }, { to: '+54 11 1234 5678' }];
		const outcome = await send({ recipients: '={{ $json.to }}', options }, { rows });
		expect(service.journal).toHaveLength(2);
		const [first, second] = service.journal;
		expect(outcome.rows.map(({ messageId }) => messageId)).toEqual([
			second!.messageId,
			first!.messageId,
		]);
	});
});

describe('numbers that may not receive texts are sent, and told', () => {
	const unknown = Array.from({ length: 7 }, (_, index) => `+254712345678${index}`);
	const landlines = ['+254202345678', '+254412345678'];
	const all = [...unknown, ...landlines, '+254712345678'].map((to) => ({ to }));

	test.each([true, false])(
		'the first five by name, landlines by their count; Dry Run: %s',
		async (dryRun) => {
			const { hints } = await send(
				{ recipients: '={{ $json.to }}', options: { dryRun } },
				{ rows: all },
			);
			expect(texted()).toHaveLength(dryRun ? 0 : 10);
			expect(hints.at(-1)).toBe(
				`7 numbers follow one another, such as ${unknown[0]} to ${unknown[6]}: a cell that is dragged down in a spreadsheet counts up. Check that these are people's numbers. 7 numbers may be wrong: ${unknown.slice(0, 5).join(', ')} and 2 more (no such range is known). 2 numbers are landlines, which may not receive texts.`,
			);
		},
	);

	test('premium-rate and personal ones, and those of services, by name', async () => {
		const list = ['+447012345678', '+19005551234', '+254800223344', '+254202345678'];
		const { hints, rows } = await send(
			{ recipients: '={{ $json.to }}' },
			{ rows: list.map((to) => ({ to })) },
		);
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(4).fill('accepted'));
		expect(hints.at(-1)).toBe(
			"2 numbers are premium-rate or personal, nobody's phone, and may cost more: +447012345678 and +19005551234. 1 number is a landline, which may not receive texts. 1 number is of a service, such as a toll-free line or a pager, and may not receive texts: +254800223344.",
		);
	});

	test('not where they are excluded, and not of good ones', async () => {
		const { hints } = await sendTo(`${unknown[0]}, +254712345678`, { excludeNumbers: unknown[0]! });
		expect(hints.join()).not.toMatch(/range|landline/);
	});

	test('of rows that failed, too: that may be why', async () => {
		const { hints } = await send(
			{ recipients: '={{ $json.to }}', options: { maxRecipients: 1 } },
			{ rows: all, ...goesOn },
		);
		expect(hints.at(-1)).toContain('7 numbers may be wrong');
	});
});

describe('numbers that count up by one, as a cell that is dragged down does', () => {
	const counting = (count: number, from = 0) =>
		Array.from({ length: count }, (_, index) => ({ to: numberOf(from + index) }));
	const told = async (rows: Array<{ to: string | string[] }>, options = {}) =>
		(await send({ recipients: '={{ $json.to }}', options }, { rows })).hints.filter((hint) =>
			hint.includes('follow one another'),
		);
	const hint = (count: number, first: string, last: string) =>
		`${count} numbers follow one another, such as ${first} to ${last}: a cell that is dragged down in a spreadsheet counts up. Check that these are people's numbers.`;

	test('are told in a run and in a dry run, by rows and in one row', async () => {
		const expected = [hint(12, numberOf(0), numberOf(11))];
		expect(await told(counting(12), { dryRun: true })).toEqual(expected);
		expect(await told(counting(12))).toEqual(expected);
		expect(await told([{ to: counting(12).map(({ to }) => to) }], { dryRun: true })).toEqual(
			expected,
		);
		expect(texted()).toHaveLength(12);
	});

	test('all series count, and the longest is named', async () => {
		const rows = [5, 7, 6, 4].flatMap((count, place) => counting(count, 50 * place));
		expect(await told(rows, { dryRun: true })).toEqual([hint(18, numberOf(50), numberOf(56))]);
	});

	test('not four, not the same number again, and not by two', async () => {
		const twos = Array.from({ length: 8 }, (_, index) => ({ to: numberOf(100 + 2 * index) }));
		const same = Array.from({ length: 6 }, () => ({ to: numberOf(200) }));
		expect(await told([...counting(4), ...twos, ...same], { dryRun: true })).toEqual([]);
	});
});
