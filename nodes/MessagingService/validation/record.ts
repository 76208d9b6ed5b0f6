import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: no array, no null, no text. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object's own; undefined where there is none, and where reading it fails. */
export function memberOf(value: object, key: string): unknown {
	try {
		return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
	} catch {
		return undefined;
	}
}
