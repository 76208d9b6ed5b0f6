/** The service's days and times are UTC's, whatever the zone of the machine that the sandbox runs on. */
import type { AxiosInstance } from 'axios';
import { goodSend, loggedIn } from './client.mts';
import { startZonedSandbox, type Zoned } from './zonedSandbox.mts';

/** A Sunday evening: Monday morning in Kathmandu, and in New York the day on which the clocks were put forward. */
const now = Date.parse('2026-03-08T23:50:00Z');

describe.each([
	['UTC', 0],
	['Asia/Kathmandu', 345],
	['America/New_York', -240],
])('on a machine in %s', (zone, aheadOfUtc) => {
	let zoned: { sandbox: Zoned; stop(): Promise<void> };
	let client: AxiosInstance;
	beforeAll(async () => {
		zoned = await startZonedSandbox(zone, now, { pastMessages: 300, pastSpacing: 3_600_000 });
		client = await loggedIn(zoned.sandbox);
	});
	afterAll(async () => await zoned.stop());

	/** The first and the last time of a range, and how many past messages are in it: those have a number in brackets. */
	async function rangeOf(params: object): Promise<[string, string, number]> {
		const { data, meta } = (
			await client.get('/sms/messages', { params: { per_page: 500, query: '(', ...params } })
		).data.data;
		return [data.at(-1).created_at.slice(0, 16), data[0].created_at.slice(0, 16), meta.total];
	}

	test('it is that zone indeed', () => {
		expect(zoned.sandbox.aheadOfUtc).toBe(aheadOfUtc);
	});

	test.each([
		['today', '2026-03-08T00:50', 23],
		['this-week', '2026-03-02T00:50', 6 * 24 + 23],
		['this-month', '2026-03-01T00:50', 7 * 24 + 23],
	])('date_created %s is whole days in UTC', async (date_created, first, total) => {
		expect(await rangeOf({ date_created })).toEqual([first, '2026-03-08T22:50', total]);
	});

	test('yesterday and a custom range are, too', async () => {
		expect(await rangeOf({ date_created: 'yesterday' })).toEqual([
			'2026-03-07T00:50',
			'2026-03-07T23:50',
			24,
		]);
		expect(
			await rangeOf({ date_created: 'custom', start_date: '2026-02-27', end_date: '2026-03-01' }),
		).toEqual(['2026-02-27T00:50', '2026-03-01T23:50', 72]);
	});

	// Among them the hour that New York skips, the hour that it has twice, and midsummer.
	test.each([
		['2027-03-14T02:30', '2027-03-14T02:30:00.000000Z'],
		['2026-11-01T01:30:09', '2026-11-01T01:30:09.000000Z'],
		['2026-07-14T23:59:59.25', '2026-07-14T23:59:59.250000Z'],
		['2026-03-08T23:51', '2026-03-08T23:51:00.000000Z'],
		['2026-07-14T23:59:59Z', '2026-07-14T23:59:59.000000Z'],
		['2026-07-14T23:59:59+05:45', '2026-07-14T18:14:59.000000Z'],
	])('schedule %s is UTC unless it states a zone', async (schedule, utc) => {
		await client.post('/sms/messages', { ...goodSend, schedule });
		const [newest] = (await client.get('/sms/messages', { params: { per_page: 1 } })).data.data
			.data;
		expect(newest).toMatchObject({
			schedule: utc,
			status: 'Pending',
			created_at: '2026-03-08T23:50:00.000000Z',
		});
	});

	test('a schedule of a minute ago by UTC is past, and sends at once', async () => {
		await client.post('/sms/messages', { ...goodSend, schedule: '2026-03-08T23:49' });
		const [newest] = (await client.get('/sms/messages', { params: { per_page: 1 } })).data.data
			.data;
		expect(newest.schedule).toBe('2026-03-08T23:50:00.000000Z');
	});
});
