/**
 * What is refused before anything leaves: a run that stops at failures sends all of its rows or none, one that goes
 * on sends the good ones, and a cap of the run is everybody's.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	clock,
	doors,
	locator,
	numberOf,
	received,
	send,
	service,
	texted,
} from '../harness/index.mts';

const each = { recipients: '={{ $json.to }}' };
const goesOn = { onError: 'continueRegularOutput' } as const;
const good = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: numberOf(index) }));
/** Rows of which these have no number. */
const withBad = (count: number, ...bad: number[]) =>
	good(count).map((row, index) => (bad.includes(index) ? { to: 'nobody' } : row));
const spaced = { requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 15 } } } };
/** Fails for the row of this number. */
const failsAt = (index: number, otherwise = '"Hello"') =>
	`={{ $itemIndex === ${index} ? $("Nowhere").item.json.text : ${otherwise} }}`;
const expectNothingSent = () => expect(service.requests).toEqual([]);

describe('a run that stops at a failure sends nothing where one row of it', () => {
	const noDigits = "[item 3] 'nobody' in Recipients has no digits";
	const fails = '[item 3] The expression in Message failed';

	test.each<[string, INodeParameters, number, string]>([
		['is refused', each, 3, noDigits],
		['is refused, in a later batch', { ...each, ...spaced }, 3, noDigits],
		['has an expression that fails', { ...each, message: failsAt(3) }, 9, fails],
		['has one in a later batch', { ...each, ...spaced, message: failsAt(3) }, 9, fails],
		[
			'has an option whose expression fails',
			{ ...each, options: { defaultCountry: failsAt(3, '"KE"') } },
			9,
			'[item 3] The expression in Default Country failed',
		],
	])('%s', async (_title, parameters, bad, told) => {
		const outcome = await send(parameters, { rows: withBad(5, bad) });
		expect(outcome.told).toContain(`Nothing was sent. ${told}`);
		expect(outcome.failure).toMatchObject({ itemIndex: 3 });
		expectNothingSent();
	});

	test('is refused only now and then: all rows are read before the first leaves', async () => {
		const message = `={{ $now.toMillis() < ${clock.start + 900} && $itemIndex === 2 ? $("Nowhere").item.json.a : "Hello" }}`;
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
		const { told } = await send({ ...each, message }, { rows: good(3), settings: retry });
		expect(told).toBe('');
		expect(service.journal.every(({ at }) => at >= clock.start + 900)).toBe(true);
		expect(texted().sort()).toEqual(good(3).map(({ to }) => to));
	});

	test('an expression in the node settings fails', async () => {
		const { told } = await send({ requestOptions: '={{ $("Nowhere").item.json.a }}' as never });
		expect(told).toMatch(/Nothing was sent\. The expression in the node settings failed/);
		expectNothingSent();
	});
});

test('each reason of a row is told, not only the first', async () => {
	const { told } = await send({
		recipients: 'abc, +1',
		message: '={{ "" }}',
		campaign: ' ',
		senderId: locator('1.5'),
	});
	for (const part of ["'abc'", "'+1'", 'Message is empty', 'Campaign is empty', "'1.5'"])
		expect(told).toContain(part);
});

test('of many refused rows the first ten are told, and how many more', async () => {
	const rows = Array.from({ length: 15 }, (_, index) => ({ to: `0733${818_200 + index}` }));
	const { told } = await send(each, { rows });
	expect(told).toContain('15 of 15 items were refused');
	expect(told).toContain("[item 9] '0733818209'");
	expect(told).not.toContain("'0733818210'");
	expect(told).toContain('And 5 more items');
});

describe('a run that goes on sends the good rows', () => {
	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: the others come out in their place, with reason and advice',
		async (onError) => {
			const outcome = await send(each, { rows: withBad(5, 1, 3), settings: { onError } });
			expect(texted().sort()).toEqual([numberOf(0), numberOf(2), numberOf(4)]);
			const isOwnOutput = onError === 'continueErrorOutput';
			const failed = isOwnOutput ? outcome.errorItems : [1, 3].map((at) => outcome.items[at]!);
			expect(outcome.items).toHaveLength(isOwnOutput ? 3 : 5);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 3 }]);
			for (const [place, { json }] of failed.entries())
				expect(json).toMatchObject({
					sendOutcome: 'notSent',
					error: expect.stringMatching(
						`'nobody' in Recipients has no digits. Enter a phone number .*item ${[1, 3][place]}`,
					),
				});
		},
	);

	test('a row whose expression fails keeps its own data', async () => {
		const rows = good(3).map((row, index) => ({ ...row, name: `Person ${index}` }));
		const outcome = await send({ ...each, message: failsAt(1) }, { rows, settings: goesOn });
		expect(texted().sort()).toEqual([numberOf(0), numberOf(2)]);
		expect(outcome.rows.map(({ sendOutcome }) => sendOutcome)).toEqual([
			'accepted',
			'notSent',
			'accepted',
		]);
		expect(outcome.rows[1]).toMatchObject({
			name: 'Person 1',
			error: expect.stringMatching(/The expression in Message failed: .*\[item 1\]/),
		});
	});

	test('an expression in the node settings that fails is the failure of every row', async () => {
		const requestOptions = '={{ $("Nowhere").item.json.a }}' as never;
		const { rows } = await send({ ...each, requestOptions }, { rows: good(2), settings: goesOn });
		expect(rows).toMatchObject(
			good(2).map((row) => ({
				...row,
				sendOutcome: 'notSent',
				error: expect.stringContaining('The expression in the node settings failed'),
			})),
		);
		expectNothingSent();
	});
});

describe('numbers that are not valid', () => {
	const recipients = '+254733818201, 0733818202, lost';

	test('stop the row unless told otherwise', async () => {
		const { told } = await send({ recipients });
		expect(told).toMatch(/'0733818202' in Recipients has no country code[^]*'lost'/);
		expectNothingSent();
	});

	test('are skipped where that was chosen, each with its reason in the output', async () => {
		const { rows } = await send({ recipients, options: { invalidRecipients: 'skip' } });
		expect(texted()).toEqual(['+254733818201']);
		expect(rows[0]).toMatchObject({
			sendOutcome: 'accepted',
			recipients: ['+254733818201'],
			skippedRecipients: [
				{
					recipient: '0733818202',
					reason: expect.stringMatching(/no country code\. .*Default Country/),
				},
				{ recipient: 'lost', reason: expect.stringContaining('no digits') },
			],
		});
	});

	test.each<[string, string]>([
		['none is left', 'nobody, none'],
		['there are none at all', ''],
		['more are wrong than are read', '={{ "+254733818201" + ",x".repeat(10001) }}'],
		['there are more values than are read', '={{ "+254733818201,".repeat(1000001) }}'],
	])('stop the row all the same where %s', async (_title, given) => {
		const { told } = await send({ recipients: given, options: { invalidRecipients: 'skip' } });
		expect(told).toContain('Nothing was sent.');
		expect(told).toContain('Recipients');
		expectNothingSent();
	});
});

test.each<[string, INodeParameters, RegExp]>([
	['a sender that is no number', { senderId: locator('CLINIC') }, /Sender ID is 'CLINIC'/],
	['no sender', { senderId: locator('') }, /Sender ID/],
	[
		'no contact group',
		{ sendTo: 'contactGroup', contactListId: 0 },
		/Contact Group ID is 0, which is too small/,
	],
	['a choice that is none', { sendTo: 'everyone' }, /'everyone' isn't a valid Send To/],
	['a priority that is none', { priority: 'urgent' }, /'urgent' isn't a valid Priority/],
	['a text of blanks', { message: ' \n' }, /Message is empty/],
	[
		'a number whose plus a spreadsheet dropped',
		{ recipients: '={{ 254733000002 }}' },
		/'254733000002' in Recipients has no country code/,
	],
	[
		'a number of too many zeros',
		{ recipients: '+25400712345678' },
		/'\+25400712345678' in Recipients has too many zeros/,
	],
	[
		'a country that is none',
		{ options: { defaultCountry: 'ZZ' } },
		/'ZZ' isn't a valid Default Country/,
	],
	[
		'a longer text than Max Segments allows',
		{ message: 'x'.repeat(161), options: { maxSegments: 1 } },
		/needs 2 segments in GSM-7, and Max Segments allows 1/,
	],
	[
		'one with characters that take more room',
		{ message: `${'x'.repeat(70)}€ж`, options: { maxSegments: 1 } },
		/needs 2 segments in UCS-2/,
	],
	['a schedule that is no time', { options: { schedule: 'soon' } }, /Schedule is 'soon'/],
	['a switch that is a text', { options: { combineItems: 'yes' } }, /Combine Items is 'yes'/],
	[
		'a switch that keeps messages back and comes out empty',
		{ options: { skipAlreadySent: '={{ $json.nothing }}' } },
		/Skip Already Sent is an empty value/,
	],
	[
		'more hours back than a month',
		{ options: { skipAlreadySent: true, lookBackHours: 745 } },
		/Look Back Hours is 745, which is too large/,
	],
	[
		'no requests at once',
		{ options: { maxConcurrentRequests: 0 } },
		/Max Concurrent Requests is 0/,
	],
	[
		'Skip Already Sent for a contact group',
		{ sendTo: 'contactGroup', contactListId: 503, options: { skipAlreadySent: true } },
		/Skip Already Sent can't tell who in a contact group/,
	],
])('refused, and nothing is sent: %s', async (_title, parameters, reason) => {
	for (const door of doors) {
		const { told } = await send(parameters, { door });
		expect(told).toMatch(reason);
		expect(told).toContain('Nothing was sent.');
	}
	expectNothingSent();
});

describe('caps of a run', () => {
	const reaches = /would reach 4 numbers, and Max Recipients allows 3/;
	const sends = /would send 6 segments, counted once for each number, and Max Total Segments/;

	test.each<[string, INodeParameters, RegExp | undefined]>([
		['as many numbers as Max Recipients allows', { maxRecipients: 4 }, undefined],
		['one more than Max Recipients allows', { maxRecipients: 3 }, reaches],
		['as many segments as Max Total Segments allows', { maxTotalSegments: 6 }, undefined],
		['one more than Max Total Segments allows', { maxTotalSegments: 5 }, sends],
		['no caps: both are 0', { maxRecipients: 0, maxTotalSegments: 0 }, undefined],
	])('%s', async (_title, options, refusal) => {
		// Four numbers, of which two rows have one. Five messages, one of them of two segments.
		const rows = [...good(4), { to: numberOf(0) }].map((row, index) => ({
			...row,
			text: index === 1 ? 'x'.repeat(161) : 'Hello',
		}));
		const parameters = { ...each, message: '={{ $json.text }}', options };
		for (const [settings, place] of [
			[{}, spaced],
			[goesOn, {}],
		] as const) {
			const outcome = await send({ ...parameters, ...place }, { rows, settings });
			const texts = [outcome.told, ...outcome.rows.map(({ error }) => String(error ?? ''))];
			if (refusal) expect(texts.filter((text) => refusal.test(text))).toHaveLength('onError' in settings ? 5 : 1);
			else expect(texts.join('')).toBe('');
		}
		if (refusal) expectNothingSent();
		else expect(service.journal).toHaveLength(10);
	});

	test.each([
		['maxRecipients', [2, 9, 8]],
		['maxRecipients', [9, 8, 2]],
		['maxRecipients', [0, 2, 0]],
		['maxTotalSegments', [2, 9, 8]],
		['maxTotalSegments', [9, 8, 2]],
		['maxTotalSegments', [0, 2, 0]],
	])('of %s of three rows, %j, the lowest counts and 0 is none', async (name, caps) => {
		const rows = good(3).map((row, index) => ({ ...row, cap: caps[index]! }));
		const { told } = await send({ ...each, options: { [name]: '={{ $json.cap }}' } }, { rows });
		expect(told).toMatch(/allows 2\./);
		expectNothingSent();
	});

	test.each(['maxRecipients', 'maxTotalSegments'])(
		'%s refuses a contact group, whose size nobody here knows',
		async (name) => {
			const group = { sendTo: 'contactGroup', contactListId: 503, options: { [name]: 100 } };
			expect((await send(group)).told).toMatch(/doesn't know how many numbers the contact group/);
			expectNothingSent();
		},
	);

	test.each([
		['maxRecipients', 2],
		['maxTotalSegments', 2],
	])('%s counts what an earlier try has sent', async (name, cap) => {
		service.play({ on: 'send', kind: 'badRequest', recipient: numberOf(1) });
		// From the second try on the row has two numbers.
		const recipients = `={{ $json.to + ($itemIndex === 1 && $now.toMillis() > ${clock.start + 900} ? ", ${numberOf(7)}" : "") }}`;
		const { told } = await send(
			{ recipients, options: { [name]: cap } },
			{ rows: good(2), settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 } },
		);
		expect(told).toMatch(/An earlier try of this run sent some messages; this try sent none/);
		expect(texted()).toEqual([numberOf(0)]);
	});

	test('two that are exceeded are both told', async () => {
		const options = { maxRecipients: 1, maxTotalSegments: 1 };
		const { told } = await send({ recipients: good(2).map(({ to }) => to).join(), options });
		expect(told).toMatch(/Max Recipients allows 1\.[^]*Max Total Segments allows 1\./);
	});
});

describe('a cap that can not be read never means that there is none', () => {
	const values = [
		'={{ $json.nowhere }}',
		'={{ null }}',
		'={{ NaN }}',
		'={{ 2.5 }}',
		'={{ -2 }}',
		'={{ "two" }}',
		'={{ true }}',
	];
	const caps = [
		['maxRecipients', 'Max Recipients'],
		['maxTotalSegments', 'Max Total Segments'],
		['maxSegments', 'Max Segments'],
		['recipientsPerRequest', 'Recipients per Request'],
	];

	test.each(caps.flatMap(([name, label]) => values.map((value) => [label!, value, name!])))(
		'%s of %s refuses the run',
		async (label, value, name) => {
			const options = { combineItems: true, [name]: value };
			const { told } = await send({ ...each, options }, { rows: good(2) });
			expect(told).toMatch(
				new RegExp(`Nothing was sent\\.[^]*${label} is [^]*Give ${label} a whole number, or remove it`),
			);
			expectNothingSent();
		},
	);

	test.each([
		['maxRecipients', 'Max Recipients', '={{ $json.cap }}'],
		['maxTotalSegments', 'Max Total Segments', '={{ $json.cap }}'],
		['maxRecipients', 'Max Recipients', failsAt(1, '7')],
	])('%s of one row keeps all rows back in a run that goes on, and they say which', async (name, label, cap) => {
		const rows = good(3).map((row, index) => ({ ...row, cap: index === 1 ? null : 7 }));
		const outcome = await send(
			{ ...each, options: { [name]: cap } },
			{ rows, settings: goesOn },
		);
		const others = expect.stringContaining(`${label} of item 1 isn't valid, so no item is sent`);
		expect(outcome.rows).toMatchObject([
			{ sendOutcome: 'notSent', error: others },
			{ sendOutcome: 'notSent', error: expect.stringContaining('[item 1]') },
			{ sendOutcome: 'notSent', error: others },
		]);
		expectNothingSent();
	});

	test('nor where the same row is refused for another reason, which it keeps', async () => {
		const rows = [{ to: 'nobody', cap: null }, ...good(1)];
		const options = { maxRecipients: '={{ $json.cap === null ? undefined : 7 }}' };
		const outcome = await send({ ...each, options }, { rows, settings: goesOn });
		expect(outcome.rows).toMatchObject([
			{ error: expect.stringContaining("'nobody' in Recipients has no digits") },
			{ error: expect.stringContaining("Max Recipients of item 0 isn't valid") },
		]);
		expectNothingSent();
	});

	test.each(['recipientsPerRequest', 'maxSegments'])(
		'%s is a cap of its row alone: the others go',
		async (name) => {
			const rows = good(3).map((row, index) => ({ ...row, cap: index === 1 ? null : 7 }));
			const options = { combineItems: true, [name]: '={{ $json.cap }}' };
			const outcome = await send({ ...each, options }, { rows, settings: goesOn });
			expect(outcome.rows.map(({ sendOutcome }) => sendOutcome)).toEqual([
				'accepted',
				'notSent',
				'accepted',
			]);
			expect(received('send')).toHaveLength(1);
		},
	);
});
