import { getOrInsert } from './collections';

const plainDigits = new Map<string, string>();

/** Replaces the digits of every script by 0–9. */
export function withPlainDigits(text: string): string {
	// Most texts are plain ASCII, and lists are long.
	if (!/[^ -~]/.test(text)) return text;
	return text.replace(/\p{Nd}/gu, (digit) => getOrInsert(plainDigits, digit, () => valueOf(digit)));
}

/**
 * Returns the value of a digit. In Unicode, the ten digits of a script follow one another, zero first. Where two such
 * rows adjoin, the second follows the nine.
 */
function valueOf(digit: string): string {
	const code = digit.codePointAt(0)!;
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
	return String((code - first) % 10);
}
