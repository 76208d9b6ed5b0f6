import type { DateTime } from 'luxon';
import { dayOf, namedDay } from './calendar.mts';

/** From and to in milliseconds, both included. */
export interface DateRange {
	from: number;
	to: number;
}

export interface DateQuery {
	date_created?: string;
	start_date?: string;
	end_date?: string;
}

/** The dates of a query are refused; the message says why. */
export class DatesRefused extends Error {}

/**
 * The range that a query's dates mean: whole days in UTC, weeks from Monday. No dates, no range.
 * Throws {@link DatesRefused} where the three parameters don't fit together.
 */
export function dateRange(query: DateQuery, now: number): DateRange | undefined {
	const { date_created: name, start_date: start, end_date: end } = query;
	if (name !== 'custom' && (start !== undefined || end !== undefined)) {
		throw new DatesRefused('start_date and end_date belong to date_created=custom.');
	}
	if (name === undefined) return undefined;

	const today = dayOf(now);
	switch (name) {
		case 'today':
			return rangeOf(today, today);
		case 'yesterday':
			return rangeOf(today.minus({ days: 1 }), today.minus({ days: 1 }));
		case 'this-week':
			return rangeOf(today.startOf('week'), today);
		case 'this-month':
			return rangeOf(today.startOf('month'), today);
		default:
			return customRange(start, end);
	}
}

/** From the beginning of one day to the end of the other. */
function rangeOf(first: DateTime, last: DateTime): DateRange {
	return { from: first.toMillis(), to: last.endOf('day').toMillis() };
}

function customRange(start: string | undefined, end: string | undefined): DateRange {
	if (start === undefined || end === undefined) {
		throw new DatesRefused('date_created=custom needs both start_date and end_date.');
	}
	const range = rangeOf(dayIn('start_date', start), dayIn('end_date', end));
	if (range.from > range.to) throw new DatesRefused('start_date is after end_date.');
	return range;
}

function dayIn(name: string, value: string): DateTime {
	const day = namedDay(value);
	if (!day.isValid) throw new DatesRefused(`${name} is no day of the calendar: ${value}.`);
	return day;
}
