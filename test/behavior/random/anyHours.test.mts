/**
 * Sending Hours while time passes within a run: by Batching, slow answers, rate limits and outages, at both ends of the
 * hours, over midnight, and where clocks change. Checked against the journal, with luxon: a message that left outside
 * the hours has a schedule within them, and each row says when its text goes out.
 */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { clock, each, numberOf, send, service } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';

const minute = 60_000;

/** Days on which clocks change, with their zones, and two ordinary days. */
const days: Array<[zone: string, day: string]> = [
	['Africa/Nairobi', '2026-11-26'],
	['America/New_York', '2026-11-01'],
	['America/New_York', '2027-03-14'],
	['Europe/Berlin', '2027-03-28'],
	['Australia/Lord_Howe', '2026-10-04'],
	['America/Santiago', '2026-09-06'],
	['Asia/Kolkata', '2026-11-26'],
];

const anyRun = fc.record({
	day: fc.constantFrom(...days),
	hours: fc.constantFrom(
		['08:00', '20:00'],
		['22:00', '06:00'],
		['01:30', '02:30'],
		['00:00', '24:00'],
		['12:00', '12:10'],
		['20:00', '08:00'],
	),
	/** Whether the run begins near the end of the hours instead of their start, and how many minutes from it. */
	nearEnd: fc.boolean(),
	minutes: fc.integer({ min: -25, max: 10 }),
	rows: fc.integer({ min: 1, max: 8 }),
	/** Duration of each answer, in milliseconds. */
	takes: fc.constantFrom(0, 7_000, 120_000, 1_000_000),
	batchInterval: fc.option(fc.constantFrom(1_000, 180_000, 1_500_000), { nil: undefined }),
	fault: fc.option(
		fc.record({
			kind: fc.constantFrom('rateLimited', 'serverError', 'dropBefore', 'badRequest'),
			after: fc.nat(4),
			lasts: fc.constantFrom(1_000, 30_000),
		} as const),
		{ nil: undefined },
	),
	/** Minutes from the beginning of the run to the rows' Schedule. */
	schedule: fc.option(fc.constantFrom(0, 1, 10, 60, 900), { nil: undefined }),
	combines: fc.boolean(),
});

test('nothing leaves outside the hours without a schedule within them, and each row tells its own', async () => {
	const seen = { atOnce: 0, later: 0, both: 0, asked: 0 };
	const property = fc.asyncProperty(anyRun, async (given) => {
		const { day, hours, nearEnd, minutes, takes, schedule, combines } = given;
		const [zone, date] = day;
		const [from, to] = hours as [string, string];
		const end = DateTime.fromISO(`${date}T${nearEnd ? to : from}`, { zone });
		const start = end.toMillis() + minutes * minute;
		const beforeAnswer = () => clock.pass(takes);
		await service.start({ beforeAnswer });
		clock.set(start);
		if (given.fault) {
			const { kind, after, lasts } = given.fault;
			service.play({ on: 'send', kind, after, lasts });
		}
		const rows = Array.from({ length: given.rows }, (_, index) => ({ to: numberOf(2 * index) }));
		const batch = { batchSize: 2, batchInterval: given.batchInterval ?? 0 };
		const { rows: came } = await send(
			{
				...each,
				...(given.batchInterval && { requestOptions: { batching: { batch } } }),
				options: {
					sendingHours: { values: { from, to } },
					maxConcurrentRequests: 1,
					...(schedule !== undefined && { schedule: start + schedule * minute }),
					...(combines && { combineItems: true, recipientsPerRequest: 3 }),
				},
			},
			{ rows, zone, settings: { onError: 'continueRegularOutput' } },
		);
		const isWithin = (instant: number) => {
			const now = DateTime.fromMillis(instant, { zone }).toFormat('HH:mm');
			return from < to ? now >= from && now < to : now >= from || now < to;
		};
		const scheduledFor = new Map<string, string | undefined>();
		for (const { at, body, recipients } of service.journal) {
			const due = body.schedule === null ? at : Date.parse(body.schedule);
			expect([due, isWithin(due)]).toEqual([due, true]);
			// No text goes out earlier than its Schedule asks for.
			if (schedule !== undefined) expect(due).toBeGreaterThanOrEqual(start + schedule * minute);
			if (body.schedule !== null) expect(due).toBeGreaterThan(at);
			for (const number of recipients) scheduledFor.set(number, body.schedule ?? undefined);
			seen[body.schedule === null ? 'atOnce' : 'later']++;
		}
		if (new Set(scheduledFor.values()).size > 1) seen.both++;
		if (schedule !== undefined) seen.asked++;
		const inZone = (time: string | undefined) =>
			time && DateTime.fromISO(time, { zone }).toISO({ suppressMilliseconds: true })!;
		for (const [index, { sendOutcome, scheduledFor: told }] of came.entries())
			if (sendOutcome === 'accepted') expect(told).toBe(inZone(scheduledFor.get(rows[index]!.to)));
	});
	await fc.assert(property, runsOf(150));
	for (const [what, times] of Object.entries(seen))
		expect([what, times > 10]).toEqual([what, true]);
});
