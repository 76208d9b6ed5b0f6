/** Formats values, counts and long texts for use within a sentence. */

const LONGEST_SHOWN = 40;

// Control characters, spaces other than the plain one, marks that have no width or change the text direction, and lone
// surrogates.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/** Quotes a refused value, truncated to 40 characters. Lists and objects are only named: they may hold private data. */
export function quotedValue(value: unknown): string {
	if (value === null || value === undefined) return 'an empty value';
	if (Array.isArray(value)) return 'a list';
	if (['object', 'function', 'symbol'].includes(typeof value)) return 'an object';
	const text = String(value);
	if (text === '') return 'an empty text';
	// Truncated first: turning a megabyte into an array of characters takes far longer.
	const characters = Array.from(text.slice(0, 2 * LONGEST_SHOWN + 1));
	const shown = characters.slice(0, LONGEST_SHOWN).join('');
	return `'${showInvisible(shown)}${characters.length > LONGEST_SHOWN ? '…' : ''}'`;
}

/** Replaces invisible characters by their codes, such as <U+200B>. */
export function showInvisible(text: string): string {
	return text.replace(INVISIBLE, (character) => {
		const code = character.codePointAt(0)!.toString(16).toUpperCase();
		return `<U+${code.padStart(4, '0')}>`;
	});
}

/** Quotes a value as the first words of a sentence, with a capital letter. */
export function quotedFirst(value: unknown): string {
	const quoted = quotedValue(value);
	return quoted.charAt(0).toUpperCase() + quoted.slice(1);
}

/** Formats a whole number with commas between the thousands. */
export function formatNumber(number: number): string {
	// toLocaleString would do, but its first call loads tables for many milliseconds.
	let text = String(number);
	for (let at = text.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
	return text;
}

/** Joins the first five things in words, and counts the others: 'a, b, c, d, e and 3 more'. */
export function joinWithAnd(things: string[]): string {
	const named = things.slice(0, 5);
	const last = things.length > 5 ? `${formatNumber(things.length - 5)} more` : named.pop();
	return named.length > 0 ? `${named.join(', ')} and ${last}` : String(last);
}

/** Formats a count with its noun, pluralized if needed, such as '1 second' or '1,200 items'. */
export function pluralize(count: number, one: string): string {
	return `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;
}

export function itOrThem(count: number): string {
	return count === 1 ? 'it' : 'them';
}

/** Strips full stops and whitespace from the end of a text, so that a sentence can go on or add its own full stop. */
export function withoutFullStop(text: string, stops = '. \t\r\n'): string {
	let end = text.length;
	// A regular expression would try again at each of many full stops in the middle.
	while (end > 0 && stops.includes(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/** Ends a sentence with somebody else's text, and with a single punctuation mark. */
export function withFullStop(text: string): string {
	const plain = withoutFullStop(text);
	return /[!?…]$/.test(plain) ? plain : `${plain}.`;
}

/** Truncates a text to `most` characters without splitting any. Ends with '…' if something was left out. */
export function truncate(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Puts a text on one line. Cuts a long one in the middle, as its ends tell the most. */
export function atAGlance(text: string): string {
	const characters = Array.from(showInvisible(text.replace(/\s+/g, ' ').trim()));
	if (characters.length <= 120) return characters.join('');
	return `${characters.slice(0, 80).join('')} … ${characters.slice(-37).join('')}`;
}

/**
 * Truncates a text to so many bytes of UTF-8 without splitting a character. Ends with '…' if something was left out.
 */
export function truncateBytes(text: string, bytes: number): string {
	if (bytesOf(text) <= bytes) return text;
	const kept = new TextEncoder().encode(text).subarray(0, Math.max(0, bytes - bytesOf('…')));
	// In stream mode, the decoder leaves out a character that was cut in half.
	return `${new TextDecoder().decode(kept, { stream: true }).trimEnd()}…`;
}

export function bytesOf(text: string): number {
	return new TextEncoder().encode(text).length;
}

/** Returns as many of the first texts as fit into so many bytes, but at least one. */
export function takeThatFit(texts: string[], bytes: number): string[] {
	let left = bytes;
	const end = texts.findIndex((text, at) => {
		left -= bytesOf(text) + 2;
		return at > 0 && left < 0;
	});
	return end === -1 ? texts : texts.slice(0, end);
}

/** Joins sentences with spaces, each once. Leaves out empty ones. */
export function joinSentences(sentences: string[]): string {
	return [...new Set(sentences)].filter(Boolean).join(' ');
}
