/**
 * Requests that never leave n8n: to an address that speaks no TLS, or that n8n itself blocks. Nobody is texted, nothing
 * is unknown, nothing is retried, and people learn where to look.
 */
import { createServer, type Server } from 'node:net';
import {
	clock,
	credentialTest,
	each,
	listening,
	rowsTo,
	run,
	selfSigned,
	send,
	senders,
	service,
	setCredential,
	storeToken,
	ssrfProtection,
	answering,
} from '../harness/index.mts';

const continues = { settings: { onError: 'continueRegularOutput' as const } };

/** Sends three rows that are certainly not sent. Returns their errors. */
async function refusals(): Promise<string[]> {
	const { rows } = await send(each, { rows: rowsTo(3), ...continues });
	expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('notSent'));
	return rows.map(({ error }) => String(error));
}

/** Starts a TCP server that answers in its own way. Returns its port and the number of connections. */
async function somebody(
	answer: (server: Server) => void,
): Promise<{ port: number; came: () => number }> {
	let connections = 0;
	const server = createServer();
	server.on('connection', (socket) => {
		connections++;
		socket.on('error', () => undefined);
	});
	answer(server);
	const port = await listening(server as never);
	closing.push(server);
	return { port, came: () => connections };
}
const closing: Server[] = [];
afterEach(() => closing.splice(0).forEach((server) => server.close()));

const plainHttp = (server: Server): void =>
	void server.on('connection', (socket) =>
		socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')),
	);
const hangsUp = (server: Server): void =>
	void server.on('connection', (socket) => socket.once('data', () => socket.end()));

describe.each([
	['https:// on an http port', 'https://127.0.0.1:'],
	['no scheme on an http port', '127.0.0.1:'],
])('%s', (_name, address) => {
	const inWords =
		/doesn't speak https\.\sCheck its scheme \(https:\/\/ or http:\/\/\) and its port/;

	test('gets no key: the credential is told, once', async () => {
		const { port, came } = await somebody(plainHttp);
		setCredential({ baseUrl: `${address}${port}/api` });
		expect((await credentialTest()).message).toMatch(inWords);
		expect((await send()).told).toMatch(inWords);
		expect([came(), clock.slept]).toEqual([2, []]);
	});

	test('gets no message: a send is refused, a query too, once', async () => {
		const { port, came } = await somebody(plainHttp);
		setCredential({ baseUrl: `${address}${port}/api` });
		await storeToken('of-yesterday');
		for (const text of await refusals()) expect(text).toMatch(inWords);
		expect((await run({ operation: 'listStatuses' })).told).toMatch(inWords);
		expect([came(), clock.slept]).toEqual([4, []]);
	});
});

test('who hangs up before TLS is agreed on has got no message', async () => {
	const { port, came } = await somebody(hangsUp);
	setCredential({ baseUrl: `https://127.0.0.1:${port}/api` });
	await storeToken('of-yesterday');
	for (const text of await refusals()) expect(text).toContain("The service can't be reached.");
	// Three rows connect at once. Then they wait together, and only one retries.
	expect(came()).toBe(6);
});

test('who hangs up once TLS is agreed on may have got it', async () => {
	const { requests } = await answering(() => 'drop', { tls: selfSigned });
	await storeToken('of-yesterday');
	const { rows } = await send({ requestOptions: { allowUnauthorizedCerts: true } }, continues);
	const sends = requests.filter(({ method }) => method === 'POST');
	expect([rows[0]!.sendOutcome, sends.length]).toEqual(['unknown', 1]);
});

describe("n8n's protection against requests to private addresses", () => {
	const inWords =
		'n8n blocks this address (SSRF protection). Ask whoever runs n8n to add it to N8N_SSRF_ALLOWED_HOSTNAMES.';
	const plain = (text: string) => text.replaceAll('\n', ' ');
	beforeEach(() => (ssrfProtection.enabled = true));

	test.each([undefined, 'of-yesterday'])(
		'sends, queries and lists are refused; token %j',
		async (token) => {
			if (token) await storeToken(token);
			for (const text of await refusals()) expect(text).toContain(inWords);
			expect(plain((await run({ operation: 'queryMessages' })).told)).toContain(inWords);
			await expect(senders()).rejects.toThrow(inWords);
			expect([service.requests, clock.slept]).toEqual([[], []]);
		},
	);

	test('a run tells that nothing was sent; the credential says the same', async () => {
		const { told } = await send(each, { rows: rowsTo(3) });
		expect(plain(told)).toMatch(/^Nothing was sent\. 3 of 3 items failed\./);
		expect(plain(told)).toContain(inWords.slice(0, 43));
		expect((await credentialTest()).message).toContain(inWords);
		expect(service.requests).toEqual([]);
	});
});
