import { problems } from '../../nodes/MessagingService/validation/problems.ts';
import { problemExamples } from '../../workbench/docs/problem-examples.mts';
import { quotedValue } from '../../nodes/MessagingService/validation/quotedValue.ts';
import { readRecipients } from '../../nodes/MessagingService/validation/recipients.ts';

const SENTENCES = /^[A-Z0-9'][^\n]*[^.\s]\.$/;

test('every problem has an example, and its key is its id', () => {
	expect(Object.keys(problemExamples).sort()).toEqual(Object.keys(problems).sort());
	for (const [key, problem] of Object.entries(problemExamples)) expect(problem.id).toBe(key);
});

test.each(Object.entries(problemExamples))(
	'%s says what happened and how to go on',
	(_, { what, next }) => {
		expect(what).toMatch(SENTENCES);
		expect(next).toMatch(SENTENCES);
		expect(`${what} ${next}`).not.toMatch(/undefined|null|NaN|\[object|Error|’/);
		expect(what).not.toBe(next);
	},
);

test('no two problems say the same', () => {
	const sentences = Object.values(problemExamples).map((problem) => problem.what);
	expect(new Set(sentences).size).toBe(sentences.length);
});

test('segments are counted in words', () => {
	expect(problems.tooManySegments(2, 1, 'GSM-7').what).toContain('needs 2 segments');
});

describe('a value inside a sentence', () => {
	test.each([
		['abc', "'abc'"],
		['a'.repeat(40), `'${'a'.repeat(40)}'`],
		['a'.repeat(41), `'${'a'.repeat(40)}…'`],
		['😀'.repeat(40), `'${'😀'.repeat(40)}'`],
		['😀'.repeat(41), `'${'😀'.repeat(40)}…'`],
		['a\u0000\n\u202e\u00a0b', "'a<U+0000><U+000A><U+202E><U+00A0>b'"],
		['\udc00', "'<U+DC00>'"],
		['', 'an empty text'],
		[0, "'0'"],
		[false, "'false'"],
		[null, 'an empty value'],
		[undefined, 'an empty value'],
		[['secret'], 'a list'],
		[{ token: 'secret' }, 'an object'],
		[() => 'secret', 'an object'],
		[Symbol('secret'), 'an object'],
	])('%.50p', (value, shown) => {
		expect(quotedValue(value)).toBe(shown);
	});
});

test.each([
	[1, "1 more value in Recipients was refused and isn't listed here."],
	[100, "100 more values in Recipients were refused and aren't listed here."],
	[1200, "1,200 more values in Recipients were refused and aren't listed here."],
	[1_234_567, "1,234,567 more values in Recipients were refused and aren't listed here."],
])('%i values that are not listed are counted in words', (count, said) => {
	expect(problems.moreRefusedRecipients(count).what).toBe(said);
});

test.each([
	[0, 1, undefined, 'small'],
	[9, 1, 5, 'large'],
	[9, undefined, 5, 'large'],
	[1, 1, 0, 'large'],
])('%i with bounds %p and %p is too %4$s', (value, min, max, word) => {
	expect(problems.numberOutOfBounds('Limit', value, min, max).what).toBe(
		`Limit is ${value}, which is too ${word}.`,
	);
});

test('of 13 refused values ten are told and three counted', () => {
	const { problems: told } = readRecipients(Array.from({ length: 13 }, () => 'none'));
	expect(told).toHaveLength(11);
	expect(told.at(-1)).toEqual(problems.moreRefusedRecipients(3));
});
