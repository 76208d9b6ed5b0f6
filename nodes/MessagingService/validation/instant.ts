import { DateTime, IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// Below: seconds; from here on: milliseconds. As seconds this is the year 5138, as milliseconds 1973.
const FIRST_MILLISECONDS = 1e11;
// Smaller numbers are years, spreadsheet serials (46348 is a day in 2026) or mistakes.
const SMALLEST_TIMESTAMP = 1e8;
const LARGEST_TIMESTAMP = 1e14;

const TIMESTAMP = /^\d{9,14}$/;
const DATE_AND_TIME =
	/^(\d{4}-\d{2}-\d{2}|\d{8})(?:(?:[Tt]|\s+)((?:\d{2}|\d(?=:))(?::?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?)(?:\s*([Zz]|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?))?)?$/;

function fromTimestamp(timestamp: number): number | undefined {
	if (!(timestamp >= SMALLEST_TIMESTAMP && timestamp < LARGEST_TIMESTAMP)) return undefined;
	return Math.round(timestamp < FIRST_MILLISECONDS ? timestamp * 1000 : timestamp);
}

/**
 * The instant of a wall-clock time in a zone. Luxon guesses from the offset of
 * the present moment, so its answer for a time that comes twice depends on when
 * it is asked. Decided here: a time that comes twice is its first coming, and a
 * time that is skipped moves on by what was skipped (02:30 becomes 03:30).
 */
function fromWallClock(wallClock: number, zone: IANAZone): number {
	const before = zone.offset(wallClock - DAY) * MINUTE;
	const after = zone.offset(wallClock + DAY) * MINUTE;
	const first = wallClock - before;
	if (zone.offset(first) * MINUTE === before) return first;
	const second = wallClock - after;
	return zone.offset(second) * MINUTE === after ? second : first;
}

function fromText(text: string, zone: IANAZone): number | undefined {
	if (TIMESTAMP.test(text)) return fromTimestamp(Number(text));
	const parts = DATE_AND_TIME.exec(text);
	if (!parts) return undefined;
	const [, date, time, offset] = parts;
	// One form throughout, because ISO 8601 doesn't allow `20261122T09:00`.
	const plainDate = (date as string).replace(/-/g, '');
	const plainTime = (time ?? '00').replace(/^\d(?=:)/, '0$&').replace(/:/g, '');
	const plainOffset = (offset ?? 'Z').toUpperCase().replace(':', '');
	const read = DateTime.fromISO(`${plainDate}T${plainTime}${plainOffset}`, { zone: 'utc' });
	if (!read.isValid) return undefined;
	return offset === undefined ? fromWallClock(read.toMillis(), zone) : read.toMillis();
}

function fromObject(value: object, zone: IANAZone): number | undefined {
	// Expressions run in a realm of their own, where `instanceof Date` is false.
	if (Object.prototype.toString.call(value) === '[object Date]') {
		return finite(Number((value as Date).getTime()));
	}
	const dateTime = value as { isValid?: unknown; toMillis?: unknown; toISO?: unknown };
	if (dateTime.isValid === false) return undefined;
	if (typeof dateTime.toMillis === 'function') return finite(Number(dateTime.toMillis()));
	if (typeof dateTime.toISO === 'function') return fromText(String(dateTime.toISO()), zone);
	return undefined;
}

function finite(milliseconds: number): number | undefined {
	return Number.isFinite(milliseconds) ? milliseconds : undefined;
}

/** The zone of that IANA name, e.g. Africa/Nairobi; undefined when there is none. */
export function knownZone(name: string): IANAZone | undefined {
	const zone = IANAZone.create(name);
	return zone.isValid ? zone : undefined;
}

/** Whether a value counts as "not set": an empty or blank text, null, missing. */
export function isNotSet(value: unknown): boolean {
	return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/**
 * The instant that a value means, in milliseconds since 1970: an ISO 8601 text,
 * the picker's `2026-11-22 09:00`, a Unix timestamp in seconds or milliseconds,
 * a Date, or a luxon DateTime. What states no offset is read in `zone`. Forms
 * that can be read in two ways (11/12/2026) are undefined, like all others.
 */
export function readInstant(value: unknown, zone: IANAZone): number | undefined {
	if (typeof value === 'number') return fromTimestamp(value);
	if (typeof value === 'string') return fromText(value.trim(), zone);
	return typeof value === 'object' && value !== null ? fromObject(value, zone) : undefined;
}

/** The day of an instant in a zone, as 2026-11-22. */
export function dayIn(zone: IANAZone, instant: number): string {
	return DateTime.fromMillis(instant, { zone }).toISODate() ?? '';
}

/** The day and time of an instant in a zone, as 2026-11-22 09:00. */
export function timeIn(zone: IANAZone, instant: number): string {
	const time = DateTime.fromMillis(instant, { zone });
	return `${time.toISODate() ?? ''} ${time.toISOTime({ includeOffset: false })?.slice(0, 5) ?? ''}`;
}
