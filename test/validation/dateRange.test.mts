import { DateTime } from 'luxon';

import { readDateRange } from '../../nodes/MessagingService/validation/dateRange.ts';

const NAIROBI = 'Africa/Nairobi';

function custom(startDate: unknown, endDate: unknown, zone = NAIROBI): string {
	const { value, problem } = readDateRange({ dateCreated: 'custom', startDate, endDate }, zone);
	return problem ? problem.what : `${value.date_created} ${value.start_date} ${value.end_date}`;
}

test.each(['today', 'yesterday', 'this-week', 'this-month'])('%s is handed on', (dateCreated) => {
	expect(readDateRange({ dateCreated }, NAIROBI)).toEqual({ value: { date_created: dateCreated } });
});

test.each([['', ' ', null, undefined]].flat())('%j is not set', (dateCreated) => {
	expect(
		readDateRange({ dateCreated, startDate: '2026-11-01', endDate: '2026-11-02' }, NAIROBI),
	).toEqual({ value: {} });
});

test('dates that the editor hides are ignored, whatever they hold', () => {
	expect(readDateRange({ dateCreated: 'today', startDate: 'x', endDate: {} }, NAIROBI)).toEqual({
		value: { date_created: 'today' },
	});
});

test.each([
	['last-week', "'last-week'"],
	['Today', "'Today'"],
	[1, "'1'"],
	[{}, 'An object'],
])('%j is no period', (dateCreated, shown) => {
	expect(readDateRange({ dateCreated }, NAIROBI).problem).toEqual({
		id: 'notAChoice',
		what: `${shown} isn't a valid Date Created.`,
		next: 'Set Date Created to one of these: today, yesterday, this-week, this-month, custom.',
	});
});

test.each([
	['days', '2026-11-01', '2026-11-30', 'custom 2026-11-01 2026-11-30'],
	['one day', '2026-11-01', '2026-11-01', 'custom 2026-11-01 2026-11-01'],
	['the picker', '2026-11-01T00:00:00', '2026-11-30T23:59:59', 'custom 2026-11-01 2026-11-30'],
	[
		'an instant is a day of the zone',
		'2026-11-01T22:30:00Z',
		'2026-11-30T20:30:00Z',
		'custom 2026-11-02 2026-11-30',
	],
	[
		'a timestamp and a DateTime',
		1795327200,
		DateTime.fromISO('2026-11-23T21:30', { zone: 'UTC' }),
		'custom 2026-11-22 2026-11-24',
	],
	['a Date', new Date('2026-11-01T21:00:00Z'), '20261130', 'custom 2026-11-02 2026-11-30'],
	['days in digits as numbers', 20251103, 20251118, 'custom 2025-11-03 2025-11-18'],
	[
		'times in digits, of a year long past',
		'20090214233130',
		20090215000000,
		'custom 2009-02-14 2009-02-15',
	],
	[
		'Unix time of another century',
		946_684_799,
		'2026-11-01',
		"Start Date is '946684799', which this node can't read as a date.",
	],
	[
		'start after end',
		'2026-11-30',
		'2026-11-01',
		'Start Date 2026-11-30 is after End Date 2026-11-01.',
	],
	['no start', '', '2026-11-01', 'Start Date is empty, but Date Created is Custom.'],
	['no end', '2026-11-01', undefined, 'End Date is empty, but Date Created is Custom.'],
	[
		'an unreadable start',
		'Monday',
		'2026-11-01',
		"Start Date is 'Monday', which this node can't read as a date.",
	],
	[
		'an unreadable end',
		'2026-11-01',
		'2026-02-30',
		"End Date is '2026-02-30', which this node can't read as a date.",
	],
])('custom: %s', (_, start, end, expected) => {
	expect(custom(start, end)).toBe(expected);
});

test('the same instants are other days in another zone', () => {
	expect(custom('2026-11-01T22:30:00Z', '2026-11-30T20:30:00Z', 'America/New_York')).toBe(
		'custom 2026-11-01 2026-11-30',
	);
	expect(custom('2026-11-01T22:30:00Z', '2026-11-30T20:30:00Z', 'Asia/Tokyo')).toBe(
		'custom 2026-11-02 2026-12-01',
	);
});

test.each([
	'Asia/Kathmandu',
	'Pacific/Chatham',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'America/St_Johns',
])('in %s a range has the days that are chosen, whole', (zone) => {
	expect(custom('2029-02-27', '2029-03-01', zone)).toBe('custom 2029-02-27 2029-03-01');
	expect(custom('2029-02-27T00:00:00', '2029-03-01T23:59:59', zone)).toBe(
		'custom 2029-02-27 2029-03-01',
	);
});

test('a day whose midnight is skipped by daylight saving stays that day', () => {
	// Beirut, 28 March 2027: 00:00 to 01:00 is skipped.
	expect(custom('2027-03-28', '2027-03-28', 'Asia/Beirut')).toBe('custom 2027-03-28 2027-03-28');
});

test('a zone that doesn’t exist is a problem', () => {
	expect(custom('2026-11-01', '2026-11-02', 'Nowhere')).toBe(
		"The workflow's time zone is 'Nowhere', which isn't known.",
	);
});
