/** Fields of texts: those that must have one, and those to search for. The message's own rules are in `text`. */
import { readRequiredText } from '../../nodes/MessagingService/validation/requiredText.ts';
import { readSearchText } from '../../nodes/MessagingService/validation/searchText.ts';
import { measureText } from '../../nodes/MessagingService/validation/text.ts';

describe('required texts', () => {
	test.each([
		['Reminders', 'Reminders'],
		[' Reminders ', 'Reminders'],
		[2026, '2026'],
		[0, '0'],
		['Käse 😀', 'Käse 😀'],
	])('%j is read', (value, text) => {
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

describe('a text to search for', () => {
	test.each<[unknown, string | undefined]>([
		['Ward 7', 'Ward 7'],
		[' Ward 7 ', ' Ward 7 '],
		[0, '0'],
		[7.5, '7.5'],
		['true', 'true'],
		['', undefined],
		[' \t', undefined],
		[null, undefined],
		[undefined, undefined],
		['é'.repeat(1000), 'é'.repeat(1000)],
	])('%.20j', (value, expected) => {
		expect(readSearchText(value, 'Query')).toEqual({ value: expected });
	});

	test('true is no text', () => {
		expect(readSearchText(true, 'Query').problem).toMatchObject({
			id: 'textOfWrongType',
			what: "Query is 'true', not a text.",
		});
	});

	test('that no address has room for is refused', () => {
		expect(readSearchText('w'.repeat(1001), 'Query').problem).toEqual({
			id: 'searchTextTooLong',
			what: 'Query has 1,001 characters, which is too long to search for.',
			next: 'Shorten Query to at most 1,000 characters.',
		});
	});
});

test.each([0, -7.5, 1e21, Number.MAX_VALUE])(
	'a number is taken as its text, also where JavaScript writes it with an exponent: %d',
	(value) => {
		expect(readRequiredText(value, 'Campaign')).toEqual({ value: String(value) });
		expect(measureText(value).value?.text).toBe(String(value));
	},
);
