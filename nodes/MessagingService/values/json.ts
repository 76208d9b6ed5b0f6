import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: no array, no null, no text. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object's own; undefined where there is none. */
export function memberOf(value: object, key: string): unknown {
	return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/**
 * What an object says of the time that it stands for: milliseconds since 1970, or an ISO 8601 text;
 * undefined where it stands for none, or throws when it is asked. A Date and a luxon DateTime do,
 * a Duration does not, though it has the same methods.
 */
export function timeOfObject(value: object): number | string | undefined {
	try {
		// Expressions run in a realm of their own, where `instanceof Date` is false.
		if (Object.prototype.toString.call(value) === '[object Date]')
			return Date.prototype.getTime.call(value);
		const { isLuxonDuration, isValid, toMillis, toISO } = value as Record<string, unknown>;
		if (isLuxonDuration === true || isValid === false) return undefined;
		if (typeof toMillis === 'function') return number(toMillis.call(value));
		return typeof toISO === 'function' ? text(toISO.call(value)) : undefined;
	} catch {
		return undefined;
	}
}

// A proxy such as $node answers every question with one more proxy.
function number(value: unknown): number | undefined {
	return typeof value === 'number' ? value : undefined;
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** A text, or a number as its text, since expressions often give one; undefined for everything else. */
export function givenText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}
