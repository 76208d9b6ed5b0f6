import { withPlainForms } from './plainCharacters';

// Texts that people read as one. A service, a store or a word processor may show one for the other: the list has
// another text than the one that was sent, and a sheet another one than yesterday.

// Nothing to rewrite, as most texts are: printable ASCII with single blanks, but for & and the grave accent.
const PLAIN = /^(?:[!-%'-_a-~]+ )*[!-%'-_a-~]+$/;

// The five that frameworks escape, by name or number, and however often: & " ' < >.
const AMPERSAND = 'amp|#0{0,6}38|#x0{0,6}26';
const ENTITY = new RegExp(
	`&(?:(?:${AMPERSAND});)*(${AMPERSAND}|lt|gt|quot|apos|#0{0,6}(?:34|39|60|62)|#x0{0,6}(?:22|27|3c|3e));`,
	'gi',
);
const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

const SHOWS_NOTHING = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu;

// Half an emoji, which UTF-8 can't write: stores make U+FFFD of it, or several.
const BROKEN = /[\ufffd\p{Surrogate}]+/gu;

/**
 * As many marks in a row as Unicode's stream-safe text has (UAX #15). Longer runs get a mark that nothing moves past:
 * JavaScript puts them in order in quadratic time, so that a text of 320 kB could hold n8n for seven seconds.
 */
const longRun = /\p{M}{30}/gu;

/** Returns equal texts for those that read the same. Case counts. */
export function asRead(text: string): string {
	if (PLAIN.test(text)) return text;
	const shown = text.replace(ENTITY, decoded).replace(SHOWS_NOTHING, '');
	const composed = shown.replace(longRun, '$&\u034f').normalize('NFC');
	return withPlainForms(composed).replace(BROKEN, '\ufffd').replace(/\s+/g, ' ').trim();
}

function decoded(_entity: string, name: string): string {
	const lower = name.toLowerCase();
	const code = lower.startsWith('#x') ? parseInt(lower.slice(2), 16) : Number(lower.slice(1));
	return named.get(lower) ?? String.fromCharCode(code);
}

/** Returns equal texts for those that have the same letters and digits, whatever stands between them. */
export function lettersOf(text: string): string {
	return asRead(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
