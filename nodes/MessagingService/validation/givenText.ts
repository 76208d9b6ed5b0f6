/** A text, or a number as its text, since expressions often give one; undefined for everything else. */
export function givenText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}
