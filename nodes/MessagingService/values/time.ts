import { timeOfObject } from './json';
import { readChoice } from './simple';
import { isNotSet, problems, type ValueOrProblem } from '../texts';

/** A time zone: how far its clocks are ahead of UTC at an instant, in milliseconds. */
interface TimeZone {
	offsetAt(instant: number): number;
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

const CLOCK: Intl.DateTimeFormatOptions = {
	// Without it, midnight is hour 24 of the day before.
	hourCycle: 'h23',
	year: 'numeric',
	month: 'numeric',
	day: 'numeric',
	hour: 'numeric',
	minute: 'numeric',
	second: 'numeric',
};

/**
 * The zone of that IANA name, e.g. Africa/Nairobi; undefined when there is none.
 * Rests on the zone rules that come with the JavaScript engine, as date libraries
 * do; loading one for this alone would take longer than the rest of this folder.
 */
function timeZone(name: string): TimeZone | undefined {
	let clock: Intl.DateTimeFormat;
	try {
		clock = new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone: name });
	} catch {
		// A RangeError is how the engine says that it doesn't know the name.
		return undefined;
	}
	return {
		offsetAt(instant) {
			const shown = {} as Record<Intl.DateTimeFormatPartTypes, number>;
			for (const { type, value } of clock.formatToParts(instant)) shown[type] = Number(value);
			const { year, month, day, hour, minute, second } = shown;
			const wallClock = Date.UTC(year, month - 1, day, hour, minute, second);
			return wallClock - Math.floor(instant / SECOND) * SECOND;
		},
	};
}

/**
 * The instant at which the zone's clocks show a time, given as if it were UTC. A
 * time that comes twice (clocks go back) is its first coming; a time that is
 * skipped (clocks go forward) moves on by what was skipped, 02:30 becoming 03:30.
 */
function instantOf(wallClock: number, zone: TimeZone): number {
	const before = zone.offsetAt(wallClock - DAY);
	const after = zone.offsetAt(wallClock + DAY);
	const first = wallClock - before;
	if (zone.offsetAt(first) === before) return first;
	const second = wallClock - after;
	return zone.offsetAt(second) === after ? second : first;
}

/** The day that an instant has in the zone, as 2026-11-22. */
function dayIn(zone: TimeZone, instant: number): string {
	return new Date(instant + zone.offsetAt(instant)).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** The day and time that an instant has in the zone, as 2026-11-22 09:00. */
function timeIn(zone: TimeZone, instant: number): string {
	const wallClock = new Date(instant + zone.offsetAt(instant)).toISOString();
	return wallClock.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

/**
 * A clock that tells times as people in that zone read them: '2026-11-22 09:00 (Africa/Nairobi)'. A
 * name that isn't known counts as UTC.
 */
export function clockOf(name: string): (instant: number) => string {
	let zone: TimeZone | undefined;
	return (instant) => {
		zone ??= timeZone(name);
		return zone
			? `${timeIn(zone, instant)} (${name})`
			: `${timeIn({ offsetAt: () => 0 }, instant)} (UTC)`;
	};
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

const FIELD = 'Schedule';
// Time passes between choosing "now" and the item's turn.
const ALLOWED_LATENESS = 60_000;
// A campaign is not planned further ahead; a mistyped year or a wrong unit lands there.
const MOST_YEARS_AHEAD = 2;

function latest(now: number): number {
	const end = new Date(now);
	return end.setUTCFullYear(end.getUTCFullYear() + MOST_YEARS_AHEAD);
}

/**
 * Reads when a message shall go out: null for at once (nothing set), otherwise
 * ISO 8601 in UTC. `zone` is the workflow's, for values that state none; `now`
 * is in milliseconds since 1970. More than a minute in the past is refused, and
 * more than two years ahead, by the calendar in UTC.
 */
export function readSchedule(
	value: unknown,
	zone: string,
	now: number,
): ValueOrProblem<string | null> {
	if (isNotSet(value)) return { value: null };
	const workflowZone = timeZone(zone);
	if (!workflowZone) return { problem: problems.unknownZone(zone) };
	const instant = readInstant(value, workflowZone);
	if (instant === undefined) return { problem: problems.unreadableTime(FIELD, value) };
	if (now - instant > ALLOWED_LATENESS) {
		return { problem: problems.timeInPast(FIELD, timeIn(workflowZone, instant), zone) };
	}
	if (instant > latest(now)) {
		return { problem: problems.timeTooFarAhead(FIELD, timeIn(workflowZone, instant), zone) };
	}
	return { value: new Date(instant).toISOString() };
}

/** The three query parameters of a date filter (specification 4.3); those that aren't set are left out. */
interface DateRange {
	date_created?: string;
	start_date?: string;
	end_date?: string;
}

const PERIODS = ['today', 'yesterday', 'this-week', 'this-month', 'custom'] as const;

function readDay(value: unknown, field: string, zone: TimeZone): ValueOrProblem<string> {
	if (isNotSet(value)) return { problem: problems.missingDate(field) };
	const instant = readInstant(value, zone);
	if (instant === undefined) return { problem: problems.unreadableDate(field, value) };
	return { value: dayIn(zone, instant) };
}

/**
 * Reads the date filter of a query. Days are those of `zone`, the workflow's.
 * Start and end count only with `custom`, and are required then: the editor
 * hides them otherwise, so what is left in them isn't what the user sees.
 */
export function readDateRange(
	range: { dateCreated?: unknown; startDate?: unknown; endDate?: unknown },
	zone: string,
): ValueOrProblem<DateRange> {
	if (isNotSet(range.dateCreated)) return { value: {} };
	const period = readChoice(range.dateCreated, 'Date Created', PERIODS);
	if (period.problem) return period;
	if (period.value !== 'custom') return { value: { date_created: period.value } };

	const workflowZone = timeZone(zone);
	if (!workflowZone) return { problem: problems.unknownZone(zone) };
	const start = readDay(range.startDate, 'Start Date', workflowZone);
	if (start.problem) return start;
	const end = readDay(range.endDate, 'End Date', workflowZone);
	if (end.problem) return end;
	// Days written year first sort as texts do.
	if (start.value > end.value) return { problem: problems.startAfterEnd(start.value, end.value) };
	return { value: { date_created: 'custom', start_date: start.value, end_date: end.value } };
}
