/**
 * Retries by outcome. A send has no idempotency key, so it is retried only if the answer, or its absence, proves that
 * the service did not accept it.
 */
import type { Outcome, Purpose } from '../../nodes/MessagingService/service/outcome.ts';
import { decide } from '../../nodes/MessagingService/service/retryPolicy.ts';
import { tableOf } from './table.mts';

const now = Date.parse('2026-11-21T08:00:00Z');
const at = { now, random: 0 };
const status = (code: number): Outcome => ({ type: 'serverError', status: code });
const limited = (retryAfter?: string): Outcome => ({ type: 'rateLimited', retryAfter });

/** Returns how often a request is retried if it meets the same outcome every time. */
function repetitions(purpose: Purpose, outcome: Outcome): number {
	for (let attempt = 1; attempt < 50; attempt++)
		if (!decide(purpose, outcome, attempt, at).repeat) return attempt - 1;
	return Infinity;
}

// Columns: the condition, its outcome, and the number of retries of a query, a token exchange and a send.
test.each(
	tableOf(`
		401: renewed once  {"type":"unauthorized"}  1  0  1
		429: an explicit refusal  {"type":"rateLimited"}  5  3  5
		connection refused, name not found: no byte left  {"type":"unreachable"}  3  3  3
		500  {"type":"serverError","status":500}  3  3  0
		502  {"type":"serverError","status":502}  3  3  0
		503  {"type":"serverError","status":503}  3  3  0
		504  {"type":"serverError","status":504}  3  3  0
		408  {"type":"serverError","status":408}  3  3  0
		another 5xx  {"type":"serverError","status":501}  0  0  0
		reset or hang-up  {"type":"lost"}  3  3  0
		time-out  {"type":"timedOut"}  3  3  0
		2xx that nobody can read: accepted, receipt lost  {"type":"unreadable","status":200}  0  0  0
		a plain refusal  {"type":"refused","status":422}  0  0  0
		a redirect  {"type":"redirected","status":302}  0  0  0
		a certificate that is not trusted  {"type":"untrusted"}  0  0  0
		no TLS at this address  {"type":"notTls"}  0  0  0
		blocked by n8n  {"type":"blocked"}  0  0  0
		refused before it left  {"type":"notMade"}  0  0  0
		an unusable credential  {"type":"notReady"}  0  0  0
		a stopped execution  {"type":"canceled"}  0  0  0
		anything unlisted, a bug of ours too  {"type":"unlisted"}  0  0  0
		success  {"type":"answered"}  0  0  0
	`),
)('%s', (_, outcome, ...times) => {
	const purposes: Purpose[] = ['read', 'token', 'send'];
	const repeated = purposes.map((purpose) => repetitions(purpose, JSON.parse(outcome!) as Outcome));
	expect(repeated.join()).toBe(times.join());
});

test.each<[string, Outcome, object]>([
	['a 401 waits for nothing', { type: 'unauthorized' }, { wait: 0 }],
	['a 429 has all other requests wait', limited(), { wait: 500, pauseAll: true }],
	[
		'nobody there has all wait together',
		{ type: 'unreachable', code: 'ENOTFOUND' },
		{ wait: 500, pauseAll: true },
	],
])('%s', (_, outcome, expected) =>
	expect(decide('send', outcome, 1, at)).toEqual({ repeat: true, ...expected }),
);

test.each([
	[0, [500, 1000, 2000]],
	[0.5, [750, 1500, 3000]],
	[0.999999, [1000, 2000, 4000]],
])('waits double, with jitter between half and whole: %d', (random, waits) => {
	for (const outcome of [status(503), limited(), { type: 'lost', code: 'X' } as Outcome])
		expect(
			[1, 2, 3].map((attempt) => decide('read', outcome, attempt, { now, random })),
		).toMatchObject(waits.map((wait) => ({ wait })));
});

describe('Retry-After', () => {
	test.each<[string | undefined, number]>([
		['7', 7000],
		['1.5', 1500],
		['1.25', 1250],
		['1.0005', 1001],
		[' 3 ', 3000],
		['120', 120_000],
		['Sat, 21 Nov 2026 08:00:09 GMT', 9000],
		['21 Nov 2026 08:00:09 GMT', 9000],
	])('%s is waited for, without jitter', (value, wait) => {
		for (const random of [0, 0.9])
			expect(decide('send', limited(value), 5, { now, random })).toEqual({
				repeat: true,
				wait,
				pauseAll: true,
			});
	});

	test.each([
		undefined,
		'',
		'7 seconds',
		'7s',
		'x7',
		'2026-11-21T08:00:09Z',
		'12 + 3 of Foo',
		'-5',
		'soon',
		'0',
		'abc 5',
		'May 5',
		'Sat, 21 Nov 2026 07:00:00 GMT',
	])('%s is none: our own wait', (value) =>
		expect(decide('send', limited(value), 1, at)).toMatchObject({ wait: 500 }),
	);

	test.each(['121', '120.001', 'Sat, 21 Nov 2026 08:02:01 GMT'])(
		'%s is longer than two minutes, and nothing is repeated',
		(value) => expect(decide('read', limited(value), 1, at)).toEqual({ repeat: false }),
	);
});
