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
		statuses: [],
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

describe('statuses', () => {
	const number = '+420777123456';
	const send = async () =>
		(await client.post('/sms/messages', { ...goodSend, recipients: [number] })).data.data.messageId;
	const shown = async () => {
		const { data } = (await client.get('/sms/messages')).data.data;
		return [data].flat().map((record) => record.sms_recipients[0].status);
	};

	test('sets them, for one message or for all, to none, and back to time', async () => {
		const first = await send();
		await send();
		const seen = [];
		await remote.setStatus(number, 'Read');
		seen.push(await shown());
		await remote.setStatus(number, null, { messageId: first });
		seen.push(await shown());
		await remote.setStatus(number, undefined, { messageId: first });
		seen.push(await shown());
		await remote.setStatus(number, undefined);
		seen.push(await shown());
		expect(seen).toEqual([
			['Read', 'Read'],
			['Read', null],
			['Read', 'Read'],
			['Pending', 'Pending'],
		]);
	});

	test('a body without status is back to time, null is no status', async () => {
		await send();
		const seen = [];
		for (const body of [{ status: '' }, { status: null }, {}]) {
			const answer = await axios.post(`${origin()}/_sandbox/statuses`, {
				phoneNumber: number,
				...body,
			});
			seen.push([answer.data.responsemessage, ...(await shown())]);
		}
		expect(seen).toEqual([
			['The status is set.', ''],
			['The status is set.', null],
			['The status follows the time again.', 'Pending'],
		]);
	});

	test('the state tells which are set, and reset takes them back', async () => {
		const messageId = Number(await send());
		await remote.setStatus('+420777000111', null);
		await remote.setStatus(number, 'Read', { messageId });
		await remote.setStatus(number, 'Gone');
		await remote.setStatus(number, 'Read', { messageId });
		expect((await remote.state()).statuses).toEqual([
			{ phoneNumber: '+420777000111', status: null },
			{ phoneNumber: number, status: 'Gone' },
			{ phoneNumber: number, status: 'Read', messageId },
		]);
		await remote.reset();
		expect((await remote.state()).statuses).toEqual([]);
	});
});

test('resets', async () => {
	await client.post('/sms/messages', goodSend);
	await remote.play({ on: 'any', kind: 'hang' });
	await remote.reset();
	expect(await remote.state()).toMatchObject({ journal: [], requests: [], faults: [] });
});

test('refuses with a sentence', async () => {
	await expect(remote.play({ on: 'send', kind: 'boom' as 'hang' })).rejects.toThrow(
		/refused faults: There is no fault "boom"/,
	);
	await expect(remote.setOptions({ expiryTold: 'mail' as 'http' })).rejects.toThrow(
		/expiryTold is one of http, body/,
	);
});

test.each([
	['GET', 'nothing', undefined, 404, /no GET nothing/],
	['GET', 'reset', undefined, 404, /no GET reset/],
	['POST', 'faults', '[]', 422, /JSON object/],
	['POST', 'faults', '{', 422, /JSON/],
	['POST', 'faults', '{}', 422, /no fault "undefined"/],
	['GET', 'statuses', undefined, 404, /no GET statuses/],
	['POST', 'statuses', '{"phoneNumber":', 422, /JSON/],
	['POST', 'statuses', 'null', 422, /JSON object/],
	[
		'POST',
		'statuses',
		'{}',
		422,
		/phoneNumber is a phone number with a leading plus.*, not undefined/,
	],
	[
		'POST',
		'statuses',
		'{"phoneNumber":"+420777123456","status":false}',
		422,
		/status is text, null \(no status\) or left out \(back to time\), not false/,
	],
	[
		'POST',
		'statuses',
		'{"phoneNumber":"+420777123456","Status":"Read"}',
		422,
		/A status has no "Status"/,
	],
	[
		'POST',
		'statuses',
		'{"phoneNumber":"+420777123456","status":"Read","messageId":8}',
		422,
		/There is no message 8/,
	],
	['POST', 'messages', '[{}]', 422, /JSON object/],
	['GET', 'messages', undefined, 404, /no GET messages/],
])('%s %s with %s is refused', async (method, action, data, code, sentence) => {
	const answer = await axios.request({
		method,
		url: `${origin()}/_sandbox/${action}`,
		data,
		validateStatus: () => true,
	});
	expect(answer.status).toBe(code);
	expect(answer.data.responsemessage).toMatch(sentence);
});
