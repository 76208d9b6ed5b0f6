/** What Send Message makes of its form: the message, what limits it, and every reason why it doesn't go. */
import { sendMessage } from '../../nodes/MessagingService/operations/sendMessage.ts';
import { now, prepared, refusals, sender, sendOf, type Form } from './preparing.mts';

const plain = {
	senderId: sender('417'),
	sendTo: 'phoneNumbers',
	recipients: '+254 733 818-201; 00254733818202',
	message: 'The ferry leaves at six.',
	campaign: ' tides ',
	priority: 'authentication',
};
const group = { ...plain, sendTo: 'contactGroup', contactListId: '36' };

/** The plain form with these options. */
const withOptions = (options: object, changes: object = {}): Form => ({
	parameters: { ...plain, ...changes, options },
});
const empty = '={{ $json.nothing }}';

test('it is posted to the messages', () => {
	const { value, method, url, capsOfRun } = sendMessage;
	expect([value, method, url]).toEqual(['sendMessage', 'POST', '/sms/messages']);
	expect(capsOfRun).toEqual([
		{ path: 'options.maxRecipients', label: 'Max Recipients' },
		{ path: 'options.maxTotalSegments', label: 'Max Total Segments' },
	]);
});

describe('the message', () => {
	test('to numbers, without any option', () => {
		expect(prepared(sendMessage, { parameters: plain })).toEqual({
			order: {
				purpose: 'send',
				body: {
					sender_id: 417,
					priority: 'authentication',
					campaign: 'tides',
					message: 'The ferry leaves at six.',
					schedule: null,
					recipients: ['+254733818201', '+254733818202'],
					contact_list_id: null,
				},
				beside: { segments: 1, encoding: 'GSM-7' },
				maxRecipients: 0,
				maxTotalSegments: 0,
				looksUp: true,
			},
			concurrency: 10,
		});
	});

	test('to a contact group: what is left in Recipients goes nowhere', () => {
		expect(sendOf(sendMessage, { parameters: group }).body).toEqual({
			sender_id: 417,
			priority: 'authentication',
			campaign: 'tides',
			message: 'The ferry leaves at six.',
			schedule: null,
			recipients: null,
			contact_list_id: 36,
		});
	});

	test('to numbers: what is left in Contact Group ID goes nowhere', () => {
		expect(
			sendOf(sendMessage, { parameters: { ...group, sendTo: 'phoneNumbers' } }).body,
		).toMatchObject({ contact_list_id: null, recipients: ['+254733818201', '+254733818202'] });
	});

	test('of a form without Send To goes to numbers, and one where it comes to nothing goes nowhere', () => {
		const body = {
			sender_id: 417,
			priority: 'utility',
			campaign: 'tides',
			message: 'Low',
			recipients: '+254733818201',
		};
		const without = sendMessage.prepare({
			body,
			query: {},
			zone: 'UTC',
			now,
			memory: new Map(),
			parameter: () => undefined,
			isInForm: () => false,
		});
		expect(without).toMatchObject({
			order: { body: { recipients: ['+254733818201'], contact_list_id: null } },
		});
		expect(refusals(sendMessage, { parameters: { ...plain, sendTo: empty } })).toEqual([
			"An empty value isn't a valid Send To.",
		]);
	});

	test('with every option', () => {
		const options = {
			schedule: '2031-05-15 09:30',
			combineItems: true,
			recipientsPerRequest: 7,
			defaultCountry: 'KE',
			excludeNumbers: '0733818202',
			invalidRecipients: 'skip',
			lookBackHours: 5,
			lookUpUnknown: false,
			maxConcurrentRequests: 3,
			maxRecipients: 40,
			maxSegments: 2,
			maxTotalSegments: 60,
			skipAlreadySent: true,
			dryRun: true,
		};
		const came = prepared(sendMessage, {
			parameters: {
				...plain,
				recipients: '0733 818 201, 0733818202, lost',
				message: 'ŷ'.repeat(71),
				options,
			},
		});
		expect(came).toMatchObject({
			concurrency: 3,
			order: {
				body: { schedule: '2031-05-15T03:45:00.000Z', recipients: ['+254733818201'] },
				beside: {
					segments: 2,
					encoding: 'UCS-2',
					skippedRecipients: [
						{ recipient: 'lost' },
						{ recipient: '+254733818202', reason: 'This number is in Exclude Numbers.' },
					],
				},
				maxRecipients: 40,
				maxTotalSegments: 60,
				isDryRun: true,
				combineUpTo: 7,
				skipSentWithin: 18_000_000,
			},
		});
		expect((came as { order: object }).order).not.toHaveProperty('looksUp');
	});

	test.each([
		[{}, undefined],
		[{ combineItems: false, recipientsPerRequest: 4 }, undefined],
		[{ combineItems: true }, 100],
		[{ combineItems: true, recipientsPerRequest: 1 }, 1],
	])('with %j shares requests up to %p', (options, upTo) => {
		expect(sendOf(sendMessage, withOptions(options)).combineUpTo).toBe(upTo);
	});

	test.each([
		[{ skipAlreadySent: true }, 24],
		[{ skipAlreadySent: true, lookBackHours: 1 }, 1],
		[{ skipAlreadySent: true, lookBackHours: 744 }, 744],
		[{ lookBackHours: 9 }, undefined],
		[{ skipAlreadySent: false }, undefined],
	])('with %j leaves out who was sent it within %p hours', (options, hours) => {
		expect(sendOf(sendMessage, withOptions(options)).skipSentWithin).toBe(
			hours === undefined ? undefined : hours * 3_600_000,
		);
	});

	test.each([
		[true, true],
		[undefined, true],
		['', true],
		[empty, true],
		[false, undefined],
	])('with Look Up Unclear Sends %p is looked up: %p', (lookUpUnknown, looksUp) => {
		expect(sendOf(sendMessage, withOptions({ lookUpUnknown })).looksUp).toBe(looksUp);
	});

	test('a second in the future by the time of the reading is no time in the past', () => {
		expect(
			sendOf(sendMessage, withOptions({ schedule: new Date(now + 1000).toISOString() })).body
				.schedule,
		).toBe(new Date(now + 1000).toISOString());
		expect(
			refusals(sendMessage, withOptions({ schedule: new Date(now - 61_000).toISOString() })),
		).toEqual(['Schedule is 2031-05-14 16:03 (Asia/Kathmandu), which is in the past.']);
	});
});

describe('numbers that are not valid', () => {
	const numbers = '+254733818201, 0733818202, +1';
	const twoWrong = [
		expect.stringContaining("'0733818202' in Recipients has no country code"),
		expect.stringContaining("'+1' in Recipients"),
	];

	test.each([[{}], [{ invalidRecipients: 'stop' }], [{ invalidRecipients: '=a' }]])(
		'stop the item with %j, each with its reason',
		(options) => {
			expect(
				refusals(sendMessage, {
					parameters: { ...plain, recipients: numbers, options },
					expressions: { '=a': undefined },
				}),
			).toEqual(twoWrong);
		},
	);

	test('are skipped where that was chosen, each with its reason and what to do', () => {
		const { body, beside } = sendOf(
			sendMessage,
			withOptions({ invalidRecipients: 'skip' }, { recipients: numbers }),
		);
		expect(body.recipients).toEqual(['+254733818201']);
		expect(beside.skippedRecipients).toEqual([
			{
				recipient: '0733818202',
				reason:
					"'0733818202' in Recipients has no country code. Write the number with its own country code, e.g. +254712345678, or choose a Default Country in Options.",
			},
			{ recipient: '+1', reason: expect.stringMatching(/^'\+1' in Recipients .+\. .+\.$/) },
		]);
	});

	test('stop the item where no number is left', () => {
		expect(
			refusals(
				sendMessage,
				withOptions({ invalidRecipients: 'skip' }, { recipients: 'none, nil' }),
			),
		).toHaveLength(2);
		expect(
			refusals(sendMessage, withOptions({ invalidRecipients: 'skip' }, { recipients: '' })),
		).toEqual(['Recipients has no phone number.']);
	});

	test.each<[string, unknown[]]>([
		[
			'10,000 of them are not',
			['+254733818201', ...Array.from({ length: 10_001 }, (_, index) => `x${index}`)],
		],
		['there are over 1,000,000 values', Array<string>(1_000_001).fill('+254733818201')],
	])(
		'that can not be read to the end stop the item: nobody would hear of the rest, such as where %s',
		(_how, recipients) => {
			const given: Record<string, unknown> = {
				sendTo: 'phoneNumbers',
				'options.invalidRecipients': 'skip',
			};
			const body = {
				sender_id: 417,
				priority: 'utility',
				campaign: 'tides',
				message: 'Low',
				recipients: recipients as string[],
			};
			const came = sendMessage.prepare({
				body,
				query: {},
				zone: 'UTC',
				now,
				memory: new Map(),
				parameter: (path) => given[path],
				isInForm: (path) => path in given,
			});
			expect(came).toEqual({
				problems: expect.arrayContaining([expect.objectContaining({ next: expect.any(String) })]),
			});
		},
	);
});

describe('refused, with its label', () => {
	test.each<[string, object, string]>([
		['Sender ID', { senderId: sender('CLINIC') }, "Sender ID is 'CLINIC', not a whole number."],
		['Send To', { sendTo: 'everyone' }, "'everyone' isn't a valid Send To."],
		[
			'Contact Group ID',
			{ sendTo: 'contactGroup', contactListId: 0 },
			'Contact Group ID is 0, which is too small.',
		],
		['Message', { message: ' \n' }, 'Message is empty.'],
		['Campaign', { campaign: '' }, 'Campaign is empty.'],
		['Priority', { priority: 'urgent' }, "'urgent' isn't a valid Priority."],
		[
			'Combine Items',
			{ options: { combineItems: 'yes' } },
			"Combine Items is 'yes', but it must be on or off.",
		],
		[
			'Default Country',
			{ options: { defaultCountry: 254 } },
			"'254' isn't a valid Default Country.",
		],
		['Dry Run', { options: { dryRun: 1 } }, "Dry Run is '1', but it must be on or off."],
		[
			'Dry Run that comes to nothing',
			{ options: { dryRun: empty } },
			'Dry Run is an empty value, but it must be on or off.',
		],
		[
			'Exclude Numbers',
			{ options: { excludeNumbers: 'ask' } },
			"'ask' in Exclude Numbers has no digits.",
		],
		[
			'Invalid Recipients',
			{ options: { invalidRecipients: 'drop' } },
			"'drop' isn't a valid Invalid Recipients.",
		],
		[
			'Look Back Hours',
			{ options: { lookBackHours: 0, skipAlreadySent: true } },
			'Look Back Hours is 0, which is too small.',
		],
		[
			'Look Back Hours of more than a month',
			{ options: { lookBackHours: 745, skipAlreadySent: true } },
			'Look Back Hours is 745, which is too large.',
		],
		[
			'Look Back Hours that comes to nothing',
			{ options: { lookBackHours: empty, skipAlreadySent: true } },
			'Look Back Hours is an empty value, not a whole number.',
		],
		[
			'Look Up Unclear Sends',
			{ options: { lookUpUnknown: 'no' } },
			"Look Up Unclear Sends is 'no', but it must be on or off.",
		],
		[
			'Max Concurrent Requests',
			{ options: { maxConcurrentRequests: 0 } },
			'Max Concurrent Requests is 0, which is too small.',
		],
		[
			'Max Recipients',
			{ options: { maxRecipients: -1 } },
			"Max Recipients is '-1', not a whole number of 0 or more.",
		],
		[
			'Max Recipients that comes to nothing',
			{ options: { maxRecipients: empty } },
			'Max Recipients is empty.',
		],
		[
			'Max Segments',
			{ options: { maxSegments: 'one' } },
			"Max Segments is 'one', not a whole number of 0 or more.",
		],
		[
			'Max Segments that comes to nothing',
			{ options: { maxSegments: empty } },
			'Max Segments is empty.',
		],
		[
			'a Message above Max Segments',
			{ message: 'x'.repeat(161), options: { maxSegments: 1 } },
			'Message needs 2 segments in GSM-7, and Max Segments allows 1.',
		],
		[
			'Max Total Segments',
			{ options: { maxTotalSegments: {} } },
			'Max Total Segments is an object, not a whole number of 0 or more.',
		],
		[
			'Max Total Segments that comes to nothing',
			{ options: { maxTotalSegments: empty } },
			'Max Total Segments is empty.',
		],
		[
			'Recipients per Request',
			{ options: { combineItems: true, recipientsPerRequest: 0 } },
			"Recipients per Request is '0', not a whole number of 1 or more.",
		],
		[
			'Recipients per Request that comes to nothing',
			{ options: { combineItems: true, recipientsPerRequest: empty } },
			'Recipients per Request is empty.',
		],
		[
			'Schedule',
			{ options: { schedule: 'soon' } },
			"Schedule is 'soon', which this node can't read as a time.",
		],
		[
			'Skip Already Sent',
			{ options: { skipAlreadySent: 'on' } },
			"Skip Already Sent is 'on', but it must be on or off.",
		],
		[
			'Skip Already Sent that comes to nothing',
			{ options: { skipAlreadySent: empty } },
			'Skip Already Sent is an empty value, but it must be on or off.',
		],
	])('%s', (_label, changes, sentence) =>
		expect(refusals(sendMessage, { parameters: { ...plain, ...changes } })).toEqual([sentence]),
	);

	test('for a contact group: what counts for numbers only', () => {
		const told = refusals(sendMessage, {
			parameters: {
				...group,
				options: { skipAlreadySent: true, excludeNumbers: '+254733818201', defaultCountry: 254 },
			},
		});
		expect(told).toEqual([
			expect.stringMatching(/^Exclude Numbers can't leave anybody out/),
			expect.stringMatching(/^Skip Already Sent can't tell who/),
		]);
		expect(
			refusals(sendMessage, {
				parameters: { ...group, options: { skipAlreadySent: false, excludeNumbers: ' ' } },
			}),
		).toEqual([]);
	});

	test('all at once, and a Send To that can be none is not asked for numbers', () => {
		const told = refusals(sendMessage, {
			parameters: {
				...plain,
				sendTo: '=to',
				senderId: sender(''),
				message: '',
				options: { excludeNumbers: 'ask', skipAlreadySent: true, maxRecipients: 'all' },
			},
		});
		expect(told.map((text) => text.split(' is')[0])).toEqual(
			expect.arrayContaining(['Sender ID', 'Message', 'Max Recipients']),
		);
		expect(told).toHaveLength(5);
	});
});
