/**
 * Values that are read as a time or a day, and in which zone. An ambiguous form is refused, and a message never goes
 * out at another time than the user saw.
 */
import { DateTime, Duration, Settings } from 'luxon';
import { readDay } from '../../nodes/MessagingService/values/time.ts';
import { readSchedule } from '../../nodes/MessagingService/values/time.ts';
import { tableOf } from './table.mts';

const now = Date.parse('2026-11-21T06:00:00Z');
const nairobi = 'Africa/Nairobi';
const newYork = 'America/New_York';
const berlin = 'Europe/Berlin';
const howe = 'Australia/Lord_Howe';

/** Returns the time at which a message with this schedule goes out, or why it is refused. Null means at once. */
function scheduled(value: unknown, zone = nairobi, at = now): string | null {
	const { value: time, problem } = readSchedule(value, zone, at, 'Schedule');
	return problem ? `${problem.what} ${problem.next}` : time;
}

/** Reads a value as a time in UTC, at about the time `about`. Returns undefined if it is refused. */
function instant(value: unknown, about = '2026-11-22T00:00:00Z'): string | null | undefined {
	const { value: time, problem } = readSchedule(
		value,
		'UTC',
		Date.parse(about) - 3_600_000,
		'Schedule',
	);
	if (problem) expect(problem.what).toContain("can't read as a date and time");
	return time;
}

describe('a schedule', () => {
	test.each(
		tableOf(`
			the picker  2026-11-22T09:00:00  2026-11-22T06:00:00.000Z
			an hour of one digit  2026-11-22 9:00  2026-11-22T06:00:00.000Z
			the hour alone  2026-11-22T09  2026-11-22T06:00:00.000Z
			milliseconds  2026-11-22T09:00:00.250  2026-11-22T06:00:00.250Z
			microseconds  2026-11-22T06:00:00.250999Z  2026-11-22T06:00:00.250Z
			a comma before the fraction  2026-11-22T09:00:00,5Z  2026-11-22T09:00:00.500Z
			an offset  2026-11-22T09:00:00-05:00  2026-11-22T14:00:00.000Z
			an offset after a blank  2026-11-22 09:00 +01:00  2026-11-22T08:00:00.000Z
			a short offset  2026-11-22T09:00+01  2026-11-22T08:00:00.000Z
			the basic form  20261122T090000Z  2026-11-22T09:00:00.000Z
			an offset in basic form  20261122T0900-0430  2026-11-22T13:30:00.000Z
			a day alone is its first moment  2026-11-22  2026-11-21T21:00:00.000Z
			a day in digits  20261122  2026-11-21T21:00:00.000Z
			a day and a time in digits  20261122090000  2026-11-22T06:00:00.000Z
			midnight at the end of a day  2026-11-22T24:00  2026-11-22T21:00:00.000Z
			a leap day  2028-02-29 12:00  2028-02-29T09:00:00.000Z
			a timestamp in milliseconds  1795327200000  2026-11-22T06:00:00.000Z
		`),
	)('%s: %s', (_, text, expected) => {
		expect(scheduled(text)).toBe(expected);
		expect(scheduled(` ${text}\n`)).toBe(expected);
		if (/^\d+$/.test(text!)) expect(scheduled(Number(text))).toBe(expected);
	});

	const millis = 1_795_327_200_000;
	const six = '2026-11-22T06:00:00.000Z';
	test.each<[string, unknown, string]>([
		['a timestamp with a fraction', 1795327200.5, '2026-11-22T06:00:00.500Z'],
		['a Date', new Date(six), six],
		['a DateTime', DateTime.fromISO('2026-11-22T07:00', { zone: berlin }), six],
	])('%s', (_, value, expected) => expect(scheduled(value)).toBe(expected));

	test.each([['', ' \n', null, undefined]].flat())('%j is at once', (value) =>
		expect(readSchedule(value, 'no zone', now, 'Schedule')).toEqual({ value: null }),
	);

	test.each(
		(
			'tomorrow|now|09:00|2026|2026-11|2026-W47-6|22.11.2026 09:00|11/12/2026|2026-13-01|2027-02-29 12:00|' +
			'2026-11-22T25:00|2026-11-22T09:60|2026-11-22T09:00:60|2026-11-22T09:00+25:00|2026-11-22T09:00+15:00|' +
			'2026-11-22T24:01|2026-1122|202611-22|0026-11-22|0050-02-03|12026-11-22|2026-00-10|2026-01-00|2026-11-22Z|' +
			'2026-11-22T09:00 EST|2026-11-22T09:00[Africa/Nairobi]|2026-11-22 09:00 PM|2026-11-22T|-1795327200|' +
			'+1795327200|x1795327200|1795327200x|1e10|46348|202703171845|179532720012345|12345678901234567890|' +
			'20271301|20270317250000|17953272000000|[object Object]|Invalid DateTime'
		).split('|'),
	)('the text %j is refused', (value) =>
		expect(scheduled(value)).toContain(
			`is '${value}', which this node can't read as a date and time`,
		),
	);

	test.each<[string, unknown, string]>([
		['the serial of a spreadsheet', 46348.25, "'46348.25'"],
		['microseconds', 1795327200000000, "'1795327200000000'"],
		['a function', Object.assign(() => 0, { toMillis: () => millis }), 'an object'],
		['an invalid Date', new Date('tomorrow'), 'an object'],
		['a Date beyond all calendars', new Date(8.64e15), 'an object'],
		['a Duration', Duration.fromMillis(millis), 'an object'],
		['a million digits', '2'.repeat(1_000_000), `'${'2'.repeat(40)}…'`],
		['a million blanks', `2026-11-22${' '.repeat(1_000_000)}x`, "'2026-11-22 "],
	])('%s is refused', (_, value, shown) =>
		expect(scheduled(value)).toContain(`Schedule is ${shown}`),
	);

	test.each([
		[newYork, '2026-11-22T14:00:00.000Z'],
		['Pacific/Apia', '2026-11-21T20:00:00.000Z'],
	])('%s reads 09:00 as its own, wherever the server is', (zone, expected) => {
		Settings.defaultZone = 'Asia/Tokyo';
		try {
			expect(scheduled('2026-11-22 09:00', zone)).toBe(expected);
			expect(scheduled('20261122090000', zone)).toBe(expected);
		} finally {
			Settings.defaultZone = 'system';
		}
	});

	test.each(
		tableOf(`
			2026-11-22 09:00  Nairobi  time zone is 'Nairobi', which doesn't exist
			2026-11-21T05:59:00Z  UTC  2026-11-21T05:59:00.000Z
			2026-11-21T05:58:59.999Z  Africa/Nairobi  is 2026-11-21 08:58 (Africa/Nairobi), which is in the past
			2026-11-21T07:00:00Z  Pacific/Apia  2026-11-21T07:00:00.000Z
			2028-11-21T06:00:00Z  UTC  2028-11-21T06:00:00.000Z
			2028-11-21T06:00:00.001Z  Asia/Kathmandu  2028-11-21 11:45 (Asia/Kathmandu), which is more than two years
			2062-03-17 09:00  Africa/Nairobi  more than two years ahead. Check the year
			4102444799  Africa/Nairobi  more than two years ahead
		`),
	)('%s in %s: a minute late is in time, and two years ahead', (value, zone, expected) =>
		expect(scheduled(value, zone)).toContain(expected),
	);

	test('years are counted by the calendar, a leap day included', () => {
		const june = Date.parse('2027-06-01T00:00:00Z');
		expect(scheduled('2029-06-01T00:00:00Z', 'UTC', june)).toBe('2029-06-01T00:00:00.000Z');
		expect(scheduled('2029-06-01T00:00:01Z', 'UTC', june)).toContain('two years ahead');
	});
});

describe('clocks that change', () => {
	const winter = Date.parse('2027-01-01T00:00:00Z');

	test.each([
		['what is skipped moves on', newYork, '2027-03-14 02:30', '2027-03-14T07:30:00.000Z'],
		['01:00 to 02:00 comes twice: first', newYork, '2027-11-07 01:30', '2027-11-07T05:30:00.000Z'],
		['unless it is stated', newYork, '2027-11-07T01:30-05:00', '2027-11-07T06:30:00.000Z'],
		['by half an hour', howe, '2027-10-03 02:15', '2027-10-02T15:45:00.000Z'],
		['summer', berlin, '2027-07-01 09:00', '2027-07-01T07:00:00.000Z'],
	])('%s: %s, %s', (_, zone, value, expected) =>
		expect(scheduled(value, zone, winter)).toBe(expected),
	);

	test('every zone reads its clock as luxon does, on each day and all through the days of a change', () => {
		const differing: string[] = [];
		let changes = 0;
		for (const zone of [newYork, berlin, nairobi, howe, 'Africa/Casablanca', 'Pacific/Chatham']) {
			let day = DateTime.fromMillis(winter, { zone });
			for (; day.year < 2028; day = day.plus({ days: 1 })) {
				const changing = day.offset !== day.plus({ days: 1 }).offset;
				changes += Number(changing);
				for (let quarter = 0; quarter < (changing ? 96 : 1); quarter += 1) {
					const clock = day.plus({ minutes: 15 * quarter });
					// A time that occurs twice means its first occurrence.
					const [first = clock] = clock
						.getPossibleOffsets()
						.sort((one, other) => one.toMillis() - other.toMillis());
					const text = clock.toFormat("yyyy-MM-dd'T'HH:mm:ss");
					if (scheduled(text, zone, winter) !== first.toUTC().toISO())
						differing.push(`${text} ${zone}`);
				}
			}
		}
		expect(differing).toEqual([]);
		expect(changes).toBeGreaterThanOrEqual(8);
	});
});

describe('the edges of what is a time', () => {
	test.each<[string, unknown, string | undefined]>([
		['Unix time begins with 2001', 978_307_200, '2001-01-01T00:00:00.000Z'],
		['not before', 978_307_199, undefined],
		['not by a fraction', 978_307_199.999, undefined],
		['not before', '978307199', undefined],
		['Unix time ends with 2100', 4_133_980_799.5, '2100-12-31T23:59:59.500Z'],
		['not after', 4_133_980_800, undefined],
		['a text from 1900 on', '1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
		['not before', '1899-12-31T23:59:59Z', undefined],
		['nor as a Date', new Date('1899-12-31T23:59:59Z'), undefined],
		['to 9998', '9998-12-31T23:59:59Z', '9998-12-31T23:59:59.000Z'],
		['not after', '9999-01-01T00:00:00Z', undefined],
	])('%s: %p', (_, value, expected) => expect(instant(value, expected)).toBe(expected));
});

describe('a day', () => {
	const day = (value: unknown, zone = nairobi) => {
		const read = readDay(value, 'End Date', zone);
		return read.problem?.what ?? read.value;
	};

	test.each<[unknown, string]>([
		['2026-11-01', '2026-11-01'],
		['2026-11-01T22:30Z', '2026-11-02'],
		['2026-11-30T20:30Z', '2026-11-30'],
		['20090214233130', '2009-02-14'],
		[1795327200, '2026-11-22'],
		[new Date('2026-11-23T21:30Z'), '2026-11-24'],
		['Monday', "End Date is 'Monday', which this node can't read as a date and time."],
		['2026-02-30', "End Date is '2026-02-30', which this node can't read as a date and time."],
		['', 'End Date is empty, but Date Created is Custom.'],
		[undefined, 'End Date is empty, but Date Created is Custom.'],
	])('%p: %s', (value, expected) => expect(day(value)).toBe(expected));

	test('is of the zone of the workflow, which must be known', () => {
		expect(day('2026-11-01T22:30Z', newYork)).toBe('2026-11-01');
		expect(day('2026-11-01', 'Nowhere')).toBe(
			"The workflow's time zone is 'Nowhere', which doesn't exist or means several zones.",
		);
	});
});
