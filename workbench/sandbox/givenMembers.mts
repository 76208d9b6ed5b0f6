/**
 * Throws a sentence for a member that `what` doesn't have: a misspelt one would do nothing, and a test
 * would pass for nothing.
 */
export function onlyMembers(what: string, given: object, known: readonly string[]): void {
	const unknown = Object.keys(given).find((name) => !known.includes(name));
	if (unknown !== undefined)
		throw new Error(`${what} has no "${unknown}". It has: ${known.join(', ')}.`);
}

/** Throws a sentence for what no recipient record can carry. */
export function phoneNumber(name: string, value: unknown): string {
	if (typeof value === 'string' && /^\+[1-9][0-9]{6,14}$/.test(value)) return value;
	throw new Error(
		`${name} is a phone number with a leading plus and its country code, not ${JSON.stringify(value)}.`,
	);
}

/** Throws a sentence for a status that no record can show. */
export function status(value: unknown): string | null | undefined {
	if (value === undefined || value === null || typeof value === 'string') return value;
	throw new Error(
		`status is text, null (no status) or left out (back to time), not ${JSON.stringify(value)}.`,
	);
}
