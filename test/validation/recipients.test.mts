import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/min';

import { readRecipients } from '../../nodes/MessagingService/validation/recipients.ts';
import { acceptedNumbers, refusedNumbers, repairedNumbers, shown } from './recipientCases.mts';

const MEGABYTE = 1_000_000;

describe('numbers that are accepted', () => {
	test.each([...acceptedNumbers, ...repairedNumbers].map((row) => [shown(row), row] as const))(
		'%s',
		(_, row) => {
			const [value, country, expected] = row;
			expect(readRecipients(value, country)).toEqual({
				numbers: [expected].flat(),
				refused: [],
				problems: [],
			});
		},
	);
});

describe('numbers that are refused', () => {
	test.each(refusedNumbers.map((row) => [shown(row), row] as const))('%s', (_, row) => {
		const [value, country, expected] = row;
		const { numbers, problems } = readRecipients(value, country);
		expect(problems.map((problem) => problem.what)).toEqual([expected].flat());
		expect(numbers).toEqual([]);
	});
});

test('the table holds what it promises', () => {
	const rows = [...acceptedNumbers, ...repairedNumbers, ...refusedNumbers];
	const countries = new Set(
		acceptedNumbers.map(
			([, , expected]) => parsePhoneNumberFromString(String(expected))?.countryCallingCode,
		),
	);
	expect(rows.length).toBeGreaterThanOrEqual(150);
	expect(countries.size).toBeGreaterThanOrEqual(20);
});

test('good and bad values in one list are told apart, and both keep their order', () => {
	const { numbers, refused, problems } = readRecipients(
		['+254722345678', 'x', null, '0712345678', '12'],
		'KE',
	);
	expect(numbers).toEqual(['+254722345678', '+254712345678']);
	expect(problems.map((problem) => problem.id)).toEqual([
		'noDigits',
		'noRecipients',
		'numberTooShort',
	]);
	expect(refused).toEqual([
		{ recipient: 'x', problem: problems[0] },
		{ recipient: '', problem: problems[1] },
		{ recipient: '12', problem: problems[2] },
	]);
});

test('a missing country code is answered with what would have worked', () => {
	expect(readRecipients('712345678').problems).toEqual([
		{
			id: 'noCountryCode',
			what: "'712345678' in Recipients has no country code.",
			next: 'Write the number with its own country code, e.g. +254712345678, or choose a Default Country in Options.',
		},
	]);
});

test('the list that was given is left as it was', () => {
	const given = Object.freeze(['0712345678', Object.freeze(['+254722345678'])]);
	expect(readRecipients(given, 'KE').numbers).toHaveLength(2);
	expect(given).toEqual(['0712345678', ['+254722345678']]);
});

test('a number in E.164 comes out as it went in, whichever Default Country is chosen', () => {
	for (const country of getCountries()) {
		expect(readRecipients('+254712345678, 0044 7911 123456', country).numbers).toEqual([
			'+254712345678',
			'+447911123456',
		]);
	}
});

describe('a million hostile characters', () => {
	// Each would take minutes if any step went back over what it has read.
	test.each([
		['digits', '1', 'numberTooLong'],
		['pluses', '+', 'noDigits'],
		['brackets', '(', 'noDigits'],
		['letters', 'x', 'noDigits'],
		['apostrophes', "'", 'noDigits'],
		['equals signs', '=', 'noDigits'],
		['list brackets', '[', 'noDigits'],
		['dashes and digits', '1-', 'numberTooLong'],
		['extensions', '1x', 'extensionInNumber'],
		['zeros in brackets', '+34(0)', 'plusInsideNumber'],
		['blanks', ' ', 'noRecipients'],
		['line breaks', '\n', 'noRecipients'],
		['marks without width', '\u200b', 'noDigits'],
		['digits among letters', 'x1x', 'characterInNumber'],
		['emoji', '📱', 'noDigits'],
	])('%s', (_, piece, id) => {
		const { numbers, refused, problems } = readRecipients(
			piece.repeat(MEGABYTE / piece.length),
			'KE',
		);
		expect(numbers).toEqual([]);
		expect(problems.map((problem) => problem.id)).toEqual([id]);
		expect(problems[0]?.what.length).toBeLessThan(500);
		expect(refused[0]?.recipient.length).toBeLessThanOrEqual(100);
	});

	test('a list of nonsense ends after 10,000 refusals, and 10 of them are told', () => {
		const { numbers, problems } = readRecipients('1,'.repeat(MEGABYTE / 2), 'KE');
		expect(numbers).toEqual([]);
		expect(problems).toHaveLength(11);
		expect(problems.at(-1)?.what).toBe(
			'10,000 values in Recipients were refused, so the rest was not read.',
		);
	});

	test('a list with fewer refusals is read to its end', () => {
		const { numbers, problems } = readRecipients(`${'1,'.repeat(12)}+254712345678`);
		expect(numbers).toEqual(['+254712345678']);
		expect(problems).toHaveLength(11);
		expect(problems.at(-1)?.what).toBe(
			"2 more values in Recipients were refused and aren't listed here.",
		);
	});

	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => `+2547${10_000_000 + index}`);

	test('10,000 good numbers all arrive, some twice', () => {
		const given = many(10_000);
		expect(readRecipients([...given, ...given].join(',')).numbers).toEqual(given);
	});

	test.each([10_001, 999_999])('%i are too many for one item: none is taken', (count) => {
		const { numbers, refused, problems } = readRecipients(many(count));
		expect([numbers, refused]).toEqual([[], []]);
		expect(problems).toEqual([
			{
				id: 'tooManyNumbers',
				what: 'Recipients has more than 10,000 phone numbers, which is the most for one item.',
				next: 'Give each item fewer numbers, or one item each number.',
			},
		]);
	});

	test('but not where a list is unbounded', () => {
		const given = many(10_001);
		expect(readRecipients(given, undefined, { isUnbounded: true }).numbers).toEqual(given);
	});

	test('lists in lists in lists end in a refusal', () => {
		const deep = '['.repeat(5_000) + ']'.repeat(5_000);
		expect(readRecipients(deep, 'KE').problems.map((problem) => problem.id)).toEqual([
			'recipientOfWrongType',
		]);
	});
});

describe('lists that are small to write and endless to read', () => {
	const ids = ({ problems }: ReturnType<typeof readRecipients>) => [
		...new Set(problems.map(({ id }) => id)),
	];

	test('a list that holds itself a thousand times ends in refusals', () => {
		const itself: unknown[] = [];
		for (let count = 0; count < 1000; count++) itself.push(itself);
		const { numbers, refused, problems } = readRecipients(itself);
		expect([numbers, refused.length, problems.length]).toEqual([[], 10_000, 11]);
		expect(problems.at(-1)?.id).toBe('restOfRecipientsNotRead');
	});

	test('good numbers without an end are not sent to: after a million values nothing is read any more', () => {
		const level = (member: unknown) => Array<unknown>(1000).fill(member);
		const { numbers, problems } = readRecipients(level(level(level(level('+254733001177')))));
		expect([numbers, problems.map(({ id }) => id)]).toEqual([
			['+254733001177'],
			['tooManyRecipientValues'],
		]);
		expect(problems[0]).toEqual({
			id: 'tooManyRecipientValues',
			what: 'Recipients holds more than 1,000,000 values, so the rest was not read.',
			next: 'Check the expression that fills Recipients, or spread the numbers over several items.',
		});
	});

	test('a million values are still read', () => {
		const { numbers, problems } = readRecipients([
			...Array<string>(999_999).fill('+254733001177'),
			'+254733001178',
		]);
		expect([numbers, problems]).toEqual([['+254733001177', '+254733001178'], []]);
	});

	test.each([1, 4, 2 ** 32 - 1])(
		'%i empty places are empty values, not an empty list to send to',
		(length) => {
			const result = readRecipients(new Array(length));
			expect(ids(result)).toEqual(
				length > 10_000 ? ['noRecipients', 'restOfRecipientsNotRead'] : ['noRecipients'],
			);
		},
	);
});

describe('how a list is read', () => {
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
	])('an entry that is refused gives no number: %p', (value, expected) => {
		expect(ids(value)).toEqual(expected);
	});

	test.each([
		',',
		';',
		'\n',
		'\r',
		'\v',
		'\f',
		'\u0085',
		'\u2028',
		'\u2029',
		'\u060c',
		'\u061b',
		'\uff0c',
		'\uff1b',
		'\u3001',
	])('is divided by %j', (separator) => {
		expect(readRecipients(`+254712345678${separator}+254722000000`)).toEqual({
			numbers: ['+254712345678', '+254722000000'],
			refused: [],
			problems: [],
		});
	});

	test('what is refused is named as it stands, cut to a hundred letters; what is no text has no name', () => {
		expect(
			readRecipients(['none', 'x'.repeat(101), true, null]).refused.map(
				({ recipient }) => recipient,
			),
		).toEqual(['none', 'x'.repeat(100), '', '']);
		expect(readRecipients('0712345678', 'none').refused.map(({ recipient }) => recipient)).toEqual([
			'',
		]);
	});

	test('tells ten refusals, then how many more there were; each of them has its place among the refused', () => {
		const ten = readRecipients(`${'1,'.repeat(10)}+254712345678`);
		expect([ten.problems.length, ten.problems.at(-1)!.id, ten.refused.length]).toEqual([
			10,
			'noCountryCode',
			10,
		]);
		const more = readRecipients(`${'1,'.repeat(17)}+254712345678`);
		expect([more.problems.length, more.problems[9]!.id, more.numbers, more.refused.length]).toEqual(
			[11, 'noCountryCode', ['+254712345678'], 17],
		);
		expect(more.problems[10]).toMatchObject({
			id: 'moreRefusedRecipients',
			what: expect.stringMatching(/^7 more/),
		});
	});

	test('is not read any further after ten thousand refusals', () => {
		const { numbers, problems } = readRecipients([
			'+254712345678',
			...Array<string>(10_000).fill('1'),
			'+254722000000',
		]);
		expect(numbers).toEqual(['+254712345678']);
		expect([problems.length, problems.at(-1)!.id]).toEqual([11, 'restOfRecipientsNotRead']);
		const below = readRecipients([...Array<string>(9_999).fill('1'), '+254722000000']);
		expect([below.numbers, below.problems.at(-1)!.id]).toEqual([
			['+254722000000'],
			'moreRefusedRecipients',
		]);
	});
});
