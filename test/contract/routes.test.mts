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
		data: { '0': 'Pending', '1': 'Active', '2': 'Approved', '-1': 'Deactivated', '-2': 'Suspended', '-3': 'Rejected' },
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
			headers: expect.objectContaining({ 'x-test': 'yes', authorization: expect.stringMatching(/^Bearer sandbox-token/) }),
			body: undefined,
			status: 422,
		},
	]);
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

test('requests in flight are counted, the token endpoint is not', async () => {
	sandbox.setOptions({ latency: 150 });
	const many = Array.from({ length: 7 }, () => client.get('/system/system-status'));
	const tokens = Array.from({ length: 3 }, () => clientOf(sandbox).post('/oauth/token', {}));
	await Promise.all([...many, ...tokens]);
	expect(sandbox.inFlight.peak).toBe(7);
	expect(sandbox.requests).toHaveLength(10);
});

test('a request that hangs is in flight until its connection ends', async () => {
	sandbox.play({ on: 'statuses', kind: 'hang' });
	const hanging = client.get('/system/system-status', { timeout: 300 });
	while (sandbox.inFlight.now < 1) await new Promise((resolve) => setImmediate(resolve));
	await client.get('/sms/senders');
	expect(sandbox.inFlight).toEqual({ now: 1, peak: 2 });
	await expect(hanging).rejects.toThrow(/timeout/);
	while (sandbox.inFlight.now > 0) await new Promise((resolve) => setImmediate(resolve));
	expect(sandbox.inFlight.peak).toBe(2);
});

test('a request that follows an answer never counts beside it', async () => {
	for (let call = 0; call < 50; call++) await client.get('/sms/messages');
	expect(sandbox.inFlight).toEqual({ now: 0, peak: 1 });
});

test('more requests at once than the cap are answered with 429, and the cap can be lifted', async () => {
	sandbox.setOptions({ latency: 150, maxInFlight: 3 });
	const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await client.get('/system/system-status')).status));
	expect(statuses.sort()).toEqual([200, 200, 200, 429, 429]);
	sandbox.setOptions({ maxInFlight: Infinity });
	const again = await Promise.all(Array.from({ length: 5 }, async () => (await client.get('/system/system-status')).status));
	expect(again).toEqual([200, 200, 200, 200, 200]);
});

test('options that do not exist are refused with a sentence', async () => {
	expect(() => sandbox.setOptions({ readings: { tokenShape: 'jwt' as 'token' } })).toThrow(/tokenShape is one of access_token/);
	expect(() => sandbox.setOptions({ readings: { shape: 1 } as object })).toThrow(/no reading "shape"/);
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
