/** Dates in requests: whole days in the service's zone, weeks from Monday. */
import { DateTime } from 'luxon';
import { Refused } from './answers.mts';
import type { Settings } from './options.mts';

const utc = { zone: 'utc' };

/** Returns a schedule's time in milliseconds. Without a zone it is UTC. @throws {Refused} if it is no time */
export function scheduledTime(schedule: string): number {
	const time = DateTime.fromISO(schedule, utc);
	if (!time.isValid) throw new Refused(`schedule is no time of the calendar: ${schedule}.`);
	return time.toMillis();
}

export interface DateQuery {
	date_created?: string;
	start_date?: string;
	end_date?: string;
}

/** Returns a predicate for times (in milliseconds) within the queried days. @throws {Refused} for invalid days */
export function isWithinDates(
	query: DateQuery,
	now: number,
	{ bounds, zone, readings }: Settings,
): (time: number) => boolean {
	const { date_created: name, start_date: start, end_date: end } = query;
	if (name !== 'custom' && (start !== undefined || end !== undefined))
		throw new Refused('start_date and end_date belong to date_created=custom.');
	if (name === undefined) return () => true;
	const isTimed = name === 'custom' && bounds.dayTimes === 'with';
	const [first, last] =
		name === 'custom' ? customDays(zone, isTimed, start, end) : namedDays(name, now, zone);
	const isLeftOut = isTimed || (name === 'custom' && readings.rangeEnd === 'leftOut');
	const [from, to] = [first.toMillis(), (isLeftOut ? last : last.endOf('day')).toMillis()];
	if (from > to) throw new Refused('start_date is after end_date.');
	return (time) => time >= from && time <= to;
}

function namedDays(name: string, now: number, zone: string): [DateTime, DateTime] {
	const today = DateTime.fromMillis(now, { zone }).startOf('day');
	const yesterday = today.minus({ days: 1 });
	if (name === 'today') return [today, today];
	if (name === 'yesterday') return [yesterday, yesterday];
	return [today.startOf(name === 'this-week' ? 'week' : 'month'), today];
}

function customDays(
	zone: string,
	isTimed: boolean,
	...days: Array<string | undefined>
): [DateTime, DateTime] {
	const form = isTimed ? "yyyy-MM-dd'T'HH:mm:ss" : 'yyyy-MM-dd';
	const [first, last] = days.map((day) => DateTime.fromFormat(day ?? '', form, { zone }));
	if (!first.isValid || !last.isValid)
		throw new Refused('date_created=custom needs start_date and end_date, days of the calendar.');
	return [first, last];
}
