/** Timestamps and instants at the very edges of what is read. */
import { readInstant } from '../../nodes/MessagingService/validation/instant.ts';
import { timeZone } from '../../nodes/MessagingService/validation/timeZone.ts';

const utc = timeZone('UTC')!;
const read = (value: unknown) => {
	const instant = readInstant(value, utc);
	return instant === undefined ? undefined : new Date(instant).toISOString();
};

test.each<[unknown, string | undefined]>([
	[99_999_999, undefined],
	[100_000_000, '1973-03-03T09:46:40.000Z'],
	[99_999_999_999, '5138-11-16T09:46:39.000Z'],
	[100_000_000_000, '1973-03-03T09:46:40.000Z'],
	[99_999_999_999_999, '5138-11-16T09:46:39.999Z'],
	[100_000_000_000_000, undefined],
	['1795327200x', undefined],
	['x1795327200', undefined],
	['+1795327200', undefined],
	['12026-11-22', undefined],
	['2026-11-22T09:00:00.123456789', '2026-11-22T09:00:00.123Z'],
	['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
	['1899-12-31T23:59:59Z', undefined],
	['9998-12-31T23:59:59Z', '9998-12-31T23:59:59.000Z'],
	['9999-01-01T00:00:00Z', undefined],
	[new Date('1899-12-31T23:59:59Z'), undefined],
	[true, undefined],
	[7n, undefined],
	[() => 1_795_327_200, undefined],
	[null, undefined],
	[{ toMillis: () => 1_795_327_200_000, toISO: () => '2030-01-01' }, '2026-11-22T06:00:00.000Z'],
	['2026-11-22T09', '2026-11-22T09:00:00.000Z'],
	['2026-11-22T09:00+03', '2026-11-22T06:00:00.000Z'],
	['2026-11-22T24:00', '2026-11-23T00:00:00.000Z'],
])('%p', (value, expected) => {
	expect(read(value)).toBe(expected);
});

test('a function with a method of a date is no date', () => {
	expect(read(Object.assign(() => 0, { toMillis: () => 1_795_327_200_000 }))).toBeUndefined();
});
