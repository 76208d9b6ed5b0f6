/**
 * Random lists, sent with Skip Already Sent in runs that are interrupted and made again, two at the same
 * moment, by one process or by another: by the sandbox's journal no number has a message twice, what is told as
 * sent was sent, and in the end every number has its message once.
 *
 * More of them: FAST_CHECK_RUNS=2000 FAST_CHECK_SEED=7 npx jest test/lookup/anyRerun
 */
import fc from 'fast-check';
import type { JournalEntry } from '../../workbench/sandbox/sandbox.mts';
import {
	judgeOnce,
	judgeRun,
	placesOf,
	placesOfEntry,
	reached,
	type ListRow,
	type Told,
} from './rerunOracle.mts';
import { step, type Step } from './rerunSteps.mts';
import { card, contentOf, rowsOfPlaces, sendRows } from './rows.mts';
import { clock } from '../clock/virtualClock.mts';
import {
	began,
	endEnvironment,
	maxPerPage,
	pace,
	readings,
	startEnvironment,
	type Environment,
} from './environment.mts';
import { runsOf } from '../randomRuns.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualPause.mts'),
);
jest.mock('../../nodes/MessagingService/http/attempt.ts', () =>
	jest.requireActual('../clock/virtualAttempt.mts'),
);

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** So long this process keeps others back from the numbers of an unclear send. */
const unclearFor = 2 * minute;

/** After these nobody can say whether the message was sent. */
const unclearKinds: string[] = [
	'dropBefore',
	'dropAfter',
	'dropMidAnswer',
	'serverError',
	'serverErrorInBody',
	'errorAfterAccept',
	'html',
	'notJson',
	'wrongShape',
	'emptyBody',
];

const story = fc.record({
	began,
	pace,
	readings,
	maxPerPage,
	clock: fc.oneof(
		fc.record({
			dateHeader: fc.constant('on' as const),
			clockOffset: fc.constantFrom(0, 700, -30 * second, -hour, 30 * hour, -72 * hour),
		}),
		fc.record({
			dateHeader: fc.constant('off' as const),
			clockOffset: fc.constantFrom(0, 700, -30 * second, minute, -minute),
		}),
	),
	listingDelay: fc.constantFrom(0, 0, 300, 2_900, 5_900, 20_000),
	lookBackHours: fc.constantFrom(24, 40),
	cards: fc.array(card, { minLength: 1, maxLength: 5 }),
	steps: fc.array(step, { minLength: 1, maxLength: 3 }),
	/** From elsewhere, before the first step, within the hours looked back or before. */
	before: fc.array(
		fc.record({
			card: fc.nat(4),
			age: fc.constantFrom(10 * minute, 20 * hour, 60 * hour),
			groupId: fc.constantFrom(null, null, 503),
			ends: fc.constantFrom('', ' ', '\r\n'),
		}),
		{ maxLength: 4 },
	),
	/** Whether all is sent once more when the hours looked back are over. */
	nextTime: fc.boolean(),
	/**
	 * Which rows have a number that isn't valid, and which of those with a number of their own are
	 * sent whatever was before.
	 */
	invalid: fc.array(fc.nat(11), { maxLength: 3 }),
	unskipped: fc.array(fc.nat(11), { maxLength: 3 }),
});
type Given = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

const seen = {
	accepted: 0,
	alreadySent: 0,
	unknown: 0,
	notSent: 0,
	failed: 0,
	stopped: 0,
	broken: 0,
	held: 0,
	unskipped: 0,
	oldAgain: 0,
};

/** The lists of a step, as they are sent. */
function listsOf(
	{ cards, invalid, unskipped }: Given,
	{ lists, failing, broken }: Step,
	own: number,
): ListRow[][] {
	return lists.map((places, list) =>
		rowsOfPlaces(places, cards, 2 * own + list).map((row, index) => ({
			...row,
			invalid: invalid.includes(index) ? ['12'] : [],
			skip: index === 0 || places[index] !== undefined || !unskipped.includes(index),
			...(failing === index && !broken ? { fails: true } : {}),
		})),
	);
}

async function send(
	environment: Environment,
	rows: ListRow[],
	{ lookBackHours }: Given,
	way: Pick<Step, 'mode' | 'combine' | 'batching' | 'concurrent' | 'lookUpUnknown' | 'process'>,
	signal?: AbortSignal,
) {
	const { baseUrl } = environment.bench.sandbox;
	return await environment.bench.run(
		{
			...sendRows,
			recipients: '={{ $json.to.concat($json.invalid) }}',
			message: '={{ $json.fails ? $("No such node").item.json.text : $json.text }}',
			options: {
				skipAlreadySent: '={{ $json.skip }}',
				lookBackHours,
				invalidRecipients: 'skip',
				lookUpUnknown: way.lookUpUnknown,
				maxConcurrentRequests: way.concurrent,
				...(way.combine ? { combineItems: true, recipientsPerRequest: way.combine } : {}),
			},
			requestOptions: way.batching ? { batching: { batch: way.batching } } : {},
		},
		// What a process knows of its sends is kept by the address: another spelling makes another one of it.
		{
			items: rows as never,
			settings: way.mode,
			signal,
			...(way.process === 'other'
				? {
						credentials: environment.bench.store({
							baseUrl: baseUrl.replace('127.0.0.1', 'localhost'),
						}),
					}
				: {}),
		},
	);
}

async function tryOut(given: Given): Promise<void> {
	const { listingDelay, lookBackHours, cards } = given;
	const environment = await startEnvironment(given.began, given.pace, {
		listingDelay,
		...given.clock,
		maxPerPage: given.maxPerPage,
		readings: given.readings,
	});
	const { sandbox } = environment.bench;
	for (const { card: which, age, groupId, ends } of [...given.before].sort(
		(one, other) => other.age - one.age,
	)) {
		clock.now = given.began - age;
		const row = cards[which % cards.length]!;
		await environment.send({ ...row, text: `${row.text}${ends}`, ...(groupId ? { groupId } : {}) });
	}
	clock.now = given.began;
	const isOld = ({ at }: JournalEntry): boolean => at < given.began - lookBackHours * hour;
	const journal = (): JournalEntry[] => sandbox.journal.filter((entry) => !isOld(entry));
	const old = new Set(
		sandbox.journal
			.filter(isOld)
			.flatMap((entry) =>
				entry.recipients.map(
					(to) =>
						`${contentOf({ text: entry.body.message, campaign: entry.body.campaign, priority: entry.body.priority })} ${to}`,
				),
			),
	);
	const before = reached(journal());
	const wanted: ListRow[] = [];
	/** Messages to numbers whose sends are unclear, and when they were. */
	const unsure = new Map<string, number>();

	for (const [own, each] of given.steps.entries()) {
		// What another process has done is known once it is listed.
		clock.advance(
			each.gap +
				(given.steps.length > 1 && each.process !== given.steps[own - 1]?.process
					? listingDelay
					: 0),
		);
		const lists = listsOf(given, each, own);
		wanted.push(...lists.flat().filter(({ skip }) => skip));
		for (const { kind, after, times, retryAfter } of each.faults)
			sandbox.play({
				on: 'send',
				kind,
				after,
				times,
				...(kind.startsWith('rateLimited') ? { retryAfter } : {}),
			});
		if (each.broken) sandbox.play({ on: 'messages', kind: each.broken, times: Infinity });
		if (each.trouble) sandbox.play({ on: 'messages', ...each.trouble });
		const stop = new AbortController();
		const counts = { leaves: 0, ended: 0 };
		clock.onRequest = (moment) => {
			if (counts[moment]++ === each.stopAfter?.requests && moment === each.stopAfter.moment)
				stop.abort();
		};
		const first = sandbox.requests.length;
		const results = await Promise.all(
			lists.map(async (rows) => await send(environment, rows, given, each, stop.signal)),
		);
		await environment.quiet(stop.signal.aborted);
		sandbox.disarm();

		const requests = sandbox.requests.slice(first);
		const sends = requests.filter(({ operation, body }) => operation === 'send' && body);
		if (each.broken) expect(sends).toEqual([]);
		for (const { fault, body } of sends) {
			const { message, campaign, priority, recipients } = body as JournalEntry['body'];
			if (!unclearKinds.includes(fault ?? '')) continue;
			for (const to of recipients ?? [])
				unsure.set(`${contentOf({ text: message, campaign, priority })} ${to}`, clock.now);
		}
		// A send that was under way when the run was stopped need not have come to the service.
		if (stop.signal.aborted)
			for (const item of lists.flat().flatMap(placesOf)) unsure.set(item, clock.now);
		judgeOnce(journal(), before);
		const told = results.map((result, list) => judgeRun(result, lists[list]!, journal()));
		for (const { outcome, row } of told.flat().filter((one): one is Told => one !== undefined)) {
			seen[outcome as 'accepted']++;
			if (!row.skip && outcome === 'accepted') seen.unskipped++;
		}
		seen.failed += results.some(({ status }) => status === 'error') ? 1 : 0;
		seen.stopped += stop.signal.aborted ? 1 : 0;
		seen.broken += each.broken ? 1 : 0;
	}

	const last = given.steps.at(-1)!;
	const way = {
		...last,
		mode: { onError: 'continueRegularOutput' as const },
		batching: undefined,
		lookUpUnknown: true,
	};
	const everything = wanted.map((row) => ({ ...row, fails: false }));
	const isOnce = (item: string): boolean =>
		reached(journal()).get(item) === Math.max(1, before.get(item) ?? 0);

	// A list without counts that grows while it is read may look like one that repeats its pages; the
	// run is refused then.
	if (given.readings.meta === 'missing') clock.advance(listingDelay);
	const quietAt = clock.now;
	const quiet = judgeRun(await send(environment, everything, given, way), everything, journal())!;
	judgeOnce(journal(), before);
	for (const { row, outcome, error } of quiet) {
		const places = placesOf(row);
		if (/^a/.test(outcome)) expect(places.filter((item) => !isOnce(item))).toEqual([]);
		else {
			// Kept back, because a send to one of its numbers was unclear a moment ago; or it turned out accepted just now.
			expect({
				outcome,
				error,
				isKept: outcome === 'unknown' || error.includes('waited for it'),
			}).toEqual({ outcome, error, isKept: true });
			const kept = everything.filter(
				(other) =>
					contentOf(other) === contentOf(row) &&
					(way.combine !== undefined || other.to.some((to) => row.to.includes(to))),
			);
			expect(
				kept
					.flatMap(placesOf)
					.some((item) => quietAt - (unsure.get(item) ?? 0) < unclearFor + minute),
			).toBe(true);
			seen.held++;
		}
	}

	clock.advance(unclearFor + listingDelay + 1);
	const again = judgeRun(await send(environment, everything, given, way), everything, journal())!;
	expect(again.filter(({ outcome }) => !/^a/.test(outcome))).toEqual([]);
	expect(everything.flatMap(placesOf).filter((item) => !isOnce(item))).toEqual([]);
	seen.oldAgain += everything
		.flatMap(placesOf)
		.filter((item) => old.has(item) && !before.has(item)).length;

	// Another process that sees nothing but the list has nothing left to send.
	clock.advance(listingDelay);
	const count = sandbox.journal.length;
	const other = judgeRun(
		await send(environment, everything, given, {
			...way,
			process: way.process === 'one' ? 'other' : 'one',
		}),
		everything,
		journal(),
	)!;
	expect(other.filter(({ outcome }) => outcome !== 'alreadySent')).toEqual([]);
	expect(sandbox.journal).toHaveLength(count);

	// Beyond the hours that are looked back it is a new intention, in a process that has idled meanwhile, too.
	if (!given.nextTime) return;
	clock.advance((lookBackHours + 1) * hour);
	judgeRun(await send(environment, everything, given, way), everything, sandbox.journal);
	const all = new Set(everything.flatMap(placesOf));
	const news = sandbox.journal.slice(count).flatMap(placesOfEntry);
	expect([...news].sort()).toEqual([...all].sort());
}

afterAll(endEnvironment);

test('no number has a message twice, what is told as sent was sent, and in the end every number has it once', async () => {
	await fc.assert(fc.asyncProperty(story, tryOut), runsOf(45));
	// The stories must not all be harmless, nor all hopeless.
	for (const [kind, count] of Object.entries(seen))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 3_600_000);
