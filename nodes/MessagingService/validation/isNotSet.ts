/** Whether a value counts as "not set": an empty or blank text, null, missing. 0 and false are values. */
export function isNotSet(value: unknown): boolean {
	return (
		value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
	);
}
