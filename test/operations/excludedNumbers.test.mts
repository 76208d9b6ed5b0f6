/** Exclude Numbers by itself: whom a list stands for, when it is refused, and what is kept of it from item to item. */
import { sendMessage } from '../../nodes/MessagingService/operations/sendMessage.ts';

const excluding = (
	excludeNumbers: unknown,
	memory = new Map<string, unknown>(),
	defaultCountry?: string,
) => {
	const given: Record<string, unknown> = {
		sendTo: 'phoneNumbers',
		'options.excludeNumbers': excludeNumbers,
		'options.defaultCountry': defaultCountry,
	};
	const came = sendMessage.prepare({
		body: {
			sender_id: 3,
			priority: 'utility',
			campaign: 'tides',
			message: 'Low',
			recipients: '+254733818201, +254733818202',
		},
		query: {},
		zone: 'UTC',
		now: 0,
		memory,
		parameter: (path) => given[path] ?? undefined,
		isInForm: (path) => path in given,
	});
	return 'problems' in came
		? came.problems.map(({ id }) => id)
		: (came.order as { body: { recipients: string[] } }).body.recipients;
};

const [one, other] = ['+254733818201', '+254733818202'];

test.each<[unknown, string[]]>([
	['', [one, other]],
	['  ', [one, other]],
	[[], [one, other]],
	['[]', [one, other]],
	[' [ ] ', [one, other]],
	['+254733818201', [other]],
	[[254733818201], [other]],
	[['+254733818201', '+254733818202'], []],
	['["+254733818202", ""]', [one]],
])('%j leaves %j', (list, left) => expect(excluding(list, new Map(), 'KE')).toEqual(left));

test.each([[[['']]], [[[], []]], [null], [undefined], [','], ['[null]'], [['', ' ']]])(
	'%j is refused: nobody knows whom it stands for',
	(list) => {
		expect(excluding(list)).toEqual(['nothingToExclude']);
	},
);

test('what is in mind of one list is not taken for another', () => {
	const memory = new Map<string, unknown>();
	expect(excluding(['+254733818201'], memory)).toEqual(['+254733818202']);
	expect(excluding(['+254733818202'], memory)).toEqual(['+254733818201']);
	expect(excluding('+254733818201', memory)).toEqual(['+254733818202']);
	expect(excluding([['+254733818202']], memory)).toEqual(['+254733818201']);
	expect(excluding([['+254733818201']], memory)).toEqual(['+254733818202']);
});

test('the same digits in another country are another number', () => {
	const memory = new Map<string, unknown>();
	expect(excluding('0733818201', memory, 'KE')).toEqual(['+254733818202']);
	expect(excluding('0733818201', memory, 'TZ')).toEqual(['+254733818201', '+254733818202']);
});

test.each<[unknown, unknown, string | string[]]>([
	[[], null, 'nothingToExclude'],
	[[null], [undefined], 'nothingToExclude'],
	['+254733818201,', ['+254733818201', Infinity], 'recipientOfWrongType'],
])('%j is not taken for %j', (first, then, expected) => {
	const memory = new Map<string, unknown>();
	excluding(first, memory);
	expect(excluding(then, memory)).toEqual([expected].flat());
});

test('a list that was refused once is refused for every item', () => {
	const memory = new Map<string, unknown>();
	expect([excluding('ask', memory), excluding('ask', memory)]).toEqual([
		['noDigits'],
		['noDigits'],
	]);
	expect([excluding([''], memory), excluding([''], memory)]).toEqual([
		['nothingToExclude'],
		['nothingToExclude'],
	]);
});
