import { problems, type Problem } from '../texts';

// What people and programs put around, between and behind the digits of a number.

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

/** The entry with 0–9 and + for digits and pluses of every script, without what only surrounds a number. */
export function withPlainCharacters(entry: string): string {
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

/** Makes the problem with a number of that field, as it was written. */
export type Refusal = (field: string, entry: string) => Problem;

/** Why this can't be a number, whatever the country. */
export function refusalOf(plain: string): Refusal | undefined {
	const written = withoutPunctuation(plain);
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

/** The digits of a plain text without what parts them. */
export function withoutPunctuation(plain: string): string {
	return plain.replace(PUNCTUATION, '');
}

/** A text apart from its last group of digits; undefined where it has one group. */
export function lastGroupOf(plain: string) {
	const [, before = '', parting = '', last = ''] = LAST_GROUP.exec(plain) ?? [];
	return before === '' ? undefined : { before, parting, last };
}
