/** One exchange of the keys for a token: what the request is, how long it may take, how often it is made. */
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings.ts';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { exchange } from '../../credentials/token/exchange.ts';
import { answer, broken } from '../run/answers.mts';
import { exchangeStub, ownKeys, tokenAnswer } from './exchangeStub.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () => jest.requireActual('../clock/quickPause.mts'));
afterEach(() => jest.restoreAllMocks());

test('the request has the keys in its body, follows no redirect, and carries no token', async () => {
	const { asked, helpers } = exchangeStub(() => tokenAnswer('lantern'));
	const credentials = ownKeys();
	expect(await exchange(helpers, credentials)).toBe('lantern');
	expect(asked).toEqual([{
		method: 'POST', baseURL: 'https://ferry.example.org/api', url: '/oauth/token', body: { client_id: credentials.clientId, client_secret: credentials.clientSecret },
		json: true, returnFullResponse: true, disableFollowRedirect: true, ignoreHttpStatusErrors: true, timeout: 30_000, abortSignal: expect.any(AbortSignal),
	}]);
});

test('it goes through the proxy of the node, and ignores a certificate only where the node does', async () => {
	const { asked, helpers } = exchangeStub(() => tokenAnswer('lantern'));
	const proxy = { protocol: 'http', host: 'lock.example.org', port: 3128 };
	await exchange(helpers, exchangeSettings.on(ownKeys(), { proxy }));
	await exchange(helpers, exchangeSettings.on(ownKeys(), { skipSslCertificateValidation: true }));
	expect(asked.map(({ proxy: by, skipSslCertificateValidation: skips }) => [by, skips])).toEqual([[proxy, undefined], [undefined, true]]);
});

test('an answer that takes longer than thirty seconds in all, however it drips, is given up, and asked for four times', async () => {
	const clocks: number[] = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		clocks.push(milliseconds);
		const clock = new AbortController();
		setImmediate(() => clock.abort());
		return clock.signal;
	});
	const { asked, helpers } = exchangeStub(async (_count, { abortSignal }) => {
		if (!abortSignal) throw new Error('This exchange would never end.');
		await new Promise((resolve) => abortSignal.addEventListener('abort', resolve));
		throw broken('ERR_CANCELED');
	});
	await expect(exchange(helpers, ownKeys())).rejects.toThrow('The service failed to give an access token. Try again later.');
	expect([clocks, asked.length]).toEqual([Array.from({ length: 4 }, () => 30_000), 4]);
});

describe('how often it is made', () => {
	const thrown = (code: string) => (): Answer => { throw broken(code); };

	test.each<[string, () => Answer, number, RegExp]>([
		['wrong keys', () => answer(401), 1, /refused Client ID and Client Secret/],
		['wrong keys, told in a body', () => ({ statusCode: 200, body: { responsecode: 401 } }), 1, /refused Client ID and Client Secret/],
		['a plain refusal', () => answer(403), 1, /refused Client ID and Client Secret/],
		['a redirect', () => answer(307), 1, /leads to something other/],
		['a web page', () => ({ statusCode: 200, body: '<p>Welcome aboard</p>' }), 1, /leads to something other/],
		['too many requests', () => answer(429, '', { 'retry-after': '0' }), 4, /too many requests/],
		['a failing service', () => answer(502), 4, /failed to give an access token/],
		['a service that is not there', thrown('ECONNREFUSED'), 4, /can't be reached/],
		['a connection that breaks', thrown('ECONNRESET'), 4, /failed to give an access token/],
	])('%s', async (_case, service, times, words) => {
		const { asked, helpers } = exchangeStub(service);
		await expect(exchange(helpers, ownKeys())).rejects.toThrow(words);
		expect(asked).toHaveLength(times);
	});
});
