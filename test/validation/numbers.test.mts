/** Fields of whole numbers: those that must have one, those that may, and caps. */
import { readCap } from '../../nodes/MessagingService/validation/cap.ts';
import {
	readOptionalWholeNumber,
	readWholeNumber,
} from '../../nodes/MessagingService/validation/wholeNumber.ts';

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
		[
			'-1',
			{ min: 0, max: 9 },
			'Limit is -1, which is too small. Give Limit a whole number between 0 and 9.',
		],
		[
			10,
			{ min: 0, max: 9 },
			'Limit is 10, which is too large. Give Limit a whole number between 0 and 9.',
		],
		[
			101,
			{ max: 100 },
			'Limit is 101, which is too large. Give Limit a whole number of 100 or less.',
		],
		[
			'x',
			{ min: 1, max: 5 },
			"Limit is 'x', not a whole number. Give Limit a whole number between 1 and 5.",
		],
	])('%p within %j', (value, bounds, expected) => {
		const { value: number, problem } = readWholeNumber(value, 'Limit', bounds);
		expect(problem ? `${problem.what} ${problem.next}` : number).toBe(expected);
	});

	test.each([['', '  ', null, undefined]].flat())(
		'%j is not set where the number is optional',
		(value) => {
			const outcome = readOptionalWholeNumber(value, 'Limit', { min: 1 });
			expect(outcome).toEqual({ value: undefined });
			expect(outcome.problem).toBeUndefined();
		},
	);

	test('an optional number that is set keeps the rules, and 0 is set', () => {
		expect(readOptionalWholeNumber(0, 'Status')).toEqual({ value: 0 });
		expect(readOptionalWholeNumber('-3', 'Status')).toEqual({ value: -3 });
		expect(readOptionalWholeNumber('x', 'Status').problem?.id).toBe('notWholeNumber');
		expect(readOptionalWholeNumber(0, 'Limit', { min: 1 }).problem?.id).toBe('numberOutOfBounds');
	});
});

describe('a cap', () => {
	test.each<[unknown, number]>([
		[7, 7],
		['7', 7],
		[' 0 ', 0],
		[0, 0],
		[-0, 0],
	])('%j is read', (value, expected) => {
		expect(readCap(value, 'Max Recipients', true, 0)).toEqual({ value: expected });
	});

	test('that is not in the form is none; one that has a value all the same counts', () => {
		for (const value of [undefined, null, ''])
			expect(readCap(value, 'Max Recipients', false, 0)).toEqual({ value: undefined });
		expect(readCap(7, 'Max Recipients', false, 0)).toEqual({ value: 7 });
	});

	const next = 'Give Max Recipients a whole number, or remove it from Options for no limit.';
	test.each<[unknown, string]>([
		[undefined, 'Max Recipients is empty.'],
		[null, 'Max Recipients is empty.'],
		['', 'Max Recipients is empty.'],
		['  ', 'Max Recipients is empty.'],
		[Number.NaN, "Max Recipients is 'NaN', not a whole number of 0 or more."],
		['seven', "Max Recipients is 'seven', not a whole number of 0 or more."],
		[7.5, "Max Recipients is '7.5', not a whole number of 0 or more."],
		[-7, "Max Recipients is '-7', not a whole number of 0 or more."],
		[true, "Max Recipients is 'true', not a whole number of 0 or more."],
		[[7], 'Max Recipients is a list, not a whole number of 0 or more.'],
	])('%j in the form is a refusal, never "no cap"', (value, what) => {
		expect(readCap(value, 'Max Recipients', true, 0)).toEqual({
			problem: { id: 'unreadableCap', what, next },
		});
	});
});
