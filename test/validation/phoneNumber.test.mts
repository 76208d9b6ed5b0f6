/** One phone number, as people and spreadsheets write it. The countries' own rules are in `recipients`. */
import { readPhoneNumber } from '../../nodes/MessagingService/validation/phoneNumber.ts';

const read = (entry: string, country?: Parameters<typeof readPhoneNumber>[1]) => {
	const { value, problem } = readPhoneNumber(entry, country);
	return value ?? problem?.id;
};

test.each([
	['7'.repeat(24), 'noCountryCode'],
	['7'.repeat(25), 'numberTooLong'],
	[`712345678${'-'.repeat(191)}`, 'noCountryCode'],
	[`712345678${'-'.repeat(192)}`, 'numberTooLong'],
	[`+25471234567${'-'.repeat(187)}8`, '+254712345678'],
])(
	'an entry has at most 24 digits and 200 characters, of which the last is read: %s',
	(entry, expected) => expect(read(entry)).toBe(expected),
);

test.each([
	['+491512345678901', '+491512345678901'],
	['+4915123456789012', 'numberTooLong'],
])('a number has at most the 15 digits of E.164: %s', (entry, expected) =>
	expect(read(entry)).toBe(expected),
);

test.each([
	['+34 (0)612 001 234', '+34612001234'],
	['0034 (0)612 001 234', '+34612001234'],
])('the zero in brackets is dropped behind a country code: %s', (entry, expected) =>
	expect(read(entry)).toBe(expected),
);

test.each([
	['25E+11', 'roundedBySpreadsheet'],
	['2.547E+11y', 'characterInNumber'],
	['y2.547E+11', 'characterInNumber'],
])('what a spreadsheet made of a number is told as such: %s', (entry, expected) =>
	expect(read(entry)).toBe(expected),
);

test.each([
	['+254712345678.0', '+254712345678'],
	['+254.71234567.8', '+254712345678'],
	['+254.712345678.0', 'decimalNumber'],
	['+2547123456.78', '+254712345678'],
])('dots are dropped, and a fraction is refused: %s', (entry, expected) =>
	expect(read(entry)).toBe(expected),
);

test.each([
	['+254712345678 x12 y', 'characterInNumber'],
	['+254712345678 xt 12', 'extensionInNumber'],
	['+254712345678 ext=', 'characterInNumber'],
	['ext=12', 'extensionInNumber'],
	['ext =12', 'extensionInNumber'],
])('an extension is told as such only where it is one: %s', (entry, expected) =>
	expect(read(entry)).toBe(expected),
);

test.each([
	['""+254712345678" ""', '+254712345678'],
	['+25471"2345678', 'characterInNumber'],
	['+254tel:712345678', 'characterInNumber'],
	['+254712345678tel:', 'characterInNumber'],
])('quotes and tel: are taken off the ends, all of them, and nowhere else: %s', (entry, expected) =>
	expect(read(entry)).toBe(expected),
);

test('a number within a country may hold what dials abroad at its beginning', () => {
	expect(read('0400 123 456', 'AU')).toBe('+61400123456');
	expect(read('0011 254 712 345 678', 'AU')).toBe('+254712345678');
	expect(read('0011 254 712 345 678', 'KE')).toBe('unknownCountryCode');
});
