import {
	getCountryCallingCode,
	parsePhoneNumberFromString,
	validatePhoneNumberLength,
	type PhoneNumber,
} from 'libphonenumber-js/max';

import type { Country } from './countries';
import { problems, type Doubt, type Problem } from '../texts';

// Which number digits are, by the numbering plans of all countries (libphonenumber). Digits are one number beyond
// doubt, or they are refused with the readings that they have; they are never guessed.

/** Makes the problem with a number of that field, as it was written. */
export type Refusal = (field: string, entry: string) => Problem;

// E.164 allows 15 digits.
const LONGEST_NUMBER = '+'.length + 15;

/** Whether it is a number, of whatever range, rather than a refusal. */
export function isNumber(read: PhoneNumber | Refusal): read is PhoneNumber {
	return typeof read !== 'function';
}

/** Whether it is a number of a range that its country has given out. */
export function isKnown(read: PhoneNumber | Refusal): read is PhoneNumber {
	return isNumber(read) && read.isValid();
}

/** Without the plus. */
export function callingCodeOf({ value }: Country): string {
	return getCountryCallingCode(value);
}

/** What its range says against a number; undefined for most. */
export function doubtOf(number: PhoneNumber): Doubt | undefined {
	const type = number.getType();
	if (type === undefined) return 'unknownRange';
	return type === 'FIXED_LINE' ? 'landline' : undefined;
}

/**
 * Reads digits after a plus. Only their length is held against the country's plan: new ranges open faster than any
 * library learns of them.
 */
export function readInternational(given: string): PhoneNumber | Refusal {
	// Until 2019 Mexico's mobile numbers had a 1 here, and many lists still have it.
	const digits = given.replace(/^\+521(?=\d{10}$)/, '+52');
	const number = parsed(digits);
	const once = number && withCodeOnce(number);
	if (once) return (field, entry) => problems.codeTwice(field, entry, once);
	return withPossibleLength(number, digits);
}

/** Reads digits without a plus: it is missing, or they are as people dial within the country. */
export function readWithoutPlus(digits: string, country: Country): PhoneNumber | Refusal {
	const national = readNational(digits, country);
	// No country code begins with a zero.
	const abroad = digits.startsWith('0') ? undefined : readInternational(`+${digits}`);
	if (!abroad || !isNumber(abroad)) return national;
	if (!isNumber(national)) return abroad.isValid() ? abroad : national;
	if (abroad.number === national.number) return abroad;
	const isOwn = abroad.countryCallingCode === callingCodeOf(country);
	if (isOwn && abroad.isValid()) return abroad;
	// A spreadsheet has dropped the zero of 0151 23456789, although +1 512 345 6789 exists.
	const isMobile = national.country === country.value && isMobileNumber(national);
	if (isMobile && national.nationalNumber === digits) return national;
	if (!isOwn && !abroad.isValid()) return national;
	return (field, entry) => problems.twoReadings(field, entry, abroad.number, national.number);
}

/** Without a plus digits must be of a known range: many numbers of other countries have a length that is possible. */
function readNational(digits: string, country: Country): PhoneNumber | Refusal {
	const read = withPossibleLength(parsed(digits, country), digits, country);
	if (!isNumber(read) || read.isValid()) return read;
	return (field, entry) => problems.notInDefaultCountry(field, entry, country.name);
}

function parsed(digits: string, country?: Country): PhoneNumber | undefined {
	return parsePhoneNumberFromString(digits, { defaultCountry: country?.value, extract: false });
}

function isMobileNumber(number: PhoneNumber): boolean {
	return ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(number.getType() ?? '');
}

/**
 * The number that is left where the country code was put before a number that had it. Some mobile numbers begin with
 * their country's code, as +84 84… do.
 */
function withCodeOnce(number: PhoneNumber): string | undefined {
	const { countryCallingCode, nationalNumber } = number;
	if (!nationalNumber.startsWith(countryCallingCode) || isMobileNumber(number)) return undefined;
	const once = parsed(`+${nationalNumber}`);
	return once?.isValid() ? once.number : undefined;
}

const refusalsOfLength = {
	INVALID_COUNTRY: problems.unknownCountryCode,
	INVALID_LENGTH: problems.numberOfWrongLength,
	NOT_A_NUMBER: problems.numberTooShort,
	TOO_SHORT: problems.numberTooShort,
	TOO_LONG: problems.numberTooLong,
};

function withPossibleLength(
	number: PhoneNumber | undefined,
	digits: string,
	country?: Country,
): PhoneNumber | Refusal {
	const isTooLong = number !== undefined && number.number.length > LONGEST_NUMBER;
	if (number?.isPossible() && !isTooLong) return number;
	const fault = isTooLong ? 'TOO_LONG' : validatePhoneNumberLength(digits, country?.value);
	const refusal = refusalsOfLength[fault ?? 'TOO_SHORT'];
	return (field, entry) => refusal(field, entry, number?.countryCallingCode);
}
