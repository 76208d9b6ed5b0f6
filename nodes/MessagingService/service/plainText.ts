/** The most characters of a text that are processed. Longer texts are truncated first. */
export const longestText = 10_000;

/** Whitespace of all kinds, control and format characters, and lone surrogates. */
const invisible = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]+/gu;

// Matches to the end of the tag or of the text: no text makes it scan the rest over and over. `x < 5` is no tag.
const markup =
	/<!--[^]*?(?:-->|$)|<(script|style)(?=[\s/>]|$)[^]*?(?:<\/\1[^>]*(?:>|$)|$)|<[a-z/!?](?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*(?:>|$)/gi;

/** Puts a text on one line: each run of whitespace and invisible characters becomes one space. */
export function oneLine(text: string): string {
	return text.slice(0, longestText).replace(invisible, ' ').trim();
}

/** Puts a text on one line and strips its markup: n8n's editor shows descriptions as HTML. */
export function plainText(text: string): string {
	// Replaced by a space, so that the text around a tag can't form a new one.
	return oneLine(text.slice(0, longestText).replace(markup, ' '));
}

/** Escapes a text that n8n's editor shows as HTML, so that a `<` within stays one. */
export function asHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * Whether a text is a web page, or ends as one. Such a page comes from a server in front of the service, and says
 * nothing about the request.
 */
export function isWebPage(text: string): boolean {
	return /<(?:!doctype|html|head|body)\b/i.test(text.slice(0, longestText));
}
