import { DAY, MINUTE } from './durations';
import { givenText } from './given';
import { timeOfDay, timeZone, type TimeZone } from './timeZone';
import { problems, type ValueOrProblem } from '../texts';
import { joinWithAnd } from '../wording';

/** Names of the weekdays, by their values in fields. */
export const weekdays: Record<string, string> = {
	mon: 'Monday',
	tue: 'Tuesday',
	wed: 'Wednesday',
	thu: 'Thursday',
	fri: 'Friday',
	sat: 'Saturday',
	sun: 'Sunday',
};
export const everyDay = Object.keys(weekdays);

/** Hours at which messages may go out, by a zone's clocks. They begin on each of `days`, and may end on the next. */
export interface SendingHours {
	/** Minutes after midnight, before 24:00. */
	from: number;
	/** Minutes after midnight, exclusive; of the next day where it is before `from`. */
	to: number;
	days: string[];
	zone: TimeZone;
}

/** Reads a time of day such as 08:00 as minutes after midnight. @param most in minutes */
export function readTimeOfDay(value: unknown, field: string, most: number): ValueOrProblem<number> {
	const text = givenText(value) ?? '';
	const [, hour, minute] = /^\s*([01]?\d|2[0-4]):([0-5]\d)(?::00)?\s*$/.exec(text) ?? [];
	const minutes = 60 * Number(hour) + Number(minute);
	if (minutes <= most) return { value: minutes };
	return { problem: problems.notATimeOfDay(field, value) };
}

export function readTimeZone(value: unknown): ValueOrProblem<TimeZone | undefined> {
	const zone = timeZone((givenText(value) ?? '').trim());
	return zone ? { value: zone } : { problem: problems.unknownTimeZone(value) };
}

/**
 * Returns when a message goes out that is asked for at an instant: then, or when the hours next begin. Where the clocks
 * skip that beginning, it is the first moment after the change. Both are in milliseconds since 1970.
 */
export function withinHours(asked: number, hours: SendingHours): number {
	const { from, to, days, zone } = hours;
	const isOn = (time: number) => days.includes(weekdayAt(time));
	const clock = asked + zone.ahead(asked);
	const today = Math.floor(clock / DAY) * DAY;
	const end = to * MINUTE + (to < from ? DAY : 0);
	const isWithin = [today - DAY, today].some(
		(day) => isOn(day) && clock >= day + from * MINUTE && clock < day + end,
	);
	if (isWithin) return asked;
	let begin = today + from * MINUTE;
	while (begin <= clock || !isOn(begin)) begin += DAY;
	const instant = begin - zone.ahead(asked);
	if (zone.ahead(instant) === zone.ahead(asked)) return instant;
	return withinHours(changeBetween(asked, instant, zone), hours);
}

/** Returns the weekday of an instant in UTC, as its value in fields. */
function weekdayAt(time: number): string {
	// The first of January 1970 was a Thursday.
	return everyDay[(Math.floor(time / DAY) + 3) % 7]!;
}

/** Returns the name of the weekday of an instant in UTC. */
export function weekdayOf(time: number): string {
	return weekdays[weekdayAt(time)]!;
}

/** Formats hours without their zone: '08:00 to 20:00', or '08:00 to 20:00 on Monday to Friday'. */
export function hoursInWords({ from, to, days }: SendingHours): string {
	const inOrder = everyDay.filter((day) => days.includes(day));
	const names = inOrder.map((day) => weekdays[day]!);
	const isRow = everyDay.join().includes(inOrder.join()) && names.length > 2;
	const on = isRow ? `${names[0]} to ${names.at(-1)}` : joinWithAnd(names);
	const isEveryDay = names.length === everyDay.length;
	const [begin, end] = [from, to].map((minutes) => timeOfDay(minutes * MINUTE));
	return `${begin} to ${end}${isEveryDay ? '' : ` on ${on}`}`;
}

/** When a message goes out. */
export interface Plan {
	/** ISO 8601; null for at once. */
	schedule: string | null;
	/** Whether Sending Hours chose the schedule. */
	isPutOff: boolean;
}

/** Milliseconds. Some services refuse a schedule that is nearer. */
const leastAhead = 15 * MINUTE;
const amplyAhead = 20 * MINUTE;

/**
 * Plans a message that leaves now, or as soon as it may. Drops a schedule that has passed. Outside the hours, puts the
 * message off until they next begin. If that is less than 15 minutes away, puts it off to twenty minutes from now,
 * where that is within the hours.
 *
 * @param planned as the user asked for it, or as it was planned before
 * @param hours undefined where it may go out at any time
 */
export function planAt(now: number, planned: Plan, hours: SendingHours | undefined): Plan {
	const time = Date.parse(planned.schedule ?? '');
	const isAhead = time > now;
	const asked = isAhead ? time : now;
	const begin = hours ? withinHours(asked, hours) : asked;
	const isPutOff = isAhead && planned.isPutOff;
	const isNear = begin - now < leastAhead;
	const isGood = begin === asked && !(isPutOff && isNear);
	if (!hours || isGood) return { schedule: isAhead ? planned.schedule : null, isPutOff };
	const later = now + amplyAhead;
	const goesOut = isNear && withinHours(later, hours) === later ? later : begin;
	return { schedule: new Date(goesOut).toISOString(), isPutOff: true };
}

/** Returns the first millisecond after `before` at which the clocks have been changed, as they are until `after`. */
function changeBetween(before: number, after: number, zone: TimeZone): number {
	const offset = zone.ahead(before);
	while (after - before > 1) {
		const between = Math.floor((before + after) / 2);
		if (zone.ahead(between) === offset) before = between;
		else after = between;
	}
	return after;
}
