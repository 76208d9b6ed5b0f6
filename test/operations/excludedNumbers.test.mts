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
	// Of lists that can't be known by a text none is kept.
	expect(excluding([['+254733818202']], memory)).toEqual(['+254733818201']);
	expect(excluding([['+254733818201']], memory)).toEqual(['+254733818202']);
});

test('the same digits in another country are another number', () => {
	const memory = new Map<string, unknown>();
	expect(excluding('0733818201', memory, 'KE')).toEqual(['+254733818202']);
	expect(excluding('0733818201', memory, 'TZ')).toEqual(['+254733818201', '+254733818202']);
});

/** How often three items that have equal lists read one of their values; a value counts each look at it. */
function readsOf(list: () => { value: unknown; reads: () => number }): [number, number] {
	const [memory, lists] = [new Map<string, unknown>(), [list(), list(), list()]];
	for (const { value } of lists) excluding(value, memory, 'KE');
	return [lists[0]!.reads(), lists[2]!.reads()];
}

test.each<[string, unknown[], boolean]>([
	['of texts', ['+254733818202'], true],
	['of numbers', [254733818202], true],
	['of both', ['+254733818202', 254733818201], true],
	['of lists', [['+254733818202']], false],
	['of a text and nothing', ['+254733818202', null], false],
])('a list %s that all items share is read once: %s', (_of, members, isOnce) => {
	const counted = () => {
		let count = 0;
		return {
			value: new Proxy(members, {
				get: (target, name) => {
					if (name === Symbol.iterator) count++;
					return Reflect.get(target, name) as unknown;
				},
			}),
			reads: () => count,
		};
	};
	const [first, third] = readsOf(counted);
	expect([first > 0, third > 0]).toEqual([true, !isOnce]);
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
