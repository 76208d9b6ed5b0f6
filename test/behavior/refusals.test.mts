/**
 * Refusals before any request: a run that stops at failures sends all of its rows or none, a run that continues sends
 * the good ones, and a cap of the run applies to all rows.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	clock,
	doors,
	each,
	locator,
	numberOf,
	rowsTo,
	send,
	service,
	texted,
} from '../harness/index.mts';

const goesOn = { onError: 'continueRegularOutput' } as const;
/** Returns rows, some of which have no number. */
const withBad = (count: number, ...bad: number[]) =>
	rowsTo(count).map((row, index) => (bad.includes(index) ? { to: 'nobody' } : row));
const spaced = { requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 15 } } } };
/** Returns an expression that fails for the row with this index. */
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
			for (const { json } of failed)
				expect(json).toMatchObject({
					sendOutcome: 'notSent',
					error: expect.stringMatching(
						/^'nobody' in Recipients has no digits\. Enter a phone number [^[]+\.$/,
					),
				});
		},
	);
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
			recipients: '+254733818201',
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
		['there are none at all', '={{ "" }}'],
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
	['no contact group', { sendTo: 'contactGroup', contactListId: 0 }, /Contact Group ID is 0/],
	[
		'a text whose field is not switched to Expression',
		{ message: 'Hi {{ $json.to }}' },
		/Message has '{{ \$json\.to }}' as plain text.*\sIf Message stands on Fixed, switch it to Expression\./,
	],
	[
		'an object in a text',
		{ message: '=Hi {{ $json }}' },
		/Message has '\[object Object\]' in place of a value, in 'Hi \[object Object\]'\.\sDrag a single value into Message/,
	],
	[
		'a number whose plus a spreadsheet dropped',
		{ recipients: '={{ 254733000002 }}' },
		/'254733000002' in Recipients has no country code: is the plus missing\? Write \+254733000002 if it is a number of Kenya \(\+254\)\.\sIf not, write it with its own country code, or choose its country as Default Country in Options\./,
	],
	[
		'a switch that keeps messages back and comes out empty',
		{ options: { skipAlreadySent: '={{ $json.nothing }}' } },
		/Skip Already Sent is an empty value/,
	],
	[
		'a text that no phone could show',
		{ message: `={{ 'a'.repeat(39016) }}` },
		/Message has 39,016 characters, and a text message has 255 segments at most\.\sShorten Message to 39,015/,
	],
	[
		'a campaign longer than columns of databases are',
		{ campaign: `={{ 'a'.repeat(256) }}` },
		/Campaign has 256 characters, which is too long\.\sShorten Campaign to at most 255 characters/,
	],
	[
		'countries in a text that is no list',
		{ options: { allowedCountries: `={{ 'KE,'.repeat(4000) }}` } },
		/'KE,KE,.*…' isn't a valid country for Allowed Countries/,
	],
])('refused, and nothing is sent: %s', async (_title, parameters, reason) => {
	for (const door of doors) {
		const { told } = await send(parameters, { door });
		expect(told).toMatch(reason);
		expect(told).toContain('Nothing was sent.');
	}
	expectNothingSent();
});

describe('a value that no field can take is refused in words that name the field', () => {
	// Values as expressions, Code nodes and language models leave them.
	const odd = [
		...[
			'NaN',
			'-Infinity',
			'41n',
			'Symbol("odd")',
			'{}',
			'[[[[[[[7]]]]]]]',
			'[NaN, {}]',
			'() => 7',
		],
		...['new Date(NaN)', 'DateTime.fromISO("someday")', 'Duration.fromMillis(1795327200000)'],
		...['$("Start")', '$input', 'new Map()', 'new Number(7)', 'Math', '/x/', '$json.ring'],
		...['$("Nowhere").item.json.a', '(async () => { throw new Error("unheard"); })()'],
	];
	const ring: Record<string, unknown> = { name: 'ring' };
	ring.self = ring;
	const rows = odd.map((_, index) => ({ index, ring }));
	const value = `={{ [${odd.map((each) => `() => (${each})`).join()}][$json.index]() }}`;
	const group = { sendTo: 'contactGroup', recipients: '' };
	const option = (name: string, beside: INodeParameters = {}): INodeParameters => ({
		options: { ...beside, [name]: value },
	});

	test.each<[string, INodeParameters]>([
		['Sender ID', { senderId: locator(value) }],
		['Send To', { sendTo: value }],
		['Recipients', { recipients: value }],
		['Contact Group ID', { ...group, contactListId: value }],
		['Message', { message: value }],
		['Campaign', { campaign: value }],
		['Priority', { priority: value }],
		['Combine Items', option('combineItems')],
		['Default Country', option('defaultCountry')],
		['Dry Run', option('dryRun')],
		['Exclude Numbers', option('excludeNumbers')],
		['Invalid Recipients', option('invalidRecipients')],
		['Look Back Hours', option('lookBackHours', { skipAlreadySent: true })],
		['Look Up Unknown Sends', option('lookUpUnknown')],
		['Max Concurrent Requests', option('maxConcurrentRequests')],
		['Max Recipients', option('maxRecipients')],
		['Max Segments', option('maxSegments')],
		['Max Total Segments', option('maxTotalSegments')],
		['Recipients per Request', option('recipientsPerRequest')],
		['Schedule', option('schedule')],
		['Skip Already Sent', option('skipAlreadySent')],
	])('%s', async (label, parameters) => {
		const outcome = await send(parameters, { rows, settings: goesOn });
		expect(outcome.rows.map(({ error }) => String(error))).toEqual(
			odd.map(() => expect.stringContaining(label)),
		);
		for (const { error } of outcome.rows)
			expect(error).not.toMatch(/\[object|\bat .*\.[cm]?[jt]s:|bug/);
		expectNothingSent();
	});
});

test('a campaign may have 255 characters', async () => {
	const campaign = 'a'.repeat(255);
	await send({ campaign });
	expect(service.journal.map(({ body }) => body.campaign)).toEqual([campaign]);
});

test.each([
	['10,000 rows', 10_000, ''],
	['a million blanks between commas', 1, ' ,'.repeat(1_000_000)],
	['20,000 numbers in Exclude Numbers', 1, `nobody,${rowsTo(20_000).map(({ to }) => to)}`],
])(
	"%s leave n8n's event loop to others every ten milliseconds",
	async (_, count, excludeNumbers) => {
		// Each of the ten thousand or more values reads the clock at least once.
		clock.perLook = 1;
		const rows = Array.from({ length: count }, () => ({}));
		const { told } = await send({ recipients: 'nobody', options: { excludeNumbers } }, { rows });
		expect(told).toContain("'nobody' in");
		expect(clock.turns).toBeGreaterThan(10_000 / 20);
		expectNothingSent();
	},
);
