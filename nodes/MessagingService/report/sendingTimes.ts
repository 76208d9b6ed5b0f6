import { yielding } from '../eventLoop';
import type { SendOrder } from '../item';
import type { Outcomes } from '../recipients/outcomes';
import type { Row } from '../recipients/row';
import { sayTimes } from '../texts';
import { getOrInsert } from '../values/collections';
import { DAY } from '../values/durations';
import { hoursInWords, weekdayOf } from '../values/sendingHours';
import { dayIn, timeIn, type TimeZone, timeZone, UTC } from '../values/timeZone';

/**
 * Says when the texts of a run go out, and by whose clocks. Undefined if all go out at once, and no row has Sending
 * Hours. Yields to the event loop.
 * @param workflowZone IANA name
 */
export async function sendingTimesOf(
	outcomes: Outcomes,
	workflowZone: string,
): Promise<{ message: string; changesDay: boolean } | undefined> {
	if (!outcomes.orders.some(({ hours, body }) => hours ?? body.schedule)) return undefined;
	const now = Date.now();
	const hoursInUse = new Set<string>();
	const zones = new Map<string, TimeZone>();
	let [atOnce, later, onLaterDay, isDry] = [0, 0, 0, false];
	let [first, last] = [Infinity, -Infinity];
	const isOnLaterDay = dayComparer(now);
	for await (const row of yielding(outcomes.rows.values())) {
		const times = timesOf(row);
		if (times.length === 0) continue;
		const { hours, isDryRun } = row.order!;
		if (hours) {
			hoursInUse.add(hoursInWords(hours));
			zones.set(hours.zone.name, hours.zone);
		}
		isDry ||= isDryRun === true;
		for (const time of times)
			if (time === null) atOnce++;
			else {
				later++;
				first = Math.min(first, time);
				last = Math.max(last, time);
				if (isOnLaterDay(row.order!, time)) onLaterDay++;
			}
	}
	if (later === 0 && hoursInUse.size === 0) return undefined;
	const ofWorkflow = timeZone(workflowZone) ?? UTC;
	// Shown by the clocks of the recipients, if all have the same.
	const [shownIn = ofWorkflow] = zones.size > 1 ? [] : zones.values();
	const clockOf = (zone: TimeZone) => ({ zone: zone.name, time: timeIn(zone, now).slice(-5) });
	const message = sayTimes({
		hours: [...hoursInUse],
		clocks: [...zones.values()].map(clockOf),
		ofWorkflow: clockOf(ofWorkflow),
		...{ atOnce, later, onLaterDay, isDry },
		ends: later > 0 ? [first, last].map((time) => dayAndTime(time, now, shownIn)) : [],
	});
	return { message, changesDay: onLaterDay > 0 };
}

/**
 * Returns when each text of a row goes out, or would without Dry Run, in milliseconds since 1970; null for at once.
 * Leaves out recipients that get no text by this row.
 */
function timesOf({ order, recipients }: Row): Array<number | null> {
	return recipients.flatMap(({ fate, first }) => {
		const { isDryRun, body } = order!;
		const goesOut = !first && (isDryRun ? !fate : fate?.became === 'accepted');
		const time = isDryRun ? body.schedule : fate?.receipt?.scheduledFor;
		return goesOut ? [time ? Date.parse(time) : null] : [];
	});
}

/**
 * Returns a function that tells whether Sending Hours put a text off to a later day, by their own clocks. Rows mostly
 * share their times, and the engine takes long to convert one.
 */
function dayComparer(now: number): (order: SendOrder, time: number) => boolean {
	const days = new Map<string, string>();
	return ({ hours, asked }, time) => {
		if (!hours) return false;
		const { zone } = hours;
		const dayOf = (each: number) =>
			getOrInsert(days, `${zone.name} ${each}`, () => dayIn(zone, each));
		return dayOf(time) > dayOf(Math.max(now, Date.parse(asked ?? '') || 0));
	};
}

/** Formats a time to come as 'today at 18:00', 'tomorrow at 08:00' or 'Monday 2026-11-30 at 08:00'. */
function dayAndTime(time: number, now: number, zone: TimeZone): string {
	const [day, clock] = timeIn(zone, time).split(' ') as [string, string];
	const daysAhead = (Date.parse(day) - Date.parse(dayIn(zone, now))) / DAY;
	const word = ['today', 'tomorrow'][daysAhead] ?? `${weekdayOf(Date.parse(day))} ${day}`;
	return `${word} at ${clock}`;
}
