/**
 * Skip Already Sent, through n8n's engine: what the service's list shows, and what this process
 * knows, gets nothing.
 */
import type { AxiosInstance } from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { loggedIn } from '../contract/client.mts';
import {
	goodSend,
	nodeName,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type RunSetup,
	type Workbench,
} from '../workbench.mts';
import type { SandboxOptions } from '../../workbench/sandbox/sandbox.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
let elsewhere: AxiosInstance;
afterEach(async () => await bench.sandbox.stop());

/** Each test has a service of its own, so that this process knows of nothing that was sent before. */
async function open(options: SandboxOptions = {}): Promise<void> {
	bench = await startWorkbench(options);
	elsewhere = await loggedIn(bench.sandbox);
}

const phone = (index: number) => `+2547${String(11_000_000 + index)}`;
const phones = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ phone: phone(from + index) }));

/** A send by somebody else, another n8n worker say. */
async function sentElsewhere(recipients: string[], changes: object = {}): Promise<void> {
	const body = {
		sender_id: 102,
		priority: 'utility',
		campaign: 'reminders',
		message: 'Hello',
		schedule: null,
		recipients,
		contact_list_id: null,
		...changes,
	};
	const { status } = await elsewhere.post('/sms/messages', body);
	expect(status).toBe(200);
}

const skip = async (
	items: IDataObject[],
	options: INodeParameters = {},
	parameters: INodeParameters = {},
	setup: RunSetup = {},
) =>
	await bench.run(
		{
			...goodSend,
			recipients: '={{ $json.phone }}',
			...parameters,
			options: { skipAlreadySent: true, ...options },
		},
		{ items, ...setup },
	);

const outcomes = (result: Awaited<ReturnType<typeof skip>>) =>
	rowsOf(result).map(({ sendOutcome }) => sendOutcome);
const texted = () => bench.sandbox.journal.flatMap(({ recipients }) => recipients).sort();

describe.each([
	['the main door', {}],
	["n8n's routing engine", { packages: throughRoutingEngine }],
] as const)('through %s', (_door, setup) => {
	test('a number that has the message gets nothing; the output says which message and when', async () => {
		await open();
		await sentElsewhere([phone(1)]);
		const result = await skip(phones(1, 1), {}, {}, setup);
		const { data } = await elsewhere.get('/sms/messages');
		expect(rowsOf(result)).toEqual([
			{
				sendOutcome: 'alreadySent',
				messageId: '1',
				sentAt: data.data.data.created_at,
				deliveryStatus: data.data.data.status,
				recipients: [phone(1)],
			},
		]);
		expect(bench.received('send')).toHaveLength(1);
	});

	test('of several numbers only the rest is texted', async () => {
		await open();
		await sentElsewhere([phone(2), phone(9)]);
		const result = await skip([{ phone: `${phone(1)}, ${phone(2)}; ${phone(3)}` }], {}, {}, setup);
		expect(rowsOf(result)).toEqual([
			{
				success: true,
				messageId: '2',
				sendOutcome: 'accepted',
				recipients: [phone(1), phone(3)],
				segments: 1,
				encoding: 'GSM-7',
				alreadySentRecipients: [phone(2)],
			},
		]);
		expect(bench.sandbox.journal.at(-1)?.recipients).toEqual([phone(1), phone(3)]);
	});

	test('a list that cannot be read refuses the run: nothing is sent', async () => {
		await open();
		bench.sandbox.play({ on: 'messages', kind: 'badRequest', times: Infinity });
		const { error } = await skip(phones(1), {}, {}, setup);
		expect(error?.message).toMatch(
			/^Nothing was sent\. Skip Already Sent could not read the service's list of messages\. The service refused the request \(status 400\)/,
		);
		expect(bench.received('send')).toEqual([]);
	});

	test('contact groups are refused', async () => {
		await open();
		const { error } = await skip([{}], {}, { sendTo: 'contactGroup', contactListId: 503 }, setup);
		expect(error?.message).toBe(
			"Nothing was sent. Skip Already Sent can't tell who in a contact group has the message already.",
		);
		expect(bench.sandbox.requests.filter(({ operation }) => operation !== 'token')).toEqual([]);
	});
});

describe('what counts as the same message', () => {
	test.each<[string, object, boolean]>([
		['from another sender ID', { sender_id: 101 }, true],
		['scheduled', { schedule: new Date(Date.now() + 9 * 86_400_000).toISOString() }, true],
		['with other line ends and blanks around it', { message: '  Hello\r\n' }, true],
		['of a campaign in another case', { campaign: 'Reminders ' }, true],
		['another text', { message: 'Hello!' }, false],
		['another case', { message: 'HELLO' }, false],
		['another campaign', { campaign: 'reminder' }, false],
		['another priority', { priority: 'marketing' }, false],
	])('%s: %#', async (_title, changes, isSame) => {
		await open();
		await sentElsewhere([phone(1)], changes);
		expect(outcomes(await skip(phones(1, 1)))).toEqual([isSame ? 'alreadySent' : 'accepted']);
		expect(texted()).toEqual(isSame ? [phone(1)] : [phone(1), phone(1)]);
	});

	test.each(['trimmed', 'unixLines', 'crlf', 'oneBlank', 'composed'] as const)(
		'a text that the service stores %s',
		async (storedText) => {
			await open({ readings: { storedText } });
			const message = '\r\n Dear Ame\u0301lie,\r\nsee  you\u00a0\n\ntomorrow \n';
			await sentElsewhere([phone(1)], { message });
			expect(outcomes(await skip(phones(1, 1), {}, { message }))).toEqual(['alreadySent']);
			expect(texted()).toEqual([phone(1)]);
		},
	);

	test.each(['lowerCase', 'upperCase'] as const)(
		'a campaign that the service stores in %s',
		async (storedCampaign) => {
			await open({ readings: { storedCampaign } });
			const campaign = 'Re\u0301union  May';
			await sentElsewhere([phone(1)], { campaign });
			expect(outcomes(await skip(phones(1, 1), {}, { campaign }))).toEqual(['alreadySent']);
		},
	);

	test.each(['records', 'numbers'] as const)(
		'a number that got it through a contact group whose members are %s',
		async (groupRecipients) => {
			await open({ readings: { groupRecipients } });
			await sentElsewhere(null as never, { recipients: null, contact_list_id: 503 });
			const [member] = bench.sandbox.journal[0]!.recipients;
			expect(outcomes(await skip([{ phone: member! }]))).toEqual(['alreadySent']);
		},
	);

	test('also one that failed to arrive: the service has taken it', async () => {
		await open();
		await sentElsewhere(['+254711000404']);
		bench.sandbox.setStatus('+254711000404', 'Failed');
		const result = await skip([{ phone: '+254711000404' }]);
		expect(rowsOf(result)).toMatchObject([
			{ sendOutcome: 'alreadySent', deliveryStatus: 'Failed' },
		]);
		expect(texted()).toEqual(['+254711000404']);
	});

	test('of several numbers each delivery status is told, once', async () => {
		await open();
		await sentElsewhere([phone(1), phone(2), phone(3)]);
		bench.sandbox.setStatus(phone(1), 'Expired');
		bench.sandbox.setStatus(phone(2), 'Delivered');
		bench.sandbox.setStatus(phone(3), 'Expired');
		const result = await skip([{ phone: [phone(1), phone(2), phone(3)] }]);
		expect(rowsOf(result)[0]!.deliveryStatus).toBe('Expired, Delivered');
	});
});

describe('how far back', () => {
	const hour = 3_600_000;
	/** A service whose clock was so many hours back when the message was sent. */
	async function sentHoursAgo(hours: number): Promise<void> {
		await open({ clockOffset: -hours * hour });
		await sentElsewhere([phone(1)]);
		bench.sandbox.setOptions({ clockOffset: 0 });
	}

	test.each([
		[23.9, {}, 'alreadySent'],
		[24.1, {}, 'accepted'],
		[24.1, { lookBackHours: 25 }, 'alreadySent'],
		[1.1, { lookBackHours: 1 }, 'accepted'],
		[743, { lookBackHours: 744 }, 'alreadySent'],
	] as const)('%d hours ago, with %o: %s', async (hours, options, outcome) => {
		await sentHoursAgo(hours);
		expect(outcomes(await skip(phones(1, 1), options))).toEqual([outcome]);
	});

	/** The message was created so many hours ago, scheduled so many days after that. */
	async function scheduledHoursAgo(hours: number, days: number): Promise<string> {
		await open({ clockOffset: -hours * hour });
		const schedule = new Date(Date.now() - hours * hour + days * 24 * hour).toISOString();
		await sentElsewhere([phone(1)], { schedule });
		bench.sandbox.setOptions({ clockOffset: 0 });
		return schedule;
	}

	test.each([
		[25, 3, 'alreadySent'],
		[70, 3, 'alreadySent'],
		[95, 3, 'alreadySent'],
		[97, 3, 'accepted'],
		[30 * 24, 30, 'alreadySent'],
	])(
		'a message of %i hours ago, scheduled %i days ahead, with Schedule: %s',
		async (hours, days, outcome) => {
			await scheduledHoursAgo(hours, days);
			const schedule = new Date(Date.now() + hour).toISOString();
			expect(outcomes(await skip(phones(1, 1), { schedule }))).toEqual([outcome]);
		},
	);

	test('the same list, scheduled three days ahead, run again after 25 hours: nobody is texted twice', async () => {
		const schedule = await scheduledHoursAgo(25, 3);
		expect(outcomes(await skip(phones(1, 1), { schedule }))).toEqual(['alreadySent']);
		expect(texted()).toEqual([phone(1)]);
	});

	test('without Schedule the list is read no farther back than asked', async () => {
		await open();
		await skip(phones(1, 1));
		const { start_date } = bench.received('messages')[0]!.query;
		expect(Date.now() - Date.parse(String(start_date))).toBeLessThan(3 * 24 * hour);
	});

	test('each item its own, read once for the farthest', async () => {
		// The days asked for begin 14 hours before that: at noon, whatever the time is now. Close to midnight the
		// first answer, which tells the service's clock, could make it another day, and the page be read again.
		const farthest = 6 + ((new Date().getUTCHours() + 16) % 24);
		await sentHoursAgo(farthest - 1);
		const result = await skip(
			[
				{ phone: phone(1), hours: farthest - 3 },
				{ phone: phone(1), hours: farthest },
				{ phone: phone(2), hours: 1 },
			],
			{ lookBackHours: '={{ $json.hours }}' },
		);
		expect(outcomes(result)).toEqual(['accepted', 'alreadySent', 'accepted']);
		expect(bench.received('messages')).toHaveLength(1);
	});

	test.each([-72, 3, 72])('the clock of the service is %d hours off', async (hours) => {
		await open({ clockOffset: hours * hour });
		await sentElsewhere([phone(1)]);
		expect(outcomes(await skip(phones(1, 1)))).toEqual(['alreadySent']);
		// The first page once more, but only where the days were others: by a few hours they are at some times of the day.
		const days = bench
			.received('messages')
			.map(({ query }) => `${query.start_date} to ${query.end_date}`);
		expect(new Set(days).size).toBe(days.length);
		expect(days.length).toBeGreaterThanOrEqual(Math.abs(hours) > 24 ? 2 : 1);
		expect(days.length).toBeLessThanOrEqual(2);
	});

	test.each([
		[0, /Look Back Hours is 0, which is too small/],
		[745, /Look Back Hours is 745, which is too large/],
		['={{ undefined }}', /Look Back Hours is/],
	])('%s hours is refused', async (lookBackHours, why) => {
		await open();
		const { error } = await skip(phones(1), { lookBackHours });
		expect(error?.message).toMatch(why);
		expect(bench.received('messages')).toEqual([]);
	});

	test.each(['={{ undefined }}', '={{ "" }}', '={{ null }}', '={{ "yes" }}', '={{ 1 }}'])(
		'a switch that comes out as %s is refused: it never means off',
		async (skipAlreadySent) => {
			await open();
			const { error } = await skip(phones(1), { skipAlreadySent });
			expect(error?.message).toMatch(/Skip Already Sent is .*, but it must be on or off/);
			expect(bench.received('send')).toEqual([]);
		},
	);
});

describe('equal rows of one run', () => {
	const rows = [
		{ phone: phone(1) },
		{ phone: ` ${phone(1)}` },
		{ phone: phone(2) },
		{ phone: phone(1).replace('+', '00') },
	];

	test('are texted once, the others come out as sent already', async () => {
		await open();
		const result = await skip(rows);
		expect(outcomes(result)).toEqual(['accepted', 'alreadySent', 'accepted', 'alreadySent']);
		const [first, second] = rowsOf(result);
		expect(second).toEqual({
			sendOutcome: 'alreadySent',
			messageId: first!.messageId,
			sentAt: expect.stringMatching(/^20\d\d-.*Z$/),
			recipients: [phone(1)],
		});
		expect(texted()).toEqual([phone(1), phone(2)]);
	});

	test('under Batching too', async () => {
		await open();
		const result = await skip(
			rows,
			{},
			{ requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1 } } } },
		);
		expect(outcomes(result)).toEqual(['accepted', 'alreadySent', 'accepted', 'alreadySent']);
		expect(texted()).toEqual([phone(1), phone(2)]);
	});

	test('combined', async () => {
		await open();
		const result = await skip(rows, { combineItems: true });
		expect(texted()).toEqual([phone(1), phone(2)]);
		expect(rowsOf(result)).toHaveLength(4);
	});

	test('where the first is refused, the next is sent', async () => {
		await open();
		bench.sandbox.play({ on: 'send', kind: 'badRequest' });
		const result = await skip(rows, {}, {}, { settings: { onError: 'continueRegularOutput' } });
		expect(outcomes(result)).toEqual(['notSent', 'accepted', 'accepted', 'alreadySent']);
		expect(texted()).toEqual([phone(1), phone(2)]);
	});

	test.each(['dropBefore', 'dropAfter'] as const)(
		'where the first is unclear (%s), the others are, too, and nothing is sent',
		async (kind) => {
			await open();
			bench.sandbox.play({ on: 'send', kind, recipient: phone(1) });
			const result = await skip(rows, {}, {}, { settings: { onError: 'continueRegularOutput' } });
			expect(outcomes(result)).toEqual(['unknown', 'unknown', 'accepted', 'unknown']);
			expect(bench.received('send')).toHaveLength(2);
			expect(rowsOf(result)[1]!.error).toMatch(
				/^Outcome unclear: the same message just went to one of these numbers in another request.*may or may not have been sent/,
			);
		},
	);

	test('where the look-up finds the first, the others come out as sent already', async () => {
		await open();
		bench.sandbox.play({ on: 'send', kind: 'dropAfter', recipient: phone(1) });
		const result = await skip(rows, { lookUpUnknown: true });
		expect(outcomes(result)).toEqual(['accepted', 'alreadySent', 'accepted', 'alreadySent']);
		expect(rowsOf(result)[0]).toMatchObject({
			confirmedBy: 'lookup',
			messageId: bench.sandbox.journal.find(({ recipients }) => recipients[0] === phone(1))!
				.messageId,
		});
		expect(rowsOf(result)[1]!.messageId).toBe(rowsOf(result)[0]!.messageId);
	});

	test('numbers that waited for an unclear send of others go with the next run', async () => {
		await open();
		bench.sandbox.play({ on: 'send', kind: 'dropAfter', recipient: phone(1) });
		const result = await skip(
			[{ phone: phone(1) }, { phone: `${phone(1)}, ${phone(2)}` }],
			{ lookUpUnknown: true },
			{},
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(outcomes(result)).toEqual(['accepted', 'notSent']);
		expect(rowsOf(result)[1]!.error).toMatch(
			new RegExp(
				`^The same message just went to \\${phone(1)} in another request.* Run the workflow again`,
			),
		);
		const next = await skip([{ phone: phone(1) }, { phone: `${phone(1)}, ${phone(2)}` }]);
		expect(outcomes(next)).toEqual(['alreadySent', 'accepted']);
		expect(texted()).toEqual([phone(1), phone(2)]);
	});
});

describe('counts', () => {
	test('1,000 rows over 10,000 listed messages: 100 reads, and each row once', async () => {
		await open({ pastMessages: 9_700, pastSpacing: 5_000 });
		// 300 of the rows have it already.
		await Promise.all(
			Array.from({ length: 300 }, async (_, index) => await sentElsewhere([phone(index * 3)])),
		);
		const began = bench.received('send').length;
		// The last row has a priority of its own, so that the service can't filter by it.
		const rows = phones(1_000).map((row, index) => ({
			...row,
			priority: index === 999 ? 'marketing' : 'utility',
		}));
		const result = await skip(rows, {}, { priority: '={{ $json.priority }}' });
		expect(
			bench
				.received('messages')
				.map(({ query }) => Number(query.page))
				.sort((one, other) => one - other),
		).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
		expect(bench.received('send')).toHaveLength(began + 700);
		expect(outcomes(result).filter((outcome) => outcome === 'alreadySent')).toHaveLength(300);
		expect(new Set(texted()).size).toBe(1_000);
		expect(texted()).toHaveLength(1_000);
		expect(bench.sandbox.inFlight.peak).toBeLessThanOrEqual(10);
	}, 60_000);

	test('switched off, or off for every item, it reads nothing', async () => {
		await open();
		await skip(phones(3), { skipAlreadySent: '={{ false }}' });
		expect(bench.received('messages')).toEqual([]);
	});

	test('filters by priority where all items have the same, never by sender or text', async () => {
		await open();
		await skip(phones(2));
		await skip(
			[
				{ phone: phone(3), priority: 'marketing' },
				{ phone: phone(3), priority: 'utility' },
			],
			{},
			{ priority: '={{ $json.priority }}' },
		);
		const [first, second] = bench
			.received('messages')
			.map(({ query }) => Object.keys(query).sort());
		expect(first).toEqual([
			'category',
			'date_created',
			'end_date',
			'page',
			'per_page',
			'start_date',
		]);
		expect(second).toEqual(['date_created', 'end_date', 'page', 'per_page', 'start_date']);
		expect(texted()).toEqual([phone(0), phone(1), phone(3), phone(3)]);
	});

	test('items that are refused anyway cost no read', async () => {
		await open();
		const { error } = await skip([{ phone: phone(1) }, { phone: 'nobody' }]);
		expect(error?.message).toMatch(/'nobody'/);
		expect(bench.received('messages')).toEqual([]);
	});

	test('items without it go as ever beside those with it', async () => {
		await open();
		await sentElsewhere([phone(1)]);
		const items = [
			{ phone: phone(1), skip: true },
			{ phone: phone(1), skip: false },
			{ phone: phone(2), skip: true },
		];
		const result = await skip(items, { skipAlreadySent: '={{ $json.skip }}', combineItems: true });
		expect(outcomes(result)).toEqual(['alreadySent', 'accepted', 'accepted']);
		expect(texted()).toEqual([phone(1), phone(1), phone(2)]);
	});
});

describe('the list as services may write it', () => {
	test.each([
		{ meta: 'missing' },
		{ singleRecord: 'page' },
		{ singleRecord: false },
		{ emptyAs: 'null' },
		{ emptyAs: 'missing' },
		{ listOrder: 'oldestFirst' },
		{ recordCreatedAt: 'seconds' },
		{ messageIdType: 'uuid' },
	] as const)('%o', async (readings) => {
		await open({ readings, maxPerPage: 3, pastMessages: 20, pastSpacing: 1_000 });
		expect(outcomes(await skip(phones(8)))).toEqual(Array(8).fill('accepted'));
		expect(outcomes(await skip(phones(10)))).toEqual([
			...Array(8).fill('alreadySent'),
			'accepted',
			'accepted',
		]);
		await sentElsewhere([phone(10)]);
		expect(outcomes(await skip(phones(11)))).toEqual(Array(11).fill('alreadySent'));
		expect(texted()).toHaveLength(11);
	});

	test.each(['repeatPage', 'hugeLastPage', 'serverError', 'html'] as const)(
		'a page that cannot be trusted (%s) refuses the run',
		async (kind) => {
			await open({ pastMessages: 1_500, pastSpacing: 1_000 });
			bench.sandbox.play({ on: 'messages', kind, after: 2, times: Infinity });
			const result = await skip(
				phones(4),
				{},
				{},
				{ settings: { onError: 'continueRegularOutput' } },
			);
			expect(outcomes(result)).toEqual(Array(4).fill('notSent'));
			expect(rowsOf(result)[3]!.error).toMatch(
				/^Skip Already Sent could not read the service's list of messages\./,
			);
			expect(bench.received('send')).toEqual([]);
		},
	);
});

describe('a failed run', () => {
	test('says which items had the message, and how to go on', async () => {
		await open();
		await sentElsewhere([phone(0)]);
		await sentElsewhere([phone(1)]);
		bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: phone(3), times: Infinity });
		const result = await skip(phones(4));
		const { message, description } = result.errorOf(nodeName) as unknown as {
			message: string;
			description: string;
		};
		expect(message).toMatch(/^\[item 3\] The service refused the request/);
		expect(description).toContain(
			'run the workflow again. Keep the same items: Skip Already Sent texts only those that are left.',
		);
		expect(description).toContain('2 items had the message already: items 0, 1.');
		expect(description).toContain('1 message of this run was accepted: ID 3 (item 2).');
	});

	test('with unclear items, says when to run it again', async () => {
		await open();
		bench.sandbox.play({ on: 'send', kind: 'dropBefore', recipient: phone(1), times: Infinity });
		const failed = await skip(phones(3));
		const { message, description } = failed.errorOf(nodeName) as unknown as {
			message: string;
			description: string;
		};
		expect(message).toMatch(/^1 of 3|^\[item 1\] Outcome unclear/);
		expect(description).toMatch(
			new RegExp(
				`^Run the workflow again in two minutes or later: Skip Already Sent looks for the message \\(\\${phone(1)}, campaign 'reminders', tried at .* \\(UTC\\)\\) and sends it only if it isn't there\\. 2 messages of this run were accepted`,
			),
		);
		const each = await skip(phones(3), {}, {}, { settings: { onError: 'continueRegularOutput' } });
		expect(rowsOf(each)[1]!.error).toMatch(
			/may or may not have been sent\. Run the workflow again in two minutes or later: Skip Already Sent looks for the message/,
		);
		expect(rowsOf(each)[1]!.error).not.toContain('Check before resending');
	});

	test('without it, it says that it can be switched on', async () => {
		await open();
		bench.sandbox.play({ on: 'send', kind: 'badRequest', recipient: phone(3), times: Infinity });
		const result = await skip(phones(4), { skipAlreadySent: false });
		const { description } = result.errorOf(nodeName) as unknown as { description: string };
		expect(description).toContain(
			'Then send only item 3; the others would be sent twice. Or switch on Skip Already Sent in Options and run the workflow again with the same items: it texts only those that are left.',
		);
		expect(
			outcomes(await skip(phones(4), {}, {}, { settings: { onError: 'continueRegularOutput' } })),
		).toEqual(['alreadySent', 'alreadySent', 'alreadySent', 'notSent']);
	});

	test('stopped while it reads the list: nothing was sent', async () => {
		const stop = new AbortController();
		await open({
			pastMessages: 300,
			pastSpacing: 1_000,
			beforeAnswer: ({ operation }) => void (operation === 'messages' && stop.abort()),
		});
		const result = await skip(phones(4), {}, {}, { signal: stop.signal });
		expect(result.status).toBe('canceled');
		expect(bench.received('send')).toEqual([]);
	});
});
