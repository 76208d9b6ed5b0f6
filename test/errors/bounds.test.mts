import { fitted } from '../../nodes/MessagingService/errors/bounds.ts';

test('a text is cut between characters, and has no more bytes than it may', () => {
	for (const text of ['漢'.repeat(100), '😀'.repeat(100), `a${'é'.repeat(100)}`]) {
		for (let bytes = 20; bytes < 40; bytes++) {
			const cut = fitted(text, bytes);
			expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
			expect(text.startsWith(cut.slice(0, -1))).toBe(true);
			expect(cut.endsWith('…')).toBe(true);
		}
	}
	expect(fitted('just so', 7)).toBe('just so');
});
