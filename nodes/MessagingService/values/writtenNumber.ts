import { withPlainDigits } from './digits';
import { problems, type Problem } from '../texts';

// Characters that people and programs put around, between and behind the digits of a number.

// Zero-width characters, as between the digits of a copied contact.
const INVISIBLE = /\p{Cf}/gu;
// Separators between digits: blanks of every width, dashes, brackets, dots and slashes.
export const PUNCTUATION =
	/[\s\-\u2010-\u2015\u2043\u2212\u30fc\ufe58\ufe63\uff0d()[\]（）［］.\u00b7\u2022\u2024\uff0e/\u2044\uff0f]/g;
const PLUS = /[\uff0b\ufe62\u207a\u2795]/g;
// An apostrophe makes a spreadsheet keep a text as it is, and ="…" does the same in a CSV file.
const OPENING = /^(?:=\s*(?=["'“”]))?["'`´‘’“”\s]+/;
const CLOSING = /["'`´‘’“”\s]{1,8}$/;
// Prefixes of links, of Facebook's lead forms (p:), and of Twilio (whatsapp:).
const ADDRESS = /^(?:tel|sms|callto|whatsapp|p):(?:\/\/)?/i;
// A person's WhatsApp ID is the number without its plus. It may name one of the person's devices: …:12@s.whatsapp.net.
const WHATSAPP_ID = /^\+?(\d+)(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
const ID_WITHOUT_NUMBER = /@(?:g\.us|lid|broadcast|newsletter)$/i;
const WHOLE_AS_DECIMAL = /^(\+?\d{7,})\.0$/;

const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
// Also matches digits in groups: a lone zero at the end is a decimal's.
const DECIMAL = /^\+?(?:\d{7,}\.(?:0{2,}|\d)|[\d.]{7,}\.0)$/;
const EXTENSION = /\d\W{0,3}(?:e?xt(?:n|ension)?|x|#|dw)\W{0,3}\d+$|^(?:ext|isub)\s*=/i;
// A spreadsheet shows twelve digits as 2.54712E+11. Once the file is opened and saved, they end in these zeros. No
// spreadsheet writes blanks into a number, so digits with blanks don't match.
const ROUNDED = /^\+?\d{5,}0{6}$/;
// Characters that stand for hidden digits: several bullets, or a run of dots or dashes at the end.
const MASK =
	/[\u00b7\u2022\u2024]{2,}|[\s.\-\u2010-\u2015]{0,3}(?:\.{3}|-{3}|[\u2010-\u2015]{2})\s*$/;
// The last group of digits, and the separator before it.
const LAST_GROUP = /^(.*\d)(\D+)(\d+)\D*$/s;

/** Normalizes digits and pluses of every script to 0–9 and +, and strips quotes, link prefixes and the like. */
export function withPlainCharacters(entry: string): string {
	return withPlainDigits(entry.replace(INVISIBLE, ''))
		.replace(PLUS, '+')
		.replace(OPENING, '')
		.replace(CLOSING, '')
		.replace(ADDRESS, '')
		.trim()
		.replace(WHATSAPP_ID, '+$1')
		.replace(WHOLE_AS_DECIMAL, '$1');
}

/** Returns the problem with a refused number. @param entry the number as it was written */
export type NumberRefusal = (field: string, entry: string) => Problem;

/** Returns why a text is no number, whatever the country and the words around it. Undefined where it may be one. */
export function refusalOf(plain: string): NumberRefusal | undefined {
	if (ROUNDED.test(plain)) return (field, entry) => problems.zerosAtEnd(field, entry, plain);
	if (SCIENTIFIC.test(plain)) return problems.roundedBySpreadsheet;
	if (DECIMAL.test(plain)) return problems.decimalNumber;
	if (EXTENSION.test(plain)) return problems.extensionInNumber;
	if (ID_WITHOUT_NUMBER.test(plain)) return problems.idWithoutNumber;
	// Comes before the check of characters: naming one letter of a word such as `none` would not help.
	return /\d/.test(plain) ? undefined : problems.noDigits;
}

/** Refuses characters that a number can't have. */
export function refusalOfCharacters(plain: string): NumberRefusal | undefined {
	const written = withoutPunctuation(plain);
	const mask = MASK.exec(plain)?.[0].trim();
	const foreign = mask ?? /[^\d+]/u.exec(written)?.[0];
	if (foreign) return (field, entry) => problems.characterInNumber(field, entry, foreign);
	return written.lastIndexOf('+') > 0 ? problems.plusInsideNumber : undefined;
}

/** Whether a plain text begins with a country code. */
export function isInternational(plain: string): boolean {
	return /^(?:\+|00)/.test(withoutPunctuation(plain));
}

/** Removes the separators between the digits of a plain text. */
export function withoutPunctuation(plain: string): string {
	return plain.replace(PUNCTUATION, '');
}

/** Splits off the last group of digits. Undefined where there are no others. */
export function lastGroupOf(plain: string) {
	const [, before = '', parting = '', last = ''] = LAST_GROUP.exec(plain) ?? [];
	return before === '' ? undefined : { before, parting, last };
}
