import { DateTime } from 'luxon';

/** The zone of whatever names none, whichever zone this machine is in. */
const utc = { zone: 'utc' };

/** The day of a moment, in UTC. */
export function dayOf(moment: number): DateTime {
	return DateTime.fromMillis(moment, utc).startOf('day');
}

/** A day, in UTC, written as year-month-day; not valid for what is no day of the calendar. */
export function namedDay(day: string): DateTime {
	return DateTime.fromFormat(day, 'yyyy-MM-dd', utc);
}

/** The time that a schedule means, in milliseconds; NaN for one that is not in the calendar. */
export function scheduledTime(schedule: string): number {
	return DateTime.fromISO(schedule, utc).toMillis();
}
