/** What the trigger's form takes and refuses: each field with good, odd and wrong values, as n8n evaluates them. */
import type { IDataObject, INode, INodeParameters, IPollFunctions } from 'n8n-workflow';
import type { Session } from '../../nodes/MessagingService/auth/session.ts';
import { readSettings, type Settings } from '../../nodes/MessagingService/trigger/settings.ts';
import { oddValues } from '../validation/oddValues.mts';

const account = { baseURL: 'https://sms.example.org/api', fields: { clientId: 'clinic-7' } };

/** What an expression comes to; one that throws fails. */
type Expressions = Record<string, () => unknown>;

/** n8n's functions for a trigger with this form; a text that begins with '=' is an expression, by its text. */
function functionsOf(parameters: INodeParameters, expressions: Expressions): IPollFunctions {
	const node = {
		id: 'w',
		name: 'Watch',
		type: 'messagingServiceTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	} as INode;
	const evaluated = (value: unknown): unknown =>
		typeof value === 'string' && value.startsWith('=') ? expressions[value]!() : value;
	const getNodeParameter = (
		path: string,
		fallback: unknown,
		{ extractValue = false } = {},
	): unknown => {
		const stored = path
			.split('.')
			.reduce<unknown>((inside, name) => (inside as IDataObject | undefined)?.[name], parameters);
		if (stored === undefined) return fallback;
		return evaluated(extractValue ? (stored as { value: unknown }).value : stored);
	};
	return {
		getNode: () => node,
		getTimezone: () => 'Asia/Kathmandu',
		getNodeParameter,
	} as unknown as IPollFunctions;
}

function read(
	parameters: INodeParameters,
	expressions: Expressions = {},
	{ baseURL, fields } = account,
) {
	return readSettings(
		functionsOf({ event: 'statusChanged', filters: {}, options: {}, ...parameters }, expressions),
		{ baseURL, fields } as unknown as Session,
	);
}

function good(parameters: INodeParameters, expressions: Expressions = {}, of = account): Settings {
	const settings = read(parameters, expressions, of);
	if ('failures' in settings) throw new Error(settings.failures.map(({ what }) => what).join(' '));
	return settings;
}

/** Why the form isn't taken, a text a reason. */
function refusals(parameters: INodeParameters, expressions: Expressions = {}): string[] {
	const settings = read(parameters, expressions);
	return 'failures' in settings ? settings.failures.map(({ what, next }) => `${what} ${next}`) : [];
}

const filters = (given: IDataObject): INodeParameters => ({ filters: given as INodeParameters });
const options = (given: IDataObject): INodeParameters => ({ options: given as INodeParameters });
const sender = (value: unknown): IDataObject => ({ senderId: { __rl: true, mode: 'id', value } });

describe('an empty form', () => {
	test('watches all messages of three days for changes of status, ten requests at once', () => {
		expect(good({}).order).toEqual({
			event: 'statusChanged',
			query: {},
			keeps: undefined,
			numbers: undefined,
			statuses: undefined,
			watchedFor: 259_200_000,
			concurrency: 10,
			filters: {
				'filters.campaign': undefined,
				'filters.category': undefined,
				'filters.phoneNumber': undefined,
				'filters.senderId': undefined,
				'filters.query': undefined,
			},
		});
	});

	test.each([
		['', '  \n'],
		[null, undefined],
	])('fields left with %p or %p in them are as if they were not there', (one, other) => {
		const left = {
			filters: { campaign: one, category: other, phoneNumber: one, query: other, ...sender(one) },
			options: { statuses: other, watchHours: one, maxConcurrentRequests: other },
		} as unknown as INodeParameters;
		expect(good(left)).toEqual(good({}));
	});
});

describe('taken', () => {
	test.each<[INodeParameters, object]>([
		[{ event: 'messageCreated' }, { event: 'messageCreated' }],
		[{ event: null as unknown as string }, { event: 'statusChanged' }],
		[filters({ category: 'authentication' }), { query: { category: 'authentication' } }],
		[filters({ query: ' vaccination & more ' }), { query: { query: ' vaccination & more ' } }],
		[filters({ query: 0 }), { query: { query: '0' } }],
		[filters(sender('205')), { query: { sender_id: 205 } }],
		[filters(sender(0)), { query: { sender_id: 0 } }],
		[
			filters({ phoneNumber: '00 44 20 7946 0018; +81 3-1234-5678' }),
			{ numbers: new Set(['442079460018', '81312345678']), query: {} },
		],
		[
			filters({ phoneNumber: ['0039 0612345678', '+39 06 1234 5678'] }),
			{ numbers: new Set(['390612345678']) },
		],
		[options({ statuses: 'Expired, blocked' }), { statuses: new Set(['expired', 'blocked']) }],
		[options({ statuses: ',' }), { statuses: undefined }],
		[options({ statuses: '["Bounced", "Parked"]' }), { statuses: new Set(['bounced', 'parked']) }],
		[
			options({ statuses: ['Bounced', 'Parked'] as unknown as string }),
			{ statuses: new Set(['bounced', 'parked']) },
		],
		[options({ watchHours: 1 }), { watchedFor: 3_600_000 }],
		[options({ watchHours: ' 744 ' }), { watchedFor: 2_678_400_000 }],
		[options({ maxConcurrentRequests: '2' }), { concurrency: 2 }],
	])('%j', (parameters, part) => expect(good(parameters).order).toMatchObject(part));

	test.each<[IDataObject, IDataObject, boolean]>([
		[{ campaign: ' jabs ' }, { campaign: 'jabs' }, true],
		[{ campaign: 'jabs' }, { campaign: ' jabs\n' }, true],
		[{ campaign: 'jabs' }, { campaign: 'Jabs' }, false],
		[{ campaign: 2027 }, { campaign: '2027' }, true],
		[
			{ phoneNumber: '+81312345678' },
			{ sms_recipients: [{ phone_number: '0081 3 1234 5678' }] },
			false,
		],
		[
			{ phoneNumber: '+81312345678' },
			{ sms_recipients: [{ phone_number: '+81 3 1234 5678' }] },
			true,
		],
		[
			{ phoneNumber: '+81312345678', campaign: 'jabs' },
			{ campaign: 'boosters', sms_recipients: [{ phone_number: '+81312345678' }] },
			false,
		],
	])('%j, of the message %j: %p', (given, message, isKept) =>
		expect(good(filters(given)).order.keeps!(message)).toBe(isKept),
	);

	test('what is left in Statuses counts for changes of status only', () => {
		expect(
			good({ event: 'messageCreated', ...options({ statuses: 'Failed' }) }).order.statuses,
		).toBeUndefined();
		expect(
			refusals(
				{ event: 'messageCreated', ...options({ statuses: '={{ no }}' }) },
				{
					'={{ no }}': () => {
						throw new Error('not asked');
					},
				},
			),
		).toEqual([]);
	});
});

describe('refused, with its label and how to go on', () => {
	const wrong: Array<[INodeParameters, string]> = [
		[
			{ event: 'delivered' },
			"'delivered' isn't a valid Event. Set Event to one of these: statusChanged, messageCreated.",
		],
		[
			{ event: true },
			"'true' isn't a valid Event. Set Event to one of these: statusChanged, messageCreated.",
		],
		[
			filters({ category: 'Promotional' }),
			"'Promotional' isn't a valid Category. Set Category to one of these: authentication, utility, marketing.",
		],
		[
			filters({ campaign: ['jabs'] }),
			'Campaign is a list, not a text. Type a text into Campaign, or use an expression that gives a single text.',
		],
		[
			filters({ query: false }),
			"Text Contains is 'false', not a text. Type a text into Text Contains, or use an expression that gives a single text.",
		],
		[
			filters({ query: 'x'.repeat(1001) }),
			'Text Contains has 1,001 characters, which is too long to search for. Shorten Text Contains to at most 1,000 characters.',
		],
		[
			filters(sender('CLINIC')),
			"Sender ID is 'CLINIC', not a whole number. Give Sender ID a whole number.",
		],
		[
			filters(sender(20.5)),
			"Sender ID is '20.5', not a whole number. Give Sender ID a whole number.",
		],
		[
			filters({ phoneNumber: '020 7946 0018' }),
			"'020 7946 0018' in Phone Number has no country code. Write the number with a plus and its own country code, e.g. +254712345678.",
		],
		[
			filters({ phoneNumber: [] }),
			'Phone Number has no phone number. Enter one such as +254712345678, or fill in the cell or field that Phone Number is read from.',
		],
		[
			options({ statuses: { is: 'Failed' } }),
			"Statuses is an object, which this node can't read as statuses. Write the statuses with commas between them, e.g. Failed, Undelivered.",
		],
		[
			options({ watchHours: 0 }),
			'Watch Hours is 0, which is too small. Give Watch Hours a whole number between 1 and 744.',
		],
		[
			options({ watchHours: 745 }),
			'Watch Hours is 745, which is too large. Give Watch Hours a whole number between 1 and 744.',
		],
		[
			options({ watchHours: -3 }),
			'Watch Hours is -3, which is too small. Give Watch Hours a whole number between 1 and 744.',
		],
		[
			options({ watchHours: 1.5 }),
			"Watch Hours is '1.5', not a whole number. Give Watch Hours a whole number between 1 and 744.",
		],
		[
			options({ watchHours: 'three days' }),
			"Watch Hours is 'three days', not a whole number. Give Watch Hours a whole number between 1 and 744.",
		],
		[
			options({ maxConcurrentRequests: 0 }),
			'Max Concurrent Requests is 0, which is too small. Give Max Concurrent Requests a whole number of 1 or more.',
		],
		[
			options({ maxConcurrentRequests: [3] }),
			'Max Concurrent Requests is a list, not a whole number. Give Max Concurrent Requests a whole number of 1 or more.',
		],
	];
	test.each(wrong.map(([parameters, text]) => [text, parameters] as const))(
		'%s',
		(text, parameters) => expect(refusals(parameters)).toEqual([text]),
	);

	test('all that is wrong is told at once', () => {
		const allWrong = {
			event: 'sent',
			filters: {
				campaign: {},
				category: 'x',
				phoneNumber: '0712, +254712345678, none',
				query: true,
				...sender('a'),
			},
			options: { statuses: {}, watchHours: 0, maxConcurrentRequests: 'all' },
		};
		const told = refusals(allWrong as unknown as INodeParameters);
		// Of an event that isn't one, the fields of the first are looked at.
		for (const label of [
			'Event',
			'Campaign',
			'Category',
			"'0712' in Phone Number",
			"'none' in Phone Number",
			'Text Contains',
			'Sender ID',
			'Statuses',
			'Watch Hours',
			'Max Concurrent Requests',
		]) {
			expect(told.filter((text) => text.split('.')[0]!.includes(label))).toHaveLength(1);
		}
		expect(told).toHaveLength(10);
	});

	const fields = [
		'event',
		'filters.campaign',
		'filters.category',
		'filters.phoneNumber',
		'filters.query',
		'filters.senderId',
		'options.statuses',
		'options.watchHours',
		'options.maxConcurrentRequests',
	];
	test.each(fields)(
		'%s: every odd value that an expression can come to, in one sentence',
		(path) => {
			const [name, member] = path.split('.') as [string, string?];
			const expression =
				path === 'filters.senderId'
					? { __rl: true, mode: 'id', value: '={{ odd }}' }
					: '={{ odd }}';
			const parameters = {
				[name]: member ? { [member]: expression } : expression,
			} as INodeParameters;
			for (const [kind, make] of Object.entries(oddValues)) {
				// Of no status all are told, as of none named.
				if (path === 'options.statuses' && kind === 'an empty list') continue;
				const told = refusals(parameters, { '={{ odd }}': make });
				expect([kind, told.length > 0, told.some((text) => /bug/.test(text))]).toEqual([
					kind,
					true,
					false,
				]);
			}
		},
	);
});

describe('an expression', () => {
	const fails = () => {
		throw new Error('Referenced node "Shop" doesn\'t exist.');
	};

	test.each<[string, INodeParameters]>([
		['Campaign', filters({ campaign: '={{ fails }}' })],
		['Category', filters({ category: '={{ fails }}' })],
		['Phone Number', filters({ phoneNumber: '={{ fails }}' })],
		['Sender ID', filters(sender('={{ fails }}'))],
		['Text Contains', filters({ query: '={{ fails }}' })],
		['Statuses', options({ statuses: '={{ fails }}' })],
		['Watch Hours', options({ watchHours: '={{ fails }}' })],
		['Max Concurrent Requests', options({ maxConcurrentRequests: '={{ fails }}' })],
	])('that fails is told with its field: %s', (label, parameters) => {
		expect(read(parameters, { '={{ fails }}': fails })).toEqual({
			failures: [
				{
					id: 'expressionFailed',
					fate: 'refused',
					what: `The expression in ${label} failed: Referenced node "Shop" doesn't exist.`,
					next: `Fix the expression in ${label}, then run the workflow again.`,
				},
			],
		});
	});

	test('that comes to nothing is not set', () => {
		expect(
			good(filters({ campaign: '={{ none }}' }), { '={{ none }}': () => undefined }).order.keeps,
		).toBeUndefined();
	});
});

describe('what is watched', () => {
	const same = (one: INodeParameters, other: INodeParameters) =>
		good(one).identity === good(other).identity;

	test.each<[string, INodeParameters, INodeParameters]>([
		['options', {}, options({ statuses: 'Failed', watchHours: 5, maxConcurrentRequests: 1 })],
		['a filter that is not set', {}, filters({ campaign: ' ', query: '' })],
		['blanks around a campaign', filters({ campaign: 'jabs' }), filters({ campaign: ' jabs' })],
		[
			'spellings and order of numbers',
			filters({ phoneNumber: '+81312345678, +442079460018' }),
			filters({ phoneNumber: '0044 2079460018; +81 3-1234-5678' }),
		],
		['a sender ID as number and as text', filters(sender(205)), filters(sender('205'))],
		[
			'the order of filters',
			filters({ category: 'utility', query: 'jab' }),
			filters({ query: 'jab', category: 'utility' }),
		],
	])('is the same with other %s', (_title, one, other) => expect(same(one, other)).toBe(true));

	test.each<[string, INodeParameters, INodeParameters]>([
		['event', {}, { event: 'messageCreated' }],
		['campaign', filters({ campaign: 'jabs' }), filters({ campaign: 'Jabs' })],
		['category', {}, filters({ category: 'marketing' })],
		['number', filters({ phoneNumber: '+81312345678' }), filters({ phoneNumber: '+81312345679' })],
		['sender ID', {}, filters(sender(0))],
		['text', filters({ query: 'jab' }), filters({ query: 'jab ' })],
		['field for the same text', filters({ query: 'jabs' }), filters({ campaign: 'jabs' })],
	])('is another with another %s', (_title, one, other) => expect(same(one, other)).toBe(false));

	test('goes by the address and the client ID, and not by the secret', () => {
		const of = (changes: object) => good({}, {}, { ...account, ...changes }).identity;
		expect(of({ fields: { clientId: ' clinic-7 ', clientSecret: 'renewed' } })).toBe(of({}));
		expect(of({ fields: { clientId: 'clinic-8' } })).not.toBe(of({}));
		expect(of({ baseURL: 'https://sms.example.net/api' })).not.toBe(of({}));
	});

	test('of an expression goes by its words, and not by what it comes to', () => {
		const campaign = (expression: string, value: string) =>
			good(filters({ campaign: expression }), { [expression]: () => value }).identity;
		expect(campaign('={{ day }}', 'jabs-22')).toBe(campaign('={{ day }}', 'jabs-23'));
		expect(campaign('={{ day }}', 'jabs-22')).not.toBe(campaign('={{ today }}', 'jabs-22'));
		const byExpression = (value: number) =>
			good(filters(sender('={{ id }}')), { '={{ id }}': () => value }).identity;
		expect(byExpression(1)).toBe(byExpression(2));
	});
});
