/**
 * Types of numbers, by the numbering plans of forty countries. Premium-rate and personal numbers are never a person's
 * phone. The numbers come from the library's own patterns of each type.
 */
import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json' with { type: 'json' };
import { readRecipients } from '../../nodes/MessagingService/values/recipients.ts';

const countries =
	`AE AR AT AU BD BE BR CA CH CN DE DK EG ES ET FR GB GH ID IE IL IN IT JP KE KR MA MX MY NG NL NO NZ
	PH PK PL PT RW SE TZ UG US ZA`.split(/\s+/) as CountryCode[];

/** Types of numbers, in the order of the library's metadata. */
const types = [
	...(['FIXED_LINE', 'MOBILE', 'TOLL_FREE', 'PREMIUM_RATE', 'PERSONAL_NUMBER'] as const),
	...(['VOICEMAIL', 'UAN', 'PAGER', 'VOIP', 'SHARED_COST'] as const),
];

const doubts = {
	FIXED_LINE: 'landline',
	PREMIUM_RATE: 'premium',
	PERSONAL_NUMBER: 'personal',
	TOLL_FREE: 'service',
	SHARED_COST: 'service',
	UAN: 'service',
	PAGER: 'service',
	VOICEMAIL: 'service',
} as Record<string, string>;

/** Returns numbers in E.164 that are of this type alone: where patterns overlap, the library takes the first. */
function examplesOf(country: CountryCode, place: number): string[] {
	const plan = (metadata.countries as unknown as Record<string, unknown[]>)[country]!;
	const [pattern] = ((plan[11] as unknown[] | undefined)?.[place] || []) as string[];
	if (!pattern) return [];
	const written = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
	const isOfType = (number: string) => {
		const phone = parsePhoneNumberFromString(number);
		return (
			phone?.number === number && phone.getType() === types[place] && phone.country === country
		);
	};
	const code = String(plan[0]);
	// Numbers that seem to have their code twice, seem to be rounded by a spreadsheet, or are longer than E.164 allows.
	const odd = new RegExp(`^${code}|0{6}$|.{${16 - code.length}}`);
	const plain = written.filter((each) => !odd.test(each));
	const numbers = plain.map((national) => `+${code}${national}`);
	return fc.sample(numbers, { numRuns: 60, seed: 73 }).filter(isOfType).slice(0, 6);
}

const cases = countries.flatMap((country) =>
	types.flatMap((type, place) =>
		examplesOf(country, place).map((number) => [country, type, number] as const),
	),
);

test('there are numbers of each type', () => {
	expect(countries.length).toBeGreaterThanOrEqual(40);
	const found = new Map(
		types.map((type) => [type, cases.filter((each) => each[1] === type).length]),
	);
	for (const [type, count] of found) expect([type, count > 5]).toEqual([type, true]);
});

test('without Allowed Countries each is taken, in doubt where it may be nobody', async () => {
	for (const [country, type, number] of cases) {
		const read = await readRecipients(number, null, { field: 'Recipients' });
		const taken = [...read.doubts.values()];
		expect([country, number, read.numbers]).toEqual([country, number, [number]]);
		expect([country, type, taken]).toEqual([country, type, doubts[type] ? [doubts[type]] : []]);
	}
});

test('with its country allowed, premium-rate and personal numbers are refused, and no others', async () => {
	for (const [country, type, number] of cases) {
		const allowed = new Set([country]);
		const read = await readRecipients(number, null, { field: 'Recipients', countries: allowed });
		const isDear = ['PREMIUM_RATE', 'PERSONAL_NUMBER'].includes(type);
		expect([country, type, number, read.numbers]).toEqual([
			country,
			type,
			number,
			isDear ? [] : [number],
		]);
		if (isDear)
			expect(read.problems[0]!.what).toMatch(
				/ is a (?:premium-rate|personal) number, which costs more and is nobody's phone\.$/,
			);
	}
});

test.each([
	['+979123456789', ['GB', 'US'], /is a number of a country that can't be told, which isn't among/],
	['+17295551234', ['US'], /is in a range that isn't known, so its country can't be told/],
	['+17295551234', ['KE'], /is a number of a country that can't be told, which isn't among/],
	['+447400123456', ['US'], /is a number of United Kingdom .*, which isn't among the Allowed/],
])('%s with %j allowed', async (number, allowed, what) => {
	const countries = new Set(allowed);
	const { problems } = await readRecipients(number, null, { field: 'Recipients', countries });
	expect(problems[0]!.what).toMatch(what);
	if (what.source.includes('range')) expect(problems[0]!.next).not.toContain('add its country');
});
