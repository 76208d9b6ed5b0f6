/** A whole number with a comma between its thousands. */
export function grouped(number: number): string {
	// toLocaleString would do, but its first call loads tables for many milliseconds.
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number of things, such as '1 second' or '1,200 items'. @param one what a single one is called */
export function counted(count: number, one: string): string {
	return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}
