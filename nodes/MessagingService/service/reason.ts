import { groupedBy } from '../values/collections';
import { isRecord, memberOf } from '../values/given';
import { withoutStop } from '../wording';

/** Longer texts are cut before anything is made of them, and so are longer lists. */
const longestText = 10_000;
const longestList = 100;

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

/** Where error bodies keep their texts, in the order in which a person needs them. */
const places = [
	...['responsemessage', 'message', 'msg', 'error', 'error_description', 'title', 'detail'],
	...['description', 'reason', 'errors', 'details', 'data'],
];

/** How deep: a text in the list of a field in the list of errors in `data`. */
const deepest = 5;

/** A web page speaks of the server before the service, not of the request. */
const page = /<(?:!doctype|html|head|body)\b/i;

/** Texts that programs write where there is nothing to say. */
const empty = /^(?:true|false|null|undefined|\[object Object\])$/i;

/** A text of one word that is no plain one, such as 'invalid_sender' or 'required'. */
const code = /^(?!\p{Lu}\p{Ll}+[.!]?$)[\x21-\x7e]+$/u;

/** One text of a failing answer, and the field that it is about: '' where the service doesn't say. */
interface Remark {
	text: string;
	field: string;
	/** Equal for texts that say the same. */
	key: string;
}

function remarksOf(value: unknown, field = '', depth = 0): Remark[] {
	if (depth > deepest) return [];
	if (typeof value === 'string') {
		const text = page.test(value.slice(0, longestText)) ? '' : plainText(value);
		const key = withoutStop(text, '.! ').toLowerCase();
		return /\p{L}/u.test(text) && !empty.test(text) ? [{ text, field, key }] : [];
	}
	if (Array.isArray(value)) {
		const members = value.slice(0, longestList);
		return members.flatMap((member) => remarksOf(member, field, depth + 1));
	}
	if (!isRecord(value)) return [];
	const about = fieldOf(value) || field;
	return places.flatMap((place) => {
		const said = memberOf(value, place);
		const isByField = place === 'errors' && isRecord(said) && fieldOf(said) === '';
		return remarksOf(isByField ? asList(said) : said, about, depth + 1);
	});
}

/** `{ to: ['is odd'] }` as `[{ field: 'to', message: ['is odd'] }]`; a text under a usual name is about no field. */
function asList(errors: object): unknown[] {
	const members = Object.entries(errors).slice(0, longestList);
	return members.map(([key, message]: [string, unknown]) => {
		const isText = places.includes(key) && typeof message === 'string';
		return isText || /^\d+$/.test(key) ? message : { field: key, message };
	});
}

/** Which field an error is about, '' where it doesn't say. An address is no field. */
function fieldOf(error: object): string {
	const names = ['field', 'param', 'property', 'path'].map((name) => memberOf(error, name));
	const field = names.find((name) => typeof name === 'string' && /^[^/]/.test(name));
	return plainText(String(field ?? '')).slice(0, 80);
}

/**
 * Why the service refused a request, in its own words on one line; undefined where the body says nothing to people.
 * Error bodies are not specified (section 7), so the usual names are read.
 */
export function reasonOf(body: unknown): string | undefined {
	const remarks = remarksOf(body).slice(0, longestList);
	const ofFields = remarks.filter(({ field }) => field !== '');
	const keys = new Set(ofFields.map(({ key }) => key));
	const general = remarks.filter(({ field, key }) => field === '' && !keys.has(key));
	const sentences = general.filter(({ text }) => !code.test(text));
	const told = sentences.length + ofFields.length > 0 ? [...sentences, ...ofFields] : general;
	let reason = '';
	for (const [same] of groupedBy(told, ({ field, key }) => `${field}: ${key}`).values()) {
		const { text, field } = same!;
		const end = '.!?:;,…'.includes(reason.slice(-1)) ? '' : '.';
		reason += `${end} ${field ? `${field}: ` : ''}${text}`;
		// More is never shown.
		if (reason.length > longestText) break;
	}
	return oneLine(reason) || undefined;
}
