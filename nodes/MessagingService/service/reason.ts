import { isRecord, memberOf } from '../values/json';

/** Longer texts are cut before anything is made of them. */
const longestText = 10_000;

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

/** Names by which an error says which field it is about. */
const names = ['field', 'param', 'property'];

/** These say it in a list of errors only: the one error of an answer has the request's address or its class there. */
const namesInList = ['path', 'loc', 'name'];

/** Longer names are cut. */
const longestName = 80;

/** Which field an error is about, '' where it doesn't say. */
function fieldOf(error: object, isInList: boolean): string {
	const source = memberOf(error, 'source');
	const places = [
		...(isRecord(source) ? [memberOf(source, 'pointer'), memberOf(source, 'parameter')] : []),
		...names.map((name) => memberOf(error, name)),
		...(isInList ? namesInList : []).map((name) => joinedPath(memberOf(error, name))),
	];
	return places.map(nameOf).find((name) => name !== '') ?? '';
}

/** The field with this key within another, or within none. An index of a list is no field. */
function fieldWithin(outer: string, key: string): string {
	const name = key.slice(0, longestName);
	if (outer === '') return /^\d+$/.test(name) ? '' : name;
	return `${outer}.${name}`;
}

function joinedPath(path: unknown): unknown {
	if (!Array.isArray(path)) return path;
	const parts: unknown[] = path.slice(0, 10);
	return parts.every((part) => typeof part === 'string' || typeof part === 'number')
		? parts.join('.')
		: undefined;
}

/** 'recipients.0' of 'recipients.0', 'body.recipients.0' and '/data/attributes/recipients/0'. */
function nameOf(place: unknown): string {
	const path = typeof place === 'string' ? place.slice(0, longestName).trim() : '';
	if (/(?:Error|Exception)$/.test(path)) return '';
	const inDots = /^#?\//.test(path) ? path.replace(/^#?\/+/, '').replace(/\/+/g, '.') : path;
	return inDots.replace(/^(?:body|query|data(?:\.attributes)?)\.(?=.)/, '');
}

/** One text that the service gave about a failure, as it came. */
interface Remark {
	text: string;
	/** What it is about, as it came; '' where the service doesn't say. */
	field: string;
}

/** Where error bodies keep their sentences, in the order in which a person needs them. */
const sentenceKeys = [
	'responsemessage',
	'message',
	'msg',
	'error',
	'error_description',
	'title',
	'detail',
	'description',
	'reason',
];

/** These say what kind of error it is: beside another sentence they are not about the field. */
const kindKeys = ['error', 'title'];

/** Read where there is no sentence: a code is better than nothing. */
const codeKeys = ['code', 'error_code'];

/** Where error bodies keep further errors, such as one for each field. */
const listKeys = ['errors', 'details', 'invalid-params', 'invalid_params', 'violations'];

/** Fields of a send. It has one called `message` too, as most errors have. */
const sendFields = [
	'sender_id',
	'priority',
	'campaign',
	'schedule',
	'recipients',
	'contact_list_id',
];

/** How much is looked at, since a body may be of any size: members, and lists or objects within each other. */
const mostMembers = 300;
const deepest = 5;

interface Reading {
	remarks: Remark[];
	membersLeft: number;
	charactersLeft: number;
}

/** Every text in an error body that may be for people, codes as well. Never throws. */
function remarksIn(body: unknown): Remark[] {
	const reading: Reading = { remarks: [], membersLeft: mostMembers, charactersLeft: longestText };
	if (isRecord(body)) {
		readError(reading, body, fieldOf(body, false), 0);
		const data = memberOf(body, 'data');
		if (isRecord(data)) readError(reading, data, fieldOf(data, false), 1);
		else readAny(reading, data, '', 1);
	} else if (Array.isArray(body)) {
		readAny(reading, body, '', 0);
	}
	return reading.remarks;
}

/** A text, an error, a list of both, or an object whose keys are fields. */
function readAny(
	reading: Reading,
	value: unknown,
	field: string,
	depth: number,
	isInList = false,
): void {
	if (value === undefined || value === null || isSpent(reading)) return;
	reading.membersLeft--;
	if (typeof value === 'string') {
		reading.charactersLeft -= value.length;
		reading.remarks.push({ text: value, field });
	} else if (typeof value !== 'object' || depth > deepest) {
		return;
	} else if (Array.isArray(value)) {
		for (let index = 0; index < value.length && !isSpent(reading); index++) {
			readAny(reading, memberOf(value, String(index)), field, depth + 1, true);
		}
	} else if (isKeyedByField(value, isInList)) {
		for (const key in value) {
			if (isSpent(reading)) return;
			readAny(reading, memberOf(value, key), fieldWithin(field, key), depth + 1);
		}
	} else {
		readError(reading, value, fieldOf(value, isInList) || field, depth);
	}
}

function readError(reading: Reading, error: object, field: string, depth: number): void {
	const isSentence = (key: string) => isText(memberOf(error, key));
	const sentences = sentenceKeys.filter(isSentence);
	const isToldOtherwise = sentences.some((key) => !kindKeys.includes(key));
	const about = (key: string) => (isToldOtherwise && kindKeys.includes(key) ? '' : field);
	for (const key of sentenceKeys) readAny(reading, memberOf(error, key), about(key), depth + 1);
	for (const key of sentences.length > 0 ? [] : codeKeys.filter(isSentence)) {
		readAny(reading, memberOf(error, key), field, depth + 1);
	}
	for (const key of listKeys) {
		const value = memberOf(error, key);
		// Only `errors` is known to have fields for keys; another object may hold anything.
		if (key === 'errors' || Array.isArray(value) || isText(value))
			readAny(reading, value, field, depth + 1);
	}
}

function isKeyedByField(value: object, isInList: boolean): boolean {
	const has = (key: string) => memberOf(value, key) !== undefined;
	if (sendFields.some(has)) return true;
	if (fieldOf(value, isInList) !== '') return false;
	const known = [...sentenceKeys, ...codeKeys, ...listKeys].filter(has);
	return known.every((key) => key === 'message' && Array.isArray(memberOf(value, key)));
}

function isText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

function isSpent({ membersLeft, charactersLeft }: Reading): boolean {
	return membersLeft <= 0 || charactersLeft <= 0;
}

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
