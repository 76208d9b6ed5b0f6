/**
 * Mobile numbers of every country, in the forms that people and spreadsheets give them, under every Default Country.
 * Each comes out as itself, or is refused. The numbers are the phone library's examples.
 */
import fc from 'fast-check';
import {
	getExampleNumber,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { readRecipients } from '../../nodes/MessagingService/values/recipients.ts';
import { runsOf } from '../harness/random.mts';

type Country = keyof typeof examples;
const countries = Object.keys(examples) as Country[];
const example = (country: Country) => getExampleNumber(country, examples)!;

/** Returns the number that a value is read as, or the reason of its refusal. */
async function readAs(value: unknown, country?: string): Promise<string> {
	const { numbers, problems } = await readRecipients(value, country, { field: 'Recipients' });
	return numbers[0] ?? problems[0]!.what.replace(/^'.*' in Recipients /, '');
}

const rounded = 'ends in six zeros, as if it was shortened by a spreadsheet.';

/** Returns the forms in which a number is written within its country, the Default Country. */
function formsOf(number: PhoneNumber): Record<string, unknown> {
	const own = number.number.slice(1);
	const spaced = number.formatInternational();
	const national = number.formatNational();
	return {
		'own code': own,
		'own code, spaced': spaced.slice(1),
		'own code, as a number': Number(own),
		'as people dial': national,
		'as people dial, in digits': national.replace(/\D/g, ''),
		'without its zero': national.replace(/^0/, ''),
		'without its zero, as a number': Number(number.nationalNumber),
		'with a plus': number.number,
		'with a plus, spaced': spaced,
		'with 00': `00${own}`,
		'with 00, spaced': `00 ${spaced.slice(1)}`,
	};
}

test('within its country a number is itself in every form', async () => {
	expect(countries).toHaveLength(245);
	const others: string[] = [];
	for (const country of countries) {
		const number = example(country);
		for (const [form, value] of Object.entries(formsOf(number))) {
			const read = await readAs(value, country);
			if (read !== number.number) others.push(`${country} ${form}: ${read}`);
		}
	}
	// The zero of the first countries belongs to the number, Hungary dials 06, and Korea's example ends in zeros, like a
	// number that a spreadsheet has rounded.
	expect(others).toEqual([
		'BJ without its zero: is too short for a number with country code +229.',
		'BJ without its zero, as a number: is too short for a number with country code +229.',
		'CG without its zero: is too short for a number with country code +242.',
		'CG without its zero, as a number: is too short for a number with country code +242.',
		'CI without its zero: is too short for a number with country code +225.',
		'CI without its zero, as a number: is too short for a number with country code +225.',
		'GA without its zero: may be +24106031234 or +2416031234.',
		'GA without its zero, as a number: may be +24106031234 or +2416031234.',
		'HU without its zero: is too long for a number with country code +36.',
		`KR own code: ${rounded}`,
		`KR own code, as a number: ${rounded}`,
		`KR as people dial, in digits: ${rounded}`,
		`KR with a plus: ${rounded}`,
		`KR with 00: ${rounded}`,
	]);
});

/** Notations of an E.164 number in links, forms, WhatsApp IDs and exports. */
const wrappers: ((number: string) => string)[] = [
	...['tel:', 'tel://', 'sms:', 'SMS: ', 'callto:', 'whatsapp:', 'p:'].map(
		(before) => (number: string) => before + number,
	),
	...['@c.us', ':12@c.us', '@s.whatsapp.net', ':3@s.whatsapp.net'].map(
		(behind) => (number: string) => number.slice(1) + behind,
	),
	(number) => `+254712345678 ::: ${number}`,
];
/** The digits 0 to 9 of every script, by Unicode's CLDR. */
const scripts = Intl.supportedValuesOf('numberingSystem')
	.map((numberingSystem) => {
		const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
		return Array.from({ length: 10 }, (_, digit) => format.format(digit));
	})
	// Chinese numerals are letters.
	.filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));

test('a number in a link, an ID of WhatsApp or an export, in the digits of any script, is that number', async () => {
	expect(scripts.length).toBeGreaterThan(70);
	const any = fc.constantFrom(...countries);
	let taken = 0;
	await fc.assert(
		fc.asyncProperty(
			any,
			fc.stringMatching(/^[0-9]{4}$/),
			fc.constantFrom(...wrappers),
			fc.constantFrom(...scripts),
			fc.option(any),
			async (country, last, wrapped, script, other) => {
				const number = example(country).number.slice(0, -4) + last;
				if (!parsePhoneNumberFromString(number)?.isValid()) return;
				if ((await readAs(number)) !== number) return;
				taken++;
				const given = wrapped(number).replace(/\d/g, (digit) => script[Number(digit)]!);
				const { numbers, problems } = await readRecipients(given, other, { field: 'Recipients' });
				expect([given, numbers.at(-1), problems]).toEqual([given, number, []]);
				expect(await readAs(number, other ?? undefined)).toBe(number);
			},
		),
		runsOf(3_000),
	);
	expect(taken).toBeGreaterThan(2_000);
});

const foreign: Country[] = [
	...(['AE', 'AR', 'AT', 'AU', 'BD', 'BE', 'BR', 'CH', 'CI', 'CL'] as const),
	...(['CN', 'CO', 'CZ', 'DE', 'DK', 'EG', 'ES', 'ET', 'FR', 'GB'] as const),
	...(['GH', 'GR', 'ID', 'IN', 'IT', 'JP', 'KE', 'MX', 'NG', 'NL'] as const),
	...(['PH', 'PK', 'PL', 'RU', 'SE', 'TR', 'UA', 'US', 'VN', 'ZA'] as const),
];

test('a number of another country without its plus is itself, refused, or a mobile number of the Default Country', async () => {
	let itself = 0;
	for (const country of countries)
		for (const from of foreign) {
			const { number } = example(from);
			const read = await readAs(number.slice(1), country);
			const found = parsePhoneNumberFromString(read);
			const isMobile = found?.country === country && /MOBILE/.test(found.getType() ?? '');
			if (read === number) itself++;
			else if (!/^may be \S+ or \S+\.$/.test(read))
				expect([number, country, read, isMobile]).toEqual([number, country, read, true]);
		}
	// Only few are in doubt.
	expect(itself).toBeGreaterThan(9_600);
});

test('what comes out gives itself under any Default Country, unless it ends as a spreadsheet rounds', async () => {
	const code = fc.constantFrom(
		...new Set(countries.map((each) => example(each).countryCallingCode)),
	);
	const digits = fc.stringMatching(/^[0-9]{4,13}$/);
	const before = fc.oneof(fc.constantFrom('', '0', '00', '+'), fc.constantFrom('+', '00', ''));
	const country = fc.constantFrom(undefined, ...countries);
	let taken = 0;
	await fc.assert(
		fc.asyncProperty(
			before,
			fc.option(code),
			digits,
			country,
			country,
			async (prefix, own, rest, one, other) => {
				const number = await readAs(`${prefix}${own ?? ''} ${rest}`, one);
				if (!number.startsWith('+')) return;
				taken++;
				const isRounded = number.endsWith('000000') && number.length > 11;
				expect(await readAs(number, other)).toBe(isRounded ? rounded : number);
			},
		),
		runsOf(2_000),
	);
	expect(taken).toBeGreaterThan(200);
});
