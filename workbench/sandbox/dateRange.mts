import { startOfDay } from './calendar.mts';

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

const day = 86_400_000;

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

	const today = Math.floor(now / day) * day;
	const until = today + day - 1;
	switch (name) {
		case 'today':
			return { from: today, to: until };
		case 'yesterday':
			return { from: today - day, to: today - 1 };
		case 'this-week': {
			const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
			return { from: today - daysSinceMonday * day, to: until };
		}
		case 'this-month':
			return { from: today - (new Date(today).getUTCDate() - 1) * day, to: until };
		default:
			return customRange(start, end);
	}
}

function customRange(start: string | undefined, end: string | undefined): DateRange {
	if (start === undefined || end === undefined) {
		throw new DatesRefused('date_created=custom needs both start_date and end_date.');
	}
	const range = { from: dayStart('start_date', start), to: dayStart('end_date', end) + day - 1 };
	if (range.from > range.to) throw new DatesRefused('start_date is after end_date.');
	return range;
}

function dayStart(name: string, value: string): number {
	const time = startOfDay(value);
	if (Number.isNaN(time)) throw new DatesRefused(`${name} is no day of the calendar: ${value}.`);
	return time;
}
