import {
	isSupportedCountry,
	parsePhoneNumberFromString,
	validatePhoneNumberLength,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/min';

import { countryNames } from './countries';
import { problems, type Problem, type ValueOrProblem } from '../texts';

// What people and programs put between digits: blanks of every width, marks without
// width, brackets, dashes, dots and slashes.
const PUNCTUATION =
	/[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff()[\]（）［］\-\u2010-\u2015\u2043\u2212\u30fc\ufe58\ufe63\uff0d.\u00b7\u2022\u2024\uff0e/\u2044\uff0f]/g;

// Quotes around a value: an apostrophe makes a spreadsheet keep a text as it is,
// and ="…" does the same in files that a spreadsheet opens.
const OPENING = /^(?:=\s*(?=["'“”]))?["'`´‘’“”\s\ufeff]+/;
const CLOSING = /["'`´‘’“”\s]{1,8}$/;
const TEL_ADDRESS = /^tel:(?:\/\/)?/i;

const PLUS = /[\uff0b\ufe62\u207a\u2795]/g;
// Full-width, Arabic-Indic and extended Arabic-Indic digits, each from its zero on.
const FOREIGN_DIGIT = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
const ZEROS = [0xff10, 0x0660, 0x06f0];

function plainDigit(digit: string): string {
	const code = digit.charCodeAt(0);
	const zero = ZEROS.find((first) => code >= first && code <= first + 9) as number;
	return String(code - zero);
}

/** Digits and pluses of every script as 0–9 and +, without the quotes, the tel: and the blanks around them. */
function plainCharacters(entry: string): string {
	return entry
		.replace(FOREIGN_DIGIT, plainDigit)
		.replace(PLUS, '+')
		.replace(OPENING, '')
		.replace(CLOSING, '')
		.replace(TEL_ADDRESS, '')
		.trim();
}

/** What is left of a number when all that only groups its digits is taken out. */
function withoutPunctuation(plain: string): string {
	return plain.replace(PUNCTUATION, '');
}

// E.164 allows 15 digits. Prefixes for dialling abroad and out (00, 0) come on top;
// what is longer than this is not worth the library's time.
const MOST_DIGITS = 15;
const MOST_DIALLED_DIGITS = 24;
const LONGEST_ENTRY = 200;

const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
const WHOLE_AS_DECIMAL = /^(\+?\d{7,})\.0$/;
// Also after digits in groups: a zero that stands alone at the end is a decimal's.
const DECIMAL = /^\+?(?:\d{7,}\.(?:0{2,}|\d)|[\d.]{7,}\.0)$/;
const EXTENSION = /\d\W{0,3}(?:e?xt(?:n|ension)?|x|#|dw)\W{0,3}\d+$/i;
const EXTENSION_PARAMETER = /^(?:ext|isub)\s*=/i;

/** The default country as the phone number library knows it; undefined when it doesn't. */
export function knownCountry(code: string): CountryCode | undefined {
	const upperCase = code.trim().toUpperCase();
	return isSupportedCountry(upperCase) ? upperCase : undefined;
}

function shapeProblem(
	entry: string,
	plain: string,
	field: string | undefined,
): Problem | undefined {
	if (SCIENTIFIC.test(plain)) return problems.roundedBySpreadsheet(entry, field);
	if (DECIMAL.test(plain)) return problems.decimalNumber(entry, field);
	if (EXTENSION.test(plain) || EXTENSION_PARAMETER.test(plain))
		return problems.extensionInNumber(entry, field);
	return undefined;
}

function characterProblem(
	entry: string,
	digits: string,
	field: string | undefined,
): Problem | undefined {
	// Words such as `none` come first: to name one of their letters would not help.
	if (!/\d/.test(digits)) return problems.noDigits(entry, field);
	const foreign = /[^\d+]/u.exec(digits)?.[0];
	if (foreign !== undefined) return problems.characterInNumber(entry, foreign, field);
	if (digits.lastIndexOf('+') > 0) return problems.plusInsideNumber(entry, field);
	const tooLong = entry.length > LONGEST_ENTRY || digits.length > MOST_DIALLED_DIGITS;
	return tooLong ? problems.numberTooLong(entry, undefined, field) : undefined;
}

/** Why the library doesn't take these digits, in our words; `number` is what it made of them, if anything. */
function lengthProblem(
	entry: string,
	digits: string,
	country: CountryCode | undefined,
	number: PhoneNumber | undefined,
	field: string | undefined,
): Problem {
	const callingCode = number?.countryCallingCode;
	if (number && exceedsE164(number)) return problems.numberTooLong(entry, callingCode, field);
	switch (validatePhoneNumberLength(digits, country)) {
		case 'INVALID_COUNTRY':
			return problems.unknownCountryCode(entry, field);
		case 'TOO_LONG':
			return problems.numberTooLong(entry, callingCode, field);
		case 'INVALID_LENGTH':
			return problems.numberOfWrongLength(entry, callingCode, field);
		default:
			return problems.numberTooShort(entry, callingCode, field);
	}
}

function exceedsE164(number: PhoneNumber): boolean {
	return number.number.length > '+'.length + MOST_DIGITS;
}

function readInternational(
	entry: string,
	digits: string,
	field: string | undefined,
): ValueOrProblem<string> {
	const number = parsePhoneNumberFromString(digits, { extract: false });
	// Only the length is held against the country's plan: new ranges open faster than any library learns of them.
	if (number?.isPossible() && !exceedsE164(number)) return { value: number.number };
	return { problem: lengthProblem(entry, digits, undefined, number, field) };
}

function readNational(
	entry: string,
	digits: string,
	country: CountryCode,
	field: string | undefined,
): ValueOrProblem<string> {
	const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
	if (!number?.isPossible() || exceedsE164(number)) {
		return { problem: lengthProblem(entry, digits, country, number, field) };
	}
	// Here the digits must fit the plan too: the number of another country, written without
	// its plus, often has a length that is possible here, and would go to a stranger.
	if (number.isValid()) return { value: number.number };
	return { problem: problems.notInDefaultCountry(entry, countryNames[country] ?? country, field) };
}

/**
 * Reads one phone number into E.164. A leading 00 counts as the plus. Without
 * either, the number is completed with `country`, or refused when there is none:
 * a country is never guessed. Read once more, what comes out gives itself: the library
 * drops one zero after +254 each time, so that one person's number could be written in
 * two ways, and an excluded number would not be known.
 *
 * @param country null where there is no Default Country to choose
 * @param field the label of the field that a refusal names; Recipients unless told
 */
export function readPhoneNumber(
	entry: string,
	country?: CountryCode | null,
	field?: string,
): ValueOrProblem<string> {
	const outcome = readOnce(entry, country, field);
	// As most numbers are written, and so is what comes out of them.
	if (outcome.problem || outcome.value === entry) return outcome;
	const again = readInternational(outcome.value, outcome.value, field);
	return again.value === outcome.value
		? outcome
		: { problem: problems.zerosInNumber(entry, field) };
}

function readOnce(
	entry: string,
	country: CountryCode | null | undefined,
	field: string | undefined,
): ValueOrProblem<string> {
	const plain = plainCharacters(entry.slice(0, LONGEST_ENTRY + 1)).replace(WHOLE_AS_DECIMAL, '$1');
	const unshaped = shapeProblem(entry, plain, field);
	if (unshaped) return { problem: unshaped };
	const written = withoutPunctuation(plain);
	const refused = characterProblem(entry, written, field);
	if (refused) return { problem: refused };

	// 0011 dials abroad from Australia. Read as 00 and 11 it would lose a 1 on the way to a
	// number in North America: 0011 65 8123 4567 must not reach +1 658 123 4567.
	if (written.startsWith('0011') && country !== 'AU')
		return { problem: problems.unknownCountryCode(entry, field) };
	const digits = written.replace(country === 'AU' ? /^00(?:11)?/ : /^00/, '+');
	if (!digits.startsWith('+')) {
		if (country) return readNational(entry, digits, country, field);
		return {
			problem:
				country === null
					? problems.noOwnCountryCode(entry, field)
					: problems.noCountryCode(entry, field),
		};
	}
	const outcome = readInternational(entry, digits, field);
	// The zero in +34 (0)612… is for callers within the country, and some countries have no
	// such zero; where it does belong to the number (Italy), the first reading has kept it.
	if (outcome.problem && plain.includes('(0)')) {
		const withoutZero = withoutPunctuation(plain.replace('(0)', '')).replace(/^00/, '+');
		const second = readInternational(entry, withoutZero, field);
		if (!second.problem) return second;
	}
	return outcome;
}
