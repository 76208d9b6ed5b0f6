/** A map that doesn't hold n8n when it grows: it keeps what a map keeps, and its parts don't grow in one moment. */
import { LargeMap } from '../../nodes/MessagingService/values/collections.ts';

test('keeps what was set last, whatever the key is', () => {
	const map = new LargeMap<number>();
	const keys = ['254712345678', '3 254712345678', '', '7', '0 ', 'a text', '254712345679'];
	for (const [place, key] of [...keys, keys[0]!].entries()) map.set(key, place);
	expect(keys.map((key) => map.get(key))).toEqual([7, 1, 2, 3, 4, 5, 6]);
	expect([map.size, [...map.values()].sort()]).toEqual([7, [1, 2, 3, 4, 5, 6, 7]]);
	expect(map.get('254712345670')).toBeUndefined();
});

test('numbers one after the other are spread over parts of many sizes', () => {
	const map = new LargeMap<true>();
	for (let number = 0; number < 10_000; number++) map.set(`2547${12_000_000 + number}`, true);
	const { parts } = map as unknown as { parts: Map<number, Map<string, true>> };
	const sizes = [...parts.values()].map(({ size }) => size);
	expect(new Set(sizes).size).toBeGreaterThan(50);
	expect(Math.max(...sizes)).toBeLessThan(300);
});
