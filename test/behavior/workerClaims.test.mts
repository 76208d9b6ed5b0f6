/**
 * Two n8n workers that run the same list with Skip Already Sent within seconds, as for a webhook that is delivered
 * twice. They tell each other of sends that the service's list can't show yet, through entries that n8n keeps for all
 * workers.
 */
import {
	answering,
	clock,
	N8nProcess,
	numberOf,
	received,
	service,
	sharedEntries,
	texted,
	type Outcome,
	type Setup,
} from '../harness/index.mts';

const [asha, bela, chana] = [1, 2, 3].map(numberOf) as [string, string, string];
const continues = { onError: 'continueRegularOutput' as const };

/** Sends these rows of numbers on a worker, with Skip Already Sent. */
const skip = async (worker: N8nProcess, rows: string[][] = [[asha]], setup: Setup = {}) =>
	await worker.send(
		{ recipients: '={{ $json.to }}', options: { skipAlreadySent: true } },
		{ rows: rows.map((to) => ({ to })), settings: continues, ...setup },
	);
const outcomes = ({ rows }: Outcome) => rows.map(({ sendOutcome }) => sendOutcome);
/** Error of a row that waited for another worker, whose message isn't listed yet. */
const heldBack = /may or may not have been sent/;

let one: N8nProcess;
let other: N8nProcess;
let third: N8nProcess;
beforeAll(() => {
	[one, other, third] = [new N8nProcess(), new N8nProcess(), new N8nProcess()];
});
beforeEach(() => sharedEntries.keep());

/** Hides everything sent from the service's list, for the rest of the test. */
const unlisted = () => service.setOptions({ listingDelay: 3_600_000 });

test.each([1, 2, 10])('%i numbers at the same moment: each is texted once', async (count) => {
	const rows = Array.from({ length: count }, (_, place) => [numberOf(place)]);
	const both = await Promise.all([skip(one, rows), skip(other, rows)]);
	expect([...texted()].sort()).toEqual(rows.flat().sort());
	expect(both.flatMap(outcomes).sort()).toEqual([
		...Array(count).fill('accepted'),
		...Array(count).fill('alreadySent'),
	]);
});

test('what the list does not show for seconds is not sent again, and told as unknown', async () => {
	unlisted();
	const both = await Promise.all([skip(one), skip(other)]);
	expect(texted()).toEqual([asha]);
	expect(both.flatMap(outcomes).sort()).toEqual(['accepted', 'unknown']);
	const { rows } = both.find(({ rows: [row] }) => row!.sendOutcome === 'unknown')!;
	expect(rows[0]!.error).toMatch(heldBack);
});

test('where it cannot look again, nobody is told that nothing was sent', async () => {
	unlisted();
	// The first read of the list by each worker is answered.
	service.play({ on: 'messages', kind: 'badRequest', status: 403, after: 2, times: Infinity });
	const both = await Promise.all([skip(one), skip(other)]);
	expect(texted()).toEqual([asha]);
	expect(both.flatMap(outcomes).sort()).toEqual(['accepted', 'unknown']);
});

/** Makes n8n fail this many calls, as it does if two workers make a node's first entry at once. */
function failing(calls: number): void {
	let left = calls;
	sharedEntries.between = async () => {
		if (left-- > 0) throw new Error('duplicate key value violates unique constraint');
	};
}

test.each([
	['one call fails and the next one works', 1, 0],
	['n8n takes nothing for a run, and takes all of the next one', 100, 1],
])('%s: no number is texted twice', async (_title, calls, before) => {
	unlisted();
	failing(calls);
	if (before > 0) await skip(one, [[bela]]);
	if (before > 0) failing(0);
	const both = await Promise.all([skip(one), skip(other)]);
	expect(texted()).toEqual([...(before > 0 ? [bela] : []), asha]);
	expect(both.flatMap(outcomes).sort()).toEqual(['accepted', 'unknown']);
});

test('is other text, or another number, goes', async () => {
	unlisted();
	await skip(one);
	expect(outcomes(await skip(other, [[bela]]))).toEqual(['accepted']);
	const message = { message: 'Another', recipients: asha, options: { skipAlreadySent: true } };
	expect(outcomes(await other.send(message))).toEqual(['accepted']);
});

test('of another account keeps nobody back: the node has another credential since', async () => {
	await skip(one);
	const [request] = received('send');
	const { requests } = await answering(({ method }) => ({
		body:
			method === 'POST'
				? { responsecode: 201, data: { success: true, messageId: '1' } }
				: { responsecode: 200, data: { data: [] } },
	}));
	expect(outcomes(await skip(other))).toEqual(['accepted']);
	expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
		request!.body,
	]);
});

describe('a claim', () => {
	test.each([0, 1, 30_000, 59_999])(
		'counts for a full minute, wherever in a minute it was made: %i ms',
		async (place) => {
			unlisted();
			clock.set(Date.parse('2026-11-23T12:00:00Z') + place);
			await skip(one);
			// The first worker has looked in the list for six seconds, and the second one will too.
			clock.pass(60_000 - 500 - 6_000 - 6_500);
			expect(outcomes(await skip(other))).toEqual(['unknown']);
			expect(texted()).toEqual([asha]);
		},
	);

	test.each([0, 59_999])(
		'of a worker that died is nothing after two minutes; made at %i ms',
		async (place) => {
			clock.set(Date.parse('2026-11-23T12:00:00Z') + place);
			await skip(one);
			// Resets the service, as if the worker had died before its request.
			service.reset();
			expect(outcomes(await skip(other))).toEqual(['unknown']);
			expect(texted()).toEqual([]);
			clock.pass(120_000);
			expect(outcomes(await skip(third))).toEqual(['accepted']);
		},
	);

	test('of what was certainly not sent is let go: the other one sends it at once', async () => {
		service.play({ on: 'send', kind: 'badRequest' });
		expect(outcomes(await skip(one))).toEqual(['notSent']);
		const began = clock.now();
		expect(outcomes(await skip(other))).toEqual(['accepted']);
		expect(clock.now() - began).toBe(500);
	});

	test.each(['dropBefore', 'dropAfter'] as const)(
		'of what may have been sent is kept (%s)',
		async (kind) => {
			unlisted();
			service.play({ on: 'send', kind });
			expect(outcomes(await skip(one))).toEqual(['unknown']);
			expect(outcomes(await skip(other))).toEqual(['unknown']);
			expect(received('send')).toHaveLength(1);
		},
	);

	test('is of each number alone: the rest of a row goes, and is claimed like any other', async () => {
		unlisted();
		await skip(one, [[asha]]);
		expect((await skip(other, [[asha, bela], [chana]])).rows).toMatchObject([
			{ sendOutcome: 'unknown', recipients: asha, alreadySentRecipients: bela },
			{ sendOutcome: 'accepted', recipients: chana },
		]);
		expect(outcomes(await skip(third, [[bela]]))).toEqual(['unknown']);
		expect([...texted()].sort()).toEqual([asha, bela, chana]);
	});

	test('of another worker does not last longer because somebody asked for it', async () => {
		unlisted();
		await skip(one);
		service.reset();
		for (let asked = 0; asked < 4; asked++) {
			await skip(other);
			clock.pass(25_000);
		}
		expect(outcomes(await skip(third))).toEqual(['accepted']);
	});

	test('that another worker wrote over is made again: each is texted once', async () => {
		// Both workers read the row before one of them writes it.
		const reading: Array<() => void> = [];
		let calls = 0;
		sharedEntries.between = async () => {
			if (++calls > 2) return;
			await new Promise<void>((go) => {
				reading.push(go);
				if (reading.length === 2) for (const each of reading) each();
			});
		};
		const both = await Promise.all([skip(one), skip(other)]);
		expect(texted()).toEqual([asha]);
		expect(both.flatMap(outcomes).sort()).toEqual(['accepted', 'alreadySent']);
	});

	test('that is written over each time it is made is none: nothing is sent', async () => {
		sharedEntries.isLost = true;
		expect(outcomes(await skip(one))).toEqual(['unknown']);
		expect(texted()).toEqual([]);
		// Five rounds of two calls, before each of the four reads of the list.
		expect(sharedEntries.calls).toBe(40);
	});
});

test.each([
	[10, true],
	[11, false],
])('a run of %i numbers claims them: %p', async (count, claims) => {
	await skip(
		one,
		Array.from({ length: count }, (_, place) => [numberOf(place)]),
	);
	expect(sharedEntries.calls > 0).toBe(claims);
	expect(texted()).toHaveLength(count);
});

describe("where n8n keeps no entries, workers share the service's list", () => {
	beforeEach(() => sharedEntries.forget());
	const list = [1, 2, 3, 4, 5, 6].map(numberOf);
	const options = { skipAlreadySent: true, maxConcurrentRequests: 1 };
	const inTurn = async (worker: N8nProcess, numbers = list, setup: Setup = {}) =>
		await worker.send(
			{ recipients: '={{ $json.to }}', options },
			{ rows: numbers.map((to) => ({ to })), ...setup },
		);

	test.each([1, 5])(
		'n8n dies at request %d: after the restart only the rest is texted',
		async (after) => {
			const dies = new AbortController();
			await service.start({
				beforeAnswer: () => {
					if (received('send').length === after) dies.abort();
				},
			});
			await inTurn(one, list, { stop: dies.signal });
			await clock.quiet();
			expect(texted()).toEqual(list.slice(0, after));
			const { rows } = await inTurn(other);
			expect(outcomes({ rows } as Outcome)).toEqual([
				...Array(after).fill('alreadySent'),
				...Array(6 - after).fill('accepted'),
			]);
			expect(rows.slice(0, after).map(({ messageId }) => messageId)).toEqual(
				service.journal.slice(0, after).map(({ messageId }) => messageId),
			);
			expect(texted()).toEqual(list);
		},
	);

	test.each([
		['dropBefore', 'accepted'],
		['dropAfter', 'alreadySent'],
	] as const)(
		'a send that was unknown to one (%s): the other goes by the list',
		async (kind, then) => {
			service.play({ on: 'send', kind });
			await inTurn(one, list.slice(0, 1));
			expect(outcomes(await inTurn(other, list.slice(0, 1)))).toEqual([then]);
			expect(texted()).toEqual(list.slice(0, 1));
		},
	);
});
