import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object, and neither null nor an array. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property of an object, or undefined. Ignores inherited ones. */
export function memberOf(value: object, key: string): unknown {
	return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Parses JSON that begins with a bracket, a brace or a quote. Undefined for all other texts. */
export function parsedJson(text: string): unknown {
	// Digits alone would be JSON too. No list is nested ten deep, and a megabyte of brackets takes long to parse.
	if (!/^\s*["[{]/.test(text) || /^\s*(?:\[\s*){10}/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The most characters of a list that is written as text. Splitting a longer one would take long. */
export const longestList = 10_000;

/**
 * Returns the members of an array, a JSON array or a comma-separated text, with texts trimmed. A missing value has
 * none, and every other value is the only member.
 */
export function listIn(value: unknown): unknown[] {
	const isWritten = typeof value === 'string' && value.length <= longestList;
	const list = isWritten ? (parsedJson(value) ?? value.split(',')) : value;
	const members: unknown[] = [list ?? []].flat();
	return members.map((each) => (typeof each === 'string' ? each.trim() : each));
}

/** Returns a text as it is, and a number as text, since expressions often give one. Undefined for all other values. */
export function givenText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** Whether a value counts as "not set": an empty or blank text, null, missing. 0 and false are values. */
export function isNotSet(value: unknown): boolean {
	return (typeof value === 'string' ? value.trim() : (value ?? '')) === '';
}
