import { withPlainDigits } from './digits';
import { problems, type Problem } from '../texts';

// What people and programs put around, between and behind the digits of a number.

// Marks without width, as between the digits of a copied contact.
const INVISIBLE = /\p{Cf}/gu;
// What people and programs put between digits: blanks of every width, dashes, brackets, dots and slashes.
export const PUNCTUATION =
	/[\s\-\u2010-\u2015\u2043\u2212\u30fc\ufe58\ufe63\uff0d()[\]（）［］.\u00b7\u2022\u2024\uff0e/\u2044\uff0f]/g;
const PLUS = /[\uff0b\ufe62\u207a\u2795]/g;
// An apostrophe makes a spreadsheet keep a text as it is, and ="…" does the same in a CSV file.
const OPENING = /^(?:=\s*(?=["'“”]))?["'`´‘’“”\s]+/;
const CLOSING = /["'`´‘’“”\s]{1,8}$/;
// Of links, of Facebook's lead forms (p:), and of Twilio (whatsapp:).
const ADDRESS = /^(?:tel|sms|callto|whatsapp|p):(?:\/\/)?/i;
// WhatsApp's ID of a person is the number without its plus, with one of the person's devices in …:12@s.whatsapp.net.
const WHATSAPP_ID = /^\+?(\d+)(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
const ID_WITHOUT_NUMBER = /@(?:g\.us|lid|broadcast|newsletter)$/i;
const WHOLE_AS_DECIMAL = /^(\+?\d{7,})\.0$/;

const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
// Also after digits in groups: a zero that stands alone at the end is a decimal's.
const DECIMAL = /^\+?(?:\d{7,}\.(?:0{2,}|\d)|[\d.]{7,}\.0)$/;
const EXTENSION = /\d\W{0,3}(?:e?xt(?:n|ension)?|x|#|dw)\W{0,3}\d+$|^(?:ext|isub)\s*=/i;
// Twelve digits of which a spreadsheet shows six, as 2.54712E+11, have these zeros once the file is opened and saved.
// No spreadsheet writes blanks into a number.
const ROUNDED = /^\+?\d{5,}0{6}$/;
// In place of digits that somebody has hidden: several bullets, or a run of dots or dashes at the end.
const MASK =
	/[\u00b7\u2022\u2024]{2,}|[\s.\-\u2010-\u2015]{0,3}(?:\.{3}|-{3}|[\u2010-\u2015]{2})\s*$/;
// The last group of digits, and what parts it from the others.
const LAST_GROUP = /^(.*\d)(\D+)(\d+)\D*$/s;

/** The entry with 0–9 and + for digits and pluses of every script, without what only surrounds a number. */
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

/** Makes the problem with a number of that field, as it was written. */
export type Refusal = (field: string, entry: string) => Problem;

/** Why this is no number, whatever the country and the words around it. */
export function refusalOf(plain: string): Refusal | undefined {
	if (ROUNDED.test(plain)) return (field, entry) => problems.zerosAtEnd(field, entry, plain);
	if (SCIENTIFIC.test(plain)) return problems.roundedBySpreadsheet;
	if (DECIMAL.test(plain)) return problems.decimalNumber;
	if (EXTENSION.test(plain)) return problems.extensionInNumber;
	if (ID_WITHOUT_NUMBER.test(plain)) return problems.idWithoutNumber;
	// Words such as `none` come before their letters: to name one of those would not help.
	return /\d/.test(plain) ? undefined : problems.noDigits;
}

/** Why a number can't have these characters. */
export function refusalOfCharacters(plain: string): Refusal | undefined {
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

/** The digits of a plain text without what parts them. */
export function withoutPunctuation(plain: string): string {
	return plain.replace(PUNCTUATION, '');
}

/** A text apart from its last group of digits; undefined where it has one group. */
export function lastGroupOf(plain: string) {
	const [, before = '', parting = '', last = ''] = LAST_GROUP.exec(plain) ?? [];
	return before === '' ? undefined : { before, parting, last };
}
