/** The most bytes in UTF-8 that a failure's message and its description may have; together less than 8 kB. */
export const mostBytes = { message: 4000, description: 3900 };

/** As much of a text as these many bytes hold, cut between two characters, with '…' for what is left out. */
export function fitted(text: string, bytes: number): string {
	// A letter takes three bytes at most, and two halves of an emoji four.
	if (text.length * 3 <= bytes) return text;
	const encoded = new TextEncoder().encode(text);
	if (encoded.length <= bytes) return text;
	const ellipsis = '…';
	const room = Math.max(0, bytes - new TextEncoder().encode(ellipsis).length);
	// As a stream, a character that the cut has parted is left out.
	return new TextDecoder().decode(encoded.subarray(0, room), { stream: true }).trimEnd() + ellipsis;
}

export function bytesOf(text: string): number {
	return new TextEncoder().encode(text).length;
}
