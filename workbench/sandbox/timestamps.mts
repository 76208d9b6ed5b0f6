/**
 * ISO 8601 in UTC with six decimals, as the service writes times (specification, 2.1).
 *
 * @param microseconds later than that, below a thousand
 */
export function timestamp(milliseconds: number, microseconds = 0): string {
	return new Date(milliseconds)
		.toISOString()
		.replace('Z', `${String(microseconds).padStart(3, '0')}Z`);
}

/** The same without a fraction: the second is cut off, not rounded. */
export function timestampInSeconds(milliseconds: number): string {
	return timestamp(milliseconds).replace(/\.\d+Z$/, 'Z');
}
