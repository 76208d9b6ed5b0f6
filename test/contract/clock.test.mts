import type { AxiosInstance } from 'axios';
import { connectSandbox } from '../../workbench/sandbox/remote.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { clientOf, goodSend, loggedIn } from './client.mts';

/** The last minute of a month, a week and a day: a small offset changes all three. */
const start = Date.parse('2026-05-31T23:59:20.640Z');
const minute = 60_000;
let now = start;
let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now });
	client = await loggedIn(sandbox);
});
beforeEach(() => {
	now = start;
	sandbox.reset();
	sandbox.setOptions({
		clockOffset: 0,
		dateHeader: 'on',
		listingDelay: 0,
		readings: { recordCreatedAt: 'microseconds' },
	});
});
afterAll(() => sandbox.stop());

const send = (change: object = {}) => client.post('/sms/messages', { ...goodSend, ...change });
const newest = async () => (await client.get('/sms/messages')).data.data.data;
const total = async (params: object) =>
	(await client.get('/sms/messages', { params })).data.data.meta.total;

describe('clockOffset', () => {
	test.each([
		[-7 * minute, '2026-05-31T23:52:20.640000Z'],
		[3 * minute, '2026-06-01T00:02:20.640000Z'],
	])(
		'%i milliseconds shift the times of a record, and not those of journal and request log',
		async (clockOffset, shifted) => {
			sandbox.setOptions({ clockOffset });
			await send();
			expect(await newest()).toMatchObject({
				created_at: shifted,
				schedule: shifted,
				sms_recipients: [{ created_at: shifted.replace(/0Z$/, '1Z') }],
			});
			expect(sandbox.journal).toMatchObject([{ at: start }]);
			expect(sandbox.requests).toMatchObject([{ at: start }, { at: start }]);
		},
	);

	test('a time that is past by the shifted clock alone sends at once', async () => {
		const schedule = '2026-06-01T00:01:00Z';
		await send({ schedule });
		expect(await newest()).toMatchObject({ schedule: '2026-06-01T00:01:00.000000Z' });
		sandbox.setOptions({ clockOffset: 3 * minute });
		await send({ schedule });
		const [{ schedule: later }] = await newest();
		expect(later).toBe('2026-06-01T00:02:20.640000Z');
	});

	test('date filters mean the days of the shifted clock', async () => {
		await send();
		const counts = async () =>
			Promise.all(
				['today', 'yesterday', 'this-week', 'this-month'].map((name) =>
					total({ date_created: name }),
				),
			);
		expect(await counts()).toEqual([1, 0, 1, 1]);
		sandbox.setOptions({ clockOffset: 3 * minute });
		expect(await counts()).toEqual([0, 1, 0, 0]);
	});

	test('the dates of senders go by it, and so do the filters over them', async () => {
		const ahead = await startSandbox({ now: () => now, clockOffset: 30 * 86_400_000 });
		try {
			const { data } = (await (await loggedIn(ahead)).get('/sms/senders?per_page=1')).data.data;
			expect(data).toMatchObject([{ created_at: '2026-06-28T23:59:20.640000Z' }]);
			const { meta } = (await (await loggedIn(ahead)).get('/sms/senders?date_created=this-month'))
				.data.data;
			expect(meta.total).toBe(14);
		} finally {
			await ahead.stop();
		}
	});

	test('a message from elsewhere has its time', async () => {
		sandbox.setOptions({ clockOffset: 3 * minute });
		sandbox.play({ on: 'messages', kind: 'rowsMove' });
		expect(await newest()).toMatchObject({ created_at: '2026-06-01T00:02:20.640000Z' });
	});

	test('past messages are past by it', async () => {
		const behind = await startSandbox({
			now: () => now,
			clockOffset: -30 * minute,
			pastMessages: 1,
		});
		try {
			const { data } = (await (await loggedIn(behind)).get('/sms/messages')).data.data;
			expect(data).toMatchObject({
				created_at: '2026-05-31T23:24:20.640000Z',
				status: 'Delivered',
			});
		} finally {
			await behind.stop();
		}
	});

	test('statuses go by it', async () => {
		await send();
		const seen = [];
		for (const clockOffset of [1_999, 2_000, 5_000]) {
			sandbox.setOptions({ clockOffset });
			seen.push((await newest()).status);
		}
		expect(seen).toEqual(['Pending', 'Sent', 'Delivered']);
	});

	test('it makes no token older and lists no message sooner', async () => {
		sandbox.setOptions({ listingDelay: 10_000, tokenLifetime: { seconds: 60 } });
		for (const clockOffset of [-90 * minute, 90 * minute, 0]) {
			sandbox.setOptions({ clockOffset });
			await send();
		}
		sandbox.setOptions({ clockOffset: 90 * minute });
		expect(await total({})).toBe(0);
		now = start + 9_999;
		expect(await total({})).toBe(0);
		now = start + 10_000;
		expect(await total({})).toBe(3);
		sandbox.setOptions({ tokenLifetime: {} });
	});

	test.each([NaN, Infinity, null, '5'])('%p is refused', (clockOffset) => {
		expect(() => sandbox.setOptions({ clockOffset: clockOffset as number })).toThrow(
			/clockOffset is a number/,
		);
	});
});

describe('dateHeader', () => {
	const dates = async () => {
		const answers = [
			await client.get('/system/system-status'),
			await client.get('/nowhere'),
			await clientOf(sandbox).post('/oauth/token', {}),
			await client.get(new URL('/_sandbox/state', sandbox.baseUrl).href),
		];
		return answers.map(({ headers }) => headers.date);
	};

	test("on: every answer states the service's clock in whole seconds", async () => {
		expect(await dates()).toEqual(Array(4).fill('Sun, 31 May 2026 23:59:20 GMT'));
		sandbox.setOptions({ clockOffset: 45_500 });
		expect(await dates()).toEqual(Array(4).fill('Mon, 01 Jun 2026 00:00:06 GMT'));
	});

	test('off, also over the control route: no answer states a date', async () => {
		await connectSandbox(sandbox.baseUrl).setOptions({ dateHeader: 'off' });
		expect(await dates()).toEqual(Array(4).fill(undefined));
	});

	test('answers that a fault makes follow it too', async () => {
		sandbox.play({ on: 'send', kind: 'errorAfterAccept', times: 2 });
		const headers = [(await send()).headers];
		sandbox.setOptions({ dateHeader: 'off' });
		headers.push((await send()).headers);
		expect(headers.map(({ date }) => date)).toEqual(['Sun, 31 May 2026 23:59:20 GMT', undefined]);
	});

	test('another word is refused', () => {
		expect(() => sandbox.setOptions({ dateHeader: 'yes' as 'on' })).toThrow(
			/dateHeader is one of on, off/,
		);
	});
});

test('recordCreatedAt: whole seconds in message and recipient records, and the day stays the same', async () => {
	await send();
	sandbox.setOptions({ readings: { recordCreatedAt: 'seconds' } });
	const created_at = '2026-05-31T23:59:20Z';
	expect(await newest()).toMatchObject({
		created_at,
		sms_recipients: [{ created_at }],
		schedule: '2026-05-31T23:59:20.640000Z',
	});
	await send({ recipients: null, contact_list_id: 503 });
	const [{ sms_list_recipients: members }] = await newest();
	expect(members.map((member: { created_at: string }) => member.created_at)).toEqual([
		created_at,
		created_at,
		created_at,
	]);
});
