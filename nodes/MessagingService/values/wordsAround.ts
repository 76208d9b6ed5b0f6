import { PUNCTUATION } from './writtenNumber';

// Words before and behind a number: a name, a purpose, or the rest of an app's link.

/** A number and the words around it, each empty where there are none. */
export interface NumberInWords {
	number: string;
	before: string;
	behind: string;
}

const parting = PUNCTUATION.source;
// Seven digits or more, with the text before and behind them.
const AROUND = new RegExp(`^(.*?)((?:[+([（［]\\s*)*\\d(?:${parting}*\\d){6,})(.*)$`, 's');
const NOTHING = new RegExp(`^${parting}*$`);
// Closes a bracket or a sentence that began before the number, as in Ann <+254712345678>.
const CLOSING = /^[\s)\]>.!]+$/;
const ENDS_APART = new RegExp(`(?:${parting}|:)$`);
const BEGINS_APART = new RegExp(`^(?:${parting}|:)`);
// Characters that stand for hidden digits.
const MASK = /[*#_…?]/;
const WORD = /\p{L}\p{M}*\p{L}/u;
// Letters that look like digits, and x for digits that are left out.
const LIKE_DIGITS = /^[oilx]+$/i;
const EXTENSION = /^\P{L}*(?:e?xt(?:n|ension)?|x+|dw|isub)(?!\p{L})/iu;
// The query of a link such as sms:+254712345678?body=Hi. On some phones it is &body=.
const QUERY = /^[?&]\w+=/;

/**
 * Separates a number from the words around it. Undefined where there are none, or where a letter may stand for a digit
 * or the words contain another number: the user must not be told to delete that.
 */
export function wordsAround(plain: string): NumberInWords | undefined {
	const [, first = '', number = '', last = ''] = AROUND.exec(plain) ?? [];
	const before = NOTHING.test(first) ? '' : first.trim();
	const behind = NOTHING.test(last) ? '' : last.trim();
	if (number === '' || before + behind === '') return undefined;
	const isNameOrNone = before === '' || isWordBefore(first, number);
	const isNoteOrNone = behind === '' || CLOSING.test(last) || isWordBehind(last);
	return isNameOrNone && isNoteOrNone ? { number, before, behind } : undefined;
}

function isWordBefore(text: string, number: string): boolean {
	// A plus begins the number, so the text before it may have digits ('Phone 2:') or be one letter ('M').
	if (/^\D*\+/.test(number)) return !/\d\D*\d\D*\d|\+/.test(text) && /\p{L}/u.test(text);
	return (ENDS_APART.test(text) || /^\D/.test(number)) && isWord(text);
}

function isWordBehind(text: string): boolean {
	return QUERY.test(text) || (BEGINS_APART.test(text) && isWord(text));
}

function isWord(text: string): boolean {
	const isOther = /[\d+]/.test(text) || MASK.test(text) || EXTENSION.test(text);
	return !isOther && WORD.test(text) && !LIKE_DIGITS.test(text.replace(/\P{L}/gu, ''));
}
