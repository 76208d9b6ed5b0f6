/** Parses a table: a line for each row, with two or more blanks between its cells. */
export function tableOf(text: string): string[][] {
	return text
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/ {2,}/));
}
