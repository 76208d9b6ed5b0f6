/**
 * Retry On Fail with rows that share requests: what the service took, or may have taken, is kept of every row of a
 * request; what it refused is sent again, all of it.
 */
import fc from 'fast-check';
import { numberOf, received, rowsTo, send, service } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { toldBy } from './told.mts';

type Fate = 'accepted' | 'unknown' | 'refused';
const faultOf = { unknown: 'errorAfterAccept', refused: 'badRequest' } as const;
const fate = fc.constantFrom<Fate>('accepted', 'unknown', 'refused', 'refused');
const schedule = fc.record({
	rows: fc.integer({ min: 2, max: 9 }),
	recipientsPerRequest: fc.integer({ min: 1, max: 4 }),
	/** What becomes of each row's request in the first try, the second and so on, by its first row. */
	fates: fc.array(fc.array(fate, { minLength: 4, maxLength: 4 }), { minLength: 9, maxLength: 9 }),
	tries: fc.integer({ min: 2, max: 4 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

test('each number leaves again only where it was refused, and is told as what became of it', async () => {
	const seen = { again: 0, unknown: 0, shared: 0, accepted: 0, refused: 0 };
	const property = async ({ rows, recipientsPerRequest, fates, tries }: Schedule) => {
		await service.start();
		for (const [row, ofRow] of fates.entries())
			for (const [place, became] of ofRow.entries()) {
				// A request goes by the fate of its first row.
				if (
					row % recipientsPerRequest !== 0 ||
					ofRow.slice(0, place).some((one) => one !== 'refused')
				)
					continue;
				if (became !== 'accepted')
					service.play({ on: 'send', kind: faultOf[became], recipient: numberOf(row) });
			}
		const outcome = await send(
			{
				recipients: '={{ $json.to }}',
				options: { combineItems: true, recipientsPerRequest, lookUpUnknown: false },
			},
			{
				rows: rowsTo(rows),
				settings: { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 },
			},
		);

		const expected = {
			requests: [] as string[],
			unknown: new Set<number>(),
			accepted: new Set<number>(),
		};
		for (let first = 0; first < rows; first += recipientsPerRequest) {
			const places = Array.from(
				{ length: Math.min(recipientsPerRequest, rows - first) },
				(_, step) => first + step,
			);
			const ofRequest = fates[first]!.slice(0, tries);
			const until = ofRequest.findIndex((became) => became !== 'refused');
			const became = until === -1 ? 'refused' : ofRequest[until]!;
			const times = until === -1 ? tries : until + 1;
			for (let time = 0; time < times; time++) expected.requests.push(places.map(numberOf).join());
			if (became === 'unknown') for (const place of places) expected.unknown.add(place);
			if (became === 'accepted') for (const place of places) expected.accepted.add(place);
			seen[became]++;
			if (times > 1) seen.again++;
			if (places.length > 1) seen.shared++;
		}
		const requests = received('send').map(({ body }) =>
			(body as { recipients: string[] }).recipients.join(),
		);
		// n8n tries again as long as anything fails.
		expect(requests.sort()).toEqual(expected.requests.sort());
		const told = toldBy(outcome, rows);
		const { unknown, accepted } = expected;
		expect(told).toEqual({ unknown, accepted, count: accepted.size });
	};
	await fc.assert(fc.asyncProperty(schedule, property), runsOf(40));
	for (const [what, times] of Object.entries(seen)) expect([what, times > 5]).toEqual([what, true]);
}, 300_000);
