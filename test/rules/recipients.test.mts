/**
 * Phone numbers as people write them become E.164, or are refused with the fact that helps. A country is never
 * guessed, and no value holds n8n up, whatever it is.
 */
import fc from 'fast-check';
import { readRecipients } from '../../nodes/MessagingService/validation/recipients.ts';
import { runsOf } from '../harness/random.mts';
import { acceptedNumbers, refusedNumbers, repairedNumbers, titled } from './recipientCases.mts';

const inWords = ({ problems }: ReturnType<typeof readRecipients>) =>
	problems.map(({ what, next }) => `${what} ${next}`).join(' ');

const amina = '+254712345678';
const brian = '+254722345678';
const many = (count: number) =>
	Array.from({ length: count }, (_, index) => `+2547${10_000_000 + index}`);

test.each([...acceptedNumbers, ...repairedNumbers].map(titled))('is read: %s', (_, row) => {
	const [value, expected, country] = row;
	const numbers = [expected].flat();
	expect(readRecipients(value, country)).toEqual({ numbers, refused: [], problems: [] });
});

test.each(refusedNumbers.map(titled))('is refused: %s', (_, [value, expected, country]) => {
	const { numbers, problems } = readRecipients(value, country);
	expect(numbers).toEqual([]);
	expect(problems.map(({ what }) => what)).toEqual(
		[expected].flat().map((fact) => expect.stringContaining(fact)),
	);
	// Each says what to do.
	for (const { next } of problems) expect(next).toMatch(/^[A-Z].*\.$/);
});

test.each([
	['the value', 'none', /^'none' in Recipients /],
	['that there is none', '', /^Recipients has no phone number/],
	['what would have worked', '712345678', /choose a Default Country/],
	['that it is a list', [[[[[[amina]]]]]], /^A list in Recipients/],
	['that it is an object', [{ phone: amina }], /^An object in Recipients/],
])('a refusal names %s', (_, value, expected) =>
	expect(inWords(readRecipients(value))).toMatch(expected),
);

test('good and bad values of one list are told apart, and both keep their order', () => {
	const given = [brian, 'x', null, '0712345678', ' 12 ', 'y'.repeat(101), true, 7.5];
	const { numbers, refused, problems } = readRecipients(given, 'KE');
	expect(numbers).toEqual([brian, amina]);
	// Named as it stands, as far as it is a text or a number, and cut.
	const named = ['x', '', '12', 'y'.repeat(100), '', '7.5'];
	expect(refused).toEqual(
		named.map((recipient, place) => ({ recipient, problem: problems[place] })),
	);
});

test('the list that was given is left as it was', () => {
	const given = Object.freeze(['0712345678', Object.freeze([brian])]);
	expect(readRecipients(given, 'KE').numbers).toEqual([amina, brian]);
});

test.each([...',;\n\r\v\f\u0085\u2028\u2029،؛，；、'])('numbers are divided by %j', (separator) =>
	expect(readRecipients(`${amina}${separator}${brian}`).numbers).toEqual([amina, brian]),
);

test.each(['KE', 'US', 'DE', 'AU', 'IT', 'RU', 'BR', 'JP'])(
	'a number with a country code is the same with Default Country %s',
	(country) =>
		expect(readRecipients(`${amina}, 0044 7911 123456`, country).numbers[1]).toBe('+447911123456'),
);

test('what goes out gives itself when it is read once more, whatever was written', () => {
	const digits = fc.array(fc.constantFrom(...'0012345678900'), { minLength: 4, maxLength: 13 });
	const prefix = fc.constantFrom('+', '00', '+254', '+55', '+54', '+52', '+44', '+39', '+49', '');
	const country = fc.constantFrom(undefined, 'KE', 'BR', 'AR', 'MX', 'IT', 'DE', 'AU', 'US');
	let taken = 0;
	fc.assert(
		fc.property(prefix, digits, country, (before, rest, code) => {
			const [number] = readRecipients(before + rest.join(''), code).numbers;
			if (number === undefined) return;
			taken++;
			for (const each of [code, undefined])
				expect(readRecipients(number, each).numbers).toEqual([number]);
		}),
		runsOf(1_000),
	);
	expect(taken).toBeGreaterThan(50);
});

describe('another field than Recipients', () => {
	const field = 'Exclude Numbers';

	test('is read the same, and named instead', () => {
		for (const [value, , country] of [...refusedNumbers, ...repairedNumbers]) {
			const [theirs, usual] = [
				readRecipients(value, country, { field }),
				readRecipients(value, country),
			];
			expect(theirs.numbers).toEqual(usual.numbers);
			expect(inWords(theirs)).toBe(inWords(usual).replaceAll('Recipients', field));
		}
	});

	test.each<[string, () => unknown]>([
		['were refused', () => '1,'.repeat(14)],
		['the rest was not read', () => '1,'.repeat(10_000)],
		['more than 10,000', () => many(10_001)],
		["isn't a phone number", () => `["${amina}", [false]]`],
	])('also where it %s: %#', (fact, make) => {
		const read = readRecipients(make(), undefined, { field });
		expect(read.problems.at(-1)!.what).toContain(fact);
		expect(inWords(read)).toMatch(/^(?!.*Recipients).*Exclude Numbers/);
	});

	test('that has no Default Country beside it is not completed, and none is advised', () => {
		for (const [value, , country] of refusedNumbers) {
			if (country !== undefined) continue;
			const read = readRecipients(value, null, { field });
			expect([read.numbers, inWords(read)]).toEqual([
				[],
				expect.stringMatching(/^(?!.*(Default Country|Recipients)).*Exclude Numbers/),
			]);
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
		(value) =>
			expect(inWords(readRecipients(value, undefined, exclude))).toContain(
				'Exclude Numbers is empty where a number should be',
			),
	);
});

describe('how much is read', () => {
	test('10,000 good numbers of one item all arrive, some twice', () => {
		const given = many(10_000);
		expect(readRecipients([...given, ...given].join(',')).numbers).toEqual(given);
	});

	test('10,001 are too many for one item: none is taken', () => {
		const { numbers, refused, problems } = readRecipients(many(10_001));
		expect([numbers, refused, problems.length]).toEqual([[], [], 1]);
		expect(problems[0]!.what).toContain('more than 10,000 phone numbers');
	});

	test('but not where a list is unbounded', () =>
		expect(readRecipients(many(10_001), undefined, { isUnbounded: true }).numbers).toHaveLength(
			10_001,
		));

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
		expect(problems[0]!.what).toContain('more than 1,000,000 values');
	});

	test('a list that holds itself ends in refusals', () => {
		const itself: unknown[] = [];
		for (let count = 0; count < 1000; count++) itself.push(itself);
		const { numbers, refused, problems } = readRecipients(itself);
		expect([numbers, refused.length, problems.length]).toEqual([[], 10_000, 11]);
	});

	test('empty places are empty values, not an empty list to send to', () => {
		expect(readRecipients(new Array(4)).problems).toHaveLength(4);
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
