/** Time zones by name. A name is accepted only if it means one place's time beyond doubt. */
import { DateTime } from 'luxon';
import { readTimeZone } from '../../nodes/MessagingService/values/sendingHours.ts';
import { invertedOffset, timeZone } from '../../nodes/MessagingService/values/timeZone.ts';

const hour = 3_600_000;
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function isTaken(name: string): boolean {
	try {
		return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
	} catch {
		return false;
	}
}

/** Names without a slash in the IANA database and in ICU. */
const shortNames =
	`ACT AET AGT ART AST BET BST CAT CET CNT CST CST6CDT CTT Cuba EAT ECT EET EST EST5EDT Egypt Eire
	GB GB-Eire GMT+0 GMT-0 GMT0 Greenwich HST Hongkong IET IST Iceland Iran Israel JST Jamaica Japan Kwajalein Libya MET
	MIT MST MST7MDT NET NST NZ NZ-CHAT Navajo PLT PNT PRC PRT PST PST8PDT Poland Portugal ROC ROK SST Singapore
	SystemV/EST5 Turkey UCT Universal VST W-SU WET Zulu`
		.split(/\s+/)
		.filter((name) => !name.includes('/'));

test('names without a slash that the engine takes for some zone are none, in any case', () => {
	const taken = shortNames.filter(isTaken);
	expect(taken.length).toBeGreaterThan(40);
	for (const name of [...shortNames, ...shortNames.map((each) => each.toLowerCase())])
		expect([name, timeZone(name)]).toEqual([name, undefined]);
});

test('of all names of three letters, UTC and GMT alone are zones', () => {
	const found: string[] = [];
	for (const one of letters)
		for (const two of letters)
			for (const three of letters) {
				const name = one + two + three;
				if (timeZone(name)) found.push(name);
			}
	expect(found).toEqual(['GMT', 'UTC']);
	expect([timeZone('utc')!.ahead(0), timeZone('gmt')!.ahead(0)]).toEqual([0, 0]);
});

test('all names with a slash are zones as luxon knows them', () => {
	const names = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
	expect(names.length).toBeGreaterThan(400);
	for (const name of names)
		for (const day of ['2026-01-15', '2026-07-15']) {
			const noon = Date.parse(`${day}T12:00:00Z`);
			const minutes = DateTime.fromMillis(noon, { zone: name }).offset;
			expect([name, timeZone(name)?.ahead(noon)]).toEqual([name, minutes * 60_000]);
		}
});

test.each([
	['+03:00', 3],
	['-0330', -3.5],
	['+5', 5],
	['UTC+5:30', 5.5],
	['utc-11', -11],
	['+14:00', 14],
])('%s is an offset', (name, ahead) => expect(timeZone(name)?.ahead(0)).toBe(ahead * hour));

// GMT+3 is ahead of UTC for people and behind it in POSIX.
test.each(['GMT+3', '+15:00', '+3:75', '3', '03:00', '++3', 'UTC+', 'Mars/Olympus', '', '/'])(
	'%j is none',
	(name) => expect(timeZone(name)).toBeUndefined(),
);

test.each([
	['Etc/GMT+3', 'UTC-3', -3],
	['etc/gmt-14', 'UTC+14', 14],
	['Etc/GMT+12', 'UTC-12', -12],
] as const)('%s is %s', (name, offset, ahead) => {
	expect(invertedOffset(name)).toBe(offset);
	expect(timeZone(name)!.ahead(0)).toBe(ahead * hour);
});

test.each(['Etc/GMT', 'Etc/GMT0', 'Etc/UTC', 'Africa/Nairobi', '+03:00'])(
	'%s reads as it is',
	(name) => expect(invertedOffset(name)).toBeUndefined(),
);

test.each(['Nairobi', 'BST', '', 3, null, ['UTC'], 'x'.repeat(1_000_000)])(
	'%p is no Time Zone of Sending Hours',
	(value) => {
		const { problem } = readTimeZone(value);
		expect(problem?.what).toMatch(
			/^Time Zone of Sending Hours is .*, which doesn't exist or means several zones\.$/,
		);
	},
);
