/**
 * Phone numbers as people write them become E.164, or are refused with the fact that helps. A country is never
 * guessed, and no value holds n8n up, whatever it is.
 */
import fc from 'fast-check';
import { readRecipients } from '../../nodes/MessagingService/validation/recipients.ts';
import { runsOf } from '../harness/random.mts';
import { acceptedNumbers, refusedNumbers, repairedNumbers, titled } from './recipientCases.mts';

type Problems = ReturnType<typeof readRecipients>['problems'];
const whats = (problems: Problems) => problems.map(({ what }) => what);
const inWords = (problems: Problems) =>
	problems.map(({ what, next }) => `${what} ${next}`).join(' ');

const amina = '+254712345678';
const brian = '+254722345678';
const many = (count: number) =>
	Array.from({ length: count }, (_, index) => `+2547${10_000_000 + index}`);

test.each([...acceptedNumbers, ...repairedNumbers].map(titled))(
	'is read: %s',
	(_, [value, expected, country]) => {
		expect(readRecipients(value, country)).toEqual({
			numbers: [expected].flat(),
			refused: [],
			problems: [],
		});
	},
);

test.each(refusedNumbers.map(titled))('is refused: %s', (_, [value, expected, country]) => {
	const { numbers, problems } = readRecipients(value, country);
	expect(numbers).toEqual([]);
	expect(whats(problems)).toEqual([expected].flat().map((fact) => expect.stringContaining(fact)));
	// Each says what to do.
	for (const { next } of problems) expect(next).toMatch(/^[A-Z].*\.$/);
});

test.each([
	['the value', 'none', /^'none' in Recipients /],
	['that there is none', '', /^Recipients has no phone number/],
	['what would have worked', '712345678', /choose a Default Country/],
	['that it is a list', [[[[[[amina]]]]]], /^A list in Recipients/],
	['that it is an object', [{ phone: amina }], /^An object in Recipients/],
	['too many numbers', many(10_001), /more than 10,000 phone numbers/],
	['too many values', Array<string>(1_000_001).fill(amina), /more than 1,000,000 values/],
])('a refusal names %s', (_, value, expected) => {
	const { problems } = readRecipients(value);
	expect(inWords(problems)).toMatch(expected);
});

test('good and bad values of one list are told apart, and both keep their order', () => {
	const { numbers, refused, problems } = readRecipients(
		[brian, 'x', null, '0712345678', '12'],
		'KE',
	);
	expect(numbers).toEqual([brian, amina]);
	expect(refused).toEqual([
		{ recipient: 'x', problem: problems[0] },
		{ recipient: '', problem: problems[1] },
		{ recipient: '12', problem: problems[2] },
	]);
});

test('what is refused is named as it stands, cut to a hundred letters; what is no text has no name', () => {
	const { refused } = readRecipients([' none ', 'x'.repeat(101), true, null, Number.NaN, 7.5]);
	expect(refused.map(({ recipient }) => recipient)).toEqual([
		'none',
		'x'.repeat(100),
		'',
		'',
		'NaN',
		'7.5',
	]);
});

test('the list that was given is left as it was', () => {
	const given = Object.freeze(['0712345678', Object.freeze([brian])]);
	expect(readRecipients(given, 'KE').numbers).toEqual([amina, brian]);
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
	'،',
	'؛',
	'，',
	'；',
	'、',
])('numbers are divided by %j', (separator) =>
	expect(readRecipients(`${amina}${separator}${brian}`).numbers).toEqual([amina, brian]),
);

test.each(['KE', 'US', 'DE', 'AU', 'IT', 'RU', 'BR', 'JP'])(
	'a number with a country code comes out as it is, with Default Country %s too',
	(country) =>
		expect(readRecipients(`${amina}, 0044 7911 123456`, country).numbers).toEqual([
			amina,
			'+447911123456',
		]),
);

describe('what goes out gives itself when it is read once more', () => {
	const digits = fc.array(fc.constantFrom(...'0012345678900'), { minLength: 4, maxLength: 13 });
	const prefix = fc.constantFrom('+', '00', '+254', '+55', '+54', '+52', '+44', '+39', '+49', '');
	const country = fc.constantFrom(undefined, 'KE', 'BR', 'AR', 'MX', 'IT', 'DE', 'AU', 'US');

	test('whatever is written', () => {
		let taken = 0;
		fc.assert(
			fc.property(prefix, digits, country, (before, rest, code) => {
				const [number] = readRecipients(before + rest.join(''), code).numbers;
				if (number === undefined) return;
				taken++;
				expect(readRecipients(number).numbers).toEqual([number]);
				expect(readRecipients(number, code).numbers).toEqual([number]);
			}),
			runsOf(1_000),
		);
		expect(taken).toBeGreaterThan(50);
	});
});

describe('another field than Recipients', () => {
	test.each([...refusedNumbers, ...repairedNumbers].map(titled))(
		'is read the same and named instead: %s',
		(_, [value, , country]) => {
			const told = (given: ReturnType<typeof readRecipients>) =>
				`${given.numbers.join()} ${inWords(given.problems)}`;
			expect(told(readRecipients(value, country, { field: 'Exclude Numbers' }))).toBe(
				told(readRecipients(value, country)).replaceAll('Recipients', 'Exclude Numbers'),
			);
		},
	);

	test.each<[string, () => unknown]>([
		['were refused', () => '1,'.repeat(14)],
		['the rest was not read', () => '1,'.repeat(10_000)],
		['the rest was not read', () => Array<string>(1_000_001).fill(amina)],
		['more than 10,000', () => many(10_001)],
		["isn't a phone number", () => `["${amina}", [false]]`],
	])('also where it %s: %#', (fact, make) => {
		const { problems } = readRecipients(make(), undefined, { field: 'Exclude Numbers' });
		expect(problems.at(-1)!.what).toContain(fact);
		expect(inWords(problems)).toContain('Exclude Numbers');
		expect(inWords(problems)).not.toContain('Recipients');
	});

	test('that has no Default Country beside it is not completed, and none is advised', () => {
		for (const [value, , country] of [...refusedNumbers, ['0733 001 177', ''] as const]) {
			if (country !== undefined) continue;
			const { numbers, problems } = readRecipients(value, null, { field: 'Phone Number' });
			expect(numbers).toEqual([]);
			expect(inWords(problems)).toMatch(/Phone Number/);
			expect(inWords(problems)).not.toMatch(/Default Country|Recipients/);
		}
		expect(readRecipients('0733 001 177', null).problems[0]!.next).toContain('with a plus');
		expect(readRecipients('+254 733 001 177', null).numbers).toEqual(['+254733001177']);
	});
});

describe('a blank', () => {
	const exclude = { field: 'Exclude Numbers', blanksAllowed: true };

	test.each<[unknown]>([[''], [' '], [' ,;'], [null], [[]], [['', null]], ['[]']])(
		'%j stands for nobody where that is allowed',
		(value) => expect(readRecipients(value, undefined, exclude).problems).toEqual([]),
	);

	test.each<[unknown]>([[undefined], [[undefined]], [new Array(3)]])(
		'a missing value is none, there neither: %j',
		(value) => {
			const { numbers, problems } = readRecipients(value, undefined, exclude);
			expect(numbers).toEqual([]);
			expect(inWords(problems)).toContain('Exclude Numbers is empty where a number should be');
		},
	);
});

describe('how much is read', () => {
	test('10,000 good numbers of one item all arrive, some twice', () => {
		const given = many(10_000);
		expect(readRecipients([...given, ...given].join(',')).numbers).toEqual(given);
	});

	test.each([10_001, 30_000])('%i are too many for one item: none is taken', (count) => {
		const { numbers, refused, problems } = readRecipients(many(count));
		expect([numbers, refused, problems.length]).toEqual([[], [], 1]);
	});

	test('but not where a list is unbounded', () => {
		const given = many(10_001);
		expect(readRecipients(given, undefined, { isUnbounded: true }).numbers).toEqual(given);
	});

	test.each([
		[10, 10, 'no country code'],
		[11, 11, '1 more value in Recipients was refused'],
		[17, 11, '7 more values in Recipients were refused'],
		[9_999, 11, '9,989 more values'],
		[10_000, 11, '10,000 values in Recipients were refused, so the rest was not read'],
		[10_001, 11, '10,000 values in Recipients were refused, so the rest was not read'],
	])('of %i refusals ten are told, then how many more there were', (count, told, last) => {
		const { numbers, refused, problems } = readRecipients([
			amina,
			...Array<string>(count).fill('1'),
			brian,
		]);
		expect([problems.length, refused.length]).toEqual([told, Math.min(count, 10_000)]);
		expect(problems.at(-1)!.what).toContain(last);
		expect(problems[9]!.what).toContain('has no country code');
		expect(numbers).toEqual(count < 10_000 ? [amina, brian] : [amina]);
	});

	test('a million values are read, and no more: whoever is named later gets nothing', () => {
		const given = [...Array<string>(999_999).fill(amina), brian];
		expect(readRecipients(given)).toMatchObject({ numbers: [amina, brian], problems: [] });
		const { numbers, problems } = readRecipients([amina, ...given]);
		expect([numbers, problems.length]).toEqual([[amina], 1]);
	});

	test('a list that holds itself ends in refusals', () => {
		const itself: unknown[] = [];
		for (let count = 0; count < 1000; count++) itself.push(itself);
		const { numbers, refused, problems } = readRecipients(itself);
		expect([numbers, refused.length, problems.length]).toEqual([[], 10_000, 11]);
	});

	test('empty places are empty values, not an empty list to send to', () => {
		expect(whats(readRecipients(new Array(4)).problems)).toHaveLength(4);
		expect(readRecipients(new Array(2 ** 32 - 1)).refused).toHaveLength(10_000);
	});

	// Each would take minutes if any step went back over what it has read.
	test.each([
		['digits', '1', 'too long'],
		['pluses', '+', 'no digits'],
		['brackets', '(', 'no digits'],
		['apostrophes', "'", 'no digits'],
		['list brackets', '[', 'no digits'],
		['dashes and digits', '1-', 'too long'],
		['extensions', '1x', 'has an extension'],
		['zeros in brackets', '+34(0)', 'plus in the middle'],
		['blanks', ' ', 'no phone number'],
		['marks without width', '\u200b', 'no digits'],
		['digits among letters', 'x1x', "contains 'x'"],
	])('a million characters: %s', (_, piece, fact) => {
		const { numbers, refused, problems } = readRecipients(
			piece.repeat(1_000_000 / piece.length),
			'KE',
		);
		expect([numbers, problems.length]).toEqual([[], 1]);
		expect(problems[0]!.what).toContain(fact);
		expect(problems[0]!.what.length).toBeLessThan(500);
		expect(refused[0]!.recipient.length).toBeLessThanOrEqual(100);
	});
});
