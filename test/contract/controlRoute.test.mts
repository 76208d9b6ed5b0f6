import axios, { type AxiosInstance } from 'axios';
import { connectSandbox, type RemoteSandbox } from '../../workbench/sandbox/remote.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from './client.mts';

let sandbox: Sandbox;
let client: AxiosInstance;
let remote: RemoteSandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	client = await loggedIn(sandbox);
	remote = connectSandbox(sandbox.baseUrl);
});
beforeEach(() => remote.reset());
afterAll(() => sandbox.stop());

const origin = () => new URL(sandbox.baseUrl).origin;
const status = async () => (await client.get('/system/system-status')).status;

test('the state is what the sandbox in the same process says', async () => {
	await client.post('/sms/messages', goodSend);
	await remote.play({ on: 'send', kind: 'hang', times: 3, after: 2 });
	const state = await remote.state();
	expect(state).toEqual({
		journal: sandbox.journal,
		requests: JSON.parse(JSON.stringify(sandbox.requests)),
		tokensIssued: 0,
		exchanges: 0,
		inFlight: { now: 0, peak: 1 },
		faults: [{ on: 'send', kind: 'hang', times: 3, after: 2 }],
	});
	expect(state.journal).toHaveLength(1);
	expect(state.requests).toHaveLength(1);
});

test('the control route is no request to the service', async () => {
	await remote.state();
	expect(sandbox.requests).toEqual([]);
});

test('arms faults', async () => {
	await remote.play({ on: 'statuses', kind: 'serverError', status: 503 });
	expect([await status(), await status()]).toEqual([503, 200]);
});

test.each([Infinity, -1])('arms a fault for ever with times %s', async (times) => {
	await remote.play({ on: 'statuses', kind: 'serverError', times });
	expect([await status(), await status(), await status()]).toEqual([500, 500, 500]);
});

test('expires tokens', async () => {
	await remote.expireTokens();
	expect(await status()).toBe(401);
	client = await loggedIn(sandbox);
	expect(await status()).toBe(200);
});

test('changes options, and lifts a cap with null', async () => {
	await remote.setOptions({ maxInFlight: 0, readings: { emptyAs: 'null' } });
	expect(await status()).toBe(429);
	await axios.post(`${origin()}/_sandbox/options`, { maxInFlight: null });
	expect((await client.get('/sms/messages')).data.data.data).toBeNull();
	await remote.setOptions({ readings: { emptyAs: 'array' } });
	expect((await client.get('/sms/messages')).data.data.data).toEqual([]);
});

test('resets', async () => {
	await client.post('/sms/messages', goodSend);
	await remote.play({ on: 'any', kind: 'hang' });
	await remote.reset();
	expect(await remote.state()).toMatchObject({ journal: [], requests: [], faults: [] });
});

test('refuses with a sentence', async () => {
	await expect(remote.play({ on: 'send', kind: 'boom' as 'hang' })).rejects.toThrow(/refused faults: There is no fault "boom"/);
	await expect(remote.setOptions({ expiryTold: 'mail' as 'http' })).rejects.toThrow(/expiryTold is one of http, body/);
});

test.each([
	['GET', 'nothing', undefined, 404, /no GET nothing/],
	['GET', 'reset', undefined, 404, /no GET reset/],
	['POST', 'faults', '[]', 422, /JSON object/],
	['POST', 'faults', '{', 422, /JSON/],
	['POST', 'faults', '{}', 422, /no fault "undefined"/],
])('%s %s with %s is refused', async (method, action, data, code, sentence) => {
	const answer = await axios.request({ method, url: `${origin()}/_sandbox/${action}`, data, validateStatus: () => true });
	expect(answer.status).toBe(code);
	expect(answer.data.responsemessage).toMatch(sentence);
});
