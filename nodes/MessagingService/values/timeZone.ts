import { HOUR, MINUTE } from './durations';

/** A time zone, by the engine's rules (`Intl`): a library for this alone would be larger than this node. */
export interface TimeZone {
	name: string;
	/** Returns how many milliseconds its clocks are ahead of UTC at an instant. */
	ahead(instant: number): number;
}

export const UTC: TimeZone = { name: 'UTC', ahead: () => 0 };

/** Zones by name. The engine takes long to create one, and the items of a run share theirs. */
const zones = new Map<string, TimeZone>();

/** Returns the zone of an IANA name with a slash, UTC, GMT, or an offset such as +03:00; undefined for other names. */
export function timeZone(name: string): TimeZone | undefined {
	const zone = zones.get(name) ?? fixedZone(name) ?? namedZone(name);
	if (zone) zones.set(name, zone);
	return zone;
}

// GMT+3 doesn't match: in POSIX it is behind GMT.
const OFFSET = /^(?:utc)?([+-])(0?\d|1[0-4])(?::?([0-5]\d))?$/i;

function fixedZone(name: string): TimeZone | undefined {
	const [, sign, hours, minutes = 0] = OFFSET.exec(name) ?? [];
	if (!sign) return undefined;
	const offset = Number(hours) * HOUR + Number(minutes) * MINUTE;
	return { name, ahead: () => (sign === '-' ? -offset : offset) };
}

function namedZone(name: string): TimeZone | undefined {
	// The engine accepts ICU's short names, but many of them mean another zone than people expect: BST is Dhaka's.
	if (!name.includes('/') && !/^(?:utc|gmt)$/i.test(name)) return undefined;
	let clock: Intl.DateTimeFormat;
	try {
		clock = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
	} catch {
		// A RangeError means that the engine doesn't know the name.
		return undefined;
	}
	const ahead = (instant: number): number => {
		// The clock's text ends in GMT, or in an offset such as GMT-03:30.
		const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(clock.format(instant)) ?? [];
		const offset = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE;
		return sign === '-' ? -offset : offset;
	};
	return { name, ahead };
}

/** Returns the offset that a name such as Etc/GMT+3 means, which is UTC-3; undefined for all other names. */
export function invertedOffset(name: string): string | undefined {
	const [, sign, hours] = /^etc\/gmt([+-])([1-9]\d?)$/i.exec(name) ?? [];
	return sign && `UTC${sign === '+' ? '-' : '+'}${hours}`;
}

/** Formats the time that UTC's clocks show at an instant, such as 2026-11-22T09:00:00. */
function wallClock(instant: number): string {
	return new Date(instant).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

/** Formats milliseconds since midnight, up to 24 hours, such as 09:00. */
export function timeOfDay(time: number): string {
	const minutes = Math.floor(time / MINUTE);
	const twoDigits = (number: number) => String(number).padStart(2, '0');
	return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Formats an instant in a zone, such as 2026-11-22 09:00. */
export function timeIn(zone: TimeZone, instant: number): string {
	return wallClock(instant + zone.ahead(instant))
		.slice(0, 'yyyy-mm-dd hh:mm'.length)
		.replace('T', ' ');
}

/** Formats an instant in ISO 8601 as a zone's clocks show it, such as 2026-11-22T09:00:00+03:00. */
export function isoIn(zone: TimeZone, instant: number): string {
	const ahead = zone.ahead(instant);
	const time = wallClock(instant + ahead);
	if (ahead === 0) return `${time}Z`;
	return `${time}${ahead < 0 ? '-' : '+'}${timeOfDay(Math.abs(ahead))}`;
}

/** Formats the day of an instant in a zone, such as 2026-11-22. */
export function dayIn(zone: TimeZone, instant: number): string {
	return timeIn(zone, instant).slice(0, 'yyyy-mm-dd'.length);
}

/** Returns a formatter of times in a zone: '2026-11-22 09:00 (Africa/Nairobi)'. An unknown name counts as UTC. */
export function clockOf(name: string): (instant: number) => string {
	return (instant) => {
		const zone = timeZone(name) ?? UTC;
		return `${timeIn(zone, instant)} (${zone.name})`;
	};
}
