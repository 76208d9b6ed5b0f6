/**
 * Exclude Numbers: a listed number gets nothing, in whatever form it is written. If the list can't be read, nothing is
 * sent.
 */
import type { INodeParameters } from 'n8n-workflow';
import { clock, doors, each, locator, numberOf, send, service, texted } from '../harness/index.mts';

const [one, two, three, four] = [0, 1, 2, 3].map(numberOf) as [string, string, string, string];
const rows = [{ to: one }, { to: `${two}, ${three}` }];
const reason = 'This number is in Exclude Numbers.';

/** Sends the rows to all their numbers except those of the list. */
const sendWithout = async (list: unknown, options: INodeParameters = {}, setup: object = {}) =>
	await send(
		{ recipients: '={{ $json.to }}', options: { ...options, excludeNumbers: list as string } },
		{ rows, ...setup },
	);

test('who is on the list gets nothing, and the output says so', async () => {
	const outcome = await sendWithout(`${one}; ${two}`);
	expect(texted()).toEqual([three]);
	expect(outcome.rows).toMatchObject([
		{ sendOutcome: 'excluded', recipients: '', skippedRecipients: [{ recipient: one, reason }] },
		{ sendOutcome: 'accepted', recipients: three, skippedRecipients: [{ recipient: two, reason }] },
	]);
	expect(outcome.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

test.each(['', ' ', '={{ "" }}', '={{ [] }}', '={{ "[]" }}'])(
	'an empty field or list leaves out nobody: %j',
	async (list) => {
		const { told } = await sendWithout(list);
		expect(told).toBe('');
		expect(texted().sort()).toEqual([one, two, three]);
	},
);

describe('a list of which nobody knows whom it stands for sends nothing', () => {
	const empty = 'Exclude Numbers has an empty value in place of a number';

	test.each<[string, string, string]>([
		['a column that is not there', '={{ $json.stop_list }}', empty],
		['a column that no row has', '={{ [{ a: 1 }, { a: 2 }].map((row) => row.phone) }}', empty],
		['nothing but empty cells', '={{ ["", null] }}', empty],
		['the same as JSON', '={{ "[null]" }}', empty],
		['a word among numbers', '={{ ["+254733001173", "ask us"] }}', "'ask us' in Exclude Numbers"],
		['rows', '={{ [{ phone: "+254733001173" }] }}', "in Exclude Numbers isn't a phone number"],
	])('%s', async (_title, list, refusal) => {
		const { told } = await sendWithout(list);
		expect(told).toContain('Nothing was sent.');
		expect(told).toContain(refusal);
		const goesOn = await sendWithout(
			list,
			{ invalidRecipients: 'skip' },
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(goesOn.rows.map(({ sendOutcome }) => sendOutcome)).toEqual(['notSent', 'notSent']);
		expect(service.requests).toEqual([]);
	});
});

test.each([[`${one}`], ['={{ [] }}']])(
	'a contact group, whose members the service texts, is refused: %s',
	async (excludeNumbers) => {
		const group = { sendTo: 'contactGroup', contactListId: 503 };
		const { told } = await send({ ...group, options: { excludeNumbers } });
		expect(told).toContain("Exclude Numbers can't be used with a contact group");
		expect(service.requests).toEqual([]);
		await send({ ...group, options: { excludeNumbers: '' } });
		expect(service.journal).toHaveLength(1);
	},
);

test.each(doors)('where everybody is on the list no request is made (%s)', async (door) => {
	const options = { skipAlreadySent: true, combineItems: true };
	const outcome = await sendWithout([one, two].join(), options, { rows: [{ to: one }], door });
	expect(outcome.rows).toMatchObject([{ sendOutcome: 'excluded', recipients: '' }]);
	expect(service.requests).toEqual([]);
});

describe('what is wrong with a row that nobody gets stops nobody', () => {
	const given = '={{ $json.given }}';
	test.each<[string, INodeParameters, good: string | boolean, bad: string | null]>([
		['an empty text', { message: given }, 'Hello', ''],
		['a text that is too long', { message: given }, 'Hello', 'M'.repeat(40_000)],
		['an expression that fails', { message: '={{ $json.given.trim() }}' }, 'Hello', null],
		['an old Schedule', { options: { schedule: given } }, '2026-12-01', '2020-01-01'],
		['no Sender ID', { senderId: locator(given) }, '101', ''],
		['odd hours', { options: { sendingHours: { values: { from: given } } } }, '08:00', 'x'],
		['an odd switch', { options: { skipAlreadySent: given } }, true, 'perhaps'],
	])('%s', async (_, { options, ...parameters }, good, bad) => {
		const outcome = await send(
			{ ...each, ...parameters, options: { excludeNumbers: two, ...(options as object) } },
			{
				rows: [
					{ to: one, given: good },
					{ to: two, given: bad },
				],
			},
		);
		expect(outcome.told).toBe('');
		expect(outcome.rows).toMatchObject([
			{ sendOutcome: 'accepted' },
			{ sendOutcome: 'excluded', recipients: '', skippedRecipients: [{ recipient: two, reason }] },
		]);
		expect(texted()).toEqual([one]);
	});

	test.each([false, true])(
		'what can be told of its text is told, and else nothing (Dry Run %s)',
		async (dryRun) => {
			const parameters = {
				...each,
				message: '={{ $json.text }}',
				options: { excludeNumbers: `${one}, ${two}`, dryRun },
			};
			const { rows: came } = await send(parameters, {
				rows: [
					{ to: one, text: 'Hello' },
					{ to: two, text: '' },
				],
			});
			expect(came[0]).toMatchObject({ segments: 1, encoding: 'GSM-7' });
			expect(Object.keys(came[1]!).slice(0, 3)).toEqual(['sendOutcome', 'recipients', 'to']);
		},
	);

	test('but a number that can not be read, a list, and a cap stop all, as before', async () => {
		for (const [to, more] of [
			['none', {}],
			[two, { excludeNumbers: '={{ [$json.to, "ask us"] }}' }],
			[two, { maxRecipients: '={{ $json.to === "' + two + '" ? "many" : 5 }}' }],
		] as const) {
			const options = { excludeNumbers: two, ...more };
			const { told } = await send({ ...each, options }, { rows: [{ to: one }, { to }] });
			expect(told).toContain('Nothing was sent.');
		}
		expect(service.requests).toEqual([]);
	});
});

test('but a row of which one number is left is refused, and nobody gets an empty text', async () => {
	const parameters = { ...each, message: '={{ $json.text }}', options: { excludeNumbers: two } };
	const given = [{ to: `${one}, ${two}`, text: '' }];
	expect((await send(parameters, { rows: given })).told).toContain('Message is empty');
	expect(service.requests).toEqual([]);
});

test.each([
	['begins with', [three], [three, one]],
	['is as long as, and begins like,', [three, two], [three, one]],
])(
	'the list of a later row that %s that of the row before is read anew',
	async (_title, ...lists) => {
		const given = [
			{ to: four, not: lists[0] },
			{ to: one, not: lists[1] },
		];
		const { rows: came } = await sendWithout('={{ $json.not }}', {}, { rows: given });
		expect(came.map(({ sendOutcome }) => sendOutcome)).toEqual(['accepted', 'excluded']);
		expect(texted()).toEqual([four]);
	},
);

test('goes with Combine Items, Dry Run and skipped numbers', async () => {
	const given = [{ to: `${one}, none` }, rows[1]!];
	const options = { combineItems: true, invalidRecipients: 'skip' };
	const dry = await sendWithout(two, { ...options, dryRun: true }, { rows: given });
	expect(dry.rows.map(({ recipients }) => recipients)).toEqual([one, three]);
	const alone = await sendWithout(
		two,
		{ ...options, dryRun: true },
		{ rows: [rows[0]!, { to: two }] },
	);
	const columns = ['preview', 'recipients', 'segments', 'encoding'];
	const shown = alone.rows.map((row) => [row.sendOutcome, ...columns.map((name) => row[name])]);
	expect(shown).toEqual([
		['dryRun', 'Hello', one, 1, 'GSM-7'],
		['excluded', 'Hello', '', 1, 'GSM-7'],
	]);
	const sent = await sendWithout(two, options, { rows: given });
	expect(service.journal.map(({ recipients }) => recipients)).toEqual([[one, three]]);
	expect(sent.rows[1]).toMatchObject({ skippedRecipients: [{ recipient: two, reason }] });
});

test('neither caps nor segments count who is on the list', async () => {
	const { told } = await sendWithout(three, { maxRecipients: 2, maxTotalSegments: 2 });
	expect(told).toBe('');
	expect(texted().sort()).toEqual([one, two]);
});

test('each row goes by its own list', async () => {
	const given = [
		{ to: `${one}, ${two}`, not: one },
		{ to: `${one}, ${two}`, not: [two] },
		{ to: `${one}, ${two}`, not: [[three]] },
		{ to: one, not: '' },
	];
	const outcome = await sendWithout('={{ $json.not }}', {}, { rows: given });
	expect(outcome.rows.map(({ recipients }) => recipients)).toEqual([
		two,
		one,
		`${one}, ${two}`,
		one,
	]);
});

test('the same digits are another number in another country', async () => {
	const given = ['KE', 'TZ', 'KE'].map((country) => ({ country, to: '+254733818201' }));
	const options = { defaultCountry: '={{ $json.country }}' };
	const { rows: came } = await sendWithout('0733818201', options, { rows: given });
	expect(came.map(({ sendOutcome }) => sendOutcome)).toEqual(['excluded', 'accepted', 'excluded']);
});

describe('a long list', () => {
	// More than one item may send to.
	const list = Array.from({ length: 10_001 }, (_, index) => numberOf(index)).join();
	const given = Array.from({ length: 1_000 }, () => ({ to: one }));

	// Parsing the list for each row would take minutes, and the run is canceled before that.
	test('is read once for all rows', async () => {
		clock.useReal();
		const stop = AbortSignal.timeout(10_000);
		const { rows: came } = await sendWithout(list, {}, { rows: given, stop });
		expect(came).toHaveLength(1_000);
		for (const row of came) expect(row.sendOutcome).toBe('excluded');
	});
});
