import { DAY, HOUR, MINUTE, SECOND } from './durations';
import { isNotSet } from './given';
import { timeIn, type TimeZone, timeZone, UTC } from './timeZone';
import { problems, type ValueOrProblem } from '../texts';

/**
 * Returns the instant at which the zone's clocks show a time. `wallClock` is that time, given as if it were UTC. A time
 * that comes twice (clocks go back) means the first one. A time that is skipped (clocks go forward) moves on by the
 * gap: 02:30 becomes 03:30.
 */
function instantOf(wallClock: number, zone: TimeZone): number {
	const before = zone.ahead(wallClock - DAY);
	const after = zone.ahead(wallClock + DAY);
	const first = wallClock - before;
	if (zone.ahead(first) === before) return first;
	const second = wallClock - after;
	return zone.ahead(second) === after ? second : first;
}

// A number outside these years isn't Unix time but a spreadsheet's serial, an ID, or another unit.
const FIRST_TIMESTAMP = Date.UTC(2001, 0);
const LAST_TIMESTAMP = Date.UTC(2101, 0);
// Outside these years, a date has no four-digit year, or zones have no rules.
const FIRST_YEAR = Date.UTC(1900, 0);
const LAST_YEAR = Date.UTC(9999, 0);

const TIMESTAMP = /^\d{9,13}$/;
// A complete time, as services write it.
const WHOLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
// As expressions and databases write a time: yyyyMMddHHmmss.
const COMPACT = /^(\d{8})(\d{6})$/;
// Unnamed groups: building an object of named ones takes as long as all the rest.
const DATE = String.raw`(\d{4})(-?)(\d{2})\2(\d{2})`;
const TIME = String.raw`([01]\d|2[0-4]|\d(?=:))(?::?([0-5]\d)(?::?([0-5]\d(?:[.,]\d{1,9})?))?)?`;
const OFFSET = String.raw`(z)|([+-])(0\d|1[0-4])(?::?([0-5]\d))?`;
const DATE_AND_TIME = new RegExp(
	String.raw`^${DATE}(?:(?:t|\s+)${TIME}(?:\s*(?:${OFFSET}))?)?$`,
	'i',
);

/**
 * Reads an instant, in milliseconds since 1970: an ISO 8601 text, the picker's `2026-11-22 09:00`, `20261122` or
 * `20261122090000`, a Unix timestamp of 2001 to 2100 in seconds or milliseconds, a Date, or a luxon DateTime. A time
 * without an offset is read in `zone`. Undefined for all else, such as 11/12/2026, which can be read in two ways.
 */
export function readInstant(value: unknown, zone = UTC): number | undefined {
	// A Date and a luxon DateTime become an ISO 8601 text in JSON.
	const { toJSON }: { toJSON?: unknown } = Object(value);
	const given: unknown = typeof toJSON === 'function' ? toJSON.call(value) : value;
	let instant: number | undefined;
	// A whole number means the same as its digits in a text. A fraction can only be a timestamp's.
	if (typeof given === 'number' && !Number.isSafeInteger(given))
		instant = instantOfTimestamp(given);
	else if (['string', 'number'].includes(typeof given))
		instant = instantOfText(String(given).trim(), zone);
	const isWithin = instant !== undefined && instant >= FIRST_YEAR && instant < LAST_YEAR;
	return isWithin ? instant : undefined;
}

/** The largest offset of any clock from UTC, in milliseconds. */
export const unzonedWithin = 14 * HOUR;

/** Reads an instant like `readInstant`. Where the value names no zone, returns the latest instant that it can mean. */
export function latestInstant(value: unknown): number | undefined {
	return readInstant(value, { ...UTC, ahead: () => -unzonedWithin });
}

/** Reads a Unix timestamp in seconds or milliseconds. No number is within the years as both. */
function instantOfTimestamp(timestamp: number): number | undefined {
	return [timestamp * SECOND, timestamp]
		.map(Math.round)
		.find((instant) => instant >= FIRST_TIMESTAMP && instant < LAST_TIMESTAMP);
}

function instantOfText(text: string, zone: TimeZone): number | undefined {
	if (WHOLE.test(text)) {
		const instant = Date.parse(text);
		if (new Date(instant).getUTCDate() === Number(text.slice(8, 10))) return instant;
	}
	if (TIMESTAMP.test(text)) return instantOfTimestamp(Number(text));
	const parts = DATE_AND_TIME.exec(text.replace(COMPACT, '$1T$2'));
	if (!parts) return undefined;
	const [, year, , month, day, hour = '0', minute = '00', second = '00', ...offset] = parts;
	const [utc, sign, offsetHour, offsetMinute = '00'] = offset;
	const date = `${year}-${month}-${day}`;
	const dateAndTime = `${date}T${hour.padStart(2, '0')}:${minute}:${second.replace(',', '.')}`;
	const wallClock = Date.parse(`${dateAndTime}Z`);
	// The engine takes 30 February for 2 March, and can't parse 24:01.
	const isDay = new Date(date).getUTCDate() === Number(day);
	if (!isDay || Number.isNaN(wallClock)) return undefined;
	if (sign) return Date.parse(`${dateAndTime}${sign}${offsetHour}:${offsetMinute}`);
	return utc ? wallClock : instantOf(wallClock, zone);
}

// Time passes between choosing "now" and the item's turn.
const ALLOWED_LATENESS = MINUTE;
// Nobody plans a campaign further ahead, but a mistyped year or a wrong unit lands there.
const MOST_YEARS_AHEAD = 2;

/** Reads a future time as ISO 8601 in UTC; null if not set. Refuses times a minute ago, and two years ahead. */
export function readSchedule(
	value: unknown,
	zone: string,
	now: number,
	field: string,
): ValueOrProblem<string | null> {
	if (isNotSet(value)) return { value: null };
	const { value: time, problem } = readTime(value, field, zone);
	if (problem) return { problem };
	const { instant, shown } = time;
	if (now - instant > ALLOWED_LATENESS) return { problem: problems.timeInPast(field, shown, zone) };
	const latest = new Date(now);
	latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS_AHEAD);
	if (instant > latest.getTime()) return { problem: problems.timeTooFarAhead(field, shown, zone) };
	return { value: new Date(instant).toISOString() };
}

/** Reads a day in `zone` as yyyy-mm-dd. */
export function readDay(value: unknown, field: string, zone: string): ValueOrProblem<string> {
	if (isNotSet(value)) return { problem: problems.missingDate(field) };
	const { value: time, problem } = readTime(value, field, zone);
	return problem ? { problem } : { value: time.shown.slice(0, 'yyyy-mm-dd'.length) };
}

/** Reads a field's value in a zone. Returns the instant, and the time that the zone's clocks show. */
function readTime(
	value: unknown,
	field: string,
	zone: string,
): ValueOrProblem<{ instant: number; shown: string }> {
	const workflowZone = timeZone(zone);
	if (!workflowZone) return { problem: problems.unknownZone(zone) };
	const instant = readInstant(value, workflowZone);
	if (instant === undefined) return { problem: problems.unreadableTime(field, value) };
	return { value: { instant, shown: timeIn(workflowZone, instant) } };
}
