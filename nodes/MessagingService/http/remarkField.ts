import { isRecord, memberOf } from '../validation/record';

/** Names by which an error says which field it is about. */
const names = ['field', 'param', 'property'];

/** These say it in a list of errors only: the one error of an answer has the request's address or its class there. */
const namesInList = ['path', 'loc', 'name'];

/** Longer names are cut. */
const longestName = 80;

/** Which field an error is about, '' where it doesn't say. */
export function fieldOf(error: object, isInList: boolean): string {
	const source = memberOf(error, 'source');
	const places = [
		...(isRecord(source) ? [memberOf(source, 'pointer'), memberOf(source, 'parameter')] : []),
		...names.map((name) => memberOf(error, name)),
		...(isInList ? namesInList : []).map((name) => joined(memberOf(error, name))),
	];
	return places.map(nameOf).find((name) => name !== '') ?? '';
}

/** The field with this key within another, or within none. An index of a list is no field. */
export function fieldWithin(outer: string, key: string): string {
	const name = key.slice(0, longestName);
	if (outer === '') return /^\d+$/.test(name) ? '' : name;
	return `${outer}.${name}`;
}

function joined(path: unknown): unknown {
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
