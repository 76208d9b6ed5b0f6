/** The clocks and zones that the tests have to be green under. */
import { DateTime } from 'luxon';

/** One run of the tests: where its clock stands, and where its machine is. */
export interface Shift {
	name: string;
	/** Milliseconds that the clock is ahead of the true one. */
	offset: number;
	/** The machine's time zone; its own if undefined. */
	zone?: string;
}

const [hour, day] = [3_600_000, 86_400_000];

/** A zone that changes its clocks, forward in spring and back in autumn. */
const changing = 'America/New_York';

const days = (count: number): Shift => ({
	name: `${count < 0 ? '' : '+'}${count}`,
	offset: count * day,
});

/** When a zone next sets its clocks forward or back. */
export function nextChange(zone: string, way: 'forward' | 'back', now: number): number {
	const ahead = (time: number): number => DateTime.fromMillis(time, { zone }).offset;
	for (let from = now; from < now + 800 * day; from += day) {
		const by = ahead(from + day) - ahead(from);
		if (!(way === 'forward' ? by > 0 : by < 0)) continue;
		let [before, after] = [from, from + day];
		while (after - before > 1) {
			const middle = Math.floor((before + after) / 2);
			if (ahead(middle) === ahead(from)) before = middle;
			else after = middle;
		}
		return after;
	}
	throw new Error(`${zone} has no such change in the next two years.`);
}

const before = (name: string, way: 'forward' | 'back', now: number): Shift => ({
	name,
	offset: nextChange(changing, way, now + hour) - hour - now,
	zone: changing,
});

/** All of them. @param now the true time, in milliseconds since 1970 */
export const shifts = (now: number): Shift[] => [
	days(100),
	days(400),
	before('spring', 'forward', now),
	before('autumn', 'back', now),
	...['Asia/Kathmandu', 'America/New_York', 'UTC'].map((zone) => ({ name: zone, offset: 0, zone })),
];

/** The one of this name: of the list, or any other `+days` or `-days`; undefined if it is none. */
export function shiftOf(name: string, now: number): Shift | undefined {
	return (
		shifts(now).find((shift) => shift.name === name) ??
		(/^[+-]\d+$/.test(name) ? days(Number(name)) : undefined)
	);
}
