/**
 * The time at which a message with Sending Hours goes out. No text wakes anybody, and none goes out earlier than asked
 * or is postponed longer than necessary.
 */
import fc from 'fast-check';
import { DateTime, Info } from 'luxon';
import {
	everyDay,
	planAt,
	readTimeOfDay,
	readTimeZone,
	weekdays,
	withinHours,
	type Plan,
	type SendingHours,
} from '../../nodes/MessagingService/values/sendingHours.ts';
import { timeZone } from '../../nodes/MessagingService/values/timeZone.ts';
import { runsOf } from '../harness/random.mts';
import { tableOf } from './table.mts';

const minutes = (text: string, most = 1440) => readTimeOfDay(text, 'From', most).value!;

/** Parses hours such as '08:00-20:00 mon,tue'. Without days, they apply every day. */
function hoursOf(text: string, zone: string): SendingHours {
	const [, from, to, days] = /^(\S+)-(\S+)(?: (\S+))?$/.exec(text)!;
	return {
		from: minutes(from!),
		to: minutes(to!),
		days: everyDay.filter((day) => !days || days.split(',').includes(day)),
		zone: timeZone(zone)!,
	};
}

const goesOut = (asked: string, hours: string, zone: string) =>
	new Date(withinHours(Date.parse(asked), hoursOf(hours, zone))).toISOString();

// Worked out by hand. 26 November 2026 is a Thursday. Nairobi is 3 hours ahead of UTC all year, Kolkata 5:30, Chatham
// 13:45 in November. New York goes from 5 hours behind to 4 at 07:00 UTC on 14 March 2027, and back at 06:00 UTC on
// 1 November 2026; Santiago from 4 hours behind to 3 at 04:00 UTC on 6 September 2026, and back at 03:00 UTC on
// 4 April 2027; Lord Howe from 10:30 ahead to 11 at 15:30 UTC on 3 October 2026.
test.each(
	tableOf(`
		at night                      Africa/Nairobi       08:00-20:00              2026-11-26T19:00:00Z      2026-11-27T05:00:00.000Z
		the last moment before        Africa/Nairobi       08:00-20:00              2026-11-26T04:59:59.999Z  2026-11-26T05:00:00.000Z
		the first of them             Africa/Nairobi       08:00-20:00              2026-11-26T05:00:00.000Z  2026-11-26T05:00:00.000Z
		the last of them              Africa/Nairobi       08:00-20:00              2026-11-26T16:59:59.999Z  2026-11-26T16:59:59.999Z
		the first moment after        Africa/Nairobi       08:00-20:00              2026-11-26T17:00:00.000Z  2026-11-27T05:00:00.000Z
		before a weekend              Africa/Nairobi       08:00-20:00 mon,tue,wed,thu,fri  2026-11-27T18:00:00Z  2026-11-30T05:00:00.000Z
		every day but one             Africa/Nairobi       08:00-20:00 mon,tue,wed,thu,fri,sat  2026-11-28T20:00:00Z  2026-11-30T05:00:00.000Z
		one day, from the next        Africa/Nairobi       08:00-20:00 sun          2026-11-30T06:00:00Z      2026-12-06T05:00:00.000Z
		one day, after its end        Africa/Nairobi       08:00-20:00 sun          2026-11-29T17:00:00Z      2026-12-06T05:00:00.000Z
		over midnight, by day         Africa/Nairobi       22:00-06:00              2026-11-26T12:00:00Z      2026-11-26T19:00:00.000Z
		over midnight, before         Africa/Nairobi       22:00-06:00              2026-11-26T20:59:59Z      2026-11-26T20:59:59.000Z
		over midnight, after          Africa/Nairobi       22:00-06:00              2026-11-27T02:59:59Z      2026-11-27T02:59:59.000Z
		over midnight, at their end   Africa/Nairobi       22:00-06:00              2026-11-27T03:00:00Z      2026-11-27T19:00:00.000Z
		Friday's, on Saturday         Africa/Nairobi       22:00-06:00 fri          2026-11-28T02:00:00Z      2026-11-28T02:00:00.000Z
		Thursday's, on Friday         Africa/Nairobi       22:00-06:00 fri          2026-11-27T02:00:00Z      2026-11-27T19:00:00.000Z
		Sunday's, on Monday           Africa/Nairobi       22:00-06:00 sun          2026-11-30T02:00:00Z      2026-11-30T02:00:00.000Z
		until midnight                Africa/Nairobi       08:00-24:00              2026-11-26T20:59:59Z      2026-11-26T20:59:59.000Z
		at midnight                   Africa/Nairobi       08:00-24:00              2026-11-26T21:00:00Z      2026-11-27T05:00:00.000Z
		whole days                    Africa/Nairobi       00:00-24:00 mon          2026-11-28T12:00:00Z      2026-11-29T21:00:00.000Z
		Kolkata                       Asia/Kolkata         08:00-20:00              2026-11-26T15:00:00Z      2026-11-27T02:30:00.000Z
		Chatham                       Pacific/Chatham      08:00-20:00              2026-11-26T10:00:00Z      2026-11-26T18:15:00.000Z
		the night clocks go back      America/New_York     08:00-20:00              2026-11-01T01:00:00Z      2026-11-01T13:00:00.000Z
		from what comes twice         America/New_York     01:30-20:00              2026-11-01T05:00:00Z      2026-11-01T05:30:00.000Z
		from its second coming        America/New_York     01:30-20:00              2026-11-01T06:10:00Z      2026-11-01T06:30:00.000Z
		until what comes twice        America/New_York     22:00-01:30              2026-11-01T05:40:00Z      2026-11-01T06:00:00.000Z
		the night clocks go forward   America/New_York     08:00-20:00              2027-03-14T02:00:00Z      2027-03-14T12:00:00.000Z
		from what is skipped          America/New_York     02:30-20:00              2027-03-14T06:00:00Z      2027-03-14T07:00:00.000Z
		a day later it is there       America/New_York     02:30-20:00              2027-03-15T06:00:00Z      2027-03-15T06:30:00.000Z
		within what is skipped        America/New_York     02:00-03:00              2027-03-14T06:00:00Z      2027-03-15T06:00:00.000Z
		midnight is skipped           America/Santiago     00:00-12:00              2026-09-05T20:00:00Z      2026-09-06T04:00:00.000Z
		the day that begins at one    America/Santiago     08:00-20:00              2026-09-06T02:00:00Z      2026-09-06T11:00:00.000Z
		before midnight comes twice   America/Santiago     23:30-23:45              2027-04-04T02:50:00Z      2027-04-04T03:30:00.000Z
		the day after                 America/Santiago     08:00-20:00              2027-04-04T00:00:00Z      2027-04-04T12:00:00.000Z
		skipped by half an hour       Australia/Lord_Howe  02:15-20:00              2026-10-03T15:00:00Z      2026-10-03T15:30:00.000Z
	`),
)('%s: in %s, %s, %s goes out at %s', (_, zone, hours, asked, expected) =>
	expect(goesOut(asked!, hours!, zone!)).toBe(expected),
);

test('what goes out lies within the hours by luxon, and no earlier quarter of an hour from when it was asked does', () => {
	const zones = 'Africa/Nairobi America/New_York America/Santiago Asia/Kolkata Pacific/Chatham';
	const changes = ['2026-09-06', '2026-09-26', '2026-11-01', '2027-03-14', '2027-04-04'];
	const quarter = 15 * 60_000;
	const week = 7 * 96;
	const anyHours = fc.record({
		zone: fc.constantFrom(...zones.split(' ')),
		from: fc.nat(95).map((quarters) => 15 * quarters),
		// Shorter hours may be skipped entirely, once a year.
		length: fc.integer({ min: 8, max: 95 }).map((quarters) => 15 * quarters),
		days: fc.subarray([...everyDay], { minLength: 1 }),
		asked: fc
			.tuple(fc.constantFrom(...changes), fc.integer({ min: -week, max: 96 }))
			.map(([day, quarters]) => Date.parse(day) + quarters * quarter),
	});
	let putOff = 0;
	const property = fc.property(anyHours, ({ zone, from, length, days, asked }) => {
		const to = (from + length) % 1440;
		const isWithin = (instant: number) => {
			const { weekday, hour, minute } = DateTime.fromMillis(instant, { zone });
			const [now, today, yesterday] = [60 * hour + minute, weekday - 1, (weekday + 5) % 7];
			const isOn = (day: number) => days.includes(everyDay[day]!);
			if (from < to) return isOn(today) && now >= from && now < to;
			return (isOn(today) && now >= from) || (isOn(yesterday) && now < to);
		};
		const out = withinHours(asked, { from, to, days, zone: timeZone(zone)! });
		expect(isWithin(out)).toBe(true);
		expect(out - asked).toBeGreaterThanOrEqual(0);
		expect(out - asked).toBeLessThanOrEqual(8 * 86_400_000);
		let first = asked;
		while (first < out && !isWithin(first)) first += quarter;
		expect(new Date(out)).toEqual(new Date(first));
		if (out > asked) putOff++;
	});
	fc.assert(property, runsOf(300));
	expect(putOff).toBeGreaterThan(50);
});

test.each(
	tableOf(`
		08:00  480
		8:00  480
		 20:30   1230
		23:59  1439
		24:00  1440
		08:00:00  480
		0:00  0
	`),
)('%j is a time of day', (text, expected) => expect(minutes(` ${text} `)).toBe(Number(expected)));

test.each([
	'',
	'8',
	'8am',
	'08.30',
	'24:01',
	'25:00',
	'8:60',
	'08:00:30',
	'-8:00',
	8,
	0.5,
	null,
	{},
])('%p is none', (value) => {
	const { problem } = readTimeOfDay(value, 'To', 1440);
	expect(problem?.what).toMatch(/^To of Sending Hours is .*, which isn't a time of day\.$/);
});

test('hours begin before midnight at the latest, and a megabyte of blanks is none', () => {
	expect(readTimeOfDay('24:00', 'From', 1439).problem).toBeDefined();
	expect(readTimeOfDay(`${' '.repeat(1_000_000)}x`, 'From', 1439).problem).toBeDefined();
});

test('each day is called what it is', () => {
	const names = Info.weekdays('long', { locale: 'en' });
	expect(Object.values(weekdays)).toEqual(names);
	expect(everyDay).toEqual(names.map((name) => name.slice(0, 3).toLowerCase()));
});

test.each([
	['Africa/Nairobi', 3],
	[' asia/kolkata ', 5.5],
	['UTC', 0],
])('%j is a time zone', (name, ahead) => {
	const noon = Date.parse('2026-11-26T12:00:00Z');
	expect(readTimeZone(name).value!.ahead(noon)).toBe(ahead * 3_600_000);
});

const nairobi = hoursOf('08:00-20:00', 'Africa/Nairobi');
const short = hoursOf('08:00-08:10', 'Africa/Nairobi');
const user = (schedule: string | null) => ({ schedule, isPutOff: false });
const chosen = (schedule: string) => ({ schedule, isPutOff: true });

// Nairobi is 3 hours ahead of UTC: the hours are 05:00 to 17:00 UTC.
test.each<[string, string, Plan, SendingHours | undefined, Plan]>([
	['at once, without hours', '2026-11-26T23:00:00Z', user(null), undefined, user(null)],
	['at once, within them', '2026-11-26T16:59:59Z', user(null), nairobi, user(null)],
	[
		'at once, after them',
		'2026-11-26T17:00:00Z',
		user(null),
		nairobi,
		chosen('2026-11-27T05:00:00.000Z'),
	],
	[
		'a quarter of an hour before',
		'2026-11-26T04:45:00Z',
		user(null),
		nairobi,
		chosen('2026-11-26T05:00:00.000Z'),
	],
	[
		'less before them',
		'2026-11-26T04:45:01Z',
		user(null),
		nairobi,
		chosen('2026-11-26T05:05:01.000Z'),
	],
	[
		'the last moment before',
		'2026-11-26T04:59:59Z',
		user(null),
		nairobi,
		chosen('2026-11-26T05:19:59.000Z'),
	],
	[
		'short hours that begin soon',
		'2026-11-26T04:59:00Z',
		user(null),
		short,
		chosen('2026-11-26T05:00:00.000Z'),
	],
	[
		'its own, to come',
		'2026-11-26T06:00:00Z',
		user('2026-11-26T06:01:00Z'),
		nairobi,
		user('2026-11-26T06:01:00Z'),
	],
	[
		'its own, without hours',
		'2026-11-26T06:00:00Z',
		user('2026-11-26T06:01:00Z'),
		undefined,
		user('2026-11-26T06:01:00Z'),
	],
	[
		'its own, which has passed',
		'2026-11-26T06:00:00Z',
		user('2026-11-26T05:59:00Z'),
		nairobi,
		user(null),
	],
	[
		'its own, passed without hours',
		'2026-11-26T06:00:00Z',
		user('2026-11-26T06:00:00Z'),
		undefined,
		user(null),
	],
	[
		'its own, passed as the hours',
		'2026-11-26T18:00:00Z',
		user('2026-11-26T16:50:00Z'),
		nairobi,
		chosen('2026-11-27T05:00:00.000Z'),
	],
	[
		'its own, at night',
		'2026-11-26T06:00:00Z',
		user('2026-11-26T22:00:00Z'),
		nairobi,
		chosen('2026-11-27T05:00:00.000Z'),
	],
	[
		'put off before, and far',
		'2026-11-26T22:00:00Z',
		chosen('2026-11-27T05:00:00Z'),
		nairobi,
		chosen('2026-11-27T05:00:00Z'),
	],
	[
		'put off before, and near by now',
		'2026-11-27T04:50:00Z',
		chosen('2026-11-27T05:00:00Z'),
		nairobi,
		chosen('2026-11-27T05:10:00.000Z'),
	],
	[
		'put off before, and passed',
		'2026-11-27T05:10:00Z',
		chosen('2026-11-27T05:00:00Z'),
		nairobi,
		user(null),
	],
	[
		'put off, near the end by now',
		'2026-11-27T16:50:00Z',
		chosen('2026-11-27T16:55:00Z'),
		nairobi,
		chosen('2026-11-27T16:55:00.000Z'),
	],
])('%s', (_, now, planned, hours, expected) =>
	expect(planAt(Date.parse(now), planned, hours)).toEqual(expected),
);
