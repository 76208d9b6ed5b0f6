/** What something that was thrown says, in one line. Anything can be thrown, a proxy that throws too. */
export function reasonOf(thrown: unknown): string {
	try {
		const said: unknown = thrown instanceof Error ? thrown.message : thrown;
		const text = typeof said === 'string' || typeof said === 'number' ? String(said).replace(/\s+/g, ' ').trim() : '';
		return text || 'it gave no reason';
	} catch {
		return 'it gave no reason';
	}
}
