import { isRecord, memberOf } from '../values/json';

/** Longer texts are cut before anything is made of them. */
const longestText = 10_000;

/** White space of all kinds, control and format characters, and surrogates without a partner. */
const invisible = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]+/gu;

/**
 * What a browser reads as a comment, a script, a style sheet or a tag, up to its end or the end of the
 * text, so that no text makes it start over. A `<` before a blank, a digit or a sign is no tag.
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

/** One text that the service gave about a failure. */
interface Remark {
	text: string;
	/** The field that it is about; '' where the service doesn't say. */
	field: string;
	/** Equal for texts that say the same. */
	key: string;
}

/** Where error bodies keep their texts, in the order in which a person needs them. */
const places = [
	'responsemessage',
	'message',
	'msg',
	'error',
	'error_description',
	'title',
	'detail',
	'description',
	'reason',
	'errors',
	'details',
];

interface Reading {
	remarks: Remark[];
	/** How many characters are still looked at, since a body may be of any size; each value counts as twenty more. */
	left: number;
}

/** How deep: a text in the list of a field in the list of errors in `data`. */
const deepest = 5;

/** A web page speaks of the server before the service, not of the request. */
const page = /<(?:!doctype|html|head|body)\b/i;

/** Texts that programs write where there is nothing to say. */
const empty = /^(?:true|false|null|undefined|\[object Object\])$/i;

/** Adds the texts of an error body, or of a part of it. */
function collect(reading: Reading, value: unknown, field: string, depth: number): void {
	if (value === undefined || value === null || reading.left <= 0 || depth > deepest) return;
	reading.left -= 20;
	if (typeof value === 'string') {
		reading.left -= value.length;
		const text = page.test(value.slice(0, longestText)) ? '' : plainText(value);
		const key = text.toLowerCase().replace(/[\s.!]+$/, '');
		if (/\p{L}/u.test(text) && !empty.test(text)) reading.remarks.push({ text, field, key });
	} else if (Array.isArray(value)) {
		for (const member of value) {
			if (reading.left <= 0) return;
			collect(reading, member, field, depth + 1);
		}
	} else if (isRecord(value)) {
		const about = fieldOf(value) || field;
		for (const place of places) {
			const said = memberOf(value, place);
			const isByField = place === 'errors' && isRecord(said) && fieldOf(said) === '';
			collect(reading, isByField ? asList(said) : said, about, depth + 1);
		}
	}
}

/** `{ to: ['is odd'] }` as `[{ field: 'to', message: ['is odd'] }]`; a text under a usual name is about no field. */
function asList(errors: object): unknown[] {
	const keys = Object.keys(errors).slice(0, 500);
	return keys.map((key) => {
		const message = memberOf(errors, key);
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

/** A text of one word that is no plain one, such as 'invalid_sender' or 'required'. */
const code = /^(?!\p{Lu}\p{Ll}+[.!]?$)[\x21-\x7e]+$/u;

/**
 * Why the service refused a request, in its own words: one line without markup, each text once,
 * sentences before what is wrong with single fields. Error bodies are not specified (section 7), so
 * the usual names are read, also under `data`, `error` and `errors`.
 *
 * @returns undefined where the body says nothing to people
 */
export function reasonOf(body: unknown): string | undefined {
	const remarks: Remark[] = [];
	const reading = { remarks, left: longestText };
	collect(reading, body, '', 0);
	if (isRecord(body)) collect(reading, memberOf(body, 'data'), '', 1);
	const ofFields = remarks.filter(({ field }) => field !== '');
	const keys = ofFields.map(({ key }) => key);
	const general = remarks.filter(({ field, key }) => field === '' && !keys.includes(key));
	const sentences = general.filter(({ text }) => !code.test(text));
	const told = sentences.length + ofFields.length > 0 ? [...sentences, ...ofFields] : general;
	const lines = told
		.filter((remark, place) => place === told.findIndex((first) => saysTheSame(first, remark)))
		.map(({ text, field }) => (field ? `${field}: ${text}` : text));
	if (lines.length === 0) return undefined;
	return oneLine(lines.reduce((all, line) => `${all}${/[.!?:;,…]$/.test(all) ? '' : '.'} ${line}`));
}

function saysTheSame(one: Remark, other: Remark): boolean {
	return one.key === other.key && one.field === other.field;
}
