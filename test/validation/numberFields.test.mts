/** Phone numbers in other fields than Recipients: refusals name the field, and advise only what it has. */
import { readRecipients } from '../../nodes/MessagingService/validation/recipients.ts';
import { acceptedNumbers, refusedNumbers, repairedNumbers, shown } from './recipientCases.mts';

const textOf = ({ what, next }: { what: string; next: string }) => `${what} ${next}`;

describe('another field than Recipients', () => {
	const rows = [...refusedNumbers, ...acceptedNumbers, ...repairedNumbers];

	test.each(rows.map((row) => [shown(row), row] as const))(
		'is named instead: %s',
		(_, [value, country]) => {
			const inWords = ({ numbers, refused, problems }: ReturnType<typeof readRecipients>) =>
				JSON.stringify([
					numbers,
					refused.map(({ problem }) => textOf(problem)),
					problems.map(textOf),
				]);
			expect(inWords(readRecipients(value, country, { field: 'Exclude Numbers' }))).toBe(
				inWords(readRecipients(value, country)).replaceAll('Recipients', 'Exclude Numbers'),
			);
		},
	);

	test('also of one that is too long to be a number', () => {
		expect(
			readRecipients('4'.repeat(25), undefined, { field: 'Exclude Numbers' }).problems.map(
				({ what }) => what,
			),
		).toEqual([`'${'4'.repeat(25)}' in Exclude Numbers is too long for a phone number.`]);
	});

	test.each<[string, () => unknown]>([
		['moreRefusedRecipients', () => '1,'.repeat(14)],
		['restOfRecipientsNotRead', () => '1,'.repeat(10_000)],
		['tooManyRecipientValues', () => Array<string>(1_000_001).fill('+254733001177')],
	])('also where some are not told or not read: %s', (id, make) => {
		const { problems } = readRecipients(make(), undefined, { field: 'Exclude Numbers' });
		expect(problems.at(-1)!.id).toBe(id);
		expect(textOf(problems.at(-1)!)).toContain('Exclude Numbers');
		expect(problems.map(textOf).join(' ')).not.toContain('Recipients');
	});

	test('also of a list that was written as a text', () => {
		const { problems } = readRecipients('["+254733001177", [false]]', undefined, {
			field: 'Exclude Numbers',
		});
		expect(problems.map(({ what }) => what)).toEqual([
			"'false' in Exclude Numbers isn't a phone number.",
		]);
	});

	test.each([undefined, 'KE'])(
		'each kind of refusal occurs above, Default Country %p',
		(country) => {
			const ids = new Set(
				refusedNumbers
					.filter(([, given]) => given === country)
					.flatMap(([value]) => readRecipients(value, country).problems.map(({ id }) => id)),
			);
			expect(ids.size).toBeGreaterThan(country ? 6 : 9);
		},
	);
});

describe('a field without a Default Country', () => {
	test.each<[unknown, string]>([
		['0733 001 177', "'0733 001 177'"],
		['254733001177', "'254733001177'"],
		[254733001177, "'254733001177'"],
		['tel:733-001-177', "'tel:733-001-177'"],
	])('%p is not completed, and no Default Country is advised', (value, quoted) => {
		expect(readRecipients(value, null, { field: 'Phone Number' })).toMatchObject({
			numbers: [],
			problems: [
				{
					id: 'noOwnCountryCode',
					what: `${quoted} in Phone Number has no country code.`,
					next: 'Write the number with a plus and its own country code, e.g. +254712345678.',
				},
			],
		});
	});

	test.each(
		[...acceptedNumbers, ...repairedNumbers]
			.filter(([, country]) => country === undefined)
			.map((row) => [shown(row), row] as const),
	)('reads what needs none: %s', (_, [value, , expected]) => {
		expect(readRecipients(value, null, { field: 'Phone Number' })).toEqual({
			numbers: [expected].flat(),
			refused: [],
			problems: [],
		});
	});

	test.each(
		refusedNumbers
			.filter(([, country]) => country === undefined)
			.map((row) => [shown(row), row] as const),
	)('advises none for any refusal: %s', (_, [value]) => {
		const { problems } = readRecipients(value, null, { field: 'Phone Number' });
		expect(problems.length).toBeGreaterThan(0);
		expect(problems.map(textOf).join(' ')).not.toMatch(/Default Country|Recipients/);
	});
});
