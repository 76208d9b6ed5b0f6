/** Numbers and lists of them at the very edges of what is read. */
import { readPhoneNumber } from '../../nodes/MessagingService/validation/phoneNumber.ts';
import { readRecipients } from '../../nodes/MessagingService/validation/recipients.ts';

const read = (entry: string, country?: Parameters<typeof readPhoneNumber>[1]) => {
	const { value, problem } = readPhoneNumber(entry, country);
	return value ?? problem?.id;
};

test.each([
	['7'.repeat(24), 'noCountryCode'],
	['7'.repeat(25), 'numberTooLong'],
	[`712345678${'-'.repeat(191)}`, 'noCountryCode'],
	[`712345678${'-'.repeat(192)}`, 'numberTooLong'],
	// The last of 200 characters is read.
	[`+25471234567${'-'.repeat(187)}8`, '+254712345678'],
	// E.164 has 15 digits at most.
	['+491512345678901', '+491512345678901'],
	['+4915123456789012', 'numberTooLong'],
	['+34 (0)612 001 234', '+34612001234'],
	['0034 (0)612 001 234', '+34612001234'],
	['25E+11', 'roundedBySpreadsheet'],
	['2.547E+11y', 'characterInNumber'],
	['y2.547E+11', 'characterInNumber'],
	['+254712345678.0', '+254712345678'],
	['+254.71234567.8', '+254712345678'],
	['+254.712345678.0', 'decimalNumber'],
	['+2547123456.78', '+254712345678'],
	['+254712345678 x12 y', 'characterInNumber'],
	['+254712345678 xt 12', 'extensionInNumber'],
	['+254712345678 ext=', 'characterInNumber'],
	['ext=12', 'extensionInNumber'],
	['ext =12', 'extensionInNumber'],
	// Quotes and tel: are taken off the ends, all of them, and nowhere else.
	['""+254712345678" ""', '+254712345678'],
	['+25471"2345678', 'characterInNumber'],
	['+254tel:712345678', 'characterInNumber'],
	['+254712345678tel:', 'characterInNumber'],
])('%s', (entry, expected) => {
	expect(read(entry)).toBe(expected);
});

test('a number within a country may hold what dials abroad at its beginning', () => {
	expect(read('0400 123 456', 'AU')).toBe('+61400123456');
	expect(read('0011 254 712 345 678', 'AU')).toBe('+254712345678');
	expect(read('0011 254 712 345 678', 'KE')).toBe('unknownCountryCode');
});

describe('a list', () => {
	/** Why this is refused; of an entry that is, no part may pass for a number. */
	const ids = (value: unknown) => {
		const { numbers, problems } = readRecipients(value);
		expect(numbers).toEqual([]);
		return problems.map(({ id }) => id);
	};

	test.each<[unknown, string[]]>([
		[0, ['noCountryCode']],
		[1e21, ['roundedBySpreadsheet']],
		[-1e21, ['roundedBySpreadsheet']],
		['+254712345678; ext=5', ['extensionInNumber']],
		['+254712345678;   isub=5', ['characterInNumber']],
	])('%p', (value, expected) => {
		expect(ids(value)).toEqual(expected);
	});

	test.each([',', ';', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u060c', '\u061b', '\uff0c', '\uff1b', '\u3001'])('is divided by %j', (separator) => {
		expect(readRecipients(`+254712345678${separator}+254722000000`)).toEqual({ numbers: ['+254712345678', '+254722000000'], refused: [], problems: [] });
	});

	test('what is refused is named as it stands, cut to a hundred letters; what is no text has no name', () => {
		expect(readRecipients(['none', 'x'.repeat(101), true, null]).refused.map(({ recipient }) => recipient)).toEqual(['none', 'x'.repeat(100), '', '']);
		expect(readRecipients('0712345678', 'none').refused.map(({ recipient }) => recipient)).toEqual(['']);
	});

	test('tells ten refusals, then how many more there were; each of them has its place among the refused', () => {
		const ten = readRecipients(`${'1,'.repeat(10)}+254712345678`);
		expect([ten.problems.length, ten.problems.at(-1)!.id, ten.refused.length]).toEqual([10, 'noCountryCode', 10]);
		const more = readRecipients(`${'1,'.repeat(17)}+254712345678`);
		expect([more.problems.length, more.problems[9]!.id, more.numbers, more.refused.length]).toEqual([11, 'noCountryCode', ['+254712345678'], 17]);
		expect(more.problems[10]).toMatchObject({ id: 'moreRefusedRecipients', what: expect.stringMatching(/^7 more/) });
	});

	test('is not read any further after ten thousand refusals', () => {
		const { numbers, problems } = readRecipients(['+254712345678', ...Array<string>(10_000).fill('1'), '+254722000000']);
		expect(numbers).toEqual(['+254712345678']);
		expect([problems.length, problems.at(-1)!.id]).toEqual([11, 'restOfRecipientsNotRead']);
		const below = readRecipients([...Array<string>(9_999).fill('1'), '+254722000000']);
		expect([below.numbers, below.problems.at(-1)!.id]).toEqual([['+254722000000'], 'moreRefusedRecipients']);
	});
});
