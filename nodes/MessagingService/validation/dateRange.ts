import { readChoice } from './choice';
import { readInstant } from './instant';
import { isNotSet } from './isNotSet';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';
import { dayIn, timeZone, type TimeZone } from './timeZone';

/** The three query parameters of a date filter (specification 4.3); those that aren't set are left out. */
export interface DateRange {
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
