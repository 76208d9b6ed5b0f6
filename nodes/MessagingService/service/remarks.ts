import { isWebPage, plainText } from './plainText';
import { knownField } from '../fields/labels';
import { isRecord, memberOf } from '../values/given';
import { withoutStop } from '../wording';

/** Longer lists are cut before anything is made of them. */
const longestList = 100;

/** Where error bodies keep their texts, in the order in which a person needs them. */
const places = [
	...['responsemessage', 'message', 'msg', 'error', 'error_description', 'title', 'detail'],
	...['description', 'defaultMessage', 'reason', 'non_field_errors', 'errors', 'violations'],
	...['issues', 'details', 'data'],
];

/** How deep: a text in the list of a field in the list of errors in `data`. */
const deepest = 5;

/** Texts that programs write where there is nothing to say. */
const empty = /^(?:true|false|null|undefined|\[object Object\])$/i;

/** One text of a failing answer. */
export interface Remark {
	text: string;
	/** The field that it is about, with its place in a list, as in `recipients.2`; '' where the service doesn't say. */
	field: string;
	/** Equal for texts that say the same. */
	key: string;
}

/** Reads what a failing answer says, by the names that frameworks use: error bodies are not specified (section 7). */
export function remarksIn(body: unknown): Remark[] {
	return remarksOf(body).slice(0, longestList);
}

/** Equal for texts that say the same. */
export function keyOf(text: string): string {
	return withoutStop(text, '.! ').toLowerCase();
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
	const about = fieldOf(value) || field;
	const named = places.flatMap((place) => {
		const said = memberOf(value, place);
		const isByField = place === 'errors' && isRecord(said) && fieldOf(said) === '';
		return remarksOf(isByField ? asList(said) : said, about, depth + 1);
	});
	return [...named, ...byField(value, field, depth)];
}

/** `{ sender_id: ['is odd'] }` without a name around it, and the places of a list: `{ 2: ['is odd'] }`. */
function byField(value: object, field: string, depth: number): Remark[] {
	const members = Object.entries(value).slice(0, longestList);
	return members.flatMap(([name, said]: [string, unknown]) => {
		if (places.includes(name)) return [];
		const isPlace = field !== '' && /^\d+$/.test(name);
		const path = isPlace ? `${field}.${name}` : pathOf(name);
		const isKnown = isPlace || knownField(path.split('.')[0]!) !== undefined;
		// A value that was sent, and comes back, is no sentence.
		return isKnown ? remarksOf(said, path, depth + 1).filter(({ text }) => /\s/.test(text)) : [];
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

/** Names that errors give the field under which they are about. */
const fieldNames = [
	...['field', 'param', 'property', 'propertyPath', 'loc', 'instancePath', 'pointer', 'path'],
];

/** The field that an error is about; '' where it doesn't say. */
function fieldOf(error: object): string {
	const source = memberOf(error, 'source');
	const given = [
		...fieldNames.map((name) => memberOf(error, name)),
		memberOf(Object(source), 'pointer'),
	];
	return given.map(pathOf).find(Boolean) ?? '';
}

/** A path to a field in one style: `recipients.2` for `Recipients[2]`, `/recipients/2`, `["body", "recipients", 2]`. */
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
	// An address is no field.
	return isAddress ? '' : text.slice(0, 80);
}
