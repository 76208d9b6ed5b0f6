/** Sending Hours and Schedule apply at the moment a request leaves: time passes while a list is being sent. */
import { clock, each, numberOf, send, service } from '../harness/index.mts';
import { ann, bob, hours, late, morning, morningThere, schedules } from './nights.mts';

beforeEach(() => clock.set('2026-11-23T19:00:00Z'));

describe('the hours end while a list is still being sent', () => {
	const list = [0, 2, 4, 6].map(numberOf);
	const perMinute = {
		requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } },
	};
	const rest = (count: number) => [...Array(4 - count).fill(null), ...Array(count).fill(morning)];

	test('Batching: the rest goes out in the morning, and each row says its own', async () => {
		clock.set('2026-11-23T16:58:30Z');
		const { rows, hints } = await late(list, {}, perMinute);
		expect(schedules()).toEqual(rest(2));
		expect(rows.map(({ scheduledFor }) => scheduledFor)).toEqual([
			...[undefined, undefined, morningThere, morningThere],
		]);
		expect(hints[1]).toBe(
			'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 20:01: 2 texts go out now, 2 tomorrow at 08:00. For 2 of them that is a later day than without Sending Hours: do the texts say "today" or "tomorrow"?',
		);
	});

	test('a rate limit', async () => {
		clock.set('2026-11-23T16:59:50Z');
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '20', after: 1 });
		await late(list, { maxConcurrentRequests: 1 });
		expect(schedules()).toEqual(rest(3));
	});

	test('an outage', async () => {
		clock.set('2026-11-23T16:59:58Z');
		service.play({ on: 'any', kind: 'serverError', after: 2, lasts: 8_000 });
		const settings = { onError: 'continueRegularOutput' as const };
		const { rows } = await late(list, { maxConcurrentRequests: 1 }, {}, { settings });
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toContain('accepted');
		for (const { at, body } of service.journal)
			expect(body.schedule).toBe(at < Date.parse('2026-11-23T17:00:00Z') ? null : morning);
	});

	test('one row of several requests tells its times, and how many go out later', async () => {
		clock.set('2026-11-23T16:58:30Z');
		await service.start({ beforeAnswer: () => clock.pass(40_000) });
		const options = { recipientsPerRequest: 1, maxConcurrentRequests: 1 };
		const { rows, hints } = await late([], options, {}, { rows: [{ to: list }] });
		expect(schedules().filter((schedule) => schedule === null).length).toBeGreaterThan(0);
		expect(rows).toMatchObject([{ sendOutcome: 'accepted', scheduledFor: morningThere }]);
		const later = schedules().filter((schedule) => schedule === morning).length;
		const atOnce = list.length - later;
		expect(hints.join()).toMatch(
			new RegExp(`^Sending .*: ${atOnce} texts? goe?s? out now, ${later} tomorrow at 08:00\\.`),
		);
	});

	test('a dry run tells what would go now', async () => {
		clock.set('2026-11-23T16:58:30Z');
		const { rows } = await late(list, { dryRun: true }, perMinute);
		expect(rows[0]).not.toHaveProperty('scheduledFor');
	});
});

test('a Schedule that has passed when its request leaves counts as now', async () => {
	clock.set('2026-11-23T12:00:00Z');
	const batching = {
		requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 120_000 } } },
	};
	const schedule = '2026-11-23T12:01:00Z';
	const { rows } = await send(
		{ ...each, ...batching, options: { schedule } },
		{ rows: [{ to: ann }, { to: bob }] },
	);
	expect(schedules()).toEqual(['2026-11-23T12:01:00.000Z', null]);
	expect(rows[0]).toMatchObject({ scheduledFor: '2026-11-23T12:01:00Z' });
	expect(rows[1]).not.toHaveProperty('scheduledFor');
});

test('rows of different hours share no request', async () => {
	clock.set('2026-11-23T16:00:00Z');
	const rows = [
		{ to: ann, end: '20:00' },
		{ to: bob, end: '21:00' },
	];
	await late([], { ...hours({ to: '={{ $json.end }}' }), combineItems: true }, {}, { rows });
	expect(service.journal.map(({ recipients }) => recipients).sort()).toEqual([[ann], [bob]]);
});

test('what the user asked for shares no request with what the hours put off, which may be put off again', async () => {
	clock.set('2026-11-24T04:40:00Z');
	const beforeAnswer = ({ operation }: { operation?: string }) =>
		clock.pass(operation === 'token' ? 600_000 : 0);
	await service.start({ beforeAnswer });
	const rows = [
		{ to: ann, at: '' },
		{ to: bob, at: '2026-11-24 08:00' },
	];
	const options = { schedule: '={{ $json.at }}', combineItems: true };
	await late([], options, {}, { rows });
	expect(schedules().sort()).toEqual([morning, '2026-11-24T05:10:00.000Z']);
});

describe('minutes before the hours begin', () => {
	test('a service that wants a quarter of an hour takes it', async () => {
		clock.set('2026-11-24T04:58:00Z');
		await late([ann]);
		expect(schedules()).toEqual(['2026-11-24T05:18:00.000Z']);
	});

	test('where the schedule is refused all the same, it says whose it is', async () => {
		service.play({ on: 'send', kind: 'badRequest' });
		const { told } = await late([ann]);
		expect(told).toContain(
			'Its schedule, 2026-11-24 08:00 (Africa/Nairobi), was chosen by Sending Hours.',
		);
		await service.start({ readings: { refusals: 'laravel' }, refusedNumbers: [bob] });
		const number = await late([bob]);
		expect(number.told).not.toContain('chosen by Sending Hours');
		service.play({ on: 'send', kind: 'badRequest' });
		const own = await late([bob], { schedule: '2026-11-24 12:00' });
		expect(own.told).not.toContain('chosen by Sending Hours');
	});
});
