/** A whole number with a comma between its thousands. */
export function grouped(number: number): string {
	// toLocaleString would do, but its first call loads tables for many milliseconds.
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
