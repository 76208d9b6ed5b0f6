import type { Country } from './countries';
import {
	callingCodeOf,
	doubtOf,
	isKnown,
	isNumber,
	readInternational,
	readWithoutPlus,
	refusalOfNext,
	type Reading,
	type Refusal,
} from './numberingPlan';
import { givenText } from './simple';
import { problems, type Doubt, type ValueOrProblem } from '../texts';

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
// Twelve digits of which a spreadsheet shows six, as 2.54712E+11, have these zeros once the file is opened and saved.
// No spreadsheet writes blanks into a number.
const ROUNDED = /^\+?\d{5,}0{6}$/;
// The last group of digits, and what parts it from the others.
const LAST_GROUP = /^(.*\d)(\D+)(\d+)\D*$/s;

// E.164 allows 15 digits; 00 and 0 come on top. What is longer than this is not worth the library's time.
const MOST_DIALLED_DIGITS = 24;
const LONGEST_ENTRY = 200;

/** One person's number in E.164. */
export interface PersonsNumber {
	number: string;
	doubt?: Doubt;
}

/**
 * Reads one phone number. A value is one person's number beyond doubt, or it is refused with the readings that it has.
 * What comes out gives itself when it is read again. A number without a plus or 00 is completed with `country`, or
 * refused. @param country null where none can be chosen
 */
export function readPhoneNumber(
	entry: string,
	country: Country | null | undefined,
	field: string,
): ValueOrProblem<PersonsNumber> {
	const read = readEntry(entry, country);
	if (!isNumber(read)) return { problem: read(field, entry) };
	const { number } = read;
	// Most numbers are written as they go out.
	const refusal = number === entry ? undefined : refusalOfNext(read);
	return refusal ? { problem: refusal(field, entry) } : { value: { number, doubt: doubtOf(read) } };
}

/** The number that a text is as a whole, of a known range: with its country code, or one of that country. */
export function readWhole(text: string, country: Country | null | undefined): string | undefined {
	const read = readEntry(text.trim(), country);
	if (!isKnown(read)) return undefined;
	const isOwn = country && read.callingCode === callingCodeOf(country);
	return isOwn || /^\s*(?:\+|00)/.test(text) ? read.number : undefined;
}

function readEntry(entry: string, country: Country | null | undefined): Reading {
	// Nothing in it is to be cleaned or completed.
	if (/^\+\d{7,23}$/.test(entry) && !ROUNDED.test(entry)) return readInternational(entry);
	const plain = withPlainCharacters(entry.slice(0, LONGEST_ENTRY + 1));
	const refusal = refusalOf(plain);
	if (refusal) return refusal;
	if (entry.length > LONGEST_ENTRY) return problems.numberTooLong;
	const read = readPlain(plain, country);
	if (hasNote(plain, read, country)) return problems.noteBehindNumber;
	if (isNumber(read) || !plain.includes('(0)')) return read;
	// The zero in +34 (0)612… is for callers within the country, and some countries have no
	// such zero; where it belongs to the number (Italy), the first reading has kept it.
	const second = readPlain(plain.replace('(0)', ''), country);
	return isNumber(second) ? second : read;
}

function readPlain(plain: string, country: Country | null | undefined): Reading {
	const written = plain.replace(PUNCTUATION, '');
	if (written.length > MOST_DIALLED_DIGITS) return problems.numberTooLong;
	// 0011 dials abroad from Australia. Read as 00 and 11 it would lose a 1 on the way to North
	// America: 0011 65 8123 4567 must not reach +1 658 123 4567.
	const isAustralia = country?.value === 'AU';
	if (written.startsWith('0011') && !isAustralia) return problems.unknownCountryCode;
	const digits = written.replace(isAustralia ? /^00(?:11)?/ : /^00/, '+');
	if (digits.startsWith('+')) return readInternational(digits);
	if (country) return readWithoutPlus(digits, country);
	const completed = readInternational(`+${digits}`);
	const number = isKnown(completed) ? completed.number : '';
	return (field, entry) => problems.noCountryCode(field, entry, number, country !== null);
}

/**
 * Whether digits stand behind what is a number without them: those of another person's number, as in +254712345678/9,
 * or a note, as in +254712345678 (2). Blanks and dots part groups of one number, and -0 is the extension of a desk.
 */
function hasNote(plain: string, whole: Reading, country: Country | null | undefined): boolean {
	const [, before = '', parting = '', last = ''] = LAST_GROUP.exec(plain) ?? [];
	const isExtension = last === '0' && /^\s*[-\u2010-\u2015]\s*$/.test(parting);
	if (before === '' || isExtension) return false;
	const isInDoubt =
		last.length <= 2
			? !isKnown(whole) || !/^[\s.]+$/.test(parting)
			: isNumber(whole) && !isKnown(whole);
	return isInDoubt && isKnown(readPlain(before, country));
}

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
function refusalOf(plain: string): Refusal | undefined {
	const written = plain.replace(PUNCTUATION, '');
	if (ROUNDED.test(plain)) return (field, entry) => problems.zerosAtEnd(field, entry, plain);
	if (SCIENTIFIC.test(plain)) return problems.roundedBySpreadsheet;
	if (DECIMAL.test(plain)) return problems.decimalNumber;
	if (EXTENSION.test(plain)) return problems.extensionInNumber;
	// Words such as `none` come before their letters: to name one of those would not help.
	if (!/\d/.test(written)) return problems.noDigits;
	const foreign = /[^\d+]/u.exec(written)?.[0];
	if (foreign) return (field, entry) => problems.characterInNumber(field, entry, foreign);
	return written.lastIndexOf('+') > 0 ? problems.plusInsideNumber : undefined;
}
