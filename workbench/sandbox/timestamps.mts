/** ISO 8601 in UTC with six decimals, as the service writes times (specification, 2.1). */
export function timestamp(milliseconds: number): string {
	return new Date(milliseconds).toISOString().replace('Z', '000Z');
}

/** The same without a fraction: the second is cut off, not rounded. */
export function timestampInSeconds(milliseconds: number): string {
	return timestamp(milliseconds).replace(/\.\d+Z$/, 'Z');
}
