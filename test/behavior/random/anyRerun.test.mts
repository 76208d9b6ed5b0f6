/**
 * Random lists, sent with Skip Already Sent, by text or by campaign, in runs that are interrupted and repeated, two at
 * the same moment, by one process or by another. Checked against the journal: no number has a message twice, every
 * message reported as sent was sent, and in the end every number has its message once.
 */
import fc from 'fast-check';
import { clock, N8nProcess, numberOf, received, service } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import * as messages from './messages.mts';
import { countsOf, placesOf, rowOf, type Row, type Told } from './messages.mts';

const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds for which a process holds back further messages to the numbers of an unknown send. */
const unknownFor = 2 * minute;

/** A run, or two at the same moment, and all events during it. */
const step = fc.record({
	lists: fc.oneof(fc.tuple(messages.places(8)), fc.tuple(messages.places(5), messages.places(5))),
	/** Milliseconds since the step before. */
	gap: fc.constantFrom(0, 0, 800, 5_000, 50_000, 125_000),
	/**
	 * The process of the run. Another one, such as another worker of n8n, knows only the sends that the service lists.
	 */
	worker: fc.constantFrom(0, 0, 1),
	way: messages.way,
	lookUpUnknown: fc.boolean(),
	faults: messages.sendFaults,
	/** A fault of every read of the list of messages. `trouble` affects only some of them. */
	broken: messages.seldom(fc.constantFrom('serverError', 'badRequest', 'html', 'dropBefore'), 5),
	trouble: messages.seldom(
		fc.record({
			kind: fc.constantFrom('serverError', 'rateLimited', 'noMeta', 'rowsMove', 'repeatPage'),
			after: fc.nat(3),
			times: fc.integer({ min: 1, max: 4 }),
		}),
		4,
	),
	stopsAt: messages.seldom(fc.nat(8), 2),
});

const story = fc.record({
	same: fc.constantFrom('text', 'campaign'),
	began: messages.began,
	listing: messages.listing,
	takes: fc.constantFrom(0, 0, 90, 900),
	clock: fc.oneof(
		fc.record({
			dateHeader: fc.constant('on' as const),
			clockOffset: fc.constantFrom(0, 700, -30_000, -hour, 30 * hour, -72 * hour),
		}),
		fc.record({
			dateHeader: fc.constant('off' as const),
			clockOffset: fc.constantFrom(0, 700, minute, -minute),
		}),
	),
	listingDelay: fc.constantFrom(0, 0, 300, 2_900, 5_900, 20_000),
	lookBackHours: fc.constantFrom(24, 40),
	// All from one sender: rows that differ only in that are refused.
	cards: fc.array(
		messages.card.map((card) => ({ ...card, sender: 101 })),
		{ minLength: 1, maxLength: 4 },
	),
	steps: fc.array(step, { minLength: 1, maxLength: 2 }),
	/** Messages in the list before the first step, within the look-back hours or older. */
	before: fc.array(
		fc.record({
			card: fc.nat(3),
			age: fc.constantFrom(10 * minute, 20 * hour, 60 * hour),
			groupId: fc.constantFrom(null, null, 503),
			ends: fc.constantFrom('', ' ', '\r\n'),
		}),
		{ maxLength: 3 },
	),
	/** Number of messages to other numbers, ten minutes apart: of a long list, later runs read what is new. */
	others: fc.constantFrom(0, 0, 12, 30),
	/** Rows with a number of their own that are sent without Skip Already Sent. */
	unskipped: fc.array(fc.nat(7), { maxLength: 2 }),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;
type Step = Story['steps'][number];

interface ListRow extends Row {
	skip: boolean;
}

const seen = {
	accepted: 0,
	alreadySent: 0,
	unknown: 0,
	notSent: 0,
	failed: 0,
	stopped: 0,
	broken: 0,
	held: 0,
	newAgain: 0,
	rehearsed: 0,
};

let workers: [N8nProcess, N8nProcess];
beforeAll(() => void (workers = [new N8nProcess(), new N8nProcess()]));

const reached = () => countsOf(service.journal.flatMap(({ body }) => placesOf(rowOf(body))));

async function tryOut(given: Story): Promise<void> {
	const { listingDelay, lookBackHours, cards, steps } = given;
	let onRequest = (): void => undefined;
	messages.compareBy(given.same);
	clock.set(given.began);
	await service.start({
		...(given.listing as object),
		...given.clock,
		listingDelay,
		beforeAnswer: ({ operation }) => {
			if (operation === 'token') return;
			clock.pass(given.takes);
			onRequest();
		},
	});
	/** Messages to numbers that already have them, which may never be sent again. */
	const had = new Set<string>();
	for (let left = given.others; left > 0; left--)
		service.addMessage({
			recipients: [numberOf(900_000 + left)],
			category: 'utility',
			createdAt: clock.now() + given.clock.clockOffset - left * 10 * minute,
		});
	for (const { card, age, groupId, ends } of given.before) {
		const row = cards[card % cards.length]!;
		messages.addListed(
			{ ...row, text: row.text + ends },
			{ age, ahead: given.clock.clockOffset, groupId },
		);
		const to = groupId ? messages.group : row.to;
		if (age < lookBackHours * hour) for (const place of placesOf({ ...row, to })) had.add(place);
	}

	const send = async (
		rows: ListRow[],
		{ worker, way, lookUpUnknown }: Omit<Step, 'lists'>,
		{ stop, dryRun = false }: { stop?: AbortSignal; dryRun?: boolean } = {},
	) => {
		const { same: sameMessage } = given;
		const skipAlreadySent = '={{ $json.skip }}';
		const options = { skipAlreadySent, sameMessage, lookBackHours, lookUpUnknown, dryRun };
		const setup = { rows: rows as never, settings: way.mode, stop };
		return await workers[worker]!.send(messages.sendRows(way, options), setup);
	};
	/** Expects that no number has a message twice, and that all numbers of a row reported as sent have its message. */
	const judge = (told: Told[] | undefined): Told[] => {
		const there = reached();
		const most = (place: string) => (had.has(place) ? 0 : 1);
		expect([...there].filter(([place, count]) => count > most(place))).toEqual([]);
		const receipts = new Map(service.journal.map((entry) => [entry.messageId, entry]));
		for (const { row, outcome, json } of told ?? []) {
			seen[outcome as 'accepted']++;
			if (!/^a/.test(outcome)) continue;
			// Skipped numbers were left to an equal row, which failed.
			const skipped = (json.skippedRecipients ?? []) as Array<{ recipient: string }>;
			const to = row.to.filter((number) => !skipped.some(({ recipient }) => recipient === number));
			const places = placesOf({ ...row, to });
			expect(places.filter((place) => !there.has(place) && !had.has(place))).toEqual([]);
			const its = [json.recipients, json.alreadySentRecipients].flatMap(messages.numbersIn);
			expect([...its].sort()).toEqual([...to].sort());
			if (outcome === 'alreadySent') expect((row as ListRow).skip).toBe(true);
			if (outcome === 'accepted' && json.confirmedBy === undefined) {
				const ids = String(json.messageId).split(', ');
				const reached = ids.flatMap((id) => placesOf(rowOf(receipts.get(id)!.body)));
				const sent = placesOf({ ...row, to: messages.numbersIn(json.recipients) });
				expect(reached).toEqual(expect.arrayContaining(sent));
			}
		}
		return told ?? [];
	};

	const wanted: ListRow[] = [];
	/** Messages to numbers whose sends were unknown, and the time of the run. */
	const unsure = new Map<string, number>();
	for (const [own, each] of steps.entries()) {
		// Sends of another process are known once they are listed.
		clock.pass(each.gap + (each.worker === steps[own - 1]?.worker ? 0 : listingDelay));
		const lists = each.lists.map((places, list) =>
			messages.rowsOf(places, cards, 2 * own + list).map((row, index) => ({
				...row,
				skip: index === 0 || places[index] !== undefined || !given.unskipped.includes(index),
			})),
		);
		wanted.push(...lists.flat());
		messages.play(each.faults);
		if (each.broken) service.play({ on: 'messages', kind: each.broken, times: Infinity });
		if (each.trouble) service.play({ on: 'messages', ...each.trouble });
		const stop = new AbortController();
		let count = 0;
		onRequest = () => void (count++ === each.stopsAt && stop.abort());
		const first = received('send').length;
		const outcomes = await Promise.all(
			lists.map(async (rows) => await send(rows, each, { stop: stop.signal })),
		);
		await clock.quiet();
		service.disarm();
		const sends = received('send').slice(first);
		if (each.broken && lists.flat().every(({ skip }) => skip)) expect(sends).toEqual([]);
		const unknown = sends
			.filter(({ fault, status }) => fault !== undefined || status === 0)
			.map(({ body }) => rowOf(body as never));
		// A send in flight when the run was canceled may not have reached the service.
		for (const row of stop.signal.aborted ? lists.flat() : unknown)
			for (const place of placesOf(row)) unsure.set(place, clock.now());
		for (const [list, outcome] of outcomes.entries()) {
			judge(messages.toldOf(outcome, lists[list]!));
			seen.failed += outcome.status === 'error' ? 1 : 0;
		}
		seen.stopped += stop.signal.aborted ? 1 : 0;
		seen.broken += each.broken ? 1 : 0;
	}
	onRequest = () => undefined;

	const everything = wanted.filter(({ skip }) => skip);
	const last = steps.at(-1)!;
	const mode = { onError: 'continueRegularOutput' as const };
	const quiet = { ...last, lookUpUnknown: true, way: { ...last.way, mode, batching: undefined } };
	/** Returns what a dry run says, which sends nothing. */
	const rehearse = async (worker: 0 | 1) => {
		const { length } = received('send');
		const outcome = await send(everything, { ...quiet, worker }, { dryRun: true });
		expect(received('send')).toHaveLength(length);
		return messages.toldOf(outcome, everything)!;
	};
	/** Runs the list again, and compares what a dry run has said just before. */
	const again = async (worker: 0 | 1, isQuiet = true) => {
		const rehearsed = await rehearse(worker);
		const { length } = service.journal;
		const told = judge(messages.toldOf(await send(everything, { ...quiet, worker }), everything));
		const placesIn = (rows: Told[]) =>
			rows.flatMap(({ row, json }) =>
				placesOf({ ...row, to: messages.numbersIn(json.recipients) }),
			);
		const sent = service.journal.slice(length).flatMap(({ body }) => placesOf(rowOf(body)));
		const wouldGo = placesIn(rehearsed.filter(({ outcome }) => outcome === 'dryRun'));
		// What is unknown at first may be held back, or be found in the list a moment later.
		expect([...new Set(wouldGo)]).toEqual(expect.arrayContaining(sent));
		if (isQuiet) expect([...sent].sort()).toEqual([...new Set(wouldGo)].sort());
		for (const [at, { outcome, json }] of rehearsed.entries()) {
			seen.rehearsed++;
			if (outcome === 'dryRun') continue;
			// Its ID and time may come from the list by now, and not from this process.
			const { sendOutcome, recipients } = json;
			expect(told[at]!.json).toMatchObject({ sendOutcome, recipients });
		}
		return told;
	};

	// A list without counts that grows while it is read may look like one that repeats its pages.
	if (given.listing.readings.meta === 'missing') clock.pass(listingDelay);
	const quietAt = clock.now();
	for (const { row, outcome } of await again(last.worker, false)) {
		if (/^a/.test(outcome)) continue;
		// Held back, because a send to one of its numbers, or to a number beside it, was unknown a moment ago.
		const texts = new Set(placesOf(row).map((place) => place.slice(0, place.lastIndexOf(' '))));
		const near = [...unsure].filter(([place]) => texts.has(place.slice(0, place.lastIndexOf(' '))));
		expect({
			row,
			outcome,
			isKept: near.some(([, at]) => quietAt - at < unknownFor + minute),
		}).toMatchObject({ isKept: true });
		seen.held++;
	}
	clock.pass(unknownFor + listingDelay + 1);
	for (const { outcome, json } of await again(last.worker))
		expect([outcome, json.error]).toEqual([expect.stringMatching(/^a/), undefined]);
	const there = reached();
	expect(
		everything
			.flatMap(placesOf)
			.filter((place) => there.get(place) !== (had.has(place) ? undefined : 1)),
	).toEqual([]);

	// Another process, which knows only the list, has nothing left to send.
	clock.pass(listingDelay);
	const { length } = service.journal;
	const other = last.worker === 0 ? 1 : 0;
	for (const { outcome } of await again(other)) expect(outcome).toBe('alreadySent');
	expect(service.journal).toHaveLength(length);
	// A dry run is then the report of the campaign.
	const listed = { sendOutcome: 'alreadySent', deliveryStatus: expect.any(String) };
	for (const { json } of await rehearse(other)) expect(json).toMatchObject(listed);

	// Beyond the look-back hours it is a new message, even in a process that was idle meanwhile.
	clock.pass((lookBackHours + 1) * hour);
	await send(everything, quiet);
	const news = service.journal.slice(length).flatMap(({ body }) => placesOf(rowOf(body)));
	expect([...news].sort()).toEqual([...new Set(everything.flatMap(placesOf))].sort());
	seen.newAgain += news.length;
}

test('no number has a message twice, what is told as sent was sent, and in the end every number has it once', async () => {
	await fc.assert(fc.asyncProperty(story, tryOut), runsOf(50));
	messages.compareBy('text');
	// The stories must not all be harmless, nor all hopeless.
	for (const [kind, count] of Object.entries(seen))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 3_600_000);
