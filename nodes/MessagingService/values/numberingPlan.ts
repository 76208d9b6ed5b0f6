import {
	getCountryCallingCode,
	parsePhoneNumberFromString,
	validatePhoneNumberLength,
	type NumberType,
	type PhoneNumber,
} from 'libphonenumber-js/max';

import type { Country } from './countries';
import { problems, type Doubt, type Problem } from '../texts';

// Which number digits are, by the numbering plans of all countries (libphonenumber). Digits are one number beyond
// doubt, or they are refused with the readings that they have; they are never guessed.

/** Makes the problem with a number of that field, as it was written. */
export type Refusal = (field: string, entry: string) => Problem;

/** A number whose length is possible. */
export interface PlannedNumber {
	/** In E.164. */
	number: string;
	callingCode: string;
	national: string;
	country?: string;
	/** Undefined where the library knows no such range. */
	type: NumberType;
}

export type Reading = PlannedNumber | Refusal;

// E.164 allows 15 digits.
const LONGEST_NUMBER = '+'.length + 15;

/** Whether it is a number, of whatever range, rather than a refusal. */
export function isNumber(read: Reading): read is PlannedNumber {
	return typeof read !== 'function';
}

/** Whether it is a number of a range that its country has given out. */
export function isKnown(read: Reading): read is PlannedNumber {
	return isNumber(read) && read.type !== undefined;
}

/** Without the plus. */
export function callingCodeOf({ value }: Country): string {
	return getCountryCallingCode(value);
}

/** What its range says against a number; undefined for most. */
export function doubtOf({ type }: PlannedNumber): Doubt | undefined {
	if (type === undefined) return 'unknownRange';
	return type === 'FIXED_LINE' ? 'landline' : undefined;
}

/**
 * Reads digits after a plus. Only their length is held against the country's plan: new ranges open faster than any
 * library learns of them.
 */
export function readInternational(given: string): Reading {
	// Until 2019 Mexico's mobile numbers had a 1 here, and many lists still have it.
	const digits = given.replace(/^\+521(?=\d{10}$)/, '+52');
	const phone = parsed(digits);
	return codeTwice(phone) ?? withPossibleLength(phone, digits);
}

/**
 * Why this number can't go out, although it can be read: read once more it would be refused, or be another one. The
 * library drops one zero after +254 each time, so one number could be written in two ways, and an excluded one not be
 * known.
 */
export function refusalOfNext({ number }: PlannedNumber): Refusal | undefined {
	const phone = parsed(number);
	return phone?.number === number ? codeTwice(phone) : problems.zerosInNumber;
}

/** Reads digits without a plus: it is missing, or they are as people dial within the country. */
export function readWithoutPlus(digits: string, country: Country): Reading {
	// No country code begins with a zero.
	if (digits.startsWith('0')) return readNational(digits, country);
	const isOwn = digits.startsWith(callingCodeOf(country));
	const own = isOwn ? readInternational(`+${digits}`) : undefined;
	if (own && isKnown(own)) return own;
	const national = readNational(digits, country);
	// Gabon's 06 03 12 34 keeps its zero, and without it is somebody else's number of seven digits.
	const withZero = country.value === 'GA' ? readNational(`0${digits}`, country) : national;
	if (isNumber(national) && isKnown(withZero) && withZero.number !== national.number)
		return twoReadings(withZero, national);
	// A spreadsheet has dropped the zero of 0151 23456789, although +1 512 345 6789 exists.
	if (isMobile(national) && isNationalOf(national, digits, country)) return national;
	const abroad = own ?? readInternational(`+${digits}`);
	if (!isNumber(abroad) || !isNumber(national)) return isKnown(abroad) ? abroad : national;
	if (abroad.number === national.number || !(isOwn || isKnown(abroad))) return national;
	return twoReadings(abroad, national);
}

function twoReadings(one: PlannedNumber, other: PlannedNumber): Refusal {
	return (field, entry) => problems.twoReadings(field, entry, one.number, other.number);
}

/** Without a plus digits must be of a known range: many numbers of other countries have a length that is possible. */
function readNational(digits: string, country: Country): Reading {
	const read = withPossibleLength(parsed(digits, country), digits, country);
	if (!isNumber(read) || isKnown(read)) return read;
	return (field, entry) => problems.notInDefaultCountry(field, entry, country.name);
}

function parsed(digits: string, country?: Country): PhoneNumber | undefined {
	return parsePhoneNumberFromString(digits, { defaultCountry: country?.value, extract: false });
}

function isMobile(read: Reading): read is PlannedNumber {
	return isNumber(read) && isMobileType(read.type);
}

function isMobileType(type: NumberType): boolean {
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

/** Whether these digits, as they stand, are the number of that very country. */
function isNationalOf(number: PlannedNumber, digits: string, { value }: Country): boolean {
	return number.country === value && number.national === digits;
}

/**
 * Refuses a country code that was put before a number that had it. Some mobile numbers begin with their country's code,
 * as +84 84… do.
 */
function codeTwice(phone: PhoneNumber | undefined): Refusal | undefined {
	if (!phone?.nationalNumber.startsWith(phone.countryCallingCode)) return undefined;
	const once = parsed(`+${phone.nationalNumber}`);
	if (!once?.isValid() || isMobileType(phone.getType())) return undefined;
	return (field, entry) => problems.codeTwice(field, entry, once.number);
}

const refusalsOfLength = {
	INVALID_COUNTRY: problems.unknownCountryCode,
	INVALID_LENGTH: problems.numberOfWrongLength,
	NOT_A_NUMBER: problems.numberTooShort,
	TOO_SHORT: problems.numberTooShort,
	TOO_LONG: problems.numberTooLong,
};

function withPossibleLength(
	phone: PhoneNumber | undefined,
	digits: string,
	country?: Country,
): Reading {
	const isTooLong = phone !== undefined && phone.number.length > LONGEST_NUMBER;
	const type = phone?.getType();
	// A known range has its lengths.
	if (phone && !isTooLong && (type !== undefined || phone.isPossible())) {
		const { number, countryCallingCode: callingCode, nationalNumber: national } = phone;
		return { number, callingCode, national, country: phone.country, type };
	}
	return (field, entry) => {
		const fault = isTooLong ? 'TOO_LONG' : validatePhoneNumberLength(digits, country?.value);
		const refusal = refusalsOfLength[fault ?? 'TOO_SHORT'];
		return refusal(field, entry, phone?.countryCallingCode);
	};
}
