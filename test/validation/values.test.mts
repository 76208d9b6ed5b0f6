import { readChoice } from '../../nodes/MessagingService/validation/choice.ts';
import { isRecord } from '../../nodes/MessagingService/validation/record.ts';
import { readRequiredText } from '../../nodes/MessagingService/validation/requiredText.ts';
import { readOptionalWholeNumber, readWholeNumber } from '../../nodes/MessagingService/validation/wholeNumber.ts';

describe('whole numbers', () => {
	test.each([
		[12, 12],
		[0, 0],
		[-3, -3],
		['12', 12],
		[' 12\n', 12],
		['+12', 12],
		['-3', -3],
		['007', 7],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
		[-0, 0],
		['-0', 0],
		[12.0, 12],
	])('%p is read', (value, expected) => {
		expect(readWholeNumber(value, 'Limit')).toEqual({ value: expected });
	});

	test.each([
		[12.5, "'12.5'"],
		['12.5', "'12.5'"],
		['12.0', "'12.0'"],
		['1e3', "'1e3'"],
		['0x10', "'0x10'"],
		['1,000', "'1,000'"],
		['1 000', "'1 000'"],
		['twelve', "'twelve'"],
		['١٢', "'١٢'"],
		['', 'an empty text'],
		['  ', "'  '"],
		[null, 'an empty value'],
		[undefined, 'an empty value'],
		[Number.NaN, "'NaN'"],
		[Number.NEGATIVE_INFINITY, "'-Infinity'"],
		[1e21, "'1e+21'"],
		[2 ** 53, "'9007199254740992'"],
		['9007199254740992', "'9007199254740992'"],
		[true, "'true'"],
		[[12], 'a list'],
		[{}, 'an object'],
		[12n, "'12'"],
		['9'.repeat(1_000_000), `'${'9'.repeat(40)}…'`],
	])('%.40p is refused', (value, shown) => {
		expect(readWholeNumber(value, 'Limit')).toEqual({
			problem: {
				id: 'notWholeNumber',
				what: `Limit is ${shown}, not a whole number.`,
				next: 'Give Limit a whole number.',
			},
		});
	});

	test.each([
		[1, { min: 1 }, 1],
		[100, { max: 100 }, 100],
		[0, { min: 1 }, 'Limit is 0, which is too small. Give Limit a whole number of 1 or more.'],
		['-1', { min: 0, max: 9 }, 'Limit is -1, which is too small. Give Limit a whole number between 0 and 9.'],
		[10, { min: 0, max: 9 }, 'Limit is 10, which is too large. Give Limit a whole number between 0 and 9.'],
		[101, { max: 100 }, 'Limit is 101, which is too large. Give Limit a whole number of 100 or less.'],
		['x', { min: 1, max: 5 }, "Limit is 'x', not a whole number. Give Limit a whole number between 1 and 5."],
	])('%p within %j', (value, bounds, expected) => {
		const { value: number, problem } = readWholeNumber(value, 'Limit', bounds);
		expect(problem ? `${problem.what} ${problem.next}` : number).toBe(expected);
	});

	test.each([['', '  ', null, undefined]].flat())('%j is not set where the number is optional', (value) => {
		const outcome = readOptionalWholeNumber(value, 'Limit', { min: 1 });
		expect(outcome).toEqual({ value: undefined });
		expect(outcome.problem).toBeUndefined();
	});

	test('an optional number that is set keeps the rules, and 0 is set', () => {
		expect(readOptionalWholeNumber(0, 'Status')).toEqual({ value: 0 });
		expect(readOptionalWholeNumber('-3', 'Status')).toEqual({ value: -3 });
		expect(readOptionalWholeNumber('x', 'Status').problem?.id).toBe('notWholeNumber');
		expect(readOptionalWholeNumber(0, 'Limit', { min: 1 }).problem?.id).toBe('numberOutOfBounds');
	});
});

describe('choices', () => {
	const PRIORITIES = ['authentication', 'utility', 'marketing'] as const;

	test.each(PRIORITIES)('%s is read', (choice) => {
		expect(readChoice(` ${choice} `, 'Priority', PRIORITIES)).toEqual({ value: choice });
	});

	test.each([['', 'An empty text'], ['Utility', "'Utility'"], ['toString', "'toString'"], [null, 'An empty value'], [0, "'0'"]])(
		'%j is refused',
		(value, shown) => {
			expect(readChoice(value, 'Priority', PRIORITIES).problem).toEqual({
				id: 'notAChoice',
				what: `${shown} isn't a valid Priority.`,
				next: 'Set Priority to one of these: authentication, utility, marketing.',
			});
		},
	);
});

describe('required texts', () => {
	test.each([['Reminders', 'Reminders'], [' Reminders ', 'Reminders'], [2026, '2026'], [0, '0'], ['Käse 😀', 'Käse 😀']])('%j is read', (value, text) => {
		expect(readRequiredText(value, 'Campaign')).toEqual({ value: text });
	});

	test.each([
		['', 'Campaign is empty.'],
		[' \n', 'Campaign is empty.'],
		[null, 'Campaign is empty.'],
		[undefined, 'Campaign is empty.'],
		[['a'], 'Campaign is a list, not a text.'],
		[{}, 'Campaign is an object, not a text.'],
		[false, "Campaign is 'false', not a text."],
	])('%j is refused', (value, what) => {
		expect(readRequiredText(value, 'Campaign').problem?.what).toBe(what);
	});
});

test.each<[unknown, boolean]>([[{}, true], [{ a: 1 }, true], [[], false], [null, false], [undefined, false], ['{}', false], [7, false], [() => 0, false]])('%p is a record: %p', (value, expected) => {
	expect(isRecord(value)).toBe(expected);
});
