/** An image on a page, as Markdown or as HTML writes it. */
export interface PageImage {
	path: string;
	alt: string;
}

/** The images of a page, in their order. */
export function imagesOf(page: string): PageImage[] {
	return [...page.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)|<img\b([^>]*)>/g)].map(
		([, alt, path, attributes]) =>
			attributes === undefined
				? { path: path!, alt: alt! }
				: { path: attribute(attributes, 'src'), alt: attribute(attributes, 'alt') },
	);
}

function attribute(attributes: string, name: string): string {
	return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
}

/** What a picture's text promises to be seen: "What it is: one term, another term". */
export function termsOf(alt: string): string[] {
	const colon = alt.indexOf(':');
	return colon === -1
		? []
		: alt
				.slice(colon + 1)
				.split(',')
				.map((term) => term.trim())
				.filter(Boolean);
}

/** How far from a label its value may stand: one other text may be between them, such as the way a sender is given. */
const reach = 2;

/**
 * Whether these texts, in the order in which they are read, show a term. A term is one text or a part
 * of it, or several that follow each other, such as a field's label and its value.
 */
export function shows(texts: readonly string[], term: string): boolean {
	const words = term.split(/\s+/);
	return texts.some((_, index) => showsFrom(texts, words, index));
}

/** Whether the text at this place begins with the first of these words and what follows has the rest. */
function showsFrom(texts: readonly string[], words: readonly string[], place: number): boolean {
	for (let count = words.length; count > 0; count--) {
		if (!hasWords(texts[place]!, words.slice(0, count).join(' '))) continue;
		if (count === words.length) return true;
		const next = texts.slice(place + 1, place + 1 + reach);
		if (next.some((_, step) => showsFrom(texts, words.slice(count), place + 1 + step))) return true;
	}
	return false;
}

/** Whether the words stand in the text as whole words: "accepted" is not in "unaccepted". */
function hasWords(text: string, words: string): boolean {
	const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(
		text.replace(/\s+/g, ' '),
	);
}
