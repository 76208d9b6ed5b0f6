import type { Outcome, Purpose } from '../../nodes/MessagingService/http/outcome.ts';
import {
	decide,
	longestWait,
	readRetryAfter,
} from '../../nodes/MessagingService/http/retryPolicy.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const circumstances = { now, random: 0 };

/** How often a request is repeated when it meets the same outcome again and again. */
function repetitions(purpose: Purpose, outcome: Outcome): number {
	for (let attempt = 1; attempt < 50; attempt++) {
		if (!decide(purpose, outcome, attempt, circumstances).repeat) return attempt - 1;
	}
	return Infinity;
}

const status = (code: number): Outcome => ({ type: 'serverError', status: code });

/** The table of what may be repeated: condition, then how often for a query, a token exchange, a send. */
const table: Array<[string, Outcome, number, number, number]> = [
	['401', { type: 'unauthorized' }, 1, 0, 1],
	['429', { type: 'rateLimited' }, 5, 3, 5],
	[
		'connection refused, name not found, no route',
		{ type: 'unreachable', code: 'ECONNREFUSED' },
		3,
		3,
		3,
	],
	['500', status(500), 3, 3, 0],
	['502', status(502), 3, 3, 0],
	['503', status(503), 3, 3, 0],
	['504', status(504), 3, 3, 0],
	['408', status(408), 3, 3, 0],
	['another 5xx', status(501), 0, 0, 0],
	['reset or hang-up', { type: 'lost', code: 'ECONNRESET' }, 3, 3, 0],
	['time-out', { type: 'timedOut', code: 'ECONNABORTED' }, 3, 3, 0],
	['2xx with an unreadable body', { type: 'unreadable', status: 200 }, 0, 0, 0],
	['another refusal', { type: 'refused', status: 422 }, 0, 0, 0],
	['a redirect', { type: 'redirected', status: 302 }, 0, 0, 0],
	['a certificate that is not trusted', { type: 'untrusted', code: 'CERT_HAS_EXPIRED' }, 0, 0, 0],
	[
		'the credential is not usable',
		{ type: 'notReady', problem: { id: 'x', what: 'x.', next: 'x.' } },
		0,
		0,
		0,
	],
	['a stopped execution', { type: 'canceled' }, 0, 0, 0],
	['anything unlisted', { type: 'unlisted' }, 0, 0, 0],
	['success', { type: 'answered', body: {}, data: {} }, 0, 0, 0],
];

test.each(table)('%s', (_condition, outcome, read, token, send) => {
	expect({
		read: repetitions('read', outcome),
		token: repetitions('token', outcome),
		send: repetitions('send', outcome),
	}).toEqual({ read, token, send });
});

test('only a 401 renews the token, and only a 429 has all other requests wait', () => {
	expect(decide('send', { type: 'unauthorized' }, 1, circumstances)).toEqual({
		repeat: true,
		wait: 0,
		renewToken: true,
	});
	expect(decide('send', { type: 'rateLimited' }, 1, circumstances)).toEqual({
		repeat: true,
		wait: 500,
		pauseAll: true,
	});
	expect(decide('send', { type: 'unreachable', code: 'ENOTFOUND' }, 1, circumstances)).toEqual({
		repeat: true,
		wait: 500,
	});
});

test('back-off doubles, and jitter stays between half and whole', () => {
	const waits = (random: number) =>
		[1, 2, 3]
			.map((attempt) => decide('read', status(503), attempt, { now, random }))
			.map((decision) => 'wait' in decision && decision.wait);
	expect(waits(0)).toEqual([500, 1000, 2000]);
	expect(waits(0.999999)).toEqual([1000, 2000, 4000]);
});

describe('Retry-After', () => {
	const limited = (retryAfter?: string): Outcome => ({ type: 'rateLimited', retryAfter });

	test.each([
		['0', 0],
		['7', 7000],
		['1.5', 1500],
		['1.25', 1250],
		['1.0005', 1001],
		['7 seconds', undefined],
		['7s', undefined],
		['2026-11-21T08:00:09Z', undefined],
		['21 Nov 2026 08:00:09 GMT', 9000],
		['12 + 3 of Foo', undefined],
		[' 3 ', 3000],
		['Sat, 21 Nov 2026 08:00:09 GMT', 9000],
		['Sat, 21 Nov 2026 07:00:00 GMT', 0],
		['-5', undefined],
		['soon', undefined],
		['', undefined],
		[undefined, undefined],
	])('%s is %s milliseconds', (value, expected) => {
		expect(readRetryAfter(value, now)).toBe(expected);
	});

	test('is waited for without jitter', () => {
		for (const random of [0, 0.9]) {
			expect(decide('send', limited('7'), 5, { now, random })).toEqual({
				repeat: true,
				wait: 7000,
				pauseAll: true,
			});
		}
	});

	test('longer than the longest wait is not waited for', () => {
		expect(decide('send', limited(String(longestWait / 1000)), 1, circumstances).repeat).toBe(true);
		expect(decide('send', limited(String(longestWait / 1000 + 1)), 1, circumstances).repeat).toBe(
			false,
		);
	});

	test('time and chance are those of the moment unless told', () => {
		const decision = decide('send', { type: 'unreachable', code: 'ENOTFOUND' }, 1);
		expect('wait' in decision && decision.wait >= 500 && decision.wait <= 1000).toBe(true);
		const soon = new Date(Date.now() + 60_000).toUTCString();
		expect(decide('send', { type: 'rateLimited', retryAfter: soon }, 1)).toMatchObject({
			repeat: true,
			pauseAll: true,
		});
		expect(
			decide(
				'send',
				{ type: 'rateLimited', retryAfter: new Date(Date.now() + 600_000).toUTCString() },
				1,
			),
		).toEqual({ repeat: false });
	});
});
