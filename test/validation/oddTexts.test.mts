/** Readers of texts, of yes and no and of caps, on what is neither. */
import { readBoolean } from '../../nodes/MessagingService/validation/boolean.ts';
import { readCap } from '../../nodes/MessagingService/validation/cap.ts';
import { harmless } from '../../nodes/MessagingService/validation/harmless.ts';
import { readRequiredText } from '../../nodes/MessagingService/validation/requiredText.ts';
import { readSearchText } from '../../nodes/MessagingService/validation/searchText.ts';
import { measureText } from '../../nodes/MessagingService/validation/text.ts';
import { oddValues } from './oddValues.mts';

describe.each(Object.entries(oddValues))('%s', (_title, make) => {
	test.each<[string, (value: unknown) => { problem?: { what: string } }]>([
		['Campaign', (value) => readRequiredText(value, 'Campaign')],
		['Message', (value) => measureText(value)],
		['Query', (value) => readSearchText(value, 'Query')],
		['Return All', (value) => readBoolean(value, 'Return All')],
		['Max Recipients', (value) => readCap(value, 'Max Recipients', true, 0)],
	])('is refused as %s', (field, read) => {
		expect(read(harmless(make())).problem?.what).toMatch(new RegExp(`^${field} is |^[A-Z'].* isn't a valid ${field}\\.$`));
	});
});

describe('yes and no', () => {
	test.each([[true, true], [false, false]])('%p', (value, expected) => {
		expect(readBoolean(value, 'Return All')).toEqual({ value: expected });
	});

	test.each([['', ' \n', null, undefined]].flat())('%j is not set: the default', (value) => {
		expect(readBoolean(value, 'Return All')).toEqual({ value: false });
		expect(readBoolean(value, 'Return All', true)).toEqual({ value: true });
	});

	test.each<[unknown, string]>([['true', "'true'"], ['yes', "'yes'"], [1, "'1'"], [0, "'0'"], [[true], 'a list']])('%j is refused', (value, shown) => {
		expect(readBoolean(value, 'Combine Items')).toEqual({ problem: {
			id: 'notABoolean', what: `Combine Items is ${shown}, but it must be on or off.`, next: 'Switch Combine Items on or off. An expression must give true or false, not a text.',
		} });
	});
});

describe('a text to search for', () => {
	test.each<[unknown, string | undefined]>([
		['Ward 7', 'Ward 7'], [' Ward 7 ', ' Ward 7 '], [0, '0'], [7.5, '7.5'], ['true', 'true'], ['', undefined], [' \t', undefined], [null, undefined], [undefined, undefined], ['é'.repeat(1000), 'é'.repeat(1000)],
	])('%.20j', (value, expected) => {
		expect(readSearchText(value, 'Query')).toEqual({ value: expected });
	});

	test('true is no text', () => {
		expect(readSearchText(true, 'Query').problem).toMatchObject({ id: 'textOfWrongType', what: "Query is 'true', not a text." });
	});

	test('that no address has room for is refused', () => {
		expect(readSearchText('w'.repeat(1001), 'Query').problem).toEqual({
			id: 'searchTextTooLong', what: 'Query has 1,001 characters, which is too long to search for.', next: 'Shorten Query to at most 1,000 characters.',
		});
	});
});

describe('a cap', () => {
	test.each<[unknown, number]>([[7, 7], ['7', 7], [' 0 ', 0], [0, 0], [-0, 0]])('%j is read', (value, expected) => {
		expect(readCap(value, 'Max Recipients', true, 0)).toEqual({ value: expected });
	});

	test('that is not in the form is none; one that has a value all the same counts', () => {
		for (const value of [undefined, null, '']) expect(readCap(value, 'Max Recipients', false, 0)).toEqual({ value: undefined });
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
		expect(readCap(value, 'Max Recipients', true, 0)).toEqual({ problem: { id: 'unreadableCap', what, next } });
	});
});

test.each([0, -7.5, 1e21, Number.MAX_VALUE])('%d is a text', (value) => {
	expect(readRequiredText(value, 'Campaign')).toEqual({ value: String(value) });
	expect(measureText(value).value?.text).toBe(String(value));
});
