import { isWebPage, plainText } from './plainText';
import { knownField } from '../fields/labels';
import { isRecord, memberOf } from '../values/given';
import { withoutFullStop } from '../wording';

/** The most members of a list that are read. */
const longestList = 100;

/** Names under which error bodies keep their texts, the most useful to a person first. */
const places = [
	...['responsemessage', 'message', 'msg', 'error', 'error_description', 'title', 'detail'],
	...['description', 'defaultMessage', 'reason', 'non_field_errors', 'errors', 'violations'],
	...['issues', 'details', 'data'],
];

/** The deepest level that is read: a text in the list of a field in the list of errors in `data`. */
const deepest = 5;

/** Matches texts that programs write when there is nothing to say. */
const empty = /^(?:true|false|null|undefined|\[object Object\])$/i;

/** One text of a failing answer. */
export interface Remark {
	text: string;
	/** The field that it is about, with its place in a list, as in `recipients.2`; '' where the service doesn't say. */
	field: string;
	/** Equal for texts that say the same. */
	key: string;
}

/**
 * Collects the texts of a failing answer, by the names that frameworks use: error bodies are not specified
 * (specification section 7).
 */
export function remarksIn(body: unknown): Remark[] {
	return remarksOf(body).slice(0, longestList);
}

/** Returns equal keys for texts that say the same. */
export function keyOf(text: string): string {
	return withoutFullStop(text, '.! ').toLowerCase();
}

function remarksOf(value: unknown, field = '', depth = 0): Remark[] {
	if (depth > deepest) return [];
	if (typeof value === 'string') {
		const text = isWebPage(value) ? '' : plainText(value);
		return /\p{L}/u.test(text) && !empty.test(text) ? [{ text, field, key: keyOf(text) }] : [];
	}
	if (Array.isArray(value)) {
		const members = value.slice(0, longestList);
		return members.flatMap((member) => remarksOf(member, field, depth + 1));
	}
	if (!isRecord(value)) return [];
	const about = fieldName(value) || field;
	const named = places.flatMap((place) => {
		const said = memberOf(value, place);
		const isByField = place === 'errors' && isRecord(said) && fieldName(said) === '';
		return remarksOf(isByField ? asList(said) : said, about, depth + 1);
	});
	return [...named, ...byField(value, field, depth)];
}

/**
 * Reads members that are named after a field, such as `{ sender_id: ['is odd'] }`, and the numbered members of a list,
 * such as `{ 2: ['is odd'] }`.
 */
function byField(value: object, field: string, depth: number): Remark[] {
	const members = Object.entries(value).slice(0, longestList);
	return members.flatMap(([name, said]: [string, unknown]) => {
		if (places.includes(name)) return [];
		const isPlace = field !== '' && /^\d+$/.test(name);
		const path = isPlace ? `${field}.${name}` : pathOf(name);
		const isKnown = isPlace || knownField(path.split('.')[0]!) !== undefined;
		// One word is no sentence: the service may repeat the value that was sent.
		return isKnown ? remarksOf(said, path, depth + 1).filter(({ text }) => /\s/.test(text)) : [];
	});
}

/**
 * Converts `{ to: ['is odd'] }` to `[{ field: 'to', message: ['is odd'] }]`. A text under a usual name, one of
 * `places`, is about no field.
 */
function asList(errors: object): unknown[] {
	const members = Object.entries(errors).slice(0, longestList);
	return members.map(([key, message]: [string, unknown]) => {
		const isText = places.includes(key) && typeof message === 'string';
		return isText || /^\d+$/.test(key) ? message : { field: key, message };
	});
}

/** Names under which an error says which field it is about. */
const fieldNames = [
	...['field', 'param', 'property', 'propertyPath', 'loc', 'instancePath', 'pointer', 'path'],
];

/** Returns the field that an error is about, or '' if it doesn't say. */
function fieldName(error: object): string {
	const source = memberOf(error, 'source');
	const given = [
		...fieldNames.map((name) => memberOf(error, name)),
		memberOf(Object(source), 'pointer'),
	];
	return given.map(pathOf).find(Boolean) ?? '';
}

/**
 * Normalizes a path to a field: `Recipients[2]`, `/recipients/2` and `["body", "recipients", 2]` become `recipients.2`.
 */
function pathOf(given: unknown): string {
	const parts: unknown[] = Array.isArray(given) ? given.slice(0, 5) : [given];
	const isRead = parts.every((part) => typeof part === 'string' || typeof part === 'number');
	if (!isRead || typeof given === 'number') return '';
	const text = parts.map((part) => plainText(String(part).slice(0, 80))).join('.');
	const isAddress = text.startsWith('/');
	const [first = '', ...rest] = text
		.replace(/^[$#./]+/, '')
		.replace(/^(?:body|query|data[./]attributes|data)[./]/, '')
		.replace(/[[/]/g, '.')
		.replace(/["'\]]/g, '')
		.split('.');
	const known = knownField(first);
	if (known) return [known, ...rest].join('.').slice(0, 80);
	// The path of a URL is no field.
	return isAddress ? '' : text.slice(0, 80);
}
