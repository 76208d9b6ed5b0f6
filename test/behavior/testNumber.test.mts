/**
 * Test Number: the first row's finished text goes to this number alone, whatever the other options say, and never
 * twice. For all rows it is a dry run.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	clock,
	doors,
	goodSend,
	N8nProcess,
	numberOf,
	received,
	send,
	service,
	texted,
	thePackage,
	type Setup,
} from '../harness/index.mts';

// Of another country than everybody's, and in no list.
const me = '+4915123456789';
const [ann, bob, cem] = [0, 1, 2].map(numberOf) as [string, string, string];
const rows = [
	{ to: ann, name: 'Ann' },
	{ to: bob, name: 'Bob' },
	{ to: cem, name: 'Cem' },
];
const toEach = { recipients: '={{ $json.to }}', message: '=Hello {{ $json.name }}' };
const rehearse = async (
	options: INodeParameters = {},
	parameters: INodeParameters = {},
	setup: Setup = {},
) =>
	await send(
		{ ...toEach, ...parameters, options: { testNumber: me, ...options } },
		{ rows, ...setup },
	);
const test1 = { recipient: me, sendOutcome: 'accepted' };
/** Expects that the service was sent one message: this text to the Test Number, at once. */
const expectTest = (message: string) => {
	const bodies = service.journal.map(({ body }) => body);
	const body = { recipients: [me], message, schedule: null, contact_list_id: null };
	expect(bodies).toEqual([expect.objectContaining(body)]);
	expect(received('send')).toHaveLength(1);
};

test.each(doors)(
	"the first row's text goes to it alone, and its row says so (%s)",
	async (door) => {
		const { rows: came } = await rehearse({}, {}, { door, rows: [rows[0]!] });
		const [{ body, messageId }] = service.journal as [(typeof service.journal)[number]];
		expect(body).toEqual({
			...{
				sender_id: 102,
				priority: 'utility',
				campaign: 'reminders (test)',
				message: 'Hello Ann',
			},
			...{ schedule: null, recipients: [me], contact_list_id: null },
		});
		const sentAt = '2026-11-23T12:00:00Z';
		expect(Object.entries(came[0]!)).toEqual([
			['sendOutcome', 'dryRun'],
			['preview', 'Hello Ann'],
			['recipients', ann],
			['segments', 1],
			['encoding', 'GSM-7'],
			['to', ann],
			['name', 'Ann'],
			['test', { ...test1, messageId, sentAt }],
		]);
		expectTest('Hello Ann');
	},
);

test('of several rows it tells the first in the pane, and each as a dry run', async () => {
	const { rows: came, hints } = await rehearse();
	expect(came.map(({ sendOutcome, test }) => [sendOutcome, test])).toEqual([
		['dryRun', expect.objectContaining(test1)],
		['dryRun', undefined],
		['dryRun', undefined],
	]);
	expect(hints[0]).toBe(
		`The text of item 0 went to ${me}: read it on your phone. Nobody else got anything. 3 rows would text 3 numbers with 3 segments in all. The first text (item 0): 'Hello Ann'.`,
	);
	expectTest('Hello Ann');
});

const tomorrow = '2026-11-24T09:00:00Z';
const atNight = { values: { from: '20:00', to: '21:00', days: ['mon'], timeZone: 'UTC' } };
const group = { sendTo: 'contactGroup', contactListId: 503 };
/** For each option of the form: its value, other parameters, and the text of the test where it isn't `Hello Ann`. */
const beside: Record<string, [value: unknown, parameters?: INodeParameters, text?: string]> = {
	dryRun: [true],
	skipAlreadySent: [true],
	lookBackHours: [1, { options: { skipAlreadySent: true } }],
	sameMessage: ['campaign'],
	defaultCountry: ['DE', { options: { testNumber: '01512 3456789' } }],
	allowedCountries: [['KE']],
	invalidRecipients: ['skip', { recipients: '={{ $json.to }}, 12' }],
	excludeNumbers: [[me, ann]],
	onlyNumbers: [bob],
	schedule: [tomorrow],
	sendingHours: [atNight],
	combineItems: [true, { message: 'All' }, 'All'],
	recipientsPerRequest: [1, { recipients: [ann, bob] as never }],
	maxRecipients: [1],
	maxSegments: [1],
	plainCharacters: [true, { message: `It’s ${'a'.repeat(155)}` }, `It's ${'a'.repeat(155)}`],
	maxTotalSegments: [1],
	lookUpUnknown: [false],
	maxConcurrentRequests: [1],
};

describe('beside another option', () => {
	test('each option of the form has a line here', () => {
		const { properties } = thePackage().nodes.messagingService!.description;
		const ofSend = ({ name, displayOptions }: (typeof properties)[number]) =>
			name === 'options' && displayOptions?.show?.operation?.includes('sendMessage');
		const names = properties.find(ofSend)!.options!.map(({ name }) => name);
		expect(['testNumber', ...Object.keys(beside)].sort()).toEqual(names.sort());
	});

	test.each(Object.keys(beside))('%s', async (name) => {
		const [value, parameters = {}, text = 'Hello Ann'] = beside[name]!;
		const { options, ...others } = parameters;
		// The list has the very text to the Test Number, and to everybody.
		for (const campaign of ['reminders', 'reminders (test)'])
			service.addMessage({
				recipients: [me, ann, bob, cem],
				...{ message: text, campaign, category: 'utility', createdAt: clock.now() - 60_000 },
			});
		const given = { ...(options as object), [name]: value } as INodeParameters;
		const { told, rows: came } = await rehearse(given, others);
		expect([told, came[0]!.test]).toEqual(['', expect.objectContaining(test1)]);
		expectTest(text);
	});

	test('a contact group', async () => {
		await rehearse({}, group);
		expectTest('Hello Ann');
	});

	test('a campaign of the greatest length', async () => {
		await rehearse({}, { campaign: `${'x'.repeat(247)}${'😀'.repeat(4)}` });
		expect(service.journal[0]!.body.campaign).toBe(`${'x'.repeat(247)} (test)`);
		expectTest('Hello Ann');
	});

	test('many numbers that are all excluded, in rows whose text has a fault', async () => {
		const { hints } = await rehearse({ excludeNumbers: [ann, bob, cem] }, { message: '={{ "" }}' });
		expect(texted()).toEqual([]);
		expect(hints[0]).toContain('Nothing was sent, not even to Test Number: no row can be read.');
	});
});

test('a row with a fault gives no test: the next one does', async () => {
	const { rows: came, hints } = await rehearse({}, {}, { rows: [{ to: '12' }, ...rows] });
	expect(came.map(({ sendOutcome, test }) => [sendOutcome, test !== undefined])).toEqual([
		['notSent', false],
		['dryRun', true],
		['dryRun', false],
		['dryRun', false],
	]);
	expect(hints[0]).toMatch(
		/^The text of item 1 went to .*4 rows: 3 would text 3 numbers with 3 segments in all, 1 not sent: see the error column\./,
	);
	expectTest('Hello Ann');
});

test('where no row can be read there is no test, and the pane says so', async () => {
	const { rows: came, hints, told } = await rehearse({}, {}, { rows: [{ to: '12' }, { to: '' }] });
	expect([told, came.map(({ sendOutcome }) => sendOutcome)]).toEqual(['', ['notSent', 'notSent']]);
	expect(hints[0]).toBe(
		'Nothing was sent, not even to Test Number: no row can be read. 2 rows not sent: see the error column.',
	);
	expect(service.requests).toEqual([]);
	const one = await rehearse({}, {}, { rows: [{ to: '12' }] });
	expect(one.hints[0]).toMatch(/^Nothing was sent, not even to Test Number: .* 1 row not sent:/);
});

test('a test that is unknown is told above the rows, where the run goes on', async () => {
	service.play({ on: 'send', kind: 'dropAfter', times: 1 });
	const settings = { onError: 'continueRegularOutput' as const };
	const { rows: came, hints } = await rehearse({ lookUpUnknown: false }, {}, { settings });
	expect(hints[0]).toMatch(
		/^The test to \+4915123456789 may or may not have been sent: see the error of item 0\. Nobody else got anything\. 3 rows would text/,
	);
	expect(came[0]).toMatchObject({ sendOutcome: 'dryRun', test: { sendOutcome: 'unknown' } });
	expectTest('Hello Ann');
});

test.each<[string, unknown, RegExp]>([
	[
		'nothing',
		'',
		/^Nothing was sent\. 3 of 3 items were refused\. Test Number has no phone number\./,
	],
	['an expression that gives nothing', '={{ $json.mine }}', /Test Number has no phone number/],
	['an expression that fails', '={{ $("Nowhere").item }}', /The expression in Test Number failed/],
	['no number', 'me', /'me' in Test Number/],
	['a national number', '015123456789', /'015123456789' in Test Number has no country code/],
	['two numbers', `${me}, ${ann}`, /Test Number has 2 numbers, and a test goes to one/],
	['a list of two', [me, ann], /Test Number has 2 numbers/],
])('%s is refused, and nobody gets anything', async (_what, testNumber, refusal) => {
	for (const options of [{}, { dryRun: true }]) {
		const { told } = await rehearse({ ...options, testNumber } as INodeParameters);
		if (!('dryRun' in options)) expect(told).toMatch(refusal);
	}
	expect(service.requests).toEqual([]);
});

test('an expression that fails is an error of its row, where the run goes on', async () => {
	const settings = { onError: 'continueRegularOutput' as const };
	const { told, rows: came } = await rehearse(
		{ testNumber: '={{ $("Nowhere").item }}' },
		{},
		{ settings },
	);
	const failed = {
		sendOutcome: 'notSent',
		error: expect.stringContaining('The expression in Test Number failed'),
	};
	expect([told, came]).toEqual(['', Array(3).fill(expect.objectContaining(failed))]);
	expect(service.requests).toEqual([]);
});

test.each([
	['a number', 4915123456789],
	['an expression', '={{ "0049 1512 3456789" }}'],
	['a list of one', [me]],
])('%s is read as Recipients is', async (_what, testNumber) => {
	await rehearse({ testNumber: testNumber as never, defaultCountry: 'DE' });
	expectTest('Hello Ann');
});

test('is no message that the list itself counts as sent, to whoever reads it first', async () => {
	await rehearse();
	const list = [...rows, { to: me, name: 'Ann' }];
	const options = { skipAlreadySent: true };
	await send({ ...toEach, options }, { rows: list });
	expect(texted()).toEqual([me, ann, bob, cem, me]);
	clock.pass(700_000);
	const other = new N8nProcess();
	await other.send({ ...toEach, options }, { rows: list });
	expect(texted()).toHaveLength(5);
	// To click again is to ask for another test.
	await rehearse();
	expect(texted().slice(5)).toEqual([me]);
});

const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
describe.each(doors)('a test that fails (%s)', (door) => {
	const one = { door, rows: [rows[0]!] };

	test.each(['dropAfter', 'errorAfterAccept', 'dropBefore', 'serverError', 'html'] as const)(
		'%s: at most one leaves, under Retry On Fail too, and nobody else gets anything',
		async (kind) => {
			service.play({ on: 'send', kind, times: 1 });
			const { told, rows: came } = await rehearse(
				{ lookUpUnknown: false },
				{},
				{ ...one, settings: retried },
			);
			expect(texted().length).toBeLessThanOrEqual(1);
			expect(texted().every((number) => number === me)).toBe(true);
			if (came.length === 0)
				expect(told).toMatch(
					/^\[test to \+4915123456789\] Outcome unknown: .* may or may not have been sent\. Nobody else got anything\..*campaign 'reminders \(test\)'/s,
				);
			else expect(came[0]!.test).toMatchObject(test1);
		},
	);

	test('it is looked up, and then known', async () => {
		service.play({ on: 'send', kind: 'dropAfter', times: 1 });
		const { rows: came } = await rehearse({}, {}, one);
		expect(came[0]).toMatchObject({ sendOutcome: 'dryRun', test: test1 });
		expectTest('Hello Ann');
	});

	test('a refusal is told as of the test, and the next try may send it', async () => {
		service.play({ on: 'send', kind: 'badRequest', times: 1 });
		const { told, failure } = await rehearse({}, {}, one);
		expect(told).toMatch(/^Nothing was sent\. \[test to \+4915123456789\] The service refused/);
		expect(failure!.itemIndex).toBe(0);
		service.play({ on: 'send', kind: 'badRequest', times: 1 });
		await rehearse({}, {}, { ...one, settings: retried });
		expect(texted()).toEqual([me]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with %s its row says so',
		async (onError) => {
			service.play({ on: 'send', kind: 'badRequest', times: 1 });
			const outcome = await rehearse({}, {}, { ...one, settings: { onError } });
			const came = onError === 'continueErrorOutput' ? outcome.errorRows : outcome.rows;
			expect(came).toMatchObject([
				{
					sendOutcome: 'dryRun',
					error: expect.stringMatching(/^\[test to \+4915123456789\] The service refused/),
					test: { recipient: me, sendOutcome: 'notSent' },
				},
			]);
			if (door === 'customOperations')
				expect(outcome.hints[0]).toMatch(
					/^The test to \+4915123456789 was not sent: see the error of item 0\. Nobody else got anything\./,
				);
		},
	);
});

test('a list that cannot be read stops it too, in words about the list', async () => {
	service.play({ on: 'messages', kind: 'badRequest', times: Infinity });
	const { told } = await rehearse({ skipAlreadySent: true });
	expect(told).toMatch(
		/^Nothing was sent\. 3 of 3 items failed\. Skip Already Sent could not read the service's list/,
	);
	expect(received('send')).toEqual([]);
});

test("a row that had it already gives the test too, and the row's own outcome stays", async () => {
	service.addMessage({
		recipients: [ann],
		...{ message: 'Hello Ann', campaign: goodSend.campaign as string, category: 'utility' },
		createdAt: clock.now() - 60_000,
	});
	const { rows: came } = await rehearse({ skipAlreadySent: true });
	expect(came[0]).toMatchObject({ sendOutcome: 'alreadySent', test: test1 });
	expectTest('Hello Ann');
});
