/**
 * n8n's own settings of a node (Timeout, Proxy, Ignore SSL Issues) apply to every request. No request goes anywhere but
 * to the service: redirects are not followed, and http is for this machine only.
 */
import { createServer, request as forward, type Server } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import {
	answering,
	clock,
	credentialTest,
	each,
	listening,
	received,
	rowsTo,
	run,
	selfSigned,
	send,
	senders,
	service,
	setCredential,
	storeToken,
	statuses,
	texted,
	trigger,
} from '../harness/index.mts';

const receipt = { responsecode: 201, data: { success: true, messageId: '7' } };
const rows = rowsTo(2, 1);
const settings = (requestOptions: object): INodeParameters => ({
	requestOptions: requestOptions as INodeParameters,
});
const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

describe('Timeout', () => {
	test.each([undefined, 0, '', 60_000, '60000', 1e12])(
		'%p leaves time for an answer',
		async (timeout) => {
			expect((await send(settings({ timeout }))).rows).toMatchObject([{ sendOutcome: 'accepted' }]);
		},
	);
});

describe('Proxy', () => {
	/** Starts a proxy that forwards every request to the service. Returns its address and the requests that it got. */
	async function startProxy() {
		const through: Array<{ path: string; host: string; login: string }> = [];
		const proxy = createServer((incoming, response) => {
			const url = new URL(incoming.url!);
			const [, login = ''] = (incoming.headers['proxy-authorization'] ?? '').split(' ');
			through.push({
				path: `${incoming.method} ${url.pathname}`,
				host: url.hostname,
				login: Buffer.from(login, 'base64').toString(),
			});
			const { port } = new URL(service.baseUrl);
			const { method, headers } = incoming;
			const options = { host: '127.0.0.1', port, path: url.pathname + url.search, method, headers };
			incoming.pipe(
				forward(options, (answer) => {
					response.writeHead(answer.statusCode!, answer.headers);
					answer.pipe(response);
				}),
			);
		});
		servers.push(proxy);
		return { through, address: `127.0.0.1:${await listening(proxy)}` };
	}

	test.each([
		['', ''],
		['user:secret@', 'user:secret'],
		['us%40er:p%3Aw@', 'us@er:p:w'],
		['user:100%25@', 'user:100%'],
		['user:100%@', 'user:100%'],
		['user:a%2541@', 'user:a%41'],
		['us%25er:p@', 'us%er:p'],
	])(
		'with the login "%s": every request goes through it, the token exchange too',
		async (given, login) => {
			const { through, address } = await startProxy();
			await send(settings({ proxy: ` http://${given}${address}/ ` }));
			expect(through).toEqual(
				['POST /api/oauth/token', 'POST /api/sms/messages'].map((path) => ({
					path,
					host: '127.0.0.1',
					login,
				})),
			);
			expect(texted()).toHaveLength(1);
		},
	);
});

test('a proxy that nobody answers at is named as what to check, and only where there is one', async () => {
	const nobody = await answering(() => ({}));
	await nobody.stop();
	const proxied = await send(settings({ proxy: nobody.baseUrl.replace('/api', '') }));
	expect(proxied.told).toMatch(
		/can't be reached\..*If it is right, check Proxy in the node settings\./s,
	);
	await service.stop();
	const direct = await send({});
	expect(direct.told).toContain("can't be reached.");
	expect(direct.told).not.toContain('Proxy');
});

describe('Ignore SSL Issues', () => {
	const answered = async (options: object) => {
		const { requests, exchanges } = await answering(() => ({ body: receipt }), { tls: selfSigned });
		return { ...(await send(settings(options))), came: [exchanges.length, requests.length] };
	};

	test('on: the token exchange and the send go', async () => {
		const { came, rows: out } = await answered({ allowUnauthorizedCerts: true });
		expect([came, out]).toMatchObject([[1, 1], [{ sendOutcome: 'accepted' }]]);
	});
});

describe('settings that can not be read are refused, and nothing leaves', () => {
	test.each([
		['Timeout', { timeout: '={{ "a while" }}' }, /Timeout in the node settings is 'a while', not/],
		[
			'Batch Interval',
			{ batching: { batch: { batchSize: 5, batchInterval: 'soon' } } },
			/is 'soon'/,
		],
		['Proxy', { proxy: 'proxy.example.com:8080' }, /Proxy in the node settings isn't an address/],
		[
			'an expression',
			{ timeout: '={{ $("Nowhere").first() }}' },
			/expression in the node settings/,
		],
	])('%s: %j', async (_name, options, words) => {
		for (const outcome of [
			await send(settings(options)),
			await run({ operation: 'queryMessages', ...settings(options) }),
		])
			expect([outcome.status, outcome.told]).toEqual(['error', expect.stringMatching(words)]);
		expect(service.requests).toEqual([]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: every row says so',
		async (onError) => {
			const { items, errorItems } = await send(
				{ ...each, ...settings({ timeout: '={{ $("Nowhere").first() }}' }) },
				{ rows, settings: { onError } },
			);
			expect([...items, ...errorItems].map(({ json }) => json)).toMatchObject(
				rows.map((row) => ({
					...row,
					sendOutcome: 'notSent',
					error: expect.stringMatching(/node settings failed: [^[]+\.$/),
				})),
			);
			expect(service.requests).toEqual([]);
		},
	);
});

describe('no connection', () => {
	test.each([
		['refused', 'http://127.0.0.1:1/api'],
		['to a name that is not known', 'http://nowhere.invalid/api'],
		// TCP refuses the broadcast address of the loopback network before a packet is made.
		['without a route', 'http://127.255.255.255:1/api'],
	])('%s: tried four times; the message was not sent', async (_name, baseUrl) => {
		setCredential({ baseUrl, allowInsecureHttp: true });
		await storeToken('a-token');
		const { rows: out } = await send({}, { settings: { onError: 'continueRegularOutput' } });
		expect(out).toMatchObject([
			{ sendOutcome: 'notSent', error: expect.stringMatching(/can't be reached.*Check Base URL/) },
		]);
		expect(clock.slept).toHaveLength(3);
	});
});

describe('a redirect is not followed', () => {
	const [exchange, send_, messages, sendersPath, statusesPath] = [
		'POST /api/oauth/token',
		'POST /api/sms/messages',
		'GET /api/sms/messages',
		'GET /api/sms/senders',
		'GET /api/system/system-status',
	];
	const requests: Array<[string, string, () => Promise<unknown>]> = [
		['the exchange for a token', exchange, () => run({ operation: 'listStatuses' })],
		["the credential's test", statusesPath, () => credentialTest()],
		['the exchange in that test', exchange, () => credentialTest()],
		['Send Message', send_, () => send({ options: { lookUpUnknown: false } })],
		['the look-up of an unknown send', messages, () => send()],
		['Skip Already Sent', messages, () => send({ options: { skipAlreadySent: true } })],
		['Query Messages', messages, () => run({ operation: 'queryMessages' })],
		['Query Senders', sendersPath, () => run({ operation: 'querySenders' })],
		['List Statuses', statusesPath, () => run({ operation: 'listStatuses' })],
		['the list of senders', sendersPath, () => senders()],
		['the list of statuses', statusesPath, () => statuses()],
		['a poll of the trigger', messages, () => trigger().activate()],
		['Fetch Test Event', messages, () => trigger().fetchTestEvent()],
	];
	const cases = [302, 307].flatMap((status) =>
		requests.map(([name, redirected, make]) => ({ status, name, redirected, make })),
	);

	test.each(cases)('$status to $name', async ({ status, redirected, make }) => {
		const elsewhere = await answering(() => ({ body: receipt }));
		const redirect = { status, headers: { location: `${elsewhere.baseUrl}/stolen` }, body: '' };
		const made: string[] = [];
		const answer = ({ method, path }: { method: string; path: string }) => {
			made.push(`${method} ${path.split('?')[0]}`);
			// A send that isn't redirected fails, so that there is something to look up.
			return made.at(-1) === redirected ? redirect : { status: 500 };
		};
		await answering(answer, {
			token: (request) =>
				redirected === exchange ? answer(request) : { body: { access_token: 'a-token' } },
		});
		await make().catch(() => undefined);
		expect([elsewhere.requests, elsewhere.exchanges]).toEqual([[], []]);
		expect(made).toContain(redirected);
	});
});

test.each([
	['of every kind of letter', '"Ünï" \\ \u2028 {{ 7 }} </script> 漢字 👩‍👩‍👧 \t\r\n'],
	['very long', 'Ahoy, 漢! '.repeat(1800)],
])('a text %s arrives as it is', async (_name, text) => {
	await send({ message: '={{ $json.text }}' }, { rows: [{ text }] });
	expect(service.journal.map(({ body }) => body.message)).toEqual([text]);
});

test('ten thousand numbers travel in a hundred requests', async () => {
	const recipients = rowsTo(10_000).map(({ to }) => to);
	await send({ recipients: '={{ $json.numbers }}' }, { rows: [{ numbers: recipients }] });
	expect([received('send').length, texted()]).toEqual([100, recipients]);
});
