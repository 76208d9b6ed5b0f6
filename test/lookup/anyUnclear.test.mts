/**
 * Random sends whose outcome is unclear, at a service that lists its messages sooner or later and whichever
 * way it likes, with a clock that may be wrong: equal items in one run and in two at the same moment, equal
 * messages from before, others from elsewhere. Judged by the sandbox's journal: nothing twice, nothing told as
 * accepted that was not, and what the service shows within six seconds is told as accepted.
 *
 * More of them: FAST_CHECK_RUNS=2000 FAST_CHECK_SEED=7 npx jest test/lookup/anyUnclear
 */
import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { faults, type FaultKind } from '../../workbench/sandbox/faults.mts';
import type { JournalEntry } from '../../workbench/sandbox/sandbox.mts';
import { almost, isFromElsewhere } from './fromElsewhere.mts';
import {
	card,
	identityOfEntry,
	identityOfRow,
	place,
	rowsOfPlaces,
	seldom,
	sendRows,
} from './rows.mts';
import { judgeSends, judgeSettled, judgeTold, toldBy } from './unclearOracle.mts';
import { clock } from '../clock/virtualClock.mts';
import {
	began,
	endEnvironment,
	maxPerPage,
	pace,
	readings,
	startEnvironment,
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
const day = 24 * hour;

/** The last look at the list, after the last send. */
const lastLook = 6 * second;

/** By how much a service's clock may be wrong that doesn't state its time. */
const margin = minute;

const kinds = (Object.keys(faults) as FaultKind[]).filter(
	(kind) => !('only' in faults[kind]) && !kind.startsWith('hang'),
);

const sendFault = fc.record({
	kind: fc.oneof(
		{
			weight: 3,
			arbitrary: fc.constantFrom<FaultKind>(
				'dropBefore',
				'dropAfter',
				'serverError',
				'errorAfterAccept',
				'notJson',
				'emptyBody',
			),
		},
		{ weight: 1, arbitrary: fc.constantFrom(...kinds) },
	),
	after: fc.nat(30),
	times: fc.integer({ min: 1, max: 12 }),
	retryAfter: fc.constantFrom('0', '7', '110'),
});

interface ListFault {
	kind: FaultKind;
	after: number;
	times: number;
	hard: boolean;
}

/** Faults that a read survives, and those that may keep the list from being read. */
const passingFault = fc.record({
	kind: fc.constantFrom<FaultKind>(
		'serverError',
		'dropBefore',
		'dropAfter',
		'rateLimited',
		'serverErrorInBody',
	),
	after: fc.nat(5),
	times: fc.constantFrom(1, 2),
	hard: fc.constant(false),
});
const hardFault = fc.record({
	kind: fc.constantFrom<FaultKind>(
		'serverError',
		'rateLimited',
		'dropBefore',
		'badRequest',
		'html',
		'notJson',
		'repeatPage',
		'hugeLastPage',
		'noMeta',
		'rowsMove',
	),
	after: fc.nat(8),
	times: fc.integer({ min: 1, max: 12 }),
	hard: fc.constant(true),
});

const offset = fc.oneof(
	fc.constantFrom(
		0,
		0,
		700,
		-700,
		30 * second,
		-30 * second,
		margin,
		-margin,
		2 * margin,
		-2 * margin,
		hour,
		-hour,
		day,
		-day,
		3 * day,
		-3 * day,
	),
	fc.integer({ min: -3 * day, max: 3 * day }),
	fc.integer({ min: -margin, max: margin }),
);

const schedule = fc.record({
	began,
	pace,
	offset,
	readings,
	maxPerPage,
	dateHeader: fc.constantFrom('on' as const, 'on' as const, 'off' as const),
	listingDelay: fc.constantFrom(0, 0, 300, 1_000, 2_900, 3_000, 5_900, lastLook, 6_400, minute),
	cards: fc.array(card, { minLength: 1, maxLength: 5 }),
	runs: fc.oneof(
		{ weight: 3, arbitrary: fc.tuple(fc.array(place, { minLength: 1, maxLength: 60 })) },
		{
			weight: 2,
			arbitrary: fc.tuple(
				fc.array(place, { minLength: 1, maxLength: 25 }),
				fc.array(place, { minLength: 1, maxLength: 25 }),
			),
		},
	),
	sendFaults: fc.array(sendFault, { minLength: 1, maxLength: 5 }),
	/** Such a send takes the whole time-out, so there are few. */
	hangs: seldom(
		fc.record({
			kind: fc.constantFrom('hang' as const, 'hangAfterAccept' as const),
			after: fc.nat(10),
		}),
		40,
	),
	listFaults: fc.oneof(
		{ weight: 6, arbitrary: fc.constant<ListFault[]>([]) },
		{ weight: 2, arbitrary: fc.array<ListFault>(passingFault, { minLength: 1, maxLength: 1 }) },
		{ weight: 2, arbitrary: fc.array<ListFault>(hardFault, { minLength: 1, maxLength: 3 }) },
	),
	/** Equal messages from before, each so many milliseconds old when the run begins. */
	before: fc.array(
		fc.record({
			card: fc.nat(4),
			age: fc.constantFrom(
				3.2 * second,
				10 * second,
				70 * second,
				130 * second,
				hour,
				day,
				4 * day,
			),
			groupId: fc.constantFrom(null, null, null, 503),
		}),
		{ maxLength: 4 },
	),
	/** Messages from elsewhere, of almost the same content, after so many requests. */
	meanwhile: fc.array(
		fc.record({
			card: fc.nat(4),
			after: fc.nat(40),
			kind: fc.constantFrom(
				'moreNumbers',
				'fewerNumbers',
				'otherCampaign',
				'otherPriority',
				'otherText',
				'group',
			),
		}),
		{ maxLength: 5 },
	),
	mode: fc.constantFrom<Partial<INode>>(
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{},
	),
	combine: seldom(fc.integer({ min: 1, max: 12 }), 2),
	batching: fc.constantFrom(
		undefined,
		undefined,
		{ batchSize: 7, batchInterval: 900 },
		{ batchSize: 2, batchInterval: 200_000 },
	),
	concurrent: fc.constantFrom(1, 1, 2, 5, 20),
	stopAfter: seldom(
		fc.record({
			requests: fc.nat(60),
			moment: fc.constantFrom('leaves' as const, 'ended' as const),
		}),
		6,
	),
});

type Given = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

/** Messages so old that no clock of this service could have them for new ones. */
function isOldEnough(
	age: number,
	{ dateHeader, offset: ahead, pace: { work, out, back } }: Given,
): boolean {
	// Both times may be cut to the second, and while an answer is under way others may be, too.
	if (dateHeader === 'on') return age > 3 * second + 45 * (work + out + back);
	// Of one that seems to be from the time of the run nobody can know; one from the future gives the clock away.
	return age > margin + 2 * second + Math.max(0, ahead) || ahead - age > 12 * hour;
}

const seen = {
	confirmed: 0,
	unknown: 0,
	twoRuns: 0,
	equalConfirmed: 0,
	stopped: 0,
	failed: 0,
	combined: 0,
	settled: 0,
};

async function tryOut(given: Given): Promise<void> {
	const { listingDelay, dateHeader, cards, mode } = given;
	const environment = await startEnvironment(given.began, given.pace, {
		listingDelay,
		clockOffset: given.offset,
		dateHeader,
		maxPerPage: given.maxPerPage,
		readings: given.readings,
	});
	const { bench } = environment;
	const { sandbox } = bench;
	const runs = given.runs.map((places, run) => rowsOfPlaces(places, cards, run));
	const asked = new Set(runs.flat().map(identityOfRow));

	for (const { card: which, age, groupId } of [...given.before].sort(
		(one, other) => other.age - one.age,
	)) {
		if (!isOldEnough(age, given)) continue;
		clock.now = given.began - age;
		const row = cards[which % cards.length]!;
		await environment.send({ ...row, ...(groupId ? { groupId } : {}) });
	}
	clock.now = given.began;
	const old = sandbox.journal.length;

	for (const { kind, after, times, retryAfter } of given.sendFaults)
		sandbox.play({
			on: 'send',
			kind,
			after,
			times: kind === 'noise' ? 1 : times,
			...(kind.startsWith('rateLimited') ? { retryAfter } : {}),
		});
	for (const { kind, after, times } of given.listFaults)
		sandbox.play({ on: 'messages', kind, after, times });
	if (given.hangs) sandbox.play({ on: 'send', ...given.hangs });
	const stop = new AbortController();
	const others: Array<Promise<void>> = [];
	let left = 0;
	let ended = 0;
	clock.onRequest = (moment) => {
		const count = moment === 'leaves' ? left++ : ended++;
		if (given.stopAfter?.moment === moment && given.stopAfter.requests === count) stop.abort();
		for (const { card: which, kind, after } of given.meanwhile) {
			const sent =
				moment === 'leaves' && count === after
					? almost(cards[which % cards.length]!, kind, asked)
					: undefined;
			if (sent && !(kind === 'fewerNumbers' && given.combine))
				others.push(environment.send(...sent));
		}
	};
	const results = await Promise.all(
		runs.map(async (rows) => {
			const result = await bench.run(
				{
					...sendRows,
					options: {
						lookUpUnknown: true,
						maxConcurrentRequests: given.concurrent,
						...(given.combine ? { combineItems: true, recipientsPerRequest: given.combine } : {}),
					},
					requestOptions: {
						...(given.hangs ? { timeout: 1_000 } : {}),
						...(given.batching ? { batching: { batch: given.batching } } : {}),
					},
				},
				{ items: rows as never, settings: mode, signal: stop.signal },
			);
			return { result, endedAt: clock.now };
		}),
	);
	await Promise.all(others);
	await environment.quiet(stop.signal.aborted);

	const told = results.map(({ result }, run) => toldBy(result, runs[run]!, run));
	const journal = sandbox.journal.slice(old).filter((entry) => !isFromElsewhere(entry));
	const isReadable = !given.listFaults.some(({ hard }) => hard);
	const isTimeTold = dateHeader === 'on' || Math.abs(given.offset) <= margin;
	const sends = sandbox.requests
		.filter(({ operation, body }) => operation === 'send' && body)
		.map(({ at, body }) => {
			const { message, campaign, priority, recipients } = body as JournalEntry['body'];
			return {
				at,
				identity: identityOfRow({
					text: message,
					campaign,
					priority,
					to: recipients ?? [],
					sender: 0,
				}),
			};
		});
	const records = await environment.recordIds();
	const judged = {
		runs,
		told,
		journal,
		records,
		combines: given.combine !== undefined,
		isSettled: (identity: string, run: number): boolean => {
			if (stop.signal.aborted || !isReadable || !isTimeTold || listingDelay > lastLook)
				return false;
			// Another send of the same message may be the one whose record the list shows: one that was accepted with an ID
			// that no record has, or one of the other run that is under way during the last look.
			const equal = sends.filter((send) => send.identity === identity);
			if (given.readings.messageIdType === 'uuid' && equal.length > 1) return false;
			// A list of one record a page, without a count, that grows by one between two pages shows the
			// same page twice: the look ends in a failure, as with a service that knows no pages, and the
			// message stays unknown.
			if (given.readings.meta === 'missing' && given.maxPerPage === 1 && sends.length > 1)
				return false;
			const { endedAt } = results[run]!;
			return (
				runs.length === 1 ||
				!equal.some(({ at }) => at > endedAt - 2 * lastLook && equal.length > 1)
			);
		},
	};
	judgeSends(judged);
	judgeTold(judged);
	judgeSettled(judged);

	const items = told.flatMap((run) => (typeof run === 'object' && 'items' in run ? run.items : []));
	const confirmed = items.filter(({ byLookUp }) => byLookUp);
	seen.confirmed += confirmed.length;
	seen.equalConfirmed +=
		confirmed.length - new Set(confirmed.map(({ row }) => identityOfRow(row))).size;
	seen.unknown += items.filter(({ outcome }) => outcome === 'unknown').length;
	seen.settled += new Set(
		journal.map(identityOfEntry).filter((identity) => judged.isSettled(identity, 0)),
	).size;
	seen.twoRuns += runs.length - 1;
	seen.stopped += stop.signal.aborted ? 1 : 0;
	seen.failed += results.some(({ result }) => result.status === 'error') ? 1 : 0;
	seen.combined += journal.some(({ recipients }) => recipients.length > 4) ? 1 : 0;
}

afterAll(endEnvironment);

test('nothing twice, nothing told as accepted that was not, everything that the service shows in time told as accepted', async () => {
	await fc.assert(fc.asyncProperty(schedule, tryOut), runsOf(60));
	// The schedules must not all be harmless, nor all hopeless.
	for (const [kind, count] of Object.entries(seen))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 3_600_000);
