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
export function plainCharacters(entry: string): string {
	return entry
		.replace(FOREIGN_DIGIT, plainDigit)
		.replace(PLUS, '+')
		.replace(OPENING, '')
		.replace(CLOSING, '')
		.replace(TEL_ADDRESS, '')
		.trim();
}

/** What is left of a number when all that only groups its digits is taken out. */
export function withoutPunctuation(plain: string): string {
	return plain.replace(PUNCTUATION, '');
}
