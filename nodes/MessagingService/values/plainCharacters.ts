/**
 * Typographic characters, each with plain GSM-7 characters that read the same. Programs put them into texts unasked,
 * and a single one makes the whole text go out in UCS-2, where a segment holds 70 characters rather than 160.
 */
const table: Array<[characters: string, plain: string]> = [
	// Apostrophes and single quotes: word processors and phones turn the straight one into them.
	['\u2018\u2019\u201a\u201b\u2039\u203a\u02bc\u2032\u00b4`', "'"],
	['\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033', '"'],
	// Hyphens, dashes and the minus sign: made from one or two plain hyphens, or written by language models.
	['\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'],
	// Made from three full stops.
	['\u2026', '...'],
	// Bullets of a list, pasted from a page.
	['\u2022\u2023\u25e6\u25aa', '-'],
	// Non-breaking spaces, spaces of other widths, and a table's tab: pasted from a page, or put before a colon.
	[
		'\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t',
		' ',
	],
	['\u2028\u2029', '\n'],
	// Ligatures, copied from a PDF file.
	['\ufb00', 'ff'],
	['\ufb01', 'fi'],
	['\ufb02', 'fl'],
	['\ufb03', 'ffi'],
	['\ufb04', 'ffl'],
	['\ufb05\ufb06', 'st'],
	// Invisible characters: soft hyphens and other break marks, byte order marks, direction marks of phone numbers.
	['\u00ad\u200b\u200e\u200f\u2060\ufeff', ''],
];

const plainForms = new Map(
	table.flatMap(([characters, plain]) => [...characters].map((each) => [each, plain] as const)),
);

/** Returns GSM-7 characters that read like a character, or undefined if there are none. */
export function plainFormOf(character: string): string | undefined {
	// Full-width ASCII, as East Asian keyboards type it.
	if (/[\uff01-\uff3f\uff41-\uff5e]/.test(character))
		return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
	return plainForms.get(character);
}

const withPlainForm = new RegExp(
	`[${[...plainForms.keys()].join('')}\uff01-\uff3f\uff41-\uff5e]`,
	'g',
);

/** Replaces all typographic characters by plain ones. */
export function withPlainForms(text: string): string {
	return text.replace(withPlainForm, (each) => plainFormOf(each) ?? each);
}

// Anchored and bounded: a word may have a megabyte.
const LINK =
	/^(["'(<[\u2018-\u201f\u00ab]{0,3})(?:[a-z][a-z\d+.-]*:\/\/|www\.|[^\s@]+@[^\s@]+\.|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}[/?#])/iu;
const CLOSING = /["'()<>\][\u2018-\u201f\u00ab\u00bb\u2026.,;:!?]/;

/** Splits a text into links or e-mail addresses, in which every character counts, and the text between them. */
export function* partsByLink(text: string): Generator<{ part: string; isLink: boolean }> {
	for (const part of text.split(/(\s+)/)) {
		const [link, opening = ''] = LINK.exec(part) ?? [];
		const start = link === undefined ? part.length : opening.length;
		let end = part.length;
		// Quotes and full stops after a link belong to the sentence.
		while (end > start && CLOSING.test(part.charAt(end - 1))) end--;
		yield { part: part.slice(0, start), isLink: false };
		yield { part: part.slice(start, end), isLink: true };
		yield { part: part.slice(end), isLink: false };
	}
}
