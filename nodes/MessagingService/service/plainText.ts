/** Longer texts are cut before anything is made of them. */
export const longestText = 10_000;

/** White space of all kinds, control and format characters, and surrogates without a partner. */
const invisible = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]+/gu;

// Up to the end of the tag or of the text, so that no text makes it start over; `x < 5` is no tag.
const markup =
	/<!--[^]*?(?:-->|$)|<(script|style)(?=[\s/>]|$)[^]*?(?:<\/\1[^>]*(?:>|$)|$)|<[a-z/!?](?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*(?:>|$)/gi;

/** The text on one line, each run of blanks and invisible characters as one blank. */
export function oneLine(text: string): string {
	return text.slice(0, longestText).replace(invisible, ' ').trim();
}

/** The text on one line without markup: n8n's editor shows descriptions as HTML. */
export function plainText(text: string): string {
	// A blank for each tag, so that what stood around it can't become a new one.
	return oneLine(text.slice(0, longestText).replace(markup, ' '));
}

/** Whether it is a web page, or ends as one: it speaks of the server before the service, not of the request. */
export function isWebPage(text: string): boolean {
	return /<(?:!doctype|html|head|body)\b/i.test(text.slice(0, longestText));
}
