import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

import { countries, countryChoices } from '../../nodes/MessagingService/validation/countries.ts';

test('every country that the number rules know is offered once, with its dialling code', () => {
	expect(countries.map((country) => country.value).sort()).toEqual([...getCountries()].sort());
	expect(new Set(countries.map((country) => country.name)).size).toBe(countries.length);
	for (const { name, value } of countries) {
		expect(name).toMatch(/^\p{Lu}[\p{L} .,()'-]+ \(\+\d+\)$/u);
		expect(name.endsWith(` (+${getCountryCallingCode(value as 'KE')})`)).toBe(true);
	}
});

/** Those that people know better by another name than the one of the Unicode list. */
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
	expect(countries.map(({ name, value }) => [value, name.replace(/ \(\+\d+\)$/, '')])).toEqual(
		countries.map(({ value }) => [value, nameOf(value)]),
	);
});

test('the list is sorted as people look names up', () => {
	const names = countries.map((country) => country.name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
});

test.each([
	['Kenya (+254)', 'KE'],
	['United Kingdom (+44)', 'GB'],
	['Åland Islands (+358)', 'AX'],
	['Kosovo (+383)', 'XK'],
])('%s is %s', (name, value) => {
	expect(countries).toContainEqual({ name, value });
});

test('the menu begins with a choice that stands for none, so that no country is chosen for anybody', () => {
	expect(countryChoices[0]).toEqual({ name: 'Choose a country', value: '' });
	expect(countryChoices.slice(1)).toEqual(countries);
});
