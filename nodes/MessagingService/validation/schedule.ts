import { readInstant } from './instant';
import { isNotSet } from './isNotSet';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';
import { timeIn, timeZone } from './timeZone';

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
