import { createServer, request as forward } from 'node:http';
import { readToken } from '../../credentials/token/tokenAnswer.ts';
import { readingChoices } from '../../workbench/sandbox/readings.mts';
import { selfSigned } from '../../workbench/sandbox/selfSigned.mts';
import { closed, listening, startStubService } from '../stubService.mts';
import { goodSend, startWorkbench, Workbench } from '../workbench.mts';

// A process hands its newest token on for half a minute, so each test has a service of its own.
let bench: Workbench;
beforeEach(async () => {
	bench = await startWorkbench();
});
afterEach(async () => await bench.sandbox.stop());

const paths = () => bench.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
const bearers = () => bench.received('send').map(({ headers }) => headers.authorization);

describe('the exchange', () => {
	it('sends client ID and secret as JSON, without a bearer, and then the message with the token', async () => {
		const result = await bench.run(goodSend);
		expect(result.error).toBeUndefined();
		expect(paths()).toEqual(['POST /api/oauth/token', 'POST /api/sms/messages']);
		const [exchange] = bench.sandbox.requests;
		expect(exchange?.body).toEqual({
			client_id: bench.sandbox.clientId,
			client_secret: bench.sandbox.clientSecret,
		});
		expect(exchange?.headers).not.toHaveProperty('authorization');
		expect(exchange?.headers['content-type']).toMatch(/^application\/json/);
		expect(bearers()).toEqual([`Bearer ${String(bench.stored.accessToken)}`]);
	});

	it('drops blanks around what was pasted', async () => {
		const { clientId, clientSecret } = bench.sandbox;
		const result = await bench.run(goodSend, {
			credentials: bench.store({ clientId: `\t${clientId} `, clientSecret: ` ${clientSecret}\n` }),
		});
		expect(result.error).toBeUndefined();
		expect(bench.sandbox.requests[0]?.body).toEqual({
			client_id: clientId,
			client_secret: clientSecret,
		});
	});

	it('keeps the token: the next run makes none', async () => {
		await bench.run(goodSend);
		await bench.run(goodSend);
		expect([
			bench.sandbox.exchanges,
			bench.credentials.writes,
			bench.sandbox.journal.length,
		]).toEqual([1, 1, 2]);
		expect(new Set(bearers()).size).toBe(1);
	});

	it.each(['http', 'body'] as const)(
		'renews a token whose expiry is told by %s, and stores the new one',
		async (expiryTold) => {
			bench.sandbox.setOptions({ expiryTold });
			await bench.run(goodSend);
			const old = bench.stored.accessToken;
			bench.sandbox.expireTokens();
			const result = await bench.run(goodSend);
			expect(result.error).toBeUndefined();
			expect([
				bench.sandbox.exchanges,
				bench.credentials.writes,
				bench.sandbox.journal.length,
			]).toEqual([2, 2, 2]);
			expect(bench.stored.accessToken).not.toBe(old);
			expect(bearers()).toEqual([
				`Bearer ${String(old)}`,
				`Bearer ${String(old)}`,
				`Bearer ${String(bench.stored.accessToken)}`,
			]);
		},
	);

	it('is made and stored once for many items, at the start and when the token expires under ten of them', async () => {
		const items = Array.from({ length: 12 }, () => ({}));
		for (const times of [1, 2]) {
			const result = await bench.run(goodSend, { items });
			expect(result.error).toBeUndefined();
			expect([
				bench.sandbox.exchanges,
				bench.credentials.writes,
				bench.sandbox.journal.length,
			]).toEqual([times, times, 12 * times]);
			bench.sandbox.expireTokens();
		}
	});

	it.each([
		['Client ID', { clientId: '  ' }],
		['Client Secret', { clientSecret: '' }],
	])('needs a %s', async (field, data) => {
		const result = await bench.run(goodSend, { credentials: bench.store(data) });
		expect(result.error?.message).toContain(`${field} is empty in the credential.`);
		expect(bench.sandbox.requests).toEqual([]);
	});
});

describe('the token in the answer', () => {
	const shapes = readingChoices.tokenShape!.filter((shape) => shape !== 'none') as Array<'token'>;

	it('is looked for in six places', () => expect(shapes).toHaveLength(6));

	it.each(shapes)('is found as %s', async (tokenShape) => {
		bench.sandbox.setOptions({ readings: { tokenShape } });
		expect((await bench.run(goodSend)).error).toBeUndefined();
		expect(bench.sandbox.journal).toHaveLength(1);
	});

	it("that is not there is a failure with the fields' names, never their values, and nothing is sent", async () => {
		const stub = await startStubService(() => ({ body: {} }), {
			answerToken: () => ({
				body: { jwt: 'hush-one', data: { key: 'hush-two' }, access_token: '' },
			}),
		});
		const result = await bench.run(goodSend, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
		});
		await stub.stop();
		expect(result.error?.message).toContain(
			'has no access token this node can use (fields received: jwt, data, access_token, data.key)',
		);
		expect(JSON.stringify(result.error)).not.toMatch(/hush/);
		expect(stub.requests.map(({ path }) => path)).toEqual(['/api/oauth/token']);
	});

	it.each([
		['a web page', '<html></html>'],
		['a bare text', '"token"'],
		['an array', ['token']],
		['nothing', ''],
	])('that is %s is a failure, and nothing is sent', async (_title, body) => {
		const stub = await startStubService(() => ({ body: {} }), { answerToken: () => ({ body }) });
		const result = await bench.run(goodSend, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
		});
		await stub.stop();
		expect(result.error?.message).toMatch(/other than the messaging service|has no access token/);
		expect(stub.requests.map(({ path }) => path)).toEqual(['/api/oauth/token']);
	});

	it.each([
		[{ access_token: ' spaced ' }, { token: 'spaced' }],
		[{ access_token: 12, token: 'second' }, { token: 'second' }],
		[{ token: 'a b' }, { fields: ['token'] }],
		[{ token: 'a\r\nX-Header: 1' }, { fields: ['token'] }],
		[{ data: [{ token: 'inside an array' }] }, { fields: ['data'] }],
		[null, { fields: [] }],
	])('%j is read as %j', (body, read) => expect(readToken(body)).toEqual(read));
});

describe('the address', () => {
	it.each([
		['without /api', (origin: string) => origin],
		['with a slash at the end', (origin: string) => `${origin}/`],
		['with slashes after /api', (origin: string) => `${origin}/api//`],
		['with blanks', (origin: string) => `  ${origin}/api\n`],
	])('%s is completed for the exchange, the message and the test', async (_title, written) => {
		const baseUrl = written(bench.sandbox.baseUrl.replace('/api', ''));
		bench.credentials = bench.store({ baseUrl });
		expect((await bench.run(goodSend)).error).toBeUndefined();
		expect(paths()).toEqual(['POST /api/oauth/token', 'POST /api/sms/messages']);
		expect((await bench.testCredential()).status).toBe('OK');
		expect(paths().at(-1)).toBe('GET /api/system/system-status');
	});

	it('without a scheme is https', async () => {
		const stub = await startStubService(
			() => ({
				body: { responsecode: 201, data: { success: true, messageId: '1' }, responsemessage: '' },
			}),
			{ tls: selfSigned },
		);
		const baseUrl = new URL(stub.baseUrl).host;
		const result = await bench.run(
			{ ...goodSend, requestOptions: { allowUnauthorizedCerts: true } },
			{ credentials: bench.store({ baseUrl }) },
		);
		await stub.stop();
		expect(result.error).toBeUndefined();
		expect(stub.requests.map(({ path }) => path)).toEqual([
			'/api/oauth/token',
			'/api/sms/messages',
		]);
	});

	it.each([
		[false, 0],
		[true, 2],
	])(
		'with http and another host than this machine, Allow Insecure HTTP %s: %i requests leave',
		async (allowInsecureHttp, count) => {
			// A proxy stands in for the network beyond this machine.
			const through: string[] = [];
			const { port: service } = new URL(bench.sandbox.baseUrl);
			const proxy = createServer((request, response) => {
				const { host, pathname: path } = new URL(request.url!);
				through.push(`${host}${path}`);
				request.pipe(
					forward(
						{
							host: '127.0.0.1',
							port: service,
							path,
							method: request.method,
							headers: request.headers,
						},
						(answer) => {
							response.writeHead(answer.statusCode!, answer.headers);
							answer.pipe(response);
						},
					),
				);
			});
			const port = await listening(proxy);
			const credentials = bench.store({
				baseUrl: 'http://sms.example.test/api',
				allowInsecureHttp,
			});
			const result = await bench.run(
				{ ...goodSend, requestOptions: { proxy: `http://127.0.0.1:${port}` } },
				{ credentials },
			);
			await closed(proxy);
			expect(through).toEqual(
				['sms.example.test/api/oauth/token', 'sms.example.test/api/sms/messages'].slice(0, count),
			);
			expect(bench.sandbox.journal).toHaveLength(count / 2);
			expect(result.error?.message ?? '').toMatch(
				allowInsecureHttp ? /^$/ : /http:\/\/.*'sms\.example\.test' unencrypted/,
			);
		},
	);
});

describe('secrets', () => {
	it('are not shown in any text, also when the service repeats them', async () => {
		const { clientId, clientSecret } = bench.sandbox;
		const stub = await startStubService(() => ({
			status: 422,
			body: {
				responsecode: 422,
				data: {},
				responsemessage: `Bad: ${clientSecret} ${clientId} stub-token`,
			},
		}));
		const result = await bench.run(goodSend, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
		});
		await stub.stop();
		expect(result.error?.message).toContain('Bad: ***** ***** *****');
		for (const secret of [clientSecret, clientId, 'stub-token'])
			expect(JSON.stringify(result.run)).not.toContain(secret);
	});

	it('are not shown when the exchange is refused with them', async () => {
		const { clientId, clientSecret } = bench.sandbox;
		const stub = await startStubService(() => ({ body: {} }), {
			answerToken: () => ({ status: 401, body: { error: `${clientId}:${clientSecret}` } }),
		});
		const result = await bench.run(goodSend, {
			credentials: bench.store({ baseUrl: stub.baseUrl }),
		});
		await stub.stop();
		expect(result.error?.message).toContain('The service refused Client ID and Client Secret.');
		for (const secret of [clientSecret, clientId])
			expect(JSON.stringify(result.run)).not.toContain(secret);
	});
});
