import { givenText } from './given';
import { DAY, MINUTE, timeZone, type TimeZone } from './time';
import { problems, type ValueOrProblem } from '../texts';

/** The days of a week, by the names that fields have for them. */
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

/** When messages may go out, by a zone's clocks. They begin on each of these days, and may end on the next one. */
export interface SendingHours {
	/** Minutes after midnight, before 24:00. */
	from: number;
	/** Minutes after midnight: of the next day where it is before `from`. It is none of the hours. */
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

/** Reads the name of a time zone. */
export function readTimeZone(value: unknown): ValueOrProblem<TimeZone | undefined> {
	const zone = timeZone((givenText(value) ?? '').trim());
	return zone ? { value: zone } : { problem: problems.unknownTimeZone(value) };
}

/**
 * When a message goes out that is asked for at an instant, in milliseconds since 1970: then, or at the next moment
 * within the hours. Where clocks skip their beginning, it is the first moment after it.
 */
export function withinHours(asked: number, hours: SendingHours): number {
	const { from, to, days, zone } = hours;
	// The first of January 1970 was a Thursday.
	const isOn = (time: number) => days.includes(everyDay[(Math.floor(time / DAY) + 3) % 7]!);
	const clock = asked + zone(asked);
	const today = Math.floor(clock / DAY) * DAY;
	const end = to * MINUTE + (to < from ? DAY : 0);
	const isWithin = [today - DAY, today].some(
		(day) => isOn(day) && clock >= day + from * MINUTE && clock < day + end,
	);
	if (isWithin) return asked;
	let begin = today + from * MINUTE;
	while (begin <= clock || !isOn(begin)) begin += DAY;
	const instant = begin - zone(asked);
	if (zone(instant) === zone(asked)) return instant;
	return withinHours(changeBetween(asked, instant, zone), hours);
}

/** The first moment after `before` at which clocks have been changed, as they are until `after`. */
function changeBetween(before: number, after: number, zone: TimeZone): number {
	const offset = zone(before);
	while (after - before > 1) {
		const between = Math.floor((before + after) / 2);
		if (zone(between) === offset) before = between;
		else after = between;
	}
	return after;
}
