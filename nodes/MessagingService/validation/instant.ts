import { timeOfObject } from './timeObject';
import { instantOf, type TimeZone } from './timeZone';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Unix time outside these years is something else: a spreadsheet's serial, an ID, another unit.
const FIRST_TIMESTAMP = Date.UTC(2001, 0);
const LAST_TIMESTAMP = Date.UTC(2101, 0);
// Beyond these years a day isn't written with four digits any more, and zones have no rules.
const FIRST_YEAR = Date.UTC(1900, 0);
const LAST_YEAR = Date.UTC(9999, 0);

const TIMESTAMP = /^\d{9,13}$/;
// As expressions and databases write a time: yyyyMMddHHmmss.
const COMPACT = /^(\d{8})(\d{6})$/;
const DATE = String.raw`(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})`;
const TIME = String.raw`(?<hour>[01]\d|2[0-4]|\d(?=:))(?::?(?<minute>[0-5]\d)(?::?(?<second>[0-5]\d(?:[.,]\d{1,9})?))?)?`;
const OFFSET = String.raw`(?<utc>z)|(?<sign>[+-])(?<offsetHour>0\d|1[0-4])(?::?(?<offsetMinute>[0-5]\d))?`;
const DATE_AND_TIME = new RegExp(
	String.raw`^${DATE}(?:(?:t|\s+)${TIME}(?:\s*(?:${OFFSET}))?)?$`,
	'i',
);

type Parts = Record<string, string | undefined>;

function isTimestamp(milliseconds: number): boolean {
	return milliseconds >= FIRST_TIMESTAMP && milliseconds < LAST_TIMESTAMP;
}

/** Seconds and milliseconds can't be mixed up: no number is within the years as both. */
function fromTimestamp(timestamp: number): number | undefined {
	return [timestamp * 1000, timestamp].map(Math.round).find(isTimestamp);
}

function midnightOf({ year, month, day }: Parts): number | undefined {
	const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
	const date = new Date(midnight);
	// Date.UTC takes 30 February for 2 March, and the year 50 for 1950.
	return date.getUTCMonth() + 1 === Number(month) && date.getUTCFullYear() === Number(year)
		? midnight
		: undefined;
}

function timeOfDay({ hour = '0', minute = '0', second = '0' }: Parts): number | undefined {
	const [seconds, fraction = ''] = second.split(/[.,]/);
	// Digit by digit: 32.553 * 1000 is a little less than 32553, and the time would be a millisecond early.
	const milliseconds = Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
	const time = Number(hour) * HOUR + Number(minute) * MINUTE + milliseconds;
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
	const parts = DATE_AND_TIME.exec(text.replace(COMPACT, '$1T$2'))?.groups;
	if (!parts) return undefined;
	const midnight = midnightOf(parts);
	const time = timeOfDay(parts);
	if (midnight === undefined || time === undefined) return undefined;
	const offset = statedOffset(parts);
	return offset === undefined ? instantOf(midnight + time, zone) : midnight + time - offset;
}

function fromObject(value: object, zone: TimeZone): number | undefined {
	const time = timeOfObject(value);
	return typeof time === 'string' ? fromText(time, zone) : time;
}

/** The digits of a number mean what they mean in a text; a fraction is one of a timestamp. */
function fromNumber(value: number, zone: TimeZone): number | undefined {
	return Number.isSafeInteger(value) ? fromText(String(value), zone) : fromTimestamp(value);
}

function fromValue(value: unknown, zone: TimeZone): number | undefined {
	if (typeof value === 'number') return fromNumber(value, zone);
	if (typeof value === 'string') return fromText(value.trim(), zone);
	return typeof value === 'object' && value !== null ? fromObject(value, zone) : undefined;
}

/**
 * The instant that a value means, in milliseconds since 1970: an ISO 8601 text,
 * the picker's `2026-11-22 09:00`, `20261122` or `20261122090000`, a Unix timestamp
 * of 2001 to 2100 in seconds or milliseconds, a Date, or a luxon DateTime. What
 * states no offset is read in `zone`. Forms that can be read in two ways
 * (11/12/2026) are undefined, like all others.
 */
export function readInstant(value: unknown, zone: TimeZone): number | undefined {
	const instant = fromValue(value, zone);
	return instant !== undefined && instant >= FIRST_YEAR && instant < LAST_YEAR
		? instant
		: undefined;
}
