/** One phone number, as people and spreadsheets write it. The countries' own rules are in `recipients`. */
import fc from 'fast-check';
import { readPhoneNumber } from '../../nodes/MessagingService/validation/phoneNumber.ts';
import { runsOf } from '../randomRuns.mts';

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

describe('what goes out is a fixed point: read once more, it gives itself', () => {
	test.each([
		['+25400712345678', undefined],
		['0025400712345678', undefined],
		['+254 (00) 712 345 678', undefined],
		['+2540007123456', undefined],
		['+550031479311', undefined],
	] as const)('%s is refused', (entry, country) =>
		expect(read(entry, country)).toBe('zerosInNumber'),
	);

	test.each([
		['+2540712345678', '+254712345678'],
		['+44 (0)7911 123456', '+447911123456'],
		['+390612345678', '+390612345678'],
	])('%s goes out as %s', (entry, expected) => {
		expect(read(entry)).toBe(expected);
		expect(read(expected)).toBe(expected);
	});

	const digits = fc.array(fc.constantFrom(...'0012345678900'), { minLength: 4, maxLength: 13 });
	const prefix = fc.constantFrom('+', '00', '+254', '+55', '+54', '+52', '+44', '+39', '+49', '');
	const country = fc.constantFrom(undefined, 'KE', 'BR', 'AR', 'MX', 'IT', 'DE', 'AU', 'US');

	test('whatever is written', () => {
		let taken = 0;
		fc.assert(
			fc.property(prefix, digits, country, (before, rest, code) => {
				const { value } = readPhoneNumber(before + rest.join(''), code as never);
				if (value === undefined) return;
				taken++;
				expect(read(value)).toBe(value);
				expect(read(value, code as never)).toBe(value);
			}),
			runsOf(2_000),
		);
		expect(taken).toBeGreaterThan(100);
	});
});
