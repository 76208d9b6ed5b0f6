/**
 * The credential accepts an address and keys in any form in which people paste them, sends them nowhere else, and says
 * in words if something is wrong with them.
 */
import {
	answering,
	clock,
	credentialTest,
	httpRequest,
	N8nProcess,
	received,
	selfSigned,
	send,
	service,
	setCredential,
	texted,
} from '../harness/index.mts';

const accepted = {
	body: { responsecode: 201, data: { success: true, messageId: '1' }, responsemessage: '' },
};
const origin = () => service.baseUrl.replace('/api', '');

/** Returns the failure as people read it: in the node's panel, and beside the credential's Save button. */
async function toldBoth(): Promise<string[]> {
	const sent = await send();
	const { status, message } = await credentialTest();
	expect(status).toBe('Error');
	expect(sent.told).toContain('Nothing was sent');
	return [sent.told.replace('\n', ' '), message];
}

describe('Base URL', () => {
	test.each<[string, (host: string) => string]>([
		['without /api', (host) => `http://${host}`],
		['with a scheme in capitals', (host) => `HTTP://${host}/api`],
	])('%s is completed, for the exchange, the message and the test', async (_how, written) => {
		setCredential({ baseUrl: written(new URL(service.baseUrl).host) });
		expect((await send()).rows).toMatchObject([{ sendOutcome: 'accepted' }]);
		expect((await credentialTest()).status).toBe('OK');
		expect([...new Set(service.requests.map(({ path }) => path))]).toEqual([
			'/api/oauth/token',
			'/api/sms/messages',
			'/api/system/system-status',
		]);
	});

	test('without a scheme is https', async () => {
		const { baseUrl, requests } = await answering(() => accepted, { tls: selfSigned });
		setCredential({ baseUrl: new URL(baseUrl).host });
		await send({ requestOptions: { allowUnauthorizedCerts: true } });
		expect(requests).toHaveLength(1);
	});

	test.each<[unknown, string, string?]>([
		['', 'Base URL is empty in the credential. Fill in'],
		['http://0x7f.0.0.1/api', "isn't a web address"],
		['https://me:pass-77@sms.example.test', 'before an @ sign. Remove that part', 'pass-77'],
		['https://sms.example.test/api?key=pass-77', 'contains ? or #. Remove', 'pass-77'],
		['http://sms.example.test/api', "sent to 'sms.example.test' unencrypted. Use https://"],
	])('%j is refused, and nothing leaves', async (baseUrl, words, hidden = 'no such text') => {
		setCredential({ baseUrl: baseUrl as string });
		for (const told of await toldBoth()) {
			expect(told).toContain(words);
			expect(told).not.toContain(hidden);
		}
		expect([service.requests, clock.slept]).toEqual([[], []]);
	});

	test("with Allow Insecure HTTP http:// goes elsewhere, by the node's Proxy, the keys too", async () => {
		const proxy = await answering(() => accepted);
		setCredential({ baseUrl: 'http://sms.example.test', allowInsecureHttp: true });
		await send({ requestOptions: { proxy: proxy.baseUrl.replace('/api', '') } });
		expect([...proxy.exchanges, ...proxy.requests].map(({ path }) => path)).toEqual([
			'http://sms.example.test/api/oauth/token',
			'http://sms.example.test/api/sms/messages',
		]);
	});

	test.each(['true', 1])('Allow Insecure HTTP that is %j is not on', async (value) => {
		setCredential({ baseUrl: 'http://sms.example.test', allowInsecureHttp: value as never });
		expect((await send()).told).toContain('unencrypted');
	});
});

test.each(['older', 'newer'] as const)(
	'a request of another node keeps its own headers, by the %s helper',
	async (helper) => {
		const url = `${service.baseUrl}/system/system-status`;
		expect((await new N8nProcess().httpRequest(url, helper)).status).toBe('success');
		const { headers } = service.requests.at(-1)!;
		expect(headers).toMatchObject({
			'x-own': 'kept',
			authorization: expect.stringMatching(/^Bearer /),
		});
	},
);

test('a request of another node is told what is wrong with Base URL, and leaves nowhere', async () => {
	const url = `${service.baseUrl}/system/system-status`;
	await send();
	setCredential({ baseUrl: 'ftp://sms.example.test' });
	expect((await httpRequest(url)).told).toContain("isn't a web address");
	expect(received('statuses')).toEqual([]);
});

test('a service that has lost its tokens a moment after the exchange gives the test a new one', async () => {
	expect(await credentialTest()).toMatchObject({ status: 'OK' });
	service.expireTokens();
	expect(await credentialTest()).toMatchObject({ status: 'OK' });
});

describe('Client ID and Client Secret', () => {
	test('go out as JSON, without blanks around them and without a bearer', async () => {
		const { clientId, clientSecret } = service;
		setCredential({ clientId: `\t${clientId} `, clientSecret: ` ${clientSecret}\n` });
		await send();
		const [exchange, ...others] = service.requests;
		expect(exchange).toMatchObject({
			method: 'POST',
			path: '/api/oauth/token',
			body: { client_id: clientId, client_secret: clientSecret },
			headers: { 'content-type': expect.stringContaining('application/json') },
		});
		expect(exchange!.headers).not.toHaveProperty('authorization');
		expect(others).toHaveLength(1);
	});

	test.each([
		['Client ID', { clientId: '  ' }],
		['Client Secret', { clientSecret: '' }],
	])('%s may not be empty: %j', async (field, data) => {
		setCredential(data as never);
		for (const told of await toldBoth())
			expect(told).toContain(`${field} is empty in the credential. Copy it from your API keys.`);
		expect(service.requests).toEqual([]);
	});
});

describe('the answer of the token endpoint', () => {
	const ask = async (body: unknown) => {
		const { requests } = await answering(() => accepted, { token: () => ({ body }) });
		return { requests, told: (await send()).told };
	};

	test.each<[object, string]>([
		[{ token: 'c', accessToken: 'b', access_token: 'a', data: { access_token: 'd' } }, 'a'],
		[{ token: '', data: { token: 'inner' } }, 'inner'],
		[{ data: { accessToken: 'e' } }, 'e'],
		[{ token: ' f\n' }, 'f'],
	])('%j gives the token %s', async (body, token) => {
		const { requests } = await ask(body);
		expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`]);
	});

	test.each<[unknown, string]>([
		[{ jwt: 'hush', data: { key: 'hush' }, token: '' }, 'received: jwt, data, token, data.key)'],
		[{ token: 'hush\r\nX-Header: 1' }, 'fields received: token'],
		[{ ['n'.repeat(60)]: 'hush-1' }, `fields received: ${'n'.repeat(39)}…)`],
		[Object.fromEntries([...'abcdefghijklmnopqrstuvw'].map((name) => [name, 'hush'])), ' i, j)'],
		[{}, 'no fields at all'],
		[['hush-1'], 'leads to something other'],
		['<html>hush-1</html>', 'leads to something other'],
	])('without a token, such as %j, names its fields and never a value', async (body, words) => {
		const { told, requests } = await ask(body);
		expect(told).toContain(words);
		expect(told).toContain('Check Base URL');
		expect(told).not.toMatch(/h[uü]sh/);
		expect(requests).toEqual([]);
	});

	const wrongKeys = 'refused Client ID and Client Secret. Copy both again from your API keys';
	const wrongAddress = 'Base URL in the credential leads to something other than the messaging';
	const failing = 'The service failed to issue an access token. Wait a few minutes.';
	const busy = 'The service issued no access token, because it is receiving too many requests';
	const said = (code: number) => ({ responsecode: code, responsemessage: 'Hush, client!' });
	test.each<[string, Parameters<typeof answering>[0], string, number]>([
		['401', () => ({ status: 401, body: said(401) }), wrongKeys, 1],
		['401 as responsecode', () => ({ body: said(401) }), wrongKeys, 1],
		['400', () => ({ status: 400, body: { error: 'Hush' } }), wrongKeys, 1],
		['404', () => ({ status: 404, body: said(404) }), wrongAddress, 1],
		['a redirect', () => ({ status: 307, headers: { location: origin() } }), wrongAddress, 1],
		['429', () => ({ status: 429, headers: { 'retry-after': '7' } }), busy, 4],
		['503', () => ({ status: 503, body: said(503) }), failing, 4],
		['a dropped connection', () => 'drop', failing, 4],
	])(
		'%s is told in our words, after as many exchanges as may help',
		async (_, token, words, times) => {
			const { exchanges, requests } = await answering(() => accepted, { token });
			const { told } = await send();
			expect(told.replace('\n', ' ')).toContain(words);
			expect(told).toContain('Nothing was sent');
			expect(told).not.toContain('Hush');
			expect([exchanges.length, requests.length, clock.slept.length]).toEqual([
				times,
				0,
				times - 1,
			]);
			expect((await credentialTest()).message).toContain(words);
			expect(service.requests).toEqual([]);
		},
	);

	test('of a server that is not trusted, or not there, is not awaited: no key goes out', async () => {
		const { exchanges } = await answering(() => accepted, { tls: selfSigned });
		for (const told of await toldBoth())
			expect(told).toContain("certificate isn't trusted, so the request was not made");
		expect(exchanges).toEqual([]);
		setCredential({ baseUrl: service.baseUrl });
		await service.stop();
		for (const told of await toldBoth())
			expect(told).toContain("The service can't be reached. Check Base URL");
	});
});

describe("the credential's test", () => {
	test('passes where the statuses can be listed with the token', async () => {
		expect(await credentialTest()).toEqual({ status: 'OK', message: 'Connection successful!' });
		// Once the node's own checks have passed, n8n makes a request of its own.
		expect([received('token').length, received('statuses').length]).toEqual([1, 2]);
		expect(service.requests).toHaveLength(3);
	});

	test('leaves its token to the next send', async () => {
		await credentialTest();
		await send();
		expect(service.exchanges).toBe(1);
	});

	test.each([302, 500])(
		"ignores a %i that answers n8n's own request, and follows no redirect",
		async (status) => {
			const headers = { location: `${service.baseUrl}/system/system-status` };
			const statuses = { body: { responsecode: 200, data: { 0: 'Pending' } } };
			await answering(({ count }) =>
				count === 1 ? statuses : { status, reason: 'Hush', headers },
			);
			expect(await credentialTest()).toEqual({ status: 'OK', message: 'Connection successful!' });
			expect(service.requests).toEqual([]);
		},
	);

	const noList = 'leads to something that has no list of statuses. Check Base URL';
	const refused = 'The service issued a token for this client ID and secret, but refuses';
	const failed = 'The service issued a token, but failed to list its statuses';
	test.each([
		[302, noList],
		[400, failed],
		[401, refused],
		[403, refused],
		[404, noList],
		[429, 'The service is receiving too many requests. Wait a minute'],
		[500, failed],
	])('says of %i, as status and as responsecode: %s', async (code, words) => {
		const body = (responsecode: unknown) => ({ responsecode, data: {}, responsemessage: 'Hush' });
		const answers = [
			{ status: code, reason: 'Hush', body: body(code) },
			{ body: body(code) },
			{ body: body(String(code)) },
		];
		let answer = {};
		const headers = { location: `${service.baseUrl}/system/system-status` };
		await answering(() => ({ headers, ...answer }));
		for (answer of answers) {
			const { status, message } = await credentialTest();
			expect([status, message]).toEqual(['Error', expect.stringContaining(words)]);
			expect(message).not.toContain('Hush');
		}
		expect(service.requests).toEqual([]);
	});

	test.each<[unknown, string]>([
		['<html>Welcome</html>', noList],
		[{}, noList],
		[{ responsecode: 200, data: null }, noList],
		[{ responsecode: 200, data: 'none' }, noList],
		[{ responsecode: 200, data: ['Active'] }, noList],
		[{ responsecode: 401 }, refused],
		[{ responsecode: 200, success: 'false', data: { 1: 'Active' } }, failed],
		[{ responsecode: 200, data: { success: false } }, failed],
		[{ responsecode: 200, success: true, data: { 0: 'Pending' } }, 'successful'],
	])('judges a status listing of %j', async (body, words) => {
		await answering(() => ({ body }));
		const { status, message } = await credentialTest();
		expect(message).toContain(words);
		expect(status).toBe(words === 'successful' ? 'OK' : 'Error');
	});
});

test.each([
	['domains', 'a.example, *.b.example'],
	['domains', ''],
	['none', ''],
])(
	"n8n's Allowed HTTP Request Domains, %s of '%s', never shut out the service",
	async (which, list) => {
		setCredential({ allowedHttpRequestDomains: which, allowedDomains: list });
		await new N8nProcess().withDomainFields().send();
		expect(texted()).toHaveLength(1);
	},
);
