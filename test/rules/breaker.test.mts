/**
 * The effect of one outcome on other requests of the account. Sending on while a service is down would make unknown
 * sends, and one verdict on the account is enough for all of its requests.
 */
import { Breaker, meaningOf } from '../../nodes/MessagingService/service/breaker.ts';
import type { Outcome } from '../../nodes/MessagingService/service/outcome.ts';
import { Stop } from '../../nodes/MessagingService/service/stop.ts';
import { tableOf } from './table.mts';

let mockSlept: number[] = [];
jest.mock('n8n-workflow', () => ({
	sleep: async (milliseconds: number) => void mockSlept.push(milliseconds),
}));
beforeEach(() => (mockSlept = []));

// Columns: the case, the final outcome, and its meaning for a query and for a send.
test.each(
	tableOf(`
		answered  {"type":"answered"}  nothing  resets
		a plain refusal  {"type":"refused","status":422}  nothing  resets
		403 with a fresh token  {"type":"refused","status":403}  nothing  counts
		500  {"type":"serverError","status":500}  nothing  trips
		503  {"type":"serverError","status":503}  nothing  trips
		408  {"type":"serverError","status":408}  nothing  trips
		a broken connection  {"type":"lost"}  nothing  trips
		a time-out  {"type":"timedOut"}  nothing  trips
		an answer that nobody can read  {"type":"unreadable","status":200}  nothing  counts
		a redirect  {"type":"redirected","status":302}  nothing  counts
		a reason that is not listed  {"type":"unlisted"}  nothing  counts
		two tokens refused  {"type":"unauthorized"}  endsRun  endsRun
		a rate limit that outlasts its waits  {"type":"rateLimited"}  endsRun  endsRun
		nobody there  {"type":"unreachable"}  endsRun  endsRun
		a certificate  {"type":"untrusted"}  endsRun  endsRun
		no TLS  {"type":"notTls"}  endsRun  endsRun
		a blocked address  {"type":"blocked"}  endsRun  endsRun
		an address that is none  {"type":"notMade"}  endsRun  endsRun
		an unusable credential  {"type":"notReady"}  nothing  nothing
		a stopped execution  {"type":"canceled"}  nothing  nothing
	`),
)('%s', (_, outcome, ofQuery, ofSend) => {
	const given = JSON.parse(outcome!) as Outcome;
	expect([meaningOf('read', given), meaningOf('send', given)]).toEqual([ofQuery, ofSend]);
});

const [accepted, failed, odd, forbidden] = [
	{ type: 'answered', body: {}, data: {} },
	{ type: 'serverError', status: 503 },
	{ type: 'unreadable', status: 200 },
	{ type: 'refused', status: 403 },
] as Outcome[] as [Outcome, Outcome, Outcome, Outcome];
const never = async (): Promise<Outcome> => await Promise.reject(new Error('It is not asked.'));
const stop = new Stop();
/** Sends once for each outcome, one after the other. Returns how many sends the breaker let through. */
function sendAll(breaker: Breaker, limit: number, outcomes: Outcome[]): number {
	const left = outcomes.filter((outcome) => {
		const hasPlace = breaker.enter(limit);
		if (hasPlace) breaker.leave(outcome);
		return hasPlace;
	});
	return left.length;
}

test('as many may be under way as the limit allows, as long as nothing fails', () => {
	const breaker = new Breaker();
	expect([1, 2, 3, 4].map(() => breaker.enter(3))).toEqual([true, true, true, false]);
	breaker.leave(accepted);
	expect([breaker.enter(3), breaker.enter(3)]).toEqual([true, false]);
});

test('after one that may be lost none leaves until a read is answered, which is asked at once', async () => {
	const breaker = new Breaker();
	expect(sendAll(new Breaker(), 10, [{ type: 'lost', code: 'ECONNRESET' }, accepted])).toBe(1);
	expect(sendAll(breaker, 10, [failed, accepted])).toBe(1);
	let asked = 0;
	const ask = async () => (asked++, accepted);
	// Concurrent callers share one read.
	await Promise.all([breaker.ready(ask, stop), breaker.ready(ask, stop)]);
	expect([asked, mockSlept, sendAll(breaker, 10, [accepted, accepted])]).toEqual([1, [], 2]);
});

test('the wait between the reads is told', async () => {
	const breaker = new Breaker();
	sendAll(breaker, 10, [failed]);
	const answers = [failed, failed, accepted];
	await breaker.ready(async () => answers.shift()!, stop);
	expect([mockSlept, breaker.waited]).toEqual([[1_000, 2_000], 3_000]);
});

test('who waits for a send under way goes on when it ends, whatever came of it', async () => {
	for (const outcome of [accepted, odd]) {
		const breaker = new Breaker();
		for (let place = 0; place < 2; place++) breaker.enter(2);
		const waiting = breaker.ready(never, stop);
		breaker.leave(outcome);
		expect(await waiting).toBeUndefined();
	}
});

test('nobody there: none leaves until a read is answered, and since when is told', async () => {
	const breaker = new Breaker();
	jest.spyOn(Date, 'now').mockReturnValue(11);
	breaker.trip();
	jest.spyOn(Date, 'now').mockReturnValue(12);
	breaker.trip();
	expect(breaker.enter(10)).toBe(false);
	expect(await breaker.ready(async () => failed, stop)).toEqual({ type: 'down', since: 11 });
	expect(await breaker.ready(async () => accepted, stop)).toBeUndefined();
	expect(breaker.enter(10)).toBe(true);
});

test('where nothing is answered, it is asked for a minute, then all who wait are told since when', async () => {
	const breaker = new Breaker();
	jest.spyOn(Date, 'now').mockReturnValue(7);
	sendAll(breaker, 10, [failed]);
	let asked = 0;
	const ask = async (): Promise<Outcome> => {
		asked++;
		const silent: Outcome[] = [
			failed,
			{ type: 'lost' },
			{ type: 'timedOut' },
			{ type: 'unreachable' },
		];
		return silent[asked % 5] ?? { type: 'rateLimited' };
	};
	const told = await Promise.all([breaker.ready(ask, stop), breaker.ready(ask, stop)]);
	expect(told).toEqual([
		{ type: 'down', since: 7 },
		{ type: 'down', since: 7 },
	]);
	expect([asked, mockSlept.reduce((sum, wait) => sum + wait)]).toEqual([7, 60_000]);
	// The next run probes again before it sends.
	expect(breaker.enter(10)).toBe(false);
	expect(await breaker.ready(async () => accepted, stop)).toBeUndefined();
	expect(breaker.enter(10)).toBe(true);
});

test.each<Outcome>([
	accepted,
	odd,
	{ type: 'refused', status: 404 },
	{ type: 'unauthorized' },
	{ type: 'redirected', status: 302 },
])('an answer is an answer: %j', async (answer) => {
	const breaker = new Breaker();
	sendAll(breaker, 10, [failed]);
	expect(await breaker.ready(async () => answer, stop)).toBeUndefined();
	expect(breaker.enter(10)).toBe(true);
});

describe('though reads are answered', () => {
	test.each([
		[10, 10],
		[3, 3],
		// A single row at which the service fails each time ends no run.
		[1, 2],
	])(
		'of %i at once %i in a row end the run, and the next one tries one alone',
		async (limit, most) => {
			const breaker = new Breaker();
			expect(sendAll(breaker, limit, Array<Outcome>(20).fill(odd))).toBe(most);
			expect(breaker.exhausted(limit)).toMatchObject({ type: 'sendsFail' });
			breaker.begin();
			expect([breaker.enter(limit), breaker.enter(limit)]).toEqual([true, false]);
			breaker.leave(odd);
			expect(breaker.exhausted(limit)).toMatchObject({ type: 'sendsFail' });
			expect(sendAll(breaker, limit, [accepted, ...Array<Outcome>(20).fill(odd)])).toBe(1 + most);
		},
	);

	test('each leaves a place less, and one that is taken or refused gives all of them back', () => {
		const breaker = new Breaker();
		sendAll(breaker, 3, [odd, odd]);
		expect([breaker.enter(3), breaker.enter(3)]).toEqual([true, false]);
		breaker.leave({ type: 'refused', status: 422 });
		expect([1, 2, 3, 4].map(() => breaker.enter(3))).toEqual([true, true, true, false]);
	});

	test('nothing is over while one is under way: it may be taken', () => {
		const breaker = new Breaker();
		expect([breaker.enter(2), breaker.enter(2)]).toEqual([true, true]);
		breaker.leave(odd);
		expect([breaker.enter(2), breaker.exhausted(2)]).toEqual([false, undefined]);
		breaker.leave(accepted);
		expect(breaker.enter(2)).toBe(true);
	});

	test('all forbidden: the reason is told as it came', () => {
		const breaker = new Breaker();
		expect(sendAll(breaker, 3, Array<Outcome>(9).fill(forbidden))).toBe(3);
		expect(breaker.exhausted(3)).toBe(forbidden);
	});

	test('what failed before an outage is explained by it', async () => {
		const breaker = new Breaker();
		for (let place = 0; place < 3; place++) breaker.enter(3);
		for (let place = 0; place < 3; place++) breaker.leave(failed);
		const answers = [failed, accepted];
		expect(await breaker.ready(async () => answers.shift()!, stop)).toBeUndefined();
		expect([breaker.exhausted(3), breaker.enter(3)]).toEqual([undefined, true]);
	});

	test('since when they fail is told: since the first in a row', () => {
		const breaker = new Breaker();
		for (const now of [5, 6, 7]) {
			jest.spyOn(Date, 'now').mockReturnValue(now);
			sendAll(breaker, 3, [odd]);
		}
		expect(breaker.exhausted(3)).toEqual({ type: 'sendsFail', since: 5 });
	});

	test('reads that are answered at once explain none of the failures before', async () => {
		const breaker = new Breaker();
		for (let place = 0; place < 3; place++) breaker.enter(3);
		for (const outcome of [odd, odd, failed]) breaker.leave(outcome);
		expect(breaker.exhausted(3)).toBeUndefined();
		expect(await breaker.ready(async () => accepted, stop)).toBeUndefined();
		expect(breaker.exhausted(3)).toMatchObject({ type: 'sendsFail' });
	});

	test('a run that begins while sends are under way counts the failures before', () => {
		const breaker = new Breaker();
		for (let place = 0; place < 3; place++) breaker.enter(3);
		for (let place = 0; place < 2; place++) breaker.leave(odd);
		breaker.begin();
		expect(breaker.enter(3)).toBe(false);
	});

	test('a new run counts anew, what a stopped one left behind counts nothing', () => {
		const breaker = new Breaker();
		sendAll(breaker, 3, [odd, odd]);
		breaker.begin();
		sendAll(breaker, 3, [{ type: 'lost', code: 'ERR_CANCELED' }]);
		expect(sendAll(breaker, 3, Array<Outcome>(9).fill(odd))).toBe(3);
	});
});

test('who is stopped asks no more, and leaves it to others', async () => {
	const breaker = new Breaker();
	sendAll(breaker, 10, [failed]);
	let stopped = (): void => undefined;
	const signal = {
		aborted: false,
		addEventListener: (_: 'abort', listener: () => void) => (stopped = listener),
		removeEventListener: () => undefined,
	};
	const ask = async (): Promise<Outcome> => {
		signal.aborted = true;
		stopped();
		return failed;
	};
	expect(await breaker.ready(ask, new Stop(signal))).toBeUndefined();
	expect(await breaker.ready(never, new Stop(signal))).toBeUndefined();
	expect(breaker.enter(10)).toBe(false);
	expect(await breaker.ready(async () => accepted, stop)).toBeUndefined();
	expect(breaker.enter(10)).toBe(true);
});
