import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: no array, no null, no text. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object's own; undefined where there is none. */
export function memberOf(value: object, key: string): unknown {
	return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** The JSON in a text that begins with a bracket or a quote; undefined where it is none. */
export function parsedJson(text: string): unknown {
	// A number in digits would be JSON too. Nobody reads lists that are so deep, and a megabyte of brackets takes long.
	if (!/^\s*["[{]/.test(text) || /^\s*(?:\[\s*){10}/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The most characters of a list that is written as a text; a longer one would take long to part. */
export const longestList = 10_000;

/** The members of a list, also as JSON, or of a text with commas, without blanks around them. Another value is one. */
export function listIn(value: unknown): unknown[] {
	const isWritten = typeof value === 'string' && value.length <= longestList;
	const list = isWritten ? (parsedJson(value) ?? value.split(',')) : value;
	const members: unknown[] = [list ?? []].flat();
	return members.map((each) => (typeof each === 'string' ? each.trim() : each));
}

/** A text, or a number as its text, since expressions often give one; undefined for everything else. */
export function givenText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** Whether a value counts as "not set": an empty or blank text, null, missing. 0 and false are values. */
export function isNotSet(value: unknown): boolean {
	return (typeof value === 'string' ? value.trim() : (value ?? '')) === '';
}
