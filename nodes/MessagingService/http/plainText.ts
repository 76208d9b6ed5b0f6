/** Longer texts are cut before anything is made of them. */
export const longestText = 10_000;

/** White space of all kinds, control and format characters, and surrogates without a partner. */
const invisible = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]+/gu;

/**
 * What a browser reads as a comment, a script, a style sheet or a tag: up to its end, or to the end
 * of the text where it has none. Each alternative goes on to one or the other, so that no text makes
 * it start over. A `<` before a blank, a digit or a sign is no tag.
 */
const markup =
	/<!--[^]*?(?:-->|$)|<(script|style)(?=[\s/>]|$)[^]*?(?:<\/\1[^>]*(?:>|$)|$)|<[a-z/!?](?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*(?:>|$)/gi;

/** The text on one line, each run of blanks and invisible characters as one blank. */
export function oneLine(text: string): string {
	return text.slice(0, longestText).replace(invisible, ' ').trim();
}

/**
 * The text on one line without markup: n8n's editor shows descriptions as HTML. A blank takes the
 * place of each tag, so that what stood around it can't become a new one.
 */
export function plainText(text: string): string {
	return oneLine(text.slice(0, longestText).replace(markup, ' '));
}
