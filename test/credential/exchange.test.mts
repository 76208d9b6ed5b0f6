/**
 * The exchange for a token by itself: what is asked, how often, which token is handed on, and what
 * people are told. Without n8n and without a network.
 */
import { stubTimeouts } from '../clock/timeoutSignals.mts';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { readToken } from '../../credentials/token/tokenAnswer.ts';
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings.ts';
import { forgetPauses, waits } from '../clock/notedPause.mts';
import { broken } from '../run/answers.mts';
import { freshCredential } from '../run/coreRun.mts';
import { exchangeStub, tokenAnswer } from './exchangeStub.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);
afterEach(() => void jest.restoreAllMocks());

type Service = Parameters<typeof exchangeStub>[0];

const refused = (statusCode: number, headers = {}) => ({
	statusCode,
	headers,
	body: { responsemessage: 'harbour-secret is wrong' },
});

const ask = async (helpers: IHttpRequestHelper['helpers'], credentials: object) =>
	(
		await new MessagingServiceApi().preAuthentication.call(
			{ helpers },
			credentials as ICredentialDataDecryptedObject,
		)
	).accessToken;

/** What one exchange came to: the token, or what people are told, with how often it was asked. */
async function exchanged(service: Service, changes: Record<string, unknown> = {}) {
	const { helpers, asked } = exchangeStub(service);
	const came = await ask(
		helpers,
		freshCredential({ accessToken: '', clientSecret: 'harbour-secret', ...changes }),
	).catch((error: Error) => error.message);
	return { came, asked };
}

describe('what is asked', () => {
	test('the token endpoint of the address, with ID and secret in the body, in half a minute', async () => {
		const { came, asked } = await exchanged(() => tokenAnswer('fresh-1'), {
			baseUrl: ' sms.example.com ',
			clientId: ' quay-7\n',
			clientSecret: '\tharbour-secret ',
		});
		expect(came).toBe('fresh-1');
		expect(asked).toEqual([
			{
				method: 'POST',
				baseURL: 'https://sms.example.com/api',
				url: '/oauth/token',
				body: { client_id: 'quay-7', client_secret: 'harbour-secret' },
				json: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 30_000,
				abortSignal: expect.any(AbortSignal),
			},
		]);
	});

	test("with the node's Proxy and Ignore SSL Issues, each where it has it", async () => {
		const proxy = { host: '127.0.0.1', port: 8080 };
		const { helpers, asked } = exchangeStub((count) => tokenAnswer(`fresh-2-${count}`));
		for (const settings of [
			{ proxy },
			{ skipSslCertificateValidation: true },
			{ proxy, skipSslCertificateValidation: true },
		]) {
			await ask(helpers, exchangeSettings.on(freshCredential(), settings));
		}
		expect(asked.map(({ proxy: by, skipSslCertificateValidation: skips }) => [by, skips])).toEqual([
			[proxy, undefined],
			[undefined, true],
			[proxy, true],
		]);
	});

	test.each<[Record<string, unknown>, string]>([
		[{ clientId: ' ' }, 'Client ID is empty in the credential. Copy it from your API keys.'],
		[{ clientId: null }, 'Client ID is empty in the credential. Copy it from your API keys.'],
		[
			{ clientSecret: undefined },
			'Client Secret is empty in the credential. Copy it from your API keys.',
		],
		[
			{ clientSecret: '\n' },
			'Client Secret is empty in the credential. Copy it from your API keys.',
		],
		[
			{ baseUrl: '' },
			"Base URL is empty in the credential. Fill in the service's address, e.g. https://messaging.example.com/api.",
		],
		[
			{ baseUrl: 'http://harbour-secret.example.com' },
			"Base URL in the credential uses http://, so the client secret would be sent to '*****.example.com' unencrypted. Use https://, or switch on Allow Insecure HTTP in the credential for a service on your own network.",
		],
		[
			{ baseUrl: 'http://tides.example.com', allowInsecureHttp: 'true' },
			"Base URL in the credential uses http://, so the client secret would be sent to 'tides.example.com' unencrypted. Use https://, or switch on Allow Insecure HTTP in the credential for a service on your own network.",
		],
	])('nothing with %j', async (changes, sentence) => {
		const { came, asked } = await exchanged(() => tokenAnswer('never'), changes);
		expect([came, asked]).toEqual([sentence, []]);
	});

	test('an address without encryption where that is allowed', async () => {
		expect(
			(
				await exchanged(() => tokenAnswer('fresh-3'), {
					baseUrl: 'http://tides.example.com',
					allowInsecureHttp: true,
				})
			).asked[0]!.baseURL,
		).toBe('http://tides.example.com/api');
	});
});

describe('a failure', () => {
	test.each<[string, Service, number, RegExp]>([
		[
			'401',
			() => refused(401),
			1,
			/^The service refused Client ID and Client Secret\. Copy both again from your API keys, then save the credential\.$/,
		],
		['422', () => refused(422), 1, /^The service refused Client ID and Client Secret\./],
		[
			'404',
			() => refused(404),
			1,
			/^Base URL in the credential leads to something other than the messaging service\. Check Base URL\./,
		],
		['307', () => refused(307), 1, /^Base URL in the credential leads to something other/],
		[
			'a web page',
			() => ({ statusCode: 200, body: '<html>' }),
			1,
			/^Base URL in the credential leads to something other/,
		],
		[
			'429',
			() => refused(429, { 'retry-after': '1' }),
			4,
			/^The service gave no access token, because it is receiving too many requests\. Wait a minute, then try again\.$/,
		],
		[
			'500',
			() => refused(500),
			4,
			/^The service failed to give an access token\. Try again later\./,
		],
		[
			'a refused connection',
			() => {
				throw broken('ECONNREFUSED');
			},
			4,
			/^The service can't be reached to get an access token\./,
		],
		[
			'a lost connection',
			() => {
				throw broken('ECONNRESET');
			},
			4,
			/^The service failed to give an access token\./,
		],
		[
			'a certificate that is not trusted',
			() => {
				throw broken('CERT_HAS_EXPIRED');
			},
			1,
			/^The service's certificate isn't trusted, so the client secret was not sent\./,
		],
		[
			'something else',
			() => {
				throw new Error('harbour-secret');
			},
			1,
			/^The service failed to give an access token\./,
		],
	])('%s: asked so often, and told without the secret', async (_what, service, times, words) => {
		const { came, asked } = await exchanged(service);
		expect(came).toMatch(words);
		expect(came).not.toContain('harbour-secret');
		expect([asked.length, waits().length]).toEqual([times, times - 1]);
	});

	test('that passes is asked again, after the time that the service names', async () => {
		const { came, asked } = await exchanged((count) =>
			count < 3 ? refused(429, { 'retry-after': String(count * 2) }) : tokenAnswer('at-last'),
		);
		expect([came, asked.length, waits()]).toEqual(['at-last', 3, [2000, 4000]]);
	});

	test('of one kind uses up no tries of another', async () => {
		const { came, asked } = await exchanged((count) => {
			if (count <= 3) throw broken('ECONNREFUSED');
			return count <= 6 ? refused(429, { 'retry-after': '1' }) : tokenAnswer('after-both');
		});
		expect([came, asked.length, waits().slice(3)]).toEqual(['after-both', 7, [1000, 1000, 1000]]);
	});

	test('of a time that is over is told as no answer, and each attempt has a time of its own', async () => {
		const clocks: AbortController[] = [];
		const times: number[] = [];
		stubTimeouts((milliseconds) => {
			times.push(milliseconds);
			clocks.push(new AbortController());
			return clocks.at(-1)!.signal;
		});
		const { came, asked } = await exchanged((count) => {
			if (count > 2) return tokenAnswer('in-time');
			clocks.at(-1)!.abort();
			throw broken('ERR_CANCELED');
		});
		expect([came, asked.length, times]).toEqual(['in-time', 3, [30_000, 30_000, 30_000]]);
		// Of one that was canceled otherwise nobody knows; it isn't asked again.
		expect(
			(
				await exchanged(() => {
					throw broken('ERR_CANCELED');
				})
			).asked,
		).toHaveLength(1);
		// What is done listens to its clock no longer.
		clocks.at(-2)!.abort();
		expect((asked[2]!.abortSignal as AbortSignal).aborted).toBe(false);
	});

	test('of an answer without a token names its fields, not their values, nor a secret that is one', async () => {
		const { came } = await exchanged(() => ({
			statusCode: 200,
			body: { jwt: 'hush', 'harbour-secret': 1, data: { key: 'hush' } },
		}));
		expect(came).toBe(
			"The service's answer has no access token this node can use (fields received: jwt, *****, data, data.key). Check Base URL in the credential. If it is right, send this text to the maintainers of this node.",
		);
	});

	test.each<[string, object, object]>([
		['client ID', { 'quay-client-7': 1 }, {}],
		['token that was stored', { 'stored-token-7': 1 }, { accessToken: 'stored-token-7' }],
		['token that was rejected', { 'rejected-token-7': 1 }, {}],
	])('names no %s, which the service may have made a field of', async (_what, body, changes) => {
		const { helpers } = exchangeStub(() => ({ statusCode: 200, body }));
		const credentials = exchangeSettings.on(
			freshCredential({ clientId: 'quay-client-7', ...changes }),
			{ rejected: { tokens: ['rejected-token-7'], since: 0 } },
		);
		await expect(ask(helpers, credentials)).rejects.toThrow('(fields received: *****)');
	});

	test('has a problem by which the node knows it, and a name', async () => {
		const { helpers } = exchangeStub(() => refused(401));
		await expect(ask(helpers, freshCredential())).rejects.toMatchObject({
			name: 'CredentialFailure',
			problem: { id: 'wrongKeys', what: 'The service refused Client ID and Client Secret.' },
		});
	});
});

describe('one account', () => {
	const noon = Date.parse('2031-05-14T12:00:00Z');
	let now: number;
	beforeEach(() => {
		now = noon;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});

	/** Asks for the account's token, whose exchanges mint 'minted-1', 'minted-2' … */
	function accountOf() {
		const credentials = freshCredential({ accessToken: '' });
		const { helpers, asked } = exchangeStub((count) => tokenAnswer(`minted-${count}`));
		return {
			asked,
			tokenFor: async (changes: object = {}, rejected?: { tokens: string[]; since: number }) =>
				await ask(
					helpers,
					rejected
						? exchangeSettings.on({ ...credentials, ...changes }, { rejected })
						: { ...credentials, ...changes },
				),
		};
	}

	test('exchanges once, however many ask at the same time, and again after that', async () => {
		const { tokenFor, asked } = accountOf();
		expect(await Promise.all([tokenFor(), tokenFor(), tokenFor()])).toEqual([
			'minted-1',
			'minted-1',
			'minted-1',
		]);
		now += 30_001;
		expect([await tokenFor(), asked.length]).toEqual(['minted-2', 2]);
	});

	test('is another with another ID, secret or address', async () => {
		const { tokenFor, asked } = accountOf();
		await tokenFor();
		for (const changes of [
			{ clientId: 'x' },
			{ clientSecret: 'x' },
			{ baseUrl: 'https://other.example.com/api' },
		])
			await tokenFor(changes);
		expect(asked).toHaveLength(4);
	});

	test('hands the newest token on for half a minute, not to whom it was rejected', async () => {
		const { tokenFor, asked } = accountOf();
		await tokenFor();
		now += 30_000;
		expect(await tokenFor({ accessToken: 'an-old-one' })).toBe('minted-1');
		expect(await tokenFor({ accessToken: 'minted-1' })).toBe('minted-2');
		expect(asked).toHaveLength(2);
	});

	test('hands none on that is from before the rejected request left', async () => {
		const { tokenFor } = accountOf();
		await tokenFor();
		now += 1000;
		expect(await tokenFor({}, { tokens: ['theirs'], since: noon })).toBe('minted-1');
		expect(await tokenFor({}, { tokens: ['theirs'], since: noon + 1 })).toBe('minted-2');
		expect(await tokenFor({}, { tokens: ['theirs', 'minted-2'], since: 0 })).toBe('minted-3');
	});

	test('whose exchange failed exchanges again', async () => {
		const credentials = freshCredential();
		const { helpers, asked } = exchangeStub((count) =>
			count === 1 ? refused(401) : tokenAnswer('minted-after'),
		);
		await expect(ask(helpers, credentials)).rejects.toThrow('refused');
		expect([await ask(helpers, credentials), asked.length]).toEqual(['minted-after', 2]);
	});
});

test.each<[unknown, object]>([
	[
		{ access_token: 'a', accessToken: 'b', token: 'c', data: { access_token: 'd' } },
		{ token: 'a' },
	],
	[{ accessToken: 'b', token: 'c' }, { token: 'b' }],
	[{ token: ' c\n' }, { token: 'c' }],
	[{ data: { access_token: 'd' } }, { token: 'd' }],
	[{ data: { accessToken: 'e' } }, { token: 'e' }],
	[{ token: '', data: { token: 'f' } }, { token: 'f' }],
	[{ token: 'with blank', data: 'token' }, { fields: ['token', 'data'] }],
	[{ token: 'ümlaut' }, { fields: ['token'] }],
	[
		{ access_token: 7, data: { a: 1, b: 2 } },
		{ fields: ['access_token', 'data', 'data.a', 'data.b'] },
	],
	[['token'], { fields: [] }],
	['token', { fields: [] }],
])('in %j is found %j', (body, found) => expect(readToken(body)).toEqual(found));
