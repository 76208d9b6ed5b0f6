/** What is read as an instant: Unix time, digits, texts and objects of dates; and what is not. */
import { DateTime, Duration, Interval } from 'luxon';

import { readInstant } from '../../nodes/MessagingService/validation/instant.ts';
import { timeZone } from '../../nodes/MessagingService/validation/timeZone.ts';

const utc = timeZone('UTC')!;
const read = (value: unknown) => {
	const instant = readInstant(value, utc);
	return instant === undefined ? undefined : new Date(instant).toISOString();
};

describe('Unix time counts from 2001 to 2100, in seconds and in milliseconds', () => {
	test.each<[unknown, string | undefined]>([
		[978_307_199, undefined],
		[978_307_199.999, undefined],
		[978_307_200, '2001-01-01T00:00:00.000Z'],
		[4_133_980_799, '2100-12-31T23:59:59.000Z'],
		[4_133_980_799.5, '2100-12-31T23:59:59.500Z'],
		[4_133_980_800, undefined],
		[978_307_199_999, undefined],
		[978_307_200_000, '2001-01-01T00:00:00.000Z'],
		[4_133_980_799_999, '2100-12-31T23:59:59.999Z'],
		[4_133_980_800_000, undefined],
		['978307199', undefined],
		['978307200', '2001-01-01T00:00:00.000Z'],
		['4133980799999', '2100-12-31T23:59:59.999Z'],
		['4133980800000', undefined],
	])('%p', (value, expected) => expect(read(value)).toBe(expected));
});

describe('eight digits are a day, fourteen a day and a time', () => {
	test.each<[unknown, string | undefined]>([
		[20_270_317, '2027-03-17T00:00:00.000Z'],
		['20270317', '2027-03-17T00:00:00.000Z'],
		[20_270_317_184_509, '2027-03-17T18:45:09.000Z'],
		[' 20270317184509\n', '2027-03-17T18:45:09.000Z'],
		[20_270_317_240_000, '2027-03-18T00:00:00.000Z'],
		['19981231235958', '1998-12-31T23:59:58.000Z'],
	])('%p', (value, expected) => expect(read(value)).toBe(expected));
});

describe('eight or fourteen digits that are no day are nothing: never Unix time', () => {
	test.each<[unknown, string | undefined]>([
		[99_999_999, undefined],
		[20_270_230, undefined],
		['20271301', undefined],
		[20_270_317_184_560, undefined],
		['20270317250000', undefined],
		[17_953_272_000_000, undefined],
		['17953272000000', undefined],
		[20_270_317.5, undefined],
		[20_270_317_184_509.5, undefined],
		[-20_270_317, undefined],
	])('%p', (value, expected) => expect(read(value)).toBe(expected));
});

describe('other counts of digits are Unix time, or nothing', () => {
	test.each<[unknown, string | undefined]>([
		[0, undefined],
		[-0, undefined],
		[2027, undefined],
		['202703171845', undefined],
		[202_703_171_845, undefined],
		['2027031718450', '2034-03-27T00:21:58.450Z'],
		['179532720012345', undefined],
		[179_532_720_012_345, undefined],
		[Number.MAX_SAFE_INTEGER, undefined],
		[1e21, undefined],
		['1795327200x', undefined],
		['x1795327200', undefined],
		['+1795327200', undefined],
	])('%p', (value, expected) => expect(read(value)).toBe(expected));
});

describe('a text is ISO 8601, of the years 1900 to 9998', () => {
	test.each<[unknown, string | undefined]>([
		['12026-11-22', undefined],
		['0050-02-03', undefined],
		['2026-11-22T09:00:00.123456789', '2026-11-22T09:00:00.123Z'],
		['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
		['1899-12-31T23:59:59Z', undefined],
		['9998-12-31T23:59:59Z', '9998-12-31T23:59:59.000Z'],
		['9999-01-01T00:00:00Z', undefined],
		['2026-11-22T09', '2026-11-22T09:00:00.000Z'],
		['2026-11-22T09:00+03', '2026-11-22T06:00:00.000Z'],
		['2026-11-22T24:00', '2026-11-23T00:00:00.000Z'],
	])('%p', (value, expected) => expect(read(value)).toBe(expected));
});

test('each millisecond of a minute is read as it is written, and what is finer is cut off', () => {
	const minute = Date.UTC(2031, 4, 14, 8, 5);
	const written = (milliseconds: number) => new Date(minute + milliseconds).toISOString();
	const wrong = Array.from({ length: 60_000 }, (_, milliseconds) => milliseconds).filter(
		(milliseconds) =>
			readInstant(written(milliseconds), utc) !== minute + milliseconds ||
			readInstant(written(milliseconds).replace('Z', '999Z'), utc) !== minute + milliseconds,
	);
	expect(wrong.map(written)).toEqual([]);
	expect(
		['08:05:07.5Z', '08:05:07,25Z', '08:05:07.000000001Z'].map((time) =>
			readInstant(`2031-05-14T${time}`, utc),
		),
	).toEqual([minute + 7500, minute + 7250, minute + 7000]);
});

describe('an object is a date by what it says of its time; anything else is none', () => {
	test.each<[unknown, string | undefined]>([
		[new Date('1899-12-31T23:59:59Z'), undefined],
		[true, undefined],
		[7n, undefined],
		[() => 1_795_327_200, undefined],
		[null, undefined],
		[{ toMillis: () => 1_795_327_200_000, toISO: () => '2030-01-01' }, '2026-11-22T06:00:00.000Z'],
		[{ toMillis: () => '1795327200000' }, undefined],
		[{ toISO: () => 1_795_327_200_000 }, undefined],
		[Duration.fromMillis(1_795_327_200_000), undefined],
		[Interval.after(DateTime.utc(2026, 11, 22), 3_600_000), undefined],
		[{ [Symbol.toStringTag]: 'Date', getTime: () => 1_795_327_200_000 }, undefined],
		[new Date(Number.NaN), undefined],
	])('%p', (value, expected) => expect(read(value)).toBe(expected));
});

test('a function with a method of a date is no date', () => {
	expect(read(Object.assign(() => 0, { toMillis: () => 1_795_327_200_000 }))).toBeUndefined();
});

test('eight and fourteen digits are read in the zone, as the same with dashes is', () => {
	const nepal = timeZone('Asia/Kathmandu')!;
	for (const [digits, text] of [
		[20_270_317, '2027-03-17'],
		['20270317184509', '2027-03-17 18:45:09'],
	]) {
		expect(readInstant(digits, nepal)).toBe(readInstant(text, nepal));
		expect(readInstant(digits, nepal)).not.toBe(readInstant(text, utc));
	}
});

test('what throws when it is asked is no time', () => {
	const { proxy, revoke } = Proxy.revocable({}, {});
	revoke();
	const throws = () => {
		throw new Error('no');
	};
	for (const value of [
		proxy,
		{ toMillis: throws },
		{ toISO: throws },
		Object.defineProperty({}, 'isValid', { get: throws }),
		new Proxy(new Date(), {}),
	])
		expect(read(value)).toBeUndefined();
});
