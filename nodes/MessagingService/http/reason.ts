import { longestText, plainText } from './plainText';
import { remarksIn, type Remark } from './remarks';

/** A longer text is not taken for JSON. */
const longestJson = 100_000;

/** Texts that programs write where there is nothing to say. */
const empty = /^(?:true|false|null|undefined|\[object Object\])$/i;

/** A text of one word that is no plain one, such as 'invalid_sender' or 'required'. */
const code = /^(?!\p{Lu}\p{Ll}+[.!]?$)[\x21-\x7e]+$/u;

/** A web page speaks of the server before the service, not of the request. */
const page = /<(?:!doctype|html|head|body)\b/i;

/**
 * Why the service refused a request, in its own words: one line without markup, as much as it said,
 * each text once, sentences before what is wrong with single fields. Error bodies are not specified
 * (section 7), so all usual forms are read. Never throws.
 *
 * @returns undefined where the body says nothing to people
 */
export function reasonOf(body: unknown): string | undefined {
	const remarks = typeof body === 'string' ? remarksOfText(body) : remarksIn(body);
	const told = remarks
		.filter(({ text }) => !page.test(text.slice(0, longestText)))
		.map(cleaned)
		.filter(isForPeople);
	const ofFields = told.filter(({ field }) => field !== '');
	const general = told
		.filter(({ field }) => field === '')
		.filter(({ text }) => !ofFields.some((other) => key(other.text) === key(text)));
	const sentences = general.filter(({ text }) => !code.test(text));
	const first = sentences.length + ofFields.length > 0 ? sentences : general;
	return joined(
		[...first, ...ofFields].map(({ text, field }) => (field ? `${field}: ${text}` : text)),
	);
}

/** A text may be JSON whose content type is another one. */
function remarksOfText(body: string): Remark[] {
	const text = body.length <= longestJson ? body.trim() : body;
	if (text.length <= longestJson) {
		try {
			const content: unknown = JSON.parse(text);
			return typeof content === 'string' ? [{ text: content, field: '' }] : remarksIn(content);
		} catch {
			// Plain text then.
		}
	}
	return [{ text, field: '' }];
}

function cleaned({ text, field }: Remark): Remark {
	return { text: plainText(text), field: plainText(field) };
}

function isForPeople({ text }: Remark): boolean {
	return /\p{L}/u.test(text) && !empty.test(text);
}

function joined(texts: string[]): string | undefined {
	const keys = texts.map(key);
	const once = texts.filter((_, index) => keys.indexOf(keys[index]!) === index);
	if (once.length === 0) return undefined;
	return once.reduce((line, text) => `${line}${/[.!?:;,…]$/.test(line) ? '' : '.'} ${text}`);
}

/** Equal for texts that say the same. */
function key(text: string): string {
	return text.toLowerCase().replace(/[\s.!]+$/, '');
}
