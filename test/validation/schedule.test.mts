import { DateTime, Settings } from 'luxon';

import { readSchedule } from '../../nodes/MessagingService/validation/schedule.ts';

const NOW = Date.parse('2026-11-21T06:00:00Z');
const NAIROBI = 'Africa/Nairobi';
const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';

function read(value: unknown, zone = NAIROBI, now = NOW): string | null {
	const { value: time, problem } = readSchedule(value, zone, now);
	return problem ? problem.what : time;
}

describe('forms of a time', () => {
	test.each([
		['the picker', '2026-11-22T09:00:00', '2026-11-22T06:00:00.000Z'],
		['the picker with a blank', '2026-11-22 09:00', '2026-11-22T06:00:00.000Z'],
		['seconds', '2026-11-22 09:00:30', '2026-11-22T06:00:30.000Z'],
		['an hour of one digit', '2026-11-22 9:00', '2026-11-22T06:00:00.000Z'],
		['blanks around', '  2026-11-22 09:00\n', '2026-11-22T06:00:00.000Z'],
		['milliseconds', '2026-11-22T09:00:00.250', '2026-11-22T06:00:00.250Z'],
		[
			'microseconds, as the service writes them',
			'2026-11-22T06:00:00.250000Z',
			'2026-11-22T06:00:00.250Z',
		],
		['UTC', '2026-11-22T09:00:00Z', '2026-11-22T09:00:00.000Z'],
		['UTC in small letters', '2026-11-22t09:00:00z', '2026-11-22T09:00:00.000Z'],
		['an offset', '2026-11-22T09:00:00-05:00', '2026-11-22T14:00:00.000Z'],
		['an offset after a blank', '2026-11-22 09:00 +01:00', '2026-11-22T08:00:00.000Z'],
		['a short offset', '2026-11-22T09:00+01', '2026-11-22T08:00:00.000Z'],
		['the basic form', '20261122T090000Z', '2026-11-22T09:00:00.000Z'],
		['a day alone is its first moment', '2026-11-22', '2026-11-21T21:00:00.000Z'],
		['a day in digits', '20261122', '2026-11-21T21:00:00.000Z'],
		['midnight at the end of a day', '2026-11-22T24:00', '2026-11-22T21:00:00.000Z'],
		['a timestamp in seconds', 1795327200, '2026-11-22T06:00:00.000Z'],
		['a day in digits as a number', 20261122, '2026-11-21T21:00:00.000Z'],
		['a day and a time in digits', '20261122090000', '2026-11-22T06:00:00.000Z'],
		['a day and a time in digits as a number', 20261122090000, '2026-11-22T06:00:00.000Z'],
		['a timestamp with a fraction', 1795327200.5, '2026-11-22T06:00:00.500Z'],
		['a timestamp in milliseconds', 1795327200000, '2026-11-22T06:00:00.000Z'],
		['a timestamp in seconds as a text', '1795327200', '2026-11-22T06:00:00.000Z'],
		['a timestamp in milliseconds as a text', ' 1795327200000 ', '2026-11-22T06:00:00.000Z'],
		['a Date', new Date('2026-11-22T06:00:00Z'), '2026-11-22T06:00:00.000Z'],
		[
			'a DateTime',
			DateTime.fromISO('2026-11-22T09:00', { zone: BERLIN }),
			'2026-11-22T08:00:00.000Z',
		],
		[
			'what has only toISO',
			{ toISO: () => '2026-11-22T09:00:00.000+01:00' },
			'2026-11-22T08:00:00.000Z',
		],
		['an offset in basic form', '20261122T0900-0430', '2026-11-22T13:30:00.000Z'],
		['a comma before the fraction', '2026-11-22T09:00:00,5Z', '2026-11-22T09:00:00.500Z'],
		['the hour alone', '2026-11-22T09Z', '2026-11-22T09:00:00.000Z'],
		['a leap day', '2028-02-29 12:00', '2028-02-29T09:00:00.000Z'],
	])('%s', (_, value, expected) => {
		expect(read(value)).toBe(expected);
	});

	test.each([['', ' \n', null, undefined]].flat())('%j is at once', (value) => {
		expect(readSchedule(value, 'no zone', NOW)).toEqual({ value: null });
	});

	test.each([
		'tomorrow',
		'now',
		'09:00',
		'2026',
		'2026-11',
		'2026-W47-6',
		'22.11.2026 09:00',
		'11/12/2026',
		'2026-13-01',
		'2027-02-29 12:00',
		'2026-11-22T25:00',
		'2026-11-22T09:60',
		'2026-11-22T09:00+25:00',
		'2026-11-22T24:01',
		'2026-1122',
		'202611-22',
		'0026-11-22',
		'2026-00-10',
		'2026-01-00',
		'2026-11-22Z',
		'2026-11-22T09:00 EST',
		'2026-11-22T09:00[Africa/Nairobi]',
		'2026-11-22 09:00 PM',
		'2026-11-22T',
		'-1795327200',
		'1e10',
		'46348',
		'12345678901234567890',
		'[object Object]',
		'Invalid DateTime',
	])('the text %j is refused', (value) => {
		expect(readSchedule(value, NAIROBI, NOW).problem).toEqual(
			expect.objectContaining({
				id: 'unreadableTime',
				what: `Schedule is '${value}', which this node can't read as a time.`,
			}),
		);
	});

	test.each([
		['the serial of a spreadsheet', 46348.25, "'46348.25'"],
		['a negative number', -1795327200, "'-1795327200'"],
		['not a number', Number.NaN, "'NaN'"],
		['infinity', Number.POSITIVE_INFINITY, "'Infinity'"],
		['microseconds', 1795327200000000, "'1795327200000000'"],
		['a boolean', true, "'true'"],
		['a list', ['2026-11-22'], 'a list'],
		['an object', { year: 2026 }, 'an object'],
		['an invalid Date', new Date('tomorrow'), 'an object'],
		['an invalid DateTime', DateTime.fromISO('tomorrow'), 'an object'],
		['what calls itself invalid', { isValid: false, toMillis: () => 1795327200000 }, 'an object'],
		['a Date beyond all calendars', new Date(8.64e15), 'an object'],
		['what answers toMillis with no number', { toMillis: () => 'soon' }, 'an object'],
	])('%s is refused', (_, value, shown) => {
		expect(read(value)).toBe(`Schedule is ${shown}, which this node can't read as a time.`);
	});

	test('a million digits are refused', () => {
		expect(read('2'.repeat(1_000_000))).toBe(
			`Schedule is '${'2'.repeat(40)}…', which this node can't read as a time.`,
		);
		expect(read(`2026-11-22${' '.repeat(1_000_000)}x`)).toContain("can't read as a time.");
	});
});

describe('the workflow’s zone', () => {
	test.each([
		[NAIROBI, '2026-11-22T06:00:00.000Z'],
		[NEW_YORK, '2026-11-22T14:00:00.000Z'],
		['Asia/Kathmandu', '2026-11-22T03:15:00.000Z'],
		['Pacific/Apia', '2026-11-21T20:00:00.000Z'],
		['UTC', '2026-11-22T09:00:00.000Z'],
	])('%s reads 09:00 as its own', (zone, expected) => {
		expect(read('2026-11-22 09:00', zone)).toBe(expected);
	});

	test('the server’s zone and what luxon was told are of no matter', () => {
		Settings.defaultZone = 'Asia/Tokyo';
		try {
			expect(read('2026-11-22 09:00', NEW_YORK)).toBe('2026-11-22T14:00:00.000Z');
			expect(read('2026-11-20 09:00', NEW_YORK)).toBe(
				'Schedule is 2026-11-20 09:00 (America/New_York), which is in the past.',
			);
		} finally {
			Settings.defaultZone = 'system';
		}
	});

	test('a zone that doesn’t exist is a problem, not a guess', () => {
		expect(read('2026-11-22 09:00', 'Nairobi')).toBe(
			"The workflow's time zone is 'Nairobi', which isn't known.",
		);
		expect(read('2026-11-22 09:00', '')).toBe(
			"The workflow's time zone is an empty text, which isn't known.",
		);
	});
});

describe('daylight-saving changes', () => {
	const WINTER = Date.parse('2027-01-01T00:00:00Z');
	const SUMMER = Date.parse('2027-07-01T00:00:00Z');

	test.each([
		// New York, 14 March 2027: 02:00 to 03:00 is skipped
		['2027-03-14 01:59', NEW_YORK, '2027-03-14T06:59:00.000Z'],
		['2027-03-14 02:00', NEW_YORK, '2027-03-14T07:00:00.000Z'],
		['2027-03-14 02:30', NEW_YORK, '2027-03-14T07:30:00.000Z'],
		['2027-03-14 03:00', NEW_YORK, '2027-03-14T07:00:00.000Z'],
		['2027-03-14 09:00', NEW_YORK, '2027-03-14T13:00:00.000Z'],
		['2027-03-13 09:00', NEW_YORK, '2027-03-13T14:00:00.000Z'],
		// New York, 7 November 2027: 01:00 to 02:00 comes twice
		['2027-11-07 00:59', NEW_YORK, '2027-11-07T04:59:00.000Z'],
		['2027-11-07 01:00', NEW_YORK, '2027-11-07T05:00:00.000Z'],
		['2027-11-07 01:30', NEW_YORK, '2027-11-07T05:30:00.000Z'],
		['2027-11-07T01:30-05:00', NEW_YORK, '2027-11-07T06:30:00.000Z'],
		['2027-11-07 02:00', NEW_YORK, '2027-11-07T07:00:00.000Z'],
		// Berlin, 28 March and 31 October 2027
		['2027-03-28 01:59', BERLIN, '2027-03-28T00:59:00.000Z'],
		['2027-03-28 02:30', BERLIN, '2027-03-28T01:30:00.000Z'],
		['2027-03-28 03:00', BERLIN, '2027-03-28T01:00:00.000Z'],
		['2027-10-31 02:30', BERLIN, '2027-10-31T00:30:00.000Z'],
		['2027-10-31T02:30+01:00', BERLIN, '2027-10-31T01:30:00.000Z'],
		['2027-10-31 03:00', BERLIN, '2027-10-31T02:00:00.000Z'],
		// Lord Howe Island moves by half an hour
		['2027-10-03 02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z'],
		['2027-04-04 01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
		// Nairobi has none
		['2027-03-28 02:30', NAIROBI, '2027-03-27T23:30:00.000Z'],
	])('%s in %s', (value, zone, expected) => {
		expect(read(value, zone, WINTER)).toBe(expected);
	});

	test('every zone reads its clock as luxon does, on each day and all through the days of a change', () => {
		const zones = [
			NEW_YORK,
			BERLIN,
			NAIROBI,
			'Australia/Lord_Howe',
			'Asia/Beirut',
			'Africa/Casablanca',
			'Pacific/Chatham',
			'UTC',
		];
		const differing: string[] = [];
		let changes = 0;
		for (const zone of zones) {
			for (
				let day = DateTime.fromMillis(WINTER, { zone });
				day.year < 2028;
				day = day.plus({ days: 1 })
			) {
				const changing = day.offset !== day.plus({ days: 1 }).offset;
				changes += Number(changing);
				for (let quarter = 0; quarter < (changing ? 96 : 1); quarter += 1) {
					const clock = day.plus({ minutes: 15 * quarter });
					// A time that comes twice is read as its first coming.
					const [first = clock] = clock
						.getPossibleOffsets()
						.sort((one, other) => one.toMillis() - other.toMillis());
					const text = clock.toFormat("yyyy-MM-dd'T'HH:mm:ss");
					if (read(text, zone, WINTER) !== first.toUTC().toISO()) differing.push(`${text} ${zone}`);
				}
			}
		}
		expect(differing).toEqual([]);
		// New York, Berlin, Lord Howe and Chatham change twice; of the others the engine's zone rules may differ.
		expect(changes).toBeGreaterThanOrEqual(8);
	});

	test('the answer is the same in summer and in winter', () => {
		const answers = [WINTER, SUMMER].map((present) => {
			Settings.now = () => present;
			try {
				return ['2027-11-07 01:30', '2028-03-12 02:30'].map((value) =>
					read(value, NEW_YORK, WINTER),
				);
			} finally {
				Settings.now = () => Date.now();
			}
		});
		expect(answers).toEqual(
			Array(2).fill(['2027-11-07T05:30:00.000Z', '2028-03-12T07:30:00.000Z']),
		);
	});
});

describe('the past', () => {
	test('a minute ago still passes, a millisecond more does not', () => {
		expect(read(NOW - 60_000)).toBe('2026-11-21T05:59:00.000Z');
		expect(read(NOW - 60_001)).toBe(
			'Schedule is 2026-11-21 08:58 (Africa/Nairobi), which is in the past.',
		);
	});

	test('the time is read back in the workflow’s zone, and the sentence says how to go on', () => {
		expect(readSchedule('2026-11-20T22:00:00Z', 'Asia/Kathmandu', NOW).problem).toEqual({
			id: 'timeInPast',
			what: 'Schedule is 2026-11-21 03:45 (Asia/Kathmandu), which is in the past.',
			next: 'Choose a later time, or leave Schedule empty to send immediately.',
		});
	});
});

describe('the future', () => {
	const MARCH = Date.parse('2027-03-17T18:45:09.250Z');

	test('two years ahead still pass, a millisecond more does not', () => {
		expect(read(Date.parse('2029-03-17T18:45:09.250Z'), NAIROBI, MARCH)).toBe(
			'2029-03-17T18:45:09.250Z',
		);
		expect(read(new Date('2029-03-17T18:45:09.251Z'), NAIROBI, MARCH)).toBe(
			'Schedule is 2029-03-17 21:45 (Africa/Nairobi), which is more than two years ahead.',
		);
	});

	test('years are counted by the calendar, a leap day included', () => {
		const now = Date.parse('2027-06-01T00:00:00Z');
		expect(read('2029-06-01T00:00:00Z', 'UTC', now)).toBe('2029-06-01T00:00:00.000Z');
		expect(read('2029-06-01T00:00:01Z', 'UTC', now)).toContain('more than two years ahead');
	});

	test('the time is read back in the workflow’s zone, and the sentence says to look at the year', () => {
		expect(readSchedule('2072-03-17T20:30:00Z', 'Asia/Kathmandu', MARCH).problem).toEqual({
			id: 'timeTooFarAhead',
			what: 'Schedule is 2072-03-18 02:15 (Asia/Kathmandu), which is more than two years ahead.',
			next: 'Check the year, or choose an earlier time.',
		});
	});

	test.each([
		['Unix time in the wrong unit', '4102444799'],
		['a year with two digits turned', '2062-03-17 09:00'],
	])('%s is not scheduled for decades from now', (_, value) => {
		expect(readSchedule(value, NAIROBI, MARCH).problem?.id).toBe('timeTooFarAhead');
	});
});
