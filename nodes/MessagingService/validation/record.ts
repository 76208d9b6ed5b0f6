import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: no array, no null, no text. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
