import { instantOf, type TimeZone } from './timeZone';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Below: seconds; from here on: milliseconds. As seconds this is the year 5138, as milliseconds 1973.
const FIRST_MILLISECONDS = 1e11;
// Smaller numbers are years, spreadsheet serials (46348 is a day in 2026) or mistakes.
const SMALLEST_TIMESTAMP = 1e8;
const LARGEST_TIMESTAMP = 1e14;
// Beyond these years a day isn't written with four digits any more, and zones have no rules.
const FIRST_YEAR = Date.UTC(1900, 0);
const LAST_YEAR = Date.UTC(9999, 0);

const TIMESTAMP = /^\d{9,14}$/;
const DATE = String.raw`(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})`;
const TIME = String.raw`(?<hour>[01]\d|2[0-4]|\d(?=:))(?::?(?<minute>[0-5]\d)(?::?(?<second>[0-5]\d(?:[.,]\d{1,9})?))?)?`;
const OFFSET = String.raw`(?<utc>z)|(?<sign>[+-])(?<offsetHour>0\d|1[0-4])(?::?(?<offsetMinute>[0-5]\d))?`;
const DATE_AND_TIME = new RegExp(String.raw`^${DATE}(?:(?:t|\s+)${TIME}(?:\s*(?:${OFFSET}))?)?$`, 'i');

type Parts = Record<string, string | undefined>;

function fromTimestamp(timestamp: number): number | undefined {
	if (!(timestamp >= SMALLEST_TIMESTAMP && timestamp < LARGEST_TIMESTAMP)) return undefined;
	return Math.round(timestamp < FIRST_MILLISECONDS ? timestamp * 1000 : timestamp);
}

function midnightOf({ year, month, day }: Parts): number | undefined {
	const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
	// Date.UTC takes 30 February for 2 March.
	return new Date(midnight).toISOString().startsWith(`${year}-${month}-${day}`) ? midnight : undefined;
}

function timeOfDay({ hour = '0', minute = '0', second = '0' }: Parts): number | undefined {
	const seconds = Math.floor(Number(second.replace(',', '.')) * 1000);
	const time = Number(hour) * HOUR + Number(minute) * MINUTE + seconds;
	// 24:00 is the end of a day, 24:01 is no time.
	return time <= DAY ? time : undefined;
}

function statedOffset({ utc, sign, offsetHour, offsetMinute = '0' }: Parts): number | undefined {
	if (utc) return 0;
	if (!sign) return undefined;
	return (sign === '-' ? -1 : 1) * (Number(offsetHour) * HOUR + Number(offsetMinute) * MINUTE);
}

function fromText(text: string, zone: TimeZone): number | undefined {
	if (TIMESTAMP.test(text)) return fromTimestamp(Number(text));
	const parts = DATE_AND_TIME.exec(text)?.groups;
	if (!parts) return undefined;
	const midnight = midnightOf(parts);
	const time = timeOfDay(parts);
	if (midnight === undefined || time === undefined) return undefined;
	const offset = statedOffset(parts);
	return offset === undefined ? instantOf(midnight + time, zone) : midnight + time - offset;
}

function fromObject(value: object, zone: TimeZone): number | undefined {
	// Expressions run in a realm of their own, where `instanceof Date` is false.
	if (Object.prototype.toString.call(value) === '[object Date]') return Number((value as Date).getTime());
	const dateTime = value as { isValid?: unknown; toMillis?: unknown; toISO?: unknown };
	if (dateTime.isValid === false) return undefined;
	if (typeof dateTime.toMillis === 'function') return Number(dateTime.toMillis());
	if (typeof dateTime.toISO === 'function') return fromText(String(dateTime.toISO()), zone);
	return undefined;
}

function fromValue(value: unknown, zone: TimeZone): number | undefined {
	if (typeof value === 'number') return fromTimestamp(value);
	if (typeof value === 'string') return fromText(value.trim(), zone);
	return typeof value === 'object' && value !== null ? fromObject(value, zone) : undefined;
}

/**
 * The instant that a value means, in milliseconds since 1970: an ISO 8601 text,
 * the picker's `2026-11-22 09:00`, a Unix timestamp in seconds or milliseconds,
 * a Date, or a luxon DateTime. What states no offset is read in `zone`. Forms
 * that can be read in two ways (11/12/2026) are undefined, like all others.
 */
export function readInstant(value: unknown, zone: TimeZone): number | undefined {
	const instant = fromValue(value, zone);
	return instant !== undefined && instant >= FIRST_YEAR && instant < LAST_YEAR ? instant : undefined;
}
