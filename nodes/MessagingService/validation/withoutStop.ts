/** A text without the full stops and blanks at its end, to go on with or to end by one of our own. */
export function withoutStop(text: string): string {
	return text.replace(/[\s.]+$/, '');
}
