/** The clock of a run that is moved (npm run test:clock) is moved everywhere, and that of any other is not. */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { closed, listening } from '../stubService.mts';
import { moveDate } from './movedDate.cjs';
import { nextChange, shiftOf, shifts } from './shifts.mts';

const [hour, day] = [3_600_000, 86_400_000];
const { TEST_CLOCK_OFFSET: offset = '0', TZ: zone } = process.env;

/** The true time; milliseconds since 1970, as the operating system has them. */
const trueNow = (): number => performance.timeOrigin + performance.now();

/** A `Date` of its own, moved by so many milliseconds. */
function moved(milliseconds: number): DateConstructor {
	const globals = { Date: runInNewContext('Date') as DateConstructor };
	moveDate(globals, milliseconds);
	return globals.Date;
}

describe('this run', () => {
	const ahead = (now: number) => Math.abs(now - trueNow() - Number(offset));

	it('has the clock that its shift says', () => {
		for (const now of [
			Date.now(),
			new Date().getTime(),
			Date.parse(Date()),
			DateTime.now().toMillis(),
		])
			expect(ahead(now)).toBeLessThan(12 * hour);
	});

	it('has it in processes that it starts, and in the answers of services that it plays', async () => {
		const child = spawnSync(process.execPath, ['-p', 'Date.now()'], { encoding: 'utf8' });
		expect(ahead(Number(child.stdout))).toBeLessThan(12 * hour);
		const server = createServer((_request, response) => response.end());
		const port = await listening(server);
		const { headers } = await fetch(`http://127.0.0.1:${port}`);
		await closed(server);
		expect(ahead(Date.parse(headers.get('date')!))).toBeLessThan(12 * hour);
	});

	it('has its fake timers begin there', () => {
		jest.useFakeTimers();
		const now = Date.now();
		jest.useRealTimers();
		expect(ahead(now)).toBeLessThan(12 * hour);
	});

	it('is in the zone that it says', () => {
		// Without TZ it is the machine's own, whose name Intl knows; an empty TZ means UTC.
		const name = zone?.replace(/^:/, '') ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
		expect(new Date().getTimezoneOffset()).toBe(-DateTime.now().setZone(name || 'UTC').offset + 0);
	});
});

describe('a clock that is moved', () => {
	it('is off wherever the time is asked, and nowhere else', () => {
		const Late = moved(-77 * day);
		for (const now of [Late.now(), new Late().getTime(), Date.parse(Late())])
			expect(Math.abs(now - (trueNow() - 77 * day))).toBeLessThan(hour);
		expect([
			new Late(86_400_000).toISOString(),
			new Late('2031-05-06').getTime(),
			Late.UTC(1970, 0, 2),
		]).toEqual(['1970-01-02T00:00:00.000Z', Date.UTC(2031, 4, 6), day]);
	});

	it('makes dates like any other', () => {
		const Late = moved(day);
		class Own extends Late {}
		expect([
			new Late() instanceof Late,
			new Late().constructor === Late,
			new Own() instanceof Own,
			Object.prototype.toString.call(new Late()),
		]).toEqual([true, true, true, '[object Date]']);
	});

	it('goes by its own time where a test replaces Date.now', () => {
		const Late = moved(3 * day);
		Late.now = () => 7;
		expect([Late.now(), Math.abs(new Late().getTime() - trueNow() - 3 * day) < hour]).toEqual([
			7,
			true,
		]);
	});

	it('is moved in a child by its preload', () => {
		const preload = join(import.meta.dirname, 'preload.cjs');
		const child = spawnSync(
			process.execPath,
			['--require', preload, '-p', 'new Date().getTime()'],
			{ encoding: 'utf8', env: { TEST_CLOCK_OFFSET: String(-911 * day) } },
		);
		expect(Math.abs(Number(child.stdout) - (trueNow() - 911 * day))).toBeLessThan(12 * hour);
	});
});

describe('the shifts', () => {
	it('are 100 and 400 days, an hour before both changes of the clocks, and three zones', () => {
		const now = Date.parse('2029-02-05T10:20:30Z');
		expect(
			shifts(now).map(({ name, offset, zone }) => [
				name,
				new Date(now + offset).toISOString(),
				zone,
			]),
		).toEqual([
			['+100', '2029-05-16T10:20:30.000Z', undefined],
			['+400', '2030-03-12T10:20:30.000Z', undefined],
			['spring', '2029-03-11T06:00:00.000Z', 'America/New_York'],
			['autumn', '2029-11-04T05:00:00.000Z', 'America/New_York'],
			['Asia/Kathmandu', '2029-02-05T10:20:30.000Z', 'Asia/Kathmandu'],
			['America/New_York', '2029-02-05T10:20:30.000Z', 'America/New_York'],
			['UTC', '2029-02-05T10:20:30.000Z', 'UTC'],
		]);
	});

	it('a change is found from any time on, and a zone without one has none', () => {
		expect(
			nextChange('Australia/Lord_Howe', 'forward', Date.parse('2029-10-06T15:30:00.001Z')),
		).toBe(Date.parse('2030-10-05T15:30:00Z'));
		expect(() => nextChange('Africa/Nairobi', 'back', 0)).toThrow('no such change');
	});

	it('any number of days is one, and a part of the tests is none', () => {
		expect([
			shiftOf('-31', 0),
			shiftOf('test/run', 0),
			shiftOf('--silent', 0),
			shiftOf('UTC', 0)?.zone,
		]).toEqual([{ name: '-31', offset: -31 * day }, undefined, undefined, 'UTC']);
	});
});
