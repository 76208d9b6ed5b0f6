/**
 * 'item 3' or 'items 0-4, 7': which items a text is about.
 *
 * @param indexes each once, in ascending order
 * @param longest letters; what has no room is counted
 */
export function placesOf(indexes: number[], longest = 400): string {
	const ranges = rangesOf(indexes);
	let text = '';
	let named = 0;
	for (const { first, last } of ranges) {
		const range =
			first === last ? String(first) : `${first}${last === first + 1 ? ', ' : '-'}${last}`;
		if (text && text.length + range.length > longest) break;
		text += `${text && ', '}${range}`;
		named += last - first + 1;
	}
	const rest = indexes.length - named;
	return `item${indexes.length === 1 ? '' : 's'} ${text}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function rangesOf(indexes: number[]): Array<{ first: number; last: number }> {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range && index === range.last + 1) range.last = index;
		else ranges.push({ first: index, last: index });
	}
	return ranges;
}
