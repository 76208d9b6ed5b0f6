import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

import { countryNames } from './countryNames';

/** The choices of Default Country: name with dialling code, sorted by name; the value is the two-letter code. */
export const countries: Array<{ name: string; value: string }> = getCountries()
	.map((code) => ({
		name: `${countryNames[code] ?? code} (+${getCountryCallingCode(code)})`,
		value: code as string,
	}))
	// Compared without their accents: localeCompare would load the collation tables at start.
	.sort((one, other) => (sortKey(one.name) < sortKey(other.name) ? -1 : 1));

function sortKey(name: string): string {
	return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
