import { keptIn } from './collections';

const plainDigits = new Map<string, string>();

/** The text with 0–9 for the digits of every script. */
export function withPlainDigits(text: string): string {
	// Most texts have no others, and lists are long.
	if (!/[^ -~]/.test(text)) return text;
	return text.replace(/\p{Nd}/gu, (digit) => keptIn(plainDigits, digit, () => valueOf(digit)));
}

/** Unicode has the ten digits of a script in a row, zero first; where two rows adjoin, the second follows the nine. */
function valueOf(digit: string): string {
	const code = digit.codePointAt(0)!;
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
	return String((code - first) % 10);
}
