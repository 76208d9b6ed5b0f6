/** How values, counts and long texts are written within a sentence. */

const LONGEST_SHOWN = 40;

// Control characters, blanks other than the plain one, marks that have no width or turn the
// direction of what follows, and surrogates without a partner.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/** A refused value: at most 40 characters in quotes. Lists and objects are only named: they may hold private things. */
export function quotedValue(value: unknown): string {
	if (value === null || value === undefined) return 'an empty value';
	if (Array.isArray(value)) return 'a list';
	if (['object', 'function', 'symbol'].includes(typeof value)) return 'an object';
	const text = String(value);
	if (text === '') return 'an empty text';
	// Cut first: turning a megabyte into an array of characters takes far longer.
	const characters = Array.from(text.slice(0, 2 * LONGEST_SHOWN + 1));
	const shown = characters.slice(0, LONGEST_SHOWN).join('');
	return `'${visible(shown)}${characters.length > LONGEST_SHOWN ? '…' : ''}'`;
}

/** The text with the codes of characters that nobody would see. */
export function visible(text: string): string {
	return text.replace(INVISIBLE, (character) => {
		const code = character.codePointAt(0)!.toString(16).toUpperCase();
		return `<U+${code.padStart(4, '0')}>`;
	});
}

/** A value as the first words of a sentence. */
export function quotedFirst(value: unknown): string {
	const quoted = quotedValue(value);
	return quoted.charAt(0).toUpperCase() + quoted.slice(1);
}

/** A whole number with a comma between its thousands. */
export function grouped(number: number): string {
	// toLocaleString would do, but its first call loads tables for many milliseconds.
	let text = String(number);
	for (let at = text.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
	return text;
}

/** The first five of some things, in words: 'a, b and 3 more'. */
export function listed(things: string[]): string {
	const named = things.slice(0, 5);
	const last = things.length > 5 ? `${grouped(things.length - 5)} more` : named.pop();
	return named.length > 0 ? `${named.join(', ')} and ${last}` : String(last);
}

/** A number of things, such as '1 second' or '1,200 items'. */
export function counted(count: number, one: string): string {
	return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}

export function itOrThem(count: number): string {
	return count === 1 ? 'it' : 'them';
}

/** A text without the full stops and blanks at its end, to go on with or to end by one of our own. */
export function withoutStop(text: string, stops = '. \t\r\n'): string {
	let end = text.length;
	// A pattern would start anew at each of many full stops in the middle.
	while (end > 0 && stops.includes(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/** Somebody else's text as the end of a sentence of ours, with one mark at its end. */
export function ended(text: string): string {
	const plain = withoutStop(text);
	return /[!?…]$/.test(plain) ? plain : `${plain}.`;
}

/** At most so many characters of a text, none cut in half, the last one '…' where something was left out. */
export function shortened(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** As much of a text as so many bytes of UTF-8 hold, no character cut in half, with '…' for what is left out. */
export function fitted(text: string, bytes: number): string {
	if (bytesOf(text) <= bytes) return text;
	const kept = new TextEncoder().encode(text).subarray(0, Math.max(0, bytes - bytesOf('…')));
	// As a stream, a character that the cut has parted is left out.
	return `${new TextDecoder().decode(kept, { stream: true }).trimEnd()}…`;
}

export function bytesOf(text: string): number {
	return new TextEncoder().encode(text).length;
}

/** The first of these texts, as many as so many bytes hold; one at least. */
export function fitting(texts: string[], bytes: number): string[] {
	let left = bytes;
	const end = texts.findIndex((text, at) => {
		left -= bytesOf(text) + 2;
		return at > 0 && left < 0;
	});
	return end === -1 ? texts : texts.slice(0, end);
}

/** Sentences one after the other, each once. */
export function joined(sentences: string[]): string {
	return [...new Set(sentences)].filter(Boolean).join(' ');
}
