import { isNotSet, readChoice } from './simple';
import { problems, type ValueOrProblem } from '../texts';

/** A time zone: how far its clocks are ahead of UTC at an instant, in milliseconds. */
interface TimeZone {
	offsetAt(instant: number): number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The zone of that IANA name, e.g. Africa/Nairobi; undefined when there is none. By the zone rules of
 * the JavaScript engine, as date libraries do; one for this alone would weigh more than this node.
 */
function timeZone(name: string): TimeZone | undefined {
	try {
		const clock = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
		return {
			offsetAt(instant) {
				// It ends in GMT, or in such as GMT-03:30.
				const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(clock.format(instant)) ?? [];
				if (!sign) return 0;
				const offset = Number(hours) * HOUR + Number(minutes) * MINUTE;
				return sign === '-' ? -offset : offset;
			},
		};
	} catch {
		// A RangeError is how the engine says that it doesn't know the name.
		return undefined;
	}
}

/**
 * The instant at which the zone's clocks show a time, given as if it were UTC. A time that comes
 * twice (clocks go back) is its first coming; one that is skipped (clocks go forward) moves on by
 * what was skipped, 02:30 becoming 03:30.
 */
function instantOf(wallClock: number, zone: TimeZone): number {
	const before = zone.offsetAt(wallClock - DAY);
	const after = zone.offsetAt(wallClock + DAY);
	const first = wallClock - before;
	if (zone.offsetAt(first) === before) return first;
	const second = wallClock - after;
	return zone.offsetAt(second) === after ? second : first;
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
	return (instant) => {
		const zone = timeZone(name);
		return zone
			? `${timeIn(zone, instant)} (${name})`
			: `${timeIn({ offsetAt: () => 0 }, instant)} (UTC)`;
	};
}

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

/**
 * The instant that a value means, in milliseconds since 1970: an ISO 8601 text, the picker's
 * `2026-11-22 09:00`, `20261122` or `20261122090000`, a Unix timestamp of 2001 to 2100 in seconds or
 * milliseconds, a Date, or a luxon DateTime. What states no offset is read in `zone`. Undefined for
 * all else, such as 11/12/2026, which can be read in two ways.
 */
export function readInstant(value: unknown, zone: TimeZone): number | undefined {
	const instant = instantOfValue(value, zone);
	const isWithinYears = instant !== undefined && instant >= FIRST_YEAR && instant < LAST_YEAR;
	return isWithinYears ? instant : undefined;
}

function instantOfValue(value: unknown, zone: TimeZone): number | undefined {
	if (typeof value === 'string') return instantOfText(value.trim(), zone);
	// The digits of a number mean what they mean in a text; a fraction is one of a timestamp.
	if (typeof value === 'number' && !Number.isSafeInteger(value)) return instantOfTimestamp(value);
	if (typeof value === 'number') return instantOfText(String(value), zone);
	if (typeof value !== 'object' || value === null) return undefined;
	// A Date and a luxon DateTime become an ISO 8601 text in JSON.
	const { toJSON } = value as { toJSON?: unknown };
	const text: unknown = typeof toJSON === 'function' ? toJSON.call(value) : undefined;
	return typeof text === 'string' ? instantOfText(text, zone) : undefined;
}

/** Seconds and milliseconds can't be mixed up: no number is within the years as both. */
function instantOfTimestamp(timestamp: number): number | undefined {
	return [timestamp * SECOND, timestamp]
		.map(Math.round)
		.find((instant) => instant >= FIRST_TIMESTAMP && instant < LAST_TIMESTAMP);
}

function instantOfText(text: string, zone: TimeZone): number | undefined {
	if (TIMESTAMP.test(text)) return instantOfTimestamp(Number(text));
	const parts = DATE_AND_TIME.exec(text.replace(COMPACT, '$1T$2'))?.groups;
	if (!parts) return undefined;
	const { year, month, day, hour = '0', minute = '00', second = '00' } = parts;
	const { utc, sign, offsetHour, offsetMinute = '00' } = parts;
	const date = `${year}-${month}-${day}`;
	const dateAndTime = `${date}T${hour.padStart(2, '0')}:${minute}:${second.replace(',', '.')}`;
	const wallClock = Date.parse(`${dateAndTime}Z`);
	// The engine takes 30 February for 2 March, and 24:01 for no time.
	const isDay = new Date(date).getUTCDate() === Number(day);
	if (!isDay || Number.isNaN(wallClock)) return undefined;
	if (sign) return Date.parse(`${dateAndTime}${sign}${offsetHour}:${offsetMinute}`);
	return utc ? wallClock : instantOf(wallClock, zone);
}

const FIELD = 'Schedule';
// Time passes between choosing "now" and the item's turn.
const ALLOWED_LATENESS = MINUTE;
// A campaign is not planned further ahead; a mistyped year or a wrong unit lands there.
const MOST_YEARS_AHEAD = 2;

/**
 * Reads when a message shall go out, as ISO 8601 in UTC; null for at once, where nothing is set.
 * Refuses more than a minute in the past, and more than two years ahead by the calendar in UTC.
 *
 * @param zone the workflow's, for values that state none
 * @param now in milliseconds since 1970
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
	const shown = timeIn(workflowZone, instant);
	if (now - instant > ALLOWED_LATENESS) return { problem: problems.timeInPast(FIELD, shown, zone) };
	const latest = new Date(now);
	latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS_AHEAD);
	return instant > latest.getTime()
		? { problem: problems.timeTooFarAhead(FIELD, shown, zone) }
		: { value: new Date(instant).toISOString() };
}

const PERIODS = ['today', 'yesterday', 'this-week', 'this-month', 'custom'] as const;

/**
 * Reads the date filter of a query into its parameters (specification 4.3). Days are those of `zone`,
 * the workflow's. Start and end count only with `custom`, and are required then: otherwise the
 * editor hides them.
 */
export function readDateRange(
	range: { dateCreated?: unknown; startDate?: unknown; endDate?: unknown },
	zone: string,
): ValueOrProblem<Record<string, string>> {
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

function readDay(value: unknown, field: string, zone: TimeZone): ValueOrProblem<string> {
	if (isNotSet(value)) return { problem: problems.missingDate(field) };
	const instant = readInstant(value, zone);
	if (instant === undefined) return { problem: problems.unreadableDate(field, value) };
	return { value: timeIn(zone, instant).slice(0, 'yyyy-mm-dd'.length) };
}
