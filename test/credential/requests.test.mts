/** What the credential adds to a request, and what its test makes of each answer of the service, by its rules alone. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings.ts';
import { freshCredential } from '../run/coreRun.mts';

const credential = new MessagingServiceApi();

test('it is known by its name, and says where it is explained', () => {
	const { name, displayName, icon, documentationUrl } = credential;
	expect([name, displayName]).toEqual(['messagingServiceApi', 'Messaging Service API']);
	expect(icon).toEqual({
		light: 'file:icons/messagingService.svg',
		dark: 'file:icons/messagingService.dark.svg',
	});
	expect(documentationUrl).toMatch(/^https:\/\/github\.com\/.+#the-credential$/);
});

describe('a request', () => {
	const request: IHttpRequestOptions = {
		url: '/tides',
		baseURL: 'as typed',
		headers: { accept: 'x/y' },
		qs: { page: 2 },
	};

	test('gets the address, the token, and nothing else', async () => {
		expect(
			await credential.authenticate(freshCredential({ accessToken: 'ebb-1' }) as never, request),
		).toEqual({
			url: '/tides',
			baseURL: 'https://sms.example.com/api',
			headers: { accept: 'x/y', Authorization: 'Bearer ebb-1' },
			qs: { page: 2 },
		});
	});

	test('without an address of its own gets none, and one without headers gets the token', async () => {
		expect(
			await credential.authenticate(freshCredential() as never, {
				url: 'https://sms.example.com/x',
			}),
		).toEqual({
			url: 'https://sms.example.com/x',
			headers: { Authorization: 'Bearer stored-token' },
		});
	});

	test("has its time begin, with n8n's own signal", async () => {
		const [n8n, both] = [new AbortController().signal, new AbortController().signal];
		const given: unknown[] = [];
		const credentials = exchangeSettings.on(freshCredential(), {
			limited: (signal) => {
				given.push(signal);
				return both as never;
			},
		});
		const authenticated = await credential.authenticate(
			credentials as never,
			{ ...request, abortSignal: n8n } as never,
		);
		expect([authenticated.abortSignal, given]).toEqual([both, [n8n]]);
		expect(authenticated.abortSignal).toBe(both);
	});

	test.each([
		[true, true],
		[false, false],
		['true', false],
		[1, false],
	])('goes unencrypted with Allow Insecure HTTP %p: %p', async (allowInsecureHttp, goes) => {
		const made = credential
			.authenticate(
				freshCredential({ baseUrl: 'http://tides.example.com', allowInsecureHttp }) as never,
				request,
			)
			.then(
				({ baseURL }) => baseURL === 'http://tides.example.com/api',
				() => false,
			);
		expect(await made).toBe(goes);
	});
});

describe("the credential's test", () => {
	const { request, rules } = credential.test as unknown as {
		request: object;
		rules: Array<{ type: string; properties: { key?: string; value: number; message: string } }>;
	};

	/** What is shown for an answer with this code, as n8n looks for it. */
	const shown = (code: number, type = 'responseCode') =>
		rules
			.filter((rule) => rule.type === type && rule.properties.value === code)
			.map(({ properties }) => properties.message);

	test('lists the statuses, and follows no redirect', () =>
		expect(request).toEqual({
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/system/system-status',
			disableFollowRedirect: true,
		}));

	const allowed = [
		'The service gave a token for this client ID and secret, but refuses to list its statuses with it. Ask the service what these API keys are allowed to do.',
	];
	const address = [
		"Base URL leads to something that has no list of statuses. Check Base URL. It must be the service's address followed by /api.",
	];
	const busy = ['The service is receiving too many requests. Wait a minute, then test again.'];
	const failing = [
		'The service gave a token, but failed to list its statuses. Test again later. If it fails again, tell the service.',
	];

	test.each<[number, string[]]>([
		[400, failing],
		[401, allowed],
		[403, allowed],
		[404, address],
		[408, failing],
		[422, failing],
		[429, busy],
		[500, failing],
		[502, failing],
		[503, failing],
		[504, failing],
	])('%i is told the same as HTTP status and in a 200 body', (code, words) => {
		expect([shown(code), shown(code, 'responseSuccessBody')]).toEqual([words, words]);
	});

	test.each([
		...[300, 302, 399].map((code) => [code, address] as const),
		...[402, 410, 418, 501, 599].map((code) => [code, failing] as const),
	])(
		"HTTP status %i has a sentence of its own, so that the service's line is never shown",
		(code, words) => expect(shown(code)).toEqual(words),
	);

	test('none of 200 to 299, nor of any other number, is a failure', () => {
		const codes = rules.filter(
			({ type, properties: { key } }) => type === 'responseCode' || key === 'responsecode',
		);
		expect(codes.filter(({ properties: { value } }) => value < 300 || value > 599)).toEqual([]);
		expect(rules.filter(({ type }) => type === 'responseCode')).toHaveLength(300);
	});

	test('in a body the responsecode counts, success, and whether there is any data', () => {
		expect(
			new Set(
				rules
					.filter(({ type }) => type === 'responseSuccessBody')
					.map(({ properties }) => properties.key),
			),
		).toEqual(new Set(['responsecode', 'responsecode.0', 'success', 'data.success', 'data']));
		expect(new Set(rules.map(({ type }) => type))).toEqual(
			new Set(['responseCode', 'responseSuccessBody']),
		);
	});
});
