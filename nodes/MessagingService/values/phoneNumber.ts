import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/min';

import type { Country } from './countries';
import { problems, type Problem, type ValueOrProblem } from '../texts';

// Marks without width, as between the digits of a copied contact.
const INVISIBLE = /\p{Cf}/gu;
// What people and programs put between digits: blanks of every width, dashes, brackets, dots and slashes.
const PUNCTUATION =
	/[\s\-\u2010-\u2015\u2043\u2212\u30fc\ufe58\ufe63\uff0d()[\]（）［］.\u00b7\u2022\u2024\uff0e/\u2044\uff0f]/g;
const PLUS = /[\uff0b\ufe62\u207a\u2795]/g;
// Full-width, Arabic-Indic and extended Arabic-Indic digits: the code of each zero ends in the hexadecimal 0.
const FOREIGN_DIGIT = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
// An apostrophe makes a spreadsheet keep a text as it is, and ="…" does the same in a CSV file.
const OPENING = /^(?:=\s*(?=["'“”]))?["'`´‘’“”\s]+/;
const CLOSING = /["'`´‘’“”\s]{1,8}$/;
const TEL_ADDRESS = /^tel:(?:\/\/)?/i;
const WHOLE_AS_DECIMAL = /^(\+?\d{7,})\.0$/;

const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
// Also after digits in groups: a zero that stands alone at the end is a decimal's.
const DECIMAL = /^\+?(?:\d{7,}\.(?:0{2,}|\d)|[\d.]{7,}\.0)$/;
const EXTENSION = /\d\W{0,3}(?:e?xt(?:n|ension)?|x|#|dw)\W{0,3}\d+$|^(?:ext|isub)\s*=/i;

// E.164 allows 15 digits; 00 and 0 come on top. What is longer than this is not worth the library's time.
const MOST_DIGITS = 15;
const MOST_DIALLED_DIGITS = 24;
const LONGEST_ENTRY = 200;

/** Makes the problem with a number of that field, as it was written. */
type Refusal = (field: string, entry: string, callingCode?: string) => Problem;

/**
 * Reads one phone number into E.164. A number without a plus or 00 is completed with `country`, or refused. What
 * comes out gives itself when it is read again: the library drops one zero after +254 each time, so one number
 * could be written in two ways, and an excluded one not be known. @param country null where none can be chosen
 */
export function readPhoneNumber(
	entry: string,
	country: Country | null | undefined,
	field: string,
): ValueOrProblem<string> {
	const number = readOnce(entry, country);
	if (typeof number !== 'string') return { problem: number(field, entry) };
	// Most numbers are written as they go out.
	if (number === entry || readDigits(number) === number) return { value: number };
	return { problem: problems.zerosInNumber(field, entry) };
}

function readOnce(entry: string, country: Country | null | undefined): string | Refusal {
	// Nothing in it is to be cleaned or completed.
	if (/^\+\d{7,23}$/.test(entry)) return readDigits(entry);
	const plain = withPlainCharacters(entry.slice(0, LONGEST_ENTRY + 1));
	const written = plain.replace(PUNCTUATION, '');
	const refusal = refusalOf(plain, written);
	if (refusal) return refusal;
	if (entry.length > LONGEST_ENTRY || written.length > MOST_DIALLED_DIGITS)
		return problems.numberTooLong;
	// 0011 dials abroad from Australia. Read as 00 and 11 it would lose a 1 on the way to North
	// America: 0011 65 8123 4567 must not reach +1 658 123 4567.
	const isAustralia = country?.value === 'AU';
	if (written.startsWith('0011') && !isAustralia) return problems.unknownCountryCode;
	const digits = written.replace(isAustralia ? /^00(?:11)?/ : /^00/, '+');
	if (!digits.startsWith('+')) {
		if (country) return readDigits(digits, country);
		const completed = parsePhoneNumberFromString(`+${digits}`, { extract: false });
		const number = completed?.isValid() ? completed.number : '';
		return (field, entry) => problems.noCountryCode(field, entry, number, country !== null);
	}
	const number = readDigits(digits);
	if (typeof number === 'string' || !plain.includes('(0)')) return number;
	// The zero in +34 (0)612… is for callers within the country, and some countries have no
	// such zero; where it belongs to the number (Italy), the first reading has kept it.
	const second = readDigits(plain.replace('(0)', '').replace(PUNCTUATION, '').replace(/^00/, '+'));
	return typeof second === 'string' ? second : number;
}

/** The entry with 0–9 and + for digits and pluses of every script, without what only surrounds a number. */
function withPlainCharacters(entry: string): string {
	return entry
		.replace(INVISIBLE, '')
		.replace(FOREIGN_DIGIT, (digit) => String(digit.charCodeAt(0) % 16))
		.replace(PLUS, '+')
		.replace(OPENING, '')
		.replace(CLOSING, '')
		.replace(TEL_ADDRESS, '')
		.trim()
		.replace(WHOLE_AS_DECIMAL, '$1');
}

/** Why this can't be a number, whatever the country. */
function refusalOf(plain: string, written: string): Refusal | undefined {
	if (SCIENTIFIC.test(plain)) return problems.roundedBySpreadsheet;
	if (DECIMAL.test(plain)) return problems.decimalNumber;
	if (EXTENSION.test(plain)) return problems.extensionInNumber;
	// Words such as `none` come before their letters: to name one of those would not help.
	if (!/\d/.test(written)) return problems.noDigits;
	const foreign = /[^\d+]/u.exec(written)?.[0];
	if (foreign) return (field, entry) => problems.characterInNumber(field, entry, foreign);
	return written.lastIndexOf('+') > 0 ? problems.plusInsideNumber : undefined;
}

const refusalsOfLength: Record<string, Refusal> = {
	INVALID_COUNTRY: problems.unknownCountryCode,
	INVALID_LENGTH: problems.numberOfWrongLength,
	TOO_LONG: problems.numberTooLong,
};

/** The number in E.164 that these digits are, or why they are none. Those without a plus need a country. */
function readDigits(digits: string, country?: Country): string | Refusal {
	const defaultCountry = country?.value;
	const number = parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
	const isTooLong = number !== undefined && number.number.length > '+'.length + MOST_DIGITS;
	// With a plus only the length is held against the country's plan: new ranges open faster than any
	// library learns of them.
	if (!number?.isPossible() || isTooLong) {
		const fault = isTooLong ? 'TOO_LONG' : validatePhoneNumberLength(digits, defaultCountry);
		const refusal = refusalsOfLength[fault ?? ''] ?? problems.numberTooShort;
		return (field, entry) => refusal(field, entry, number?.countryCallingCode);
	}
	// Without one the digits must fit the plan too: the number of another country often has a
	// length that is possible here, and would go to a stranger.
	if (country && !number.isValid())
		return (field, entry) => problems.notInDefaultCountry(field, entry, country.name);
	return number.number;
}
