import { Agent } from 'node:http';
import type { AxiosInstance } from 'axios';
import { startSandbox, type Readings, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { clientOf, goodSend, loggedIn, refusedWith } from './client.mts';

let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox();
	client = await loggedIn(sandbox);
});
beforeEach(() => {
	sandbox.reset();
	sandbox.setOptions({ latency: 0, maxInFlight: Infinity, readings: { errorBody: 'envelope' } });
});
afterAll(() => sandbox.stop());

test('the status listing has the six labels under their numbers', async () => {
	const { status, data } = await client.get('/system/system-status');
	expect(status).toBe(200);
	expect(data).toEqual({
		responsecode: 200,
		data: {
			'0': 'Pending',
			'1': 'Active',
			'2': 'Approved',
			'-1': 'Deactivated',
			'-2': 'Suspended',
			'-3': 'Rejected',
		},
		responsemessage: expect.any(String),
	});
});

test('the status listing takes no parameter', async () => {
	const { status, data } = await client.get('/system/system-status?page=1');
	expect(status).toBe(422);
	expect(data).toEqual(refusedWith(422, /query parameter page is unknown/));
});

test.each([
	['GET', '/sms/message', 404],
	['GET', '/sms/messages/', 404],
	['GET', '/sms/messages/1', 404],
	['GET', '', 404],
	['GET', '/oauth/token', 405],
	['PUT', '/sms/messages', 405],
	['DELETE', '/sms/messages', 405],
	['POST', '/sms/senders', 405],
	['POST', '/system/system-status', 405],
])('%s %s is %i', async (method, url, code) => {
	const { status, data } = await client.request({ method, url });
	expect(status).toBe(code);
	expect(data).toEqual(refusedWith(code, /The service has no/));
});

test('nothing is served outside of /api but the control route', async () => {
	const { status } = await client.get(new URL('/sms/messages', sandbox.baseUrl).href);
	expect(status).toBe(404);
});

test('the request log has the request as it came', async () => {
	await client.get('/sms/messages?query=a%20b&page=007&page=8', { headers: { 'x-test': 'yes' } });
	expect(sandbox.requests).toEqual([
		{
			at: expect.any(Number),
			method: 'GET',
			path: '/api/sms/messages',
			operation: 'messages',
			query: { query: 'a b', page: '007,8' },
			headers: expect.objectContaining({
				'x-test': 'yes',
				authorization: expect.stringMatching(/^Bearer sandbox-token/),
			}),
			body: undefined,
			connection: expect.any(Number),
			status: 422,
		},
	]);
});

test('the request log tells which requests came over one connection, those of the control route left out', async () => {
	const kept = new Agent({ keepAlive: true, maxSockets: 1 });
	const unkept = new Agent({ keepAlive: false });
	for (const httpAgent of [kept, unkept, kept, unkept, kept]) {
		await client.get('/system/system-status', { httpAgent });
		await client.get(new URL('/_sandbox/state', sandbox.baseUrl).href);
	}
	kept.destroy();
	const [first, ...others] = sandbox.requests.map(({ connection }) => connection);
	expect(others).toEqual([first! + 1, first, first! + 2, first]);
});

const forms: Array<[Readings['errorBody'], unknown]> = [
	['message', { message: 'There is no sender 9.' }],
	['oauth', { error: 'invalid_request', error_description: 'There is no sender 9.' }],
	['html', expect.stringMatching(/^<!DOCTYPE html>/)],
	['empty', ''],
];
test.each(forms)('a refusal can have the form %s', async (errorBody, body) => {
	sandbox.setOptions({ readings: { errorBody } });
	const { status, data } = await client.post('/sms/messages', { ...goodSend, sender_id: 9 });
	expect([status, data]).toEqual([422, body]);
	expect((await client.get('/system/system-status')).data.responsecode).toBe(200);
});

/** Starts so many requests that hang, and waits until the sandbox has them all; the result ends them. */
async function hangingRequests(count: number): Promise<() => Promise<void>> {
	sandbox.play({ on: 'statuses', kind: 'hang', times: count });
	const controller = new AbortController();
	const all = Array.from({ length: count }, () =>
		client
			.get('/system/system-status', { signal: controller.signal })
			.catch((error: { code: string }) => error.code),
	);
	await until(() => sandbox.inFlight.now === count);
	return async () => {
		controller.abort();
		expect(new Set(await Promise.all(all))).toEqual(new Set(['ERR_CANCELED']));
		await until(() => sandbox.inFlight.now === 0);
	};
}

async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test('requests in flight are counted until their connection ends, the token endpoint is not', async () => {
	const end = await hangingRequests(7);
	await clientOf(sandbox).post('/oauth/token', {});
	expect(sandbox.inFlight).toEqual({ now: 7, peak: 7 });
	await client.get('/sms/senders');
	expect(sandbox.inFlight).toEqual({ now: 7, peak: 8 });
	await end();
	expect(sandbox.inFlight).toEqual({ now: 0, peak: 8 });
});

test('a request that follows an answer never counts beside it', async () => {
	for (let call = 0; call < 50; call++) await client.get('/sms/messages');
	expect(sandbox.inFlight).toEqual({ now: 0, peak: 1 });
});

test('more requests at once than the cap are answered with 429, and the cap can be lifted', async () => {
	sandbox.setOptions({ maxInFlight: 3 });
	const end = await hangingRequests(3);
	const { status, data } = await client.get('/sms/senders');
	expect(status).toBe(429);
	expect(data).toEqual(refusedWith(429, /More than 3 requests at once/));
	expect((await clientOf(sandbox).post('/oauth/token', {})).status).toBe(422);
	sandbox.setOptions({ maxInFlight: Infinity });
	expect((await client.get('/sms/senders')).status).toBe(200);
	sandbox.setOptions({ maxInFlight: 3 });
	await end();
	expect((await client.get('/sms/senders')).status).toBe(200);
});

test('latency holds every answer back, and the work is done before it', async () => {
	sandbox.setOptions({ latency: 60_000 });
	const controller = new AbortController();
	const sent = client
		.post('/sms/messages', goodSend, { signal: controller.signal, timeout: 0 })
		.catch((error: { code: string }) => error.code);
	await until(() => sandbox.journal.length === 1);
	expect(sandbox.requests).toMatchObject([{ operation: 'send', status: 0 }]);
	controller.abort();
	expect(await sent).toBe('ERR_CANCELED');
});

test('what a test does before an answer is done while the request is under way, and holds it back', async () => {
	const seen: unknown[] = [];
	let goOn: () => void = () => undefined;
	const held = await startSandbox({
		beforeAnswer: async ({ operation }) => {
			seen.push([operation, held.inFlight.now, held.journal.length]);
			if (operation === 'send') await new Promise<void>((resolve) => (goOn = resolve));
			seen.push(`${operation} goes on`);
		},
	});
	const sent = (await loggedIn(held))
		.post('/sms/messages', goodSend)
		.then(({ status }) => seen.push(status));
	await until(() => seen.length === 3);
	goOn();
	await sent;
	expect(seen).toEqual([['token', 0, 0], 'token goes on', ['send', 1, 1], 'send goes on', 200]);
	expect(() => held.setOptions({ beforeAnswer: () => undefined } as object)).toThrow(
		/no option "beforeAnswer"/,
	);
	await held.stop();
});

test('options that do not exist are refused with a sentence', async () => {
	expect(() => sandbox.setOptions({ readings: { tokenShape: 'jwt' as 'token' } })).toThrow(
		/tokenShape is one of access_token/,
	);
	expect(() => sandbox.setOptions({ readings: { shape: 1 } as object })).toThrow(
		/no reading "shape"/,
	);
	expect(() => sandbox.setOptions({ delay: 1 } as object)).toThrow(/no option "delay"/);
	await expect(startSandbox({ latency: -1 })).rejects.toThrow(/latency is a number from 0/);
});

test('reset forgets what was sent, and no id comes twice', async () => {
	const first = (await client.post('/sms/messages', goodSend)).data.data.messageId;
	sandbox.reset();
	expect([sandbox.journal, sandbox.requests]).toEqual([[], []]);
	expect((await client.get('/sms/messages')).data.data.meta.total).toBe(0);
	const second = (await client.post('/sms/messages', goodSend)).data.data.messageId;
	expect(second).not.toBe(first);
});

test('two sandboxes know nothing of each other', async () => {
	const other = await startSandbox();
	try {
		expect((await client.get(`${other.baseUrl}/system/system-status`)).status).toBe(401);
		expect(sandbox.requests).toEqual([]);
		expect(other.requests).toHaveLength(1);
	} finally {
		await other.stop();
	}
});

test('a hundred thousand messages can be there from the start', async () => {
	const large = await startSandbox({ pastMessages: 100_000 });
	try {
		const { data } = await (await loggedIn(large)).get('/sms/messages?per_page=3&page=33333');
		expect(data.data.meta.total).toBe(100_000);
		expect(data.data.data.map(({ id }: { id: number }) => id)).toEqual([4, 3, 2]);
	} finally {
		await large.stop();
	}
});

test("the sandbox's own answers are held against the document, unless that is switched off", async () => {
	// After the year 9999 ISO timestamps begin with a sign, which the document doesn't allow.
	const far = await startSandbox({
		pastMessages: 1,
		now: () => Date.parse('9999-12-31T23:59:59Z') + 86_400_000,
	});
	try {
		const farClient = await loggedIn(far);
		const { status, data } = await farClient.get('/sms/messages');
		expect(status).toBe(500);
		expect(data).toEqual(refusedWith(500, /own answer breaks its OpenAPI document.*created_at/));
		far.setOptions({ validateAnswers: false });
		expect((await farClient.get('/sms/messages')).status).toBe(200);
	} finally {
		await far.stop();
	}
});
