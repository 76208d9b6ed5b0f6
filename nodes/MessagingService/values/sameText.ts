import { withPlainForms } from './plainCharacters';

// Compares texts as people read them. Services, data stores and word processors rewrite texts: the list may have
// another text than the one that was sent, and a sheet another one than yesterday.

// Needs no rewriting, like most texts: printable ASCII with single spaces, but without & and the grave accent.
const PLAIN = /^(?:[!-%'-_a-~]+ )*[!-%'-_a-~]+$/;

// The five characters that frameworks escape, by name or number, once or repeatedly: & " ' < >.
const AMPERSAND = 'amp|#0{0,6}38|#x0{0,6}26';
const ENTITY = new RegExp(
	`&(?:(?:${AMPERSAND});)*(${AMPERSAND}|lt|gt|quot|apos|#0{0,6}(?:34|39|60|62)|#x0{0,6}(?:22|27|3c|3e));`,
	'gi',
);
const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

const SHOWS_NOTHING = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu;

/**
 * A run of combining marks as long as Unicode's stream-safe format allows (UAX #15). Longer runs get U+034F, which no
 * mark moves past: JavaScript sorts marks in quadratic time, so a text of 320 kB could block n8n for seven seconds.
 */
const longRun = /\p{M}{30}/gu;

/** Normalizes a text: texts that read the same become equal. Case counts. */
export function asRead(text: string): string {
	if (PLAIN.test(text)) return text;
	const shown = text.replace(ENTITY, decoded).replace(SHOWS_NOTHING, '');
	const composed = shown.replace(longRun, '$&\u034f').normalize('NFC');
	return withPlainForms(composed).replace(/\s+/g, ' ').trim();
}

function decoded(_entity: string, name: string): string {
	const lower = name.toLowerCase();
	const code = lower.startsWith('#x') ? parseInt(lower.slice(2), 16) : Number(lower.slice(1));
	return named.get(lower) ?? String.fromCharCode(code);
}

/** Keeps only the letters and digits of a text: texts that differ in anything else become equal. */
export function lettersOf(text: string): string {
	return asRead(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
