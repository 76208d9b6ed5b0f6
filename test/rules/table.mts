/** The rows of a table written as text: a line a case, two blanks or more between its cells. */
export function tableOf(text: string): string[][] {
	return text
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/ {2,}/));
}
