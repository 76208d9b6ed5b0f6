/** A request's time, by itself: when it begins, and whose end it was. */
import { stubTimeouts } from '../clock/timeoutSignals.mts';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings.ts';
import { Session, type Requester } from '../../nodes/MessagingService/auth/session.ts';
import { attempt } from '../../nodes/MessagingService/http/attempt.ts';
import { accepted, freshCredential } from '../run/coreRun.mts';
import { broken } from '../run/answers.mts';

afterEach(() => jest.restoreAllMocks());

const authenticate = new MessagingServiceApi().authenticate;

/**
 * One attempt through the credential's `authenticate`, as n8n makes it; `during` is called with the
 * signal that the request has.
 */
async function attemptWith(
	during: (signal: AbortSignal, clock: AbortController) => unknown,
	{ timeout, n8n }: { timeout?: number; n8n?: AbortSignal },
) {
	const clock = new AbortController();
	const asked: number[] = [];
	stubTimeouts((milliseconds) => {
		asked.push(milliseconds);
		return clock.signal;
	});
	const handed: Array<Record<string, unknown>> = [];
	const requester = {
		getCredentials: async () => freshCredential(),
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				request: object,
				{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: never } },
			) => {
				const authenticated = await authenticate(data, { ...request, abortSignal: n8n } as never);
				handed.push(authenticated as never);
				return await during(authenticated.abortSignal as AbortSignal, clock);
			},
		},
	} as unknown as Requester;
	const session = await Session.open(requester);
	const { outcome } = await attempt(
		{
			requester,
			session,
			token: session.token,
			rejected: { tokens: [], since: 0 },
			leaves: () => undefined,
		},
		'send',
		{ url: '/x', ...(timeout ? { timeout } : {}) },
	);
	return { outcome, asked, request: handed[0]!, clock };
}

const canceled = () => {
	throw broken('ERR_CANCELED');
};

test('a request whose time is over has timed out, also behind the errors that n8n wraps around', async () => {
	const { outcome, asked, request } = await attemptWith(
		(signal, clock) => {
			clock.abort(new Error('time'));
			expect(signal.aborted).toBe(true);
			throw Object.assign(new Error('n8n'), { cause: broken('ERR_CANCELED') });
		},
		{ timeout: 1234, n8n: new AbortController().signal },
	);
	expect([outcome, asked, request.timeout]).toEqual([
		{ type: 'timedOut', code: 'ETIMEDOUT' },
		[1234],
		1234,
	]);
});

test.each([
	['before', true],
	['after', false],
])(
	'a request that was stopped %s its time was over was ended by what came first',
	async (_when, stopFirst) => {
		const n8n = new AbortController();
		const { outcome } = await attemptWith(
			(signal, clock) => {
				if (stopFirst) n8n.abort();
				clock.abort(new Error('time'));
				n8n.abort();
				expect(signal.aborted).toBe(true);
				canceled();
			},
			{ timeout: 5, n8n: n8n.signal },
		);
		expect(outcome).toEqual(
			stopFirst ? { type: 'canceled' } : { type: 'timedOut', code: 'ETIMEDOUT' },
		);
	},
);

test('another failure is told as what it is, also when the time is over', async () => {
	const { outcome } = await attemptWith(
		(_signal, clock) => {
			clock.abort();
			throw broken('ECONNREFUSED');
		},
		{ timeout: 5 },
	);
	expect(outcome).toEqual({ type: 'unreachable', code: 'ECONNREFUSED' });
});

test('an end that is neither the time nor a stop that is known here is a stop', async () => {
	expect((await attemptWith(canceled, { timeout: 5 })).outcome).toEqual({ type: 'canceled' });
	expect((await attemptWith(canceled, {})).outcome).toEqual({ type: 'canceled' });
});

test('a request that was stopped before it leaves has a signal that says so', async () => {
	const { outcome } = await attemptWith(
		(signal) => {
			if (signal.aborted) canceled();
			return accepted();
		},
		{ timeout: 5, n8n: AbortSignal.abort() },
	);
	expect(outcome).toEqual({ type: 'canceled' });
});

test.each([
	['answered', () => accepted()],
	['failed', canceled],
])('of a request that is %s nothing is left that listens', async (_how, during) => {
	const { signal } = new AbortController();
	const [added, removed] = [
		jest.spyOn(AbortSignal.prototype, 'addEventListener'),
		jest.spyOn(AbortSignal.prototype, 'removeEventListener'),
	];
	const { clock } = await attemptWith(during, { timeout: 5, n8n: signal });
	// Signals that another file left under way are heard here, too.
	const callsOf = ({ mock }: typeof added) =>
		mock.calls
			.map(([type, listener], call) => [mock.contexts[call], type, listener])
			.filter(([heard]) => heard === signal || heard === clock.signal);
	const listened = callsOf(added);
	expect(listened.map(([heard]) => heard)).toEqual(expect.arrayContaining([signal, clock.signal]));
	expect(callsOf(removed)).toEqual(listened);
});

test("a request without a time has n8n's signal alone", async () => {
	const { signal } = new AbortController();
	const { outcome, asked, request } = await attemptWith(() => accepted(), { n8n: signal });
	expect([outcome.type, asked]).toEqual(['answered', []]);
	expect(request.abortSignal).toBe(signal);
});

test('what n8n authenticates for reasons of its own keeps its form', async () => {
	const request = await authenticate({ ...freshCredential() } as never, {
		baseURL: 'x',
		url: '/y',
	});
	expect(Object.keys(request).sort()).toEqual(['baseURL', 'headers', 'url']);
	expect(exchangeSettings.of({})).toEqual({});
});
