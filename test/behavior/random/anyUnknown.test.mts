/**
 * Random sends with an unknown outcome, at a service that lists its messages sooner or later and in any form, by a
 * clock that may be wrong; equal rows in one run and in two at the same moment, equal messages from before, almost
 * equal ones of other clients. Checked against the journal: nothing is sent twice, and nothing is reported as accepted
 * that was not.
 */
import fc from 'fast-check';
import { clock, send, service } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import * as messages from './messages.mts';
import {
	countsOf,
	identityOf,
	placesOf,
	rowOf,
	type JournalEntry,
	type Row,
	type Told,
} from './messages.mts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Error that the node allows for in the clock of a service that doesn't state its time, in milliseconds. */
const margin = minute;

/** Faults that a read of the list survives. */
const passing = ['serverError', 'dropAfter', 'rateLimited'] as const;

const story = fc.record({
	began: messages.began,
	listing: messages.listing,
	way: messages.way,
	/** Duration of each answer, in milliseconds. */
	takes: fc.constantFrom(0, 0, 1, 90, 900),
	ahead: fc.oneof(
		fc.constantFrom(0, 0, 700, -700, margin, -margin, 2 * margin, -hour, hour, day, -3 * day),
		fc.integer({ min: -3 * day, max: 3 * day }),
	),
	dateHeader: fc.constantFrom('on' as const, 'on' as const, 'off' as const),
	listingDelay: fc.constantFrom(0, 0, 300, 2_900, 5_900, 6_400),
	cards: fc.array(messages.card, { minLength: 1, maxLength: 4 }),
	runs: fc.oneof(fc.tuple(messages.places(14)), fc.tuple(messages.places(7), messages.places(7))),
	faults: messages.sendFaults,
	/** Faults of the service's list. A read survives two passing ones. */
	listFault: messages.seldom(
		fc.record({
			kind: fc.constantFrom(...passing, 'badRequest', 'html', 'repeatPage', 'noMeta', 'rowsMove'),
			after: fc.nat(6),
			times: fc.constantFrom(1, 2, 12),
		}),
		2,
	),
	/** Equal messages from before, with their age in milliseconds when the run begins. */
	before: fc.array(
		fc.record({
			card: fc.nat(3),
			age: fc.constantFrom(3_200, 10_000, 70_000, 130_000, hour, day, 4 * day),
			groupId: fc.constantFrom(null, null, 503),
		}),
		{ maxLength: 4 },
	),
	/** Almost equal messages of other clients, and the request during which each arrives. */
	meanwhile: fc.array(
		fc.record({
			card: fc.nat(3),
			during: fc.nat(15),
			kind: fc.constantFrom('moreNumbers', 'fewerNumbers', 'otherCampaign', 'otherText', 'group'),
		}),
		{ maxLength: 5 },
	),
	stopsAt: messages.seldom(fc.nat(8), 4),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

/** Whether a message of this age (in milliseconds) is too old to be mistaken for a new one at this service. */
function isOldEnough(age: number, { dateHeader, ahead, takes }: Story): boolean {
	// Both times may be truncated to the second, and other answers may be in flight at the same time.
	if (dateHeader === 'on') return age > 3_000 + 45 * takes;
	// A message dated at the time of the run can't be recognized as old. One from the future reveals the clock's error.
	return age > margin + 2_000 + Math.max(0, ahead) || ahead - age > 12 * hour;
}

/** Returns another client's message in the list; undefined if nobody could tell it from one of the run. */
function almost(row: Row, kind: string, asked: Set<string>, combines: boolean): Row | undefined {
	if (kind === 'moreNumbers') return { ...row, to: [...row.to, '+254799999999'] };
	if (kind === 'otherCampaign') return { ...row, campaign: 'another' };
	if (kind === 'otherText') return { ...row, text: 'Another' };
	if (kind === 'group') return row;
	const fewer = { ...row, to: row.to.slice(1) };
	return combines || fewer.to.length === 0 || asked.has(identityOf(fewer)) ? undefined : fewer;
}

/** Returns the messages of the journal by the ID of their record in the list, whatever their receipts say. */
async function recordsOf(added: Set<number>): Promise<Map<string, JournalEntry>> {
	service.disarm();
	service.setOptions({
		listingDelay: 0,
		maxPerPage: Infinity,
		readings: {
			singleRecord: false,
			emptyAs: 'array',
			listOrder: 'oldestFirst',
			bearerRequired: false,
		},
	});
	const answer = await fetch(`${service.baseUrl}/sms/messages?per_page=100000`);
	const { data } = (await answer.json()) as {
		data: { data: Array<{ id: number; campaign: string }> };
	};
	// The fault `rowsMove` adds a record of its own.
	const ids = data.data
		.filter(({ id, campaign }) => !added.has(id) && campaign !== 'elsewhere')
		.map(({ id }) => String(id));
	expect(ids).toHaveLength(service.journal.length);
	return new Map(ids.map((id, index) => [id, service.journal[index]!]));
}

const seen = { confirmed: 0, unknown: 0, twoRuns: 0, stopped: 0, failed: 0 };

async function tryOut(given: Story): Promise<void> {
	const { ahead, dateHeader, listingDelay, cards, way, stopsAt } = given;
	clock.set(given.began);
	const runs = given.runs.map((places, run) => messages.rowsOf(places, cards, run));
	const asked = new Set(runs.flat().map(identityOf));
	const stop = new AbortController();
	const added = new Set<number>();
	let count = 0;
	await service.start({
		...(given.listing as object),
		clockOffset: ahead,
		dateHeader,
		listingDelay,
		beforeAnswer: ({ operation }) => {
			if (operation === 'token') return;
			clock.pass(given.takes);
			if (count === stopsAt) stop.abort();
			for (const { card, during, kind } of given.meanwhile) {
				const row =
					during === count &&
					almost(cards[card % cards.length]!, kind, asked, way.combine !== undefined);
				const groupId = kind === 'group' ? 503 : undefined;
				if (row) added.add(messages.addListed(row, { ahead, groupId }));
			}
			count++;
		},
	});
	for (const { card, age, groupId } of given.before)
		if (isOldEnough(age, given))
			added.add(messages.addListed(cards[card % cards.length]!, { age, ahead, groupId }));
	messages.play(given.faults);
	if (given.listFault) service.play({ on: 'messages', ...given.listFault });

	const results = await Promise.all(
		runs.map(async (rows) => {
			const setup = { rows: rows as never, settings: way.mode, stop: stop.signal };
			const outcome = await send(messages.sendRows(way, {}), setup);
			return { outcome, rows };
		}),
	);
	await clock.quiet();
	const told = results.map(({ outcome, rows }) => messages.toldOf(outcome, rows));
	const journal = [...service.journal];
	const records = await recordsOf(added);

	judgeSends(runs.flat(), journal);
	judgeTold(
		told.map((items) => items ?? []),
		journal,
		records,
		way.combine !== undefined,
	);
	const items = told.flatMap((each) => each ?? []);
	if (!told.includes(undefined)) judgeMissing(items, journal);

	seen.confirmed += items.filter(({ json }) => json.confirmedBy === 'lookup').length;
	seen.unknown += items.filter(({ outcome }) => outcome === 'unknown').length;
	seen.twoRuns += runs.length - 1;
	seen.stopped += stop.signal.aborted ? 1 : 0;
	seen.failed += results.some(({ outcome }) => outcome.status === 'error') ? 1 : 0;
}

/** Expects that nobody got a message more often than rows ask for it. */
function judgeSends(rows: Row[], journal: JournalEntry[]): void {
	const asked = countsOf(rows.flatMap(placesOf));
	const reached = countsOf(journal.flatMap(({ body }) => placesOf(rowOf(body))));
	const twice = [...reached].filter(([place, count]) => count > (asked.get(place) ?? 0));
	expect(twice).toEqual([]);
}

/** Expects that rows reported as accepted were accepted, each with the receipt of its own message and request. */
function judgeTold(
	runs: Told[][],
	journal: JournalEntry[],
	records: Map<string, JournalEntry>,
	combines: boolean,
): void {
	const receipts = new Map(journal.map((entry) => [entry.messageId, entry]));
	const requests = new Map<string, { entry: JournalEntry; rows: Row[]; byLookUp: boolean }>();
	for (const [run, items] of runs.entries())
		for (const { row, index, json, outcome } of items) {
			if (outcome !== 'accepted') continue;
			const byLookUp = json.confirmedBy === 'lookup';
			// Of a row with several requests, a look-up may have confirmed only some.
			const entries = String(json.messageId)
				.split(', ')
				.map((id) => (byLookUp ? records.get(id) : undefined) ?? receipts.get(id));
			expect({ row, json, isOurs: !entries.includes(undefined) }).toEqual({
				row,
				json,
				isOurs: true,
			});
			// An equal row may have sent the message to the other numbers.
			const sent = { ...row, to: messages.numbersIn(json.recipients) };
			const reached = entries.flatMap((entry) => placesOf(rowOf(entry!.body)));
			expect(reached).toEqual(expect.arrayContaining(placesOf(sent)));
			for (const entry of entries) {
				const key = `${run} ${combines ? '' : index} ${entry!.messageId}`;
				const request = requests.get(key) ?? { entry: entry!, rows: [], byLookUp };
				const to = sent.to.filter((number) => entry!.recipients.includes(number));
				request.rows.push({ ...sent, to });
				requests.set(key, request);
			}
		}
	for (const { entry, rows } of requests.values())
		expect([...new Set(rows.flatMap(({ to }) => to))].sort()).toEqual([...entry.recipients].sort());
	// Each record belongs to one request only.
	const entries = [...requests.values()].map(({ entry }) => entry);
	expect(new Set(entries).size).toBe(entries.length);
}

/** Expects that nothing reached anybody whose row is reported as neither accepted nor unknown. */
function judgeMissing(items: Told[], journal: JournalEntry[]): void {
	const tellable = countsOf(
		items
			.filter(({ outcome }) => /accepted|unknown/.test(outcome))
			.flatMap(({ row }) => placesOf(row)),
	);
	const reached = countsOf(journal.flatMap(({ body }) => placesOf(rowOf(body))));
	expect([...reached].filter(([place, count]) => count > (tellable.get(place) ?? 0))).toEqual([]);
}

test('nothing twice, and nothing told as accepted that was not', async () => {
	await fc.assert(fc.asyncProperty(story, tryOut), runsOf(40));
	// The stories must not all be harmless, nor all hopeless.
	for (const [kind, count] of Object.entries(seen))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 3_600_000);
