/** A text of at most so many characters, the last one '…' where something was left out. No character is cut in half. */
export function shortened(text: string, most: number): string {
	if (text.length <= most) return text;
	const kept = text.slice(0, most - 1);
	return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
