/** Exclude Numbers by itself: whom a list stands for, when it is refused, and what is kept of it from item to item. */
import { sendMessage } from '../../nodes/MessagingService/operations/sendMessage.ts';

const excluding = (excludeNumbers: unknown, memory = new Map<string, unknown>()) => {
	const given: Record<string, unknown> = { sendTo: 'phoneNumbers', 'options.excludeNumbers': excludeNumbers };
	const came = sendMessage.prepare({
		body: { sender_id: 3, priority: 'utility', campaign: 'tides', message: 'Low', recipients: '+254733818201, +254733818202' }, query: {}, zone: 'UTC', now: 0, memory,
		parameter: (path) => given[path] ?? undefined, isInForm: (path) => path in given,
	});
	return 'problems' in came ? came.problems.map(({ id }) => id) : (came.order as { body: { recipients: string[] } }).body.recipients;
};

test.each([['', 2], ['  ', 2], [[], 2], ['[]', 2], [' [ ] ', 2], ['+254733818201', 1], [[254733818201], 1], [['+254733818201', '+254733818202'], 0], ['["+254733818202", ""]', 1]])('%j leaves %i numbers', (list, left) => {
	expect(excluding(list)).toHaveLength(left);
});

test.each([[[['']]], [[[], []]], [null], [undefined], [','], ['[null]'], [['', ' ']]])('%j is refused: nobody knows whom it stands for', (list) => {
	expect(excluding(list)).toEqual(['nothingToExclude']);
});

test('what is in mind of one list is not taken for another', () => {
	const memory = new Map<string, unknown>();
	expect(excluding(['+254733818201'], memory)).toEqual(['+254733818202']);
	expect(excluding(['+254733818202'], memory)).toEqual(['+254733818201']);
	expect(excluding('+254733818201', memory)).toEqual(['+254733818202']);
	// Of lists that can't be known by a text none is kept.
	expect(excluding([['+254733818202']], memory)).toEqual(['+254733818201']);
	expect(excluding([['+254733818201']], memory)).toEqual(['+254733818202']);
});

test('a list that was refused once is refused for every item', () => {
	const memory = new Map<string, unknown>();
	expect([excluding('ask', memory), excluding('ask', memory)]).toEqual([['noDigits'], ['noDigits']]);
	expect([excluding([''], memory), excluding([''], memory)]).toEqual([['nothingToExclude'], ['nothingToExclude']]);
});
