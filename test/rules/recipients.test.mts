/**
 * Phone numbers as people write them: each becomes E.164, or is refused with a fact that helps. A country is never
 * guessed, and no value blocks n8n, whatever it is.
 */
import { readRecipients as readIn } from '../../nodes/MessagingService/values/recipients.ts';
import { acceptedNumbers, refusedNumbers, repairedNumbers, titled } from './recipientCases.mts';

const readRecipients = async (value: unknown, country?: string | null, how = {}) =>
	await readIn(value, country, { field: 'Recipients', ...how });
const inWords = ({ problems }: Awaited<ReturnType<typeof readIn>>) =>
	problems.map(({ what, next }) => `${what} ${next}`).join(' ');

const amina = '+254712345678';
const brian = '+254722345678';
const many = (count: number) =>
	Array.from({ length: count }, (_, index) => `+2547${10_100_000 + index}`);

test.each([...acceptedNumbers, ...repairedNumbers].map(titled))('is read: %s', async (_, row) => {
	const [value, expected, country] = row;
	const numbers = [expected].flat();
	expect(await readRecipients(value, country)).toMatchObject({
		numbers,
		refused: [],
		problems: [],
	});
});

test.each(refusedNumbers.map(titled))('is refused: %s', async (_, [value, expected, country]) => {
	const { numbers, problems } = await readRecipients(value, country);
	expect(numbers).toEqual([]);
	expect(problems.map(({ what }) => what)).toEqual(
		[expected].flat().map((fact) => expect.stringContaining(fact)),
	);
	// Each problem says what to do.
	for (const { next } of problems) expect(next).toMatch(/^[A-Z].*\.$/);
});

test('a refusal names the value, or what it is', async () => {
	expect(inWords(await readRecipients('none'))).toMatch(/^'none' in Recipients /);
	expect(inWords(await readRecipients([[[[[[amina]]]]]]))).toMatch(/^A list in Recipients/);
	expect(inWords(await readRecipients([{ phone: amina }]))).toMatch(/^An object in Recipients/);
});

describe('whoever has no country code is told whose number it would be, and what to do if not', () => {
	const withPlus = 'is the plus missing? Write +6478864691 if it is a number of New Zealand (+64).';
	const advised = [
		[
			'6478864691',
			undefined,
			`${withPlus} If not, write it with its own country code, or choose its country as Default Country in Options.`,
		],
		['6478864691', null, `${withPlus} If not, write it with its own country code.`],
		[
			'712345678',
			undefined,
			'has no country code. Write the number with a plus and its country code, e.g. +254712345678, or choose its country as Default Country in Options.',
		],
		[
			'712345678',
			null,
			'has no country code. Write the number with a plus and its country code, e.g. +254712345678.',
		],
	] as const;

	test.each(advised)('%s, where the Default Country is %p', async (value, country, words) => {
		expect(inWords(await readRecipients(value, country))).toContain(words);
	});
});

test.each([
	['+254712345678 (wife)', "has '(wife)' behind the number. Delete it."],
	['Ann +254712345678 (wife)', "has 'Ann' before the number and '(wife)' behind it. Delete both."],
	[
		`${'Ann '.repeat(40)}+254712345678`,
		`has '${'Ann '.repeat(10)}…' before the number. Delete it.`,
	],
	[
		`+254712345678 ${'Ann '.repeat(99)}`,
		`has '${'Ann '.repeat(10)}…' behind the number. Delete it.`,
	],
])('what to delete is named whole, as far as a line has room: %s', async (value, words) => {
	expect(inWords(await readRecipients(value))).toContain(words);
});

test('numbers of other countries are refused, with a default country too', async () => {
	const countries = new Set(['KE', 'US']);
	const given = ['0712345678', '+12025550123', '+14165550123', '+256772000001', '+19995550123'];
	const read = await readRecipients(given, 'KE', { countries });
	expect(read.numbers).toEqual([amina, '+12025550123']);
	expect(read.refused.map(({ recipient }) => recipient)).toEqual(given.slice(2));
	expect(inWords(read)).toMatch(
		/of Canada \(\+1\), .* of Uganda \(\+256\), .* in a range that isn't known/,
	);
});

test('good and bad values of one list are told apart, and both keep their order', async () => {
	const given = [brian, 'x', null, '0712345678', ' 12 ', 'y'.repeat(101), true, 7.5];
	const { numbers, refused, problems } = await readRecipients(given, 'KE');
	expect(numbers).toEqual([brian, amina]);
	// Texts and numbers are quoted as they stand, and truncated.
	const named = ['x', '', '12', 'y'.repeat(100), '', '7.5'];
	expect(refused).toEqual(
		named.map((recipient, place) => ({ recipient, problem: problems[place] })),
	);
});

test.each([...',;\n\r\v\f\u0085\u2028\u2029،؛，；、', ' ::: '])(
	'numbers are divided by %j',
	async (separator) =>
		expect((await readRecipients(`${amina}${separator}${brian}`)).numbers).toEqual([amina, brian]),
);

describe('another field than Recipients', () => {
	const field = 'Exclude Numbers';

	test('is read the same, and named instead', async () => {
		for (const [value, , country] of [...refusedNumbers, ...repairedNumbers]) {
			const theirs = await readRecipients(value, country, { field });
			const usual = await readRecipients(value, country);
			expect(theirs.numbers).toEqual(usual.numbers);
			expect(inWords(theirs)).toBe(inWords(usual).replaceAll('Recipients', field));
		}
	});

	test('that has no Default Country beside it is not completed, and none is advised', async () => {
		for (const [value, , country] of refusedNumbers) {
			if (country !== undefined) continue;
			const read = await readRecipients(value, null, { field });
			expect(read.numbers).toEqual([]);
			expect(inWords(read)).toMatch(/^(?!.*(Default Country|Recipients)).*Exclude Numbers/);
		}
		expect((await readRecipients('0733 001 177', null)).problems[0]!.next).toContain('with a plus');
		expect((await readRecipients('+254 733 001 177', null)).numbers).toEqual(['+254733001177']);
	});
});

test('blanks stand for nobody where that is allowed; a missing value is none, there neither', async () => {
	const exclude = { field: 'Exclude Numbers', blanksAllowed: true };
	for (const blank of ['', ' ', ' ,;', null, [], ['', null], '[]'])
		expect((await readRecipients(blank, undefined, exclude)).problems).toEqual([]);
	for (const missing of [undefined, [undefined], new Array(3)])
		expect(inWords(await readRecipients(missing, undefined, exclude))).toContain(
			'Exclude Numbers has an empty value in place of a number',
		);
});

describe('how much is read', () => {
	test('10,000 good numbers of one item all arrive, some twice', async () => {
		const given = many(10_000);
		expect((await readRecipients([...given, ...given].join(','))).numbers).toEqual(given);
	});

	test('10,001 are too many for one item: none is taken, unless the list is unbounded', async () => {
		const { numbers, refused, problems } = await readRecipients(many(10_001));
		expect([numbers, refused, problems.length]).toEqual([[], [], 1]);
		expect(problems[0]!.what).toContain('more than 10,000 values');
		const unbounded = await readRecipients(many(10_001), undefined, { isUnbounded: true });
		expect(unbounded.numbers).toHaveLength(10_001);
	});

	// Each would take minutes if any step went back over text that it has read.
	test.each([
		['digits', '1', 'too long'],
		['brackets', '(', 'no digits'],
		['dashes and digits', '1-', 'too long'],
		['extensions', '1x', 'has an extension'],
		['zeros in brackets', '+34(0)', 'plus in the middle'],
		['colons', ':', 'no digits'],
		['colons in threes', ' ::: ', 'no phone number'],
		['digits and a name', '1 Ann', "contains 'A'"],
		['digits of another script', '๙', 'too long'],
		['words and brackets', 'Ann ([', 'no digits'],
	])('a million characters: %s', async (_, piece, fact) => {
		const written = piece.repeat(1_000_000 / piece.length);
		const { numbers, refused, problems } = await readRecipients(written, 'KE');
		expect([numbers, problems.length]).toEqual([[], 1]);
		expect(problems[0]!.what).toContain(fact);
		expect(problems[0]!.what.length).toBeLessThan(500);
		expect(refused[0]!.recipient.length).toBeLessThanOrEqual(100);
	});

	test.each([
		[10, 10, 'no country code'],
		[10_000, 11, '10,000 values in Recipients were refused, so the rest was not read'],
		[10_001, 11, '10,000 values in Recipients were refused, so the rest was not read'],
	])('of %i refusals ten are told, then how many more there were', async (count, told, last) => {
		const given = [amina, ...Array<string>(count).fill('1'), brian];
		const { numbers, refused, problems } = await readRecipients(given);
		expect([problems.length, refused.length]).toEqual([told, Math.min(count, 10_000)]);
		expect(problems.at(-1)!.what).toContain(last);
		expect(problems[9]!.what).toContain('has no country code');
		expect(numbers).toEqual(count < 10_000 ? [amina, brian] : [amina]);
	});

	test('a million values are read, and no more: whoever is named later gets nothing', async () => {
		const given = [...Array<string>(999_999).fill(amina), brian];
		expect(await readRecipients(given)).toMatchObject({ numbers: [amina, brian], problems: [] });
		const { numbers, problems } = await readRecipients([amina, ...given]);
		expect([numbers, problems.length]).toEqual([[amina], 1]);
		expect(problems[0]!.what).toContain('more than 1,000,000 values');
	});

	// Must stay last: if Stryker leaves out the last test of a file, it takes the next file for a part of this one.
	test('empty places are empty values, not an empty list to send to', async () => {
		expect((await readRecipients(new Array(4))).problems).toHaveLength(4);
		expect((await readRecipients(new Array(2 ** 32 - 1))).refused).toHaveLength(10_000);
	});
});
