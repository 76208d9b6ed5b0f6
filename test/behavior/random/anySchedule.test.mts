/**
 * Random faults, failing expressions, slow answers and Stop over many rows, in every way the node can be set. Whatever
 * happens: no number is texted twice, nothing leaves after the run has ended, and the run reports the contents of the
 * journal.
 */
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import type { FaultKind } from '../../../workbench/sandbox/faults.mts';
import { clock, faults, numberOf, received, send, service, texted } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { failureOf, rowsOf, toldBy } from './told.mts';

// Without hangs, which take the whole time-out in real time; the fault matrix has them.
const kinds = (Object.keys(faults) as FaultKind[]).filter(
	(kind) => !('only' in faults[kind]) && !kind.startsWith('hang') && kind !== 'noise',
);
/** Faults whose answers say that the message was not taken. */
const refusing = /^(?:badRequest|rateLimited|refusedInBody|successFalse|unauthorized)/;
const seldom = <Value,>(value: fc.Arbitrary<Value>) =>
	fc.option(value, { nil: undefined, freq: 2 });

const schedule = fc.record({
	rows: fc.integer({ min: 1, max: 60 }),
	faults: fc.array(
		fc.record({
			on: fc.constantFrom('send', 'send', 'token'),
			kind: fc.constantFrom(...kinds),
			after: fc.nat(30),
			times: fc.integer({ min: 1, max: 8 }),
		} as const),
		{ maxLength: 6 },
	),
	settings: fc.constantFrom<Partial<INode>>(
		{},
		{ onError: 'continueRegularOutput' },
		{ retryOnFail: true, maxTries: 4, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError: 'continueErrorOutput' },
	),
	/** A row whose expression fails, and in how many tries. */
	failing: seldom(fc.record({ row: fc.nat(59), tries: fc.integer({ min: 1, max: 4 }) })),
	/** Number of sends received when a person presses Stop. */
	stopAfter: seldom(fc.nat(40)),
	recipientsPerRequest: seldom(fc.integer({ min: 1, max: 30 })),
	/** Expression at the end of the text. The last one gives another text in each try. */
	text: fc.constantFrom('1', '$itemIndex % 3', 'Math.random()'),
	batching: seldom(
		fc.record({ batchSize: fc.constantFrom(2, 9, 30), batchInterval: fc.constantFrom(1, 6, 200) }),
	),
	/** Duration of each answer in milliseconds, from less than a batch interval to many of them. */
	takes: fc.constantFrom(0, 0, 1, 9),
	/**
	 * An outage: from a send on, every request fails this way for `lasts` milliseconds. A blink, a restart, or longer
	 * than anybody waits.
	 */
	outage: seldom(
		fc.record({
			from: fc.nat(30),
			kind: fc.constantFrom<FaultKind>(
				...(['serverError', 'dropBefore', 'dropAfter', 'errorAfterAccept', 'rateLimited'] as const),
			),
			lasts: fc.constantFrom(300, 6000, 100_000),
		}),
	),
	expiresAfter: seldom(fc.integer({ min: 3, max: 50 })),
	lookUpUnknown: fc.boolean(),
	maxConcurrentRequests: fc.integer({ min: 1, max: 20 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

test('no number twice, every accepted message told, and nothing else as accepted', async () => {
	const seen = {
		accepted: 0,
		error: 0,
		canceled: 0,
		success: 0,
		unknown: 0,
		combined: 0,
		again: 0,
		outages: 0,
	};
	const property = async (given: Schedule): Promise<void> => {
		const stop = new AbortController();
		let hasBegun = false;
		await service.start({
			tokenLifetime: given.expiresAfter ? { calls: given.expiresAfter } : {},
			beforeAnswer: async () => {
				const { outage } = given;
				if (outage && received('send').length > outage.from && !hasBegun) {
					hasBegun = true;
					service.play({ on: 'any', kind: outage.kind, times: Infinity });
					void clock.sleep(outage.lasts).then(() => service.disarm());
				}
				if (received('send').length > (given.stopAfter ?? Infinity)) stop.abort();
				for (let left = given.takes; left > 0; left--) {
					clock.pass(1);
					await turn();
				}
			},
		});
		for (const fault of given.faults) service.play({ ...fault });
		const { maxConcurrentRequests, lookUpUnknown, recipientsPerRequest, batching } = given;
		const outcome = await send(
			{
				recipients: '={{ $json.to }}',
				message: `={{ $json.text === "fails" ? $("Nowhere").first() : "Hello " + ${given.text} }}`,
				options: {
					maxConcurrentRequests,
					lookUpUnknown,
					...(recipientsPerRequest ? { combineItems: true, recipientsPerRequest } : {}),
				},
				...(batching ? { requestOptions: { batching: { batch: batching } } } : {}),
			},
			{ rows: rowsOf(given.rows, given.failing), settings: given.settings, stop: stop.signal },
		);
		const { length: left } = received('send');
		await clock.quiet();
		// Requests in flight when a run was canceled may arrive after its end.
		const late = received('send').length - left;
		expect(late).toBeLessThanOrEqual(stop.signal.aborted ? maxConcurrentRequests : 0);

		const { journal } = service;
		expect(new Set(texted()).size).toBe(texted().length);
		expect(service.inFlight.peak).toBeLessThanOrEqual(maxConcurrentRequests);
		expect(stop.signal.aborted || outcome.status !== 'canceled').toBe(true);
		seen[outcome.status]++;
		if (hasBegun) seen.outages++;
		seen.accepted += journal.length;
		seen.combined += journal.filter(({ recipients }) => recipients.length > 1).length;
		const sent = received('send').flatMap(
			({ body }) => (body as { recipients: string[] }).recipients,
		);
		if (sent.length > new Set(sent).size) seen.again++;
		const most = Math.max(...journal.map(({ recipients }) => recipients.length));
		expect(most).toBeLessThanOrEqual(recipientsPerRequest ?? 1);
		const outputs = [outcome.items, outcome.errorItems];
		if (outcome.status === 'success') expect(outputs.flat()).toHaveLength(given.rows);
		// n8n gives a stopped execution ten milliseconds to come to an end, and then shows what is there.
		else if (!failureOf(outcome) && outputs.flat().length === 0)
			return expect(outcome.status).toBe('canceled');
		for (const items of outputs) {
			const places = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
			expect(places).toEqual([...places].sort((one, other) => one - other));
		}

		const told = toldBy(outcome, given.rows);
		seen.unknown += told.unknown.size;
		const unknown = new Set([...told.unknown].map(numberOf));
		// Reported as accepted are all messages that the service accepted and nobody called unknown, and nothing else.
		const known = texted().filter((to) => !unknown.has(to));
		expect([...told.accepted].map(numberOf).sort()).toEqual([...known].sort());
		expect(told.count).toBe(known.length);
		// An outcome is unknown only if an answer leaves it open, or nobody waited for an answer.
		const open = received('send').filter(({ fault }) => fault && !refusing.test(fault));
		const doubtful = open.flatMap(({ body }) => (body as { recipients: string[] }).recipients);
		if (!stop.signal.aborted)
			expect([...unknown].filter((to) => !doubtful.includes(to))).toEqual([]);
	};
	await fc.assert(fc.asyncProperty(schedule, property), runsOf(40));
	// The schedules are neither all harmless nor all hopeless.
	for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
}, 300_000);
