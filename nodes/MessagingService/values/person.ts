import { givenText } from './simple';

/**
 * One key for a person's phone, however its number is written; an empty text where there are no digits. Lists have two
 * spellings of one phone: Argentina's mobile numbers have a 9 for callers from abroad, and Brazil put a 9 before those
 * that began with 6 to 9.
 */
export function personOf(phoneNumber: unknown): string {
	const digits = givenText(phoneNumber)?.replace(/\D/g, '') ?? '';
	// Most numbers are of other countries.
	if (!/^5[45]/.test(digits)) return digits;
	return digits.replace(/^549(?=\d{10}$)/, '54').replace(/^(55\d\d)9(?=[6-9]\d{7}$)/, '$1');
}
