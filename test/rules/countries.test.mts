/**
 * The list of countries to choose from: each entry stands for the country that people know by that name and that code.
 */
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { countryChoices, readCountries } from '../../nodes/MessagingService/values/countries.ts';

const [none, ...countries] = countryChoices;

test('it begins with a choice that stands for none: no country is chosen for anybody', () =>
	expect(none).toEqual({ name: 'Choose a country', value: '' }));

test('every country that the number rules know is offered once, with its dialling code', () => {
	expect(countries.map(({ value }) => value).sort()).toEqual([...getCountries()].sort());
	for (const { name, value } of countries)
		expect(name).toMatch(
			new RegExp(`^\\p{Lu}.+ \\(\\+${getCountryCallingCode(value as 'KE')}\\)$`, 'u'),
		);
});

/** Countries that people know better by another name than Unicode's. */
const otherNames: Record<string, string> = {
	CD: 'Congo, Democratic Republic',
	CG: 'Congo, Republic',
	CI: 'Ivory Coast',
	HK: 'Hong Kong',
	MM: 'Myanmar',
	MO: 'Macao',
	PS: 'Palestine',
	TR: 'Turkey',
	VI: 'United States Virgin Islands',
};

test('each code stands for the country that Unicode says it does: several share a dialling code', () => {
	const known = new Intl.DisplayNames('en', { type: 'region' });
	const nameOf = (code: string) =>
		otherNames[code] ??
		known
			.of(code)!
			.replaceAll('&', 'and')
			.replace(/^St\. /, 'Saint ');
	expect(countries.map(({ name, value }) => [value, name.replace(/ \(\+.*/, '')])).toEqual(
		countries.map(({ value }) => [value, nameOf(value as string)]),
	);
});

test('the list is sorted as people look names up', () => {
	const names = countries.map(({ name }) => name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
});

test.each<[unknown, string[] | RegExp]>([
	[
		['KE', 'UG'],
		['KE', 'UG'],
	],
	['ke , Ug', ['KE', 'UG']],
	['["ke"]', ['KE']],
	[[' KE', '', 'KE'], ['KE']],
	[[], /^Allowed Countries is empty/],
	[' , ', /^Allowed Countries is empty/],
	[null, /^Allowed Countries is empty/],
	[['KE', 'Kenya'], /^'Kenya' isn't a valid country for Allowed Countries\.$/],
	[254, /^'254' isn't a valid country/],
	[{ KE: true }, /^An object isn't a valid country/],
	['x'.repeat(1_000_000), /^'x{40}…' isn't a valid country/],
])('countries are read from %j', (value, expected) => {
	const { value: codes, problem } = readCountries(value, 'Allowed Countries');
	if (expected instanceof RegExp) expect(problem?.what).toMatch(expected);
	else expect([...codes!]).toEqual(expected);
});
