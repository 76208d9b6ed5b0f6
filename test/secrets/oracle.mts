/** The judge of what may be shown: no ten characters in a row of a secret, in whatever case. */

/** The pieces of ten characters of these secrets that stand in what was given out. */
export function piecesIn(given: unknown, secrets: string[]): string[] {
	const text = (typeof given === 'string' ? given : JSON.stringify(given)).toLowerCase();
	return secrets.flatMap((secret) => {
		const folded = secret.toLowerCase();
		return Array.from({ length: Math.max(0, folded.length - 9) }, (_, start) =>
			folded.slice(start, start + 10),
		).filter((piece) => text.includes(piece));
	});
}

/** A secret as services repeat it: whole, in other cases, a part of it, in the middle of a word. */
export function quotesOf(secret: string): string[] {
	return [
		secret,
		secret.toUpperCase(),
		secret.toLowerCase(),
		secret.slice(0, 12),
		secret.slice(-11),
		secret.slice(3, 14),
		`"${secret}"x`,
	];
}
