import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

import { countries } from '../../nodes/MessagingService/validation/countries.ts';
import { countryNames } from '../../nodes/MessagingService/validation/countryNames.ts';

test('every country that the number rules know is offered once, under its English name', () => {
	expect(countries.map((country) => country.value).sort()).toEqual([...getCountries()].sort());
	expect(Object.keys(countryNames).sort()).toEqual([...getCountries()].sort());
	expect(new Set(countries.map((country) => country.name)).size).toBe(countries.length);
	for (const { name, value } of countries) {
		expect(name).toBe(`${countryNames[value]} (+${getCountryCallingCode(value as 'KE')})`);
		expect(countryNames[value]).toMatch(/^\p{Lu}[\p{L} .,()'-]+$/u);
	}
});

test('the list is sorted as people look names up', () => {
	const names = countries.map((country) => country.name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	expect(names).toContain('Kenya (+254)');
});
