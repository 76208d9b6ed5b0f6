/** A time zone: how far its clocks are ahead of UTC at an instant, in milliseconds. */
export interface TimeZone {
	offsetAt(instant: number): number;
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

const CLOCK: Intl.DateTimeFormatOptions = {
	// Without it, midnight is hour 24 of the day before.
	hourCycle: 'h23',
	year: 'numeric',
	month: 'numeric',
	day: 'numeric',
	hour: 'numeric',
	minute: 'numeric',
	second: 'numeric',
};

/**
 * The zone of that IANA name, e.g. Africa/Nairobi; undefined when there is none.
 * Rests on the zone rules that come with the JavaScript engine, as date libraries
 * do; loading one for this alone would take longer than the rest of this folder.
 */
export function timeZone(name: string): TimeZone | undefined {
	let clock: Intl.DateTimeFormat;
	try {
		clock = new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone: name });
	} catch {
		// A RangeError is how the engine says that it doesn't know the name.
		return undefined;
	}
	return {
		offsetAt(instant) {
			const shown = {} as Record<Intl.DateTimeFormatPartTypes, number>;
			for (const { type, value } of clock.formatToParts(instant)) shown[type] = Number(value);
			const { year, month, day, hour, minute, second } = shown;
			const wallClock = Date.UTC(year, month - 1, day, hour, minute, second);
			return wallClock - Math.floor(instant / SECOND) * SECOND;
		},
	};
}

/**
 * The instant at which the zone's clocks show a time, given as if it were UTC. A
 * time that comes twice (clocks go back) is its first coming; a time that is
 * skipped (clocks go forward) moves on by what was skipped, 02:30 becoming 03:30.
 */
export function instantOf(wallClock: number, zone: TimeZone): number {
	const before = zone.offsetAt(wallClock - DAY);
	const after = zone.offsetAt(wallClock + DAY);
	const first = wallClock - before;
	if (zone.offsetAt(first) === before) return first;
	const second = wallClock - after;
	return zone.offsetAt(second) === after ? second : first;
}

/** The day that an instant has in the zone, as 2026-11-22. */
export function dayIn(zone: TimeZone, instant: number): string {
	return new Date(instant + zone.offsetAt(instant)).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** The day and time that an instant has in the zone, as 2026-11-22 09:00. */
export function timeIn(zone: TimeZone, instant: number): string {
	const wallClock = new Date(instant + zone.offsetAt(instant)).toISOString();
	return wallClock.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

/**
 * A clock that tells times as people in that zone read them: '2026-11-22 09:00 (Africa/Nairobi)'. A
 * name that isn't known counts as UTC.
 */
export function clockOf(name: string): (instant: number) => string {
	let zone: TimeZone | undefined;
	return (instant) => {
		zone ??= timeZone(name);
		return zone
			? `${timeIn(zone, instant)} (${name})`
			: `${timeIn({ offsetAt: () => 0 }, instant)} (UTC)`;
	};
}
