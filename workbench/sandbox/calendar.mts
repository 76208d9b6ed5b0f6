const zone = /(Z|[+-]\d{2}:\d{2})$/;

/** The start of a day in UTC, in milliseconds; NaN for what is no day of the calendar. Takes year-month-day. */
export function startOfDay(day: string): number {
	const time = Date.parse(`${day}T00:00:00Z`);
	// Date.parse turns 30 February into 2 March, so the day has to survive the way back.
	return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? NaN : time;
}

/**
 * The time that a schedule means, in milliseconds; NaN for one that is not in the calendar. Without a
 * zone it is UTC: Date.parse alone would read it in the zone of this machine.
 */
export function scheduledTime(schedule: string): number {
	const [day, time] = schedule.split('T') as [string, string];
	if (Number.isNaN(startOfDay(day))) return NaN;
	return Date.parse(zone.test(time) ? schedule : `${schedule}Z`);
}
