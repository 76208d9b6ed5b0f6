import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import {
	faults,
	operations,
	type FaultKind,
	type FaultMeaning,
} from '../../workbench/sandbox/faults.mts';
import { startSandbox, type Fault, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from './client.mts';
import { answers, seenBy } from './seen.mts';

let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox({ pastMessages: 45 });
	client = await loggedIn(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const seen = (config: AxiosRequestConfig) => seenBy(client, sandbox, config);
const send = (change: object = {}) =>
	seen({ method: 'POST', url: '/sms/messages', data: { ...goodSend, ...change } });

const meanings: ReadonlyArray<[FaultKind, FaultMeaning]> = Object.entries(faults) as Array<
	[FaultKind, FaultMeaning]
>;
const sendable = meanings.filter(([, { only }]) => !only || only.includes('send'));

test('every fault that a send can meet has its expected answer here', () => {
	expect(Object.keys(answers).sort()).toEqual(sendable.map(([kind]) => kind).sort());
});

test('the faults after which a message has been accepted are these', () => {
	const accepting = meanings.filter(([, { accepts }]) => accepts).map(([kind]) => kind);
	expect(accepting.sort()).toEqual([
		'dropAfter',
		'dropMidAnswer',
		'emptyBody',
		'errorAfterAccept',
		'hangAfterAccept',
		'noise',
		'notJson',
		'wrongShape',
	]);
});

test.each(sendable)(
	'%s meets one send, which is accepted or not as the table says',
	async (kind, { accepts }) => {
		sandbox.play({ on: 'send', kind });
		expect(await send()).toMatchObject(answers[kind] as object);
		expect(sandbox.journal).toHaveLength(accepts ? 1 : 0);
		expect(sandbox.requests.at(-1)).toMatchObject({ operation: 'send', fault: kind });
		expect(await send()).toMatchObject({ status: 200, body: { responsecode: 201 } });
		expect(sandbox.journal).toHaveLength(accepts ? 2 : 1);
		expect(sandbox.requests.at(-1)?.fault).toBeUndefined();
	},
);

test.each(['errorAfterAccept', 'serverError', 'badRequest', 'html'] as const)(
	'%s has the status that it is given',
	async (kind) => {
		sandbox.play({ on: 'send', kind, status: 418 });
		expect(await send()).toMatchObject({ status: 418 });
	},
);

test.each(['rateLimited', 'rateLimitedInBody', 'serverError'] as const)(
	'%s carries Retry-After where one is given',
	async (kind) => {
		sandbox.play({ on: 'send', kind, retryAfter: 'Wed, 04 Mar 2026 10:00:00 GMT' });
		sandbox.play({ on: 'send', kind });
		expect((await send()).headers).toHaveProperty('retry-after', 'Wed, 04 Mar 2026 10:00:00 GMT');
		expect((await send()).headers).not.toHaveProperty('retry-after');
	},
);

test('noise is megabytes', async () => {
	sandbox.play({ on: 'send', kind: 'noise' });
	expect(String((await send()).body).length).toBeGreaterThan(4_000_000);
});

const requests: Record<string, AxiosRequestConfig> = {
	messages: { url: '/sms/messages' },
	senders: { url: '/sms/senders' },
	statuses: { url: '/system/system-status' },
};
test.each(Object.keys(requests))('a fault on %s meets that operation and no other', async (on) => {
	sandbox.play({ on: on as Fault['on'], kind: 'serverError', status: 503 });
	for (const other of Object.keys(requests).filter((name) => name !== on)) {
		expect(await seen(requests[other])).toMatchObject({ status: 200 });
	}
	expect(await send()).toMatchObject({ status: 200 });
	expect(await seen(requests[on])).toMatchObject({ status: 503 });
	expect(await seen(requests[on])).toMatchObject({ status: 200 });
});

test('a fault on the token endpoint spoils the exchange, and issues no token unless it shows afterwards', async () => {
	const keys = { client_id: sandbox.clientId, client_secret: sandbox.clientSecret };
	const exchange = () => seen({ method: 'POST', url: '/oauth/token', data: keys });
	sandbox.play({ on: 'token', kind: 'serverError' });
	sandbox.play({ on: 'token', kind: 'wrongShape' });
	expect(await exchange()).toMatchObject({ status: 500 });
	expect(sandbox.tokensIssued).toBe(0);
	expect(await exchange()).toMatchObject({ status: 200, body: { ok: [1, 2, 3] } });
	expect([sandbox.exchanges, sandbox.tokensIssued]).toEqual([2, 1]);
});

test('any is every operation', async () => {
	sandbox.play({ on: 'any', kind: 'rateLimited', times: operations.length });
	for (const config of Object.values(requests))
		expect(await seen(config)).toMatchObject({ status: 429 });
	expect(await send()).toMatchObject({ status: 429 });
	const keys = { client_id: sandbox.clientId, client_secret: sandbox.clientSecret };
	expect(await seen({ method: 'POST', url: '/oauth/token', data: keys })).toMatchObject({
		status: 429,
	});
	expect(await send()).toMatchObject({ status: 200 });
});

async function statusesOf(count: number): Promise<unknown[]> {
	const statuses = [];
	for (let call = 0; call < count; call++) statuses.push((await send()).status);
	return statuses;
}

test('times and after say which requests a fault meets', async () => {
	sandbox.play({ on: 'send', kind: 'serverError', times: 2, after: 1 });
	expect(await statusesOf(5)).toEqual([200, 500, 500, 200, 200]);
});

test.each([Infinity, -1])('times %s is for ever', async (times) => {
	sandbox.play({ on: 'send', kind: 'serverError', times });
	expect(await statusesOf(4)).toEqual([500, 500, 500, 500]);
});

test('faults meet requests in the order in which they were armed', async () => {
	sandbox.play({ on: 'send', kind: 'serverError', status: 503 });
	sandbox.play({ on: 'send', kind: 'rateLimited' });
	expect(await statusesOf(3)).toEqual([503, 429, 200]);
});

test('a fault with a recipient meets only sends that contain it', async () => {
	sandbox.play({ on: 'send', kind: 'serverError', recipient: '+254700111222' });
	expect(await send()).toMatchObject({ status: 200 });
	expect(await send({ recipients: ['+254712345678', '+254700111222'] })).toMatchObject({
		status: 500,
	});
});

test('no fault is used up by a request that fails anyway', async () => {
	sandbox.play({ on: 'send', kind: 'dropAfter' });
	expect(await send({ recipients: null })).toMatchObject({ status: 422 });
	expect(await send({ sender_id: 104 })).toMatchObject({ status: 422 });
	expect(
		await seen({
			method: 'POST',
			url: '/sms/messages',
			data: goodSend,
			headers: { authorization: 'Bearer made-up' },
		}),
	).toMatchObject({ status: 401 });
	expect(await send()).toEqual({ code: 'ECONNRESET' });
	expect(sandbox.journal).toHaveLength(1);
});

describe('pages', () => {
	const page = async (number: number) =>
		(await client.get('/sms/messages', { params: { page: number, per_page: 10 } })).data.data;
	const ids = (data: Array<{ id: number }>) => data.map(({ id }) => id);

	test('repeatPage gives the first page under the number that was asked for', async () => {
		const first = await page(1);
		sandbox.play({ on: 'messages', kind: 'repeatPage' });
		const repeated = await page(3);
		expect(repeated.data).toEqual(first.data);
		expect(repeated.meta).toMatchObject({ current_page: 3, last_page: 5 });
		expect(ids((await page(3)).data)).not.toEqual(ids(first.data));
	});
	test('hugeLastPage claims pages that are empty', async () => {
		sandbox.play({ on: 'messages', kind: 'hugeLastPage', times: 2 });
		expect((await page(1)).meta).toMatchObject({ last_page: 1_000_000_000, total: 10_000_000_000 });
		expect((await page(6)).data).toEqual([]);
	});
	test('noMeta leaves out meta', async () => {
		sandbox.play({ on: 'messages', kind: 'noMeta' });
		expect(Object.keys(await page(1))).toEqual(['data']);
	});
	test('rowsMove shifts the rows before the page is read, and the journal knows nothing of it', async () => {
		const first = ids((await page(1)).data);
		sandbox.play({ on: 'messages', kind: 'rowsMove' });
		expect(ids((await page(2)).data)[0]).toBe(first.at(-1));
		expect(sandbox.journal).toEqual([]);
	});
	test('faults of other operations spoil a page as well', async () => {
		sandbox.play({ on: 'messages', kind: 'wrongShape' });
		expect((await client.get('/sms/messages')).data).toEqual({ ok: [1, 2, 3] });
	});
});

test.each([
	[{ on: 'send', kind: 'boom' }, /no fault "boom"/],
	[{ on: 'send', kind: 'toString' }, /no fault "toString"/],
	[{ on: 'sends', kind: 'hang' }, /not on "sends"/],
	[{ on: 'send', kind: 'repeatPage' }, /repeatPage is played on messages or senders, not on send/],
	[{ on: 'senders', kind: 'rowsMove' }, /rowsMove is played on messages, not on senders/],
	[{ on: 'messages', kind: 'hang', recipient: '+254700111222' }, /played on send/],
	[{ on: 'send', kind: 'hang', time: 2 }, /A fault has no "time"/],
])('%j could never play and is refused', (fault, sentence) => {
	expect(() => sandbox.play(fault as Fault)).toThrow(sentence);
});

test('stopping ends a request that hangs', async () => {
	const other = await startSandbox();
	const otherClient = await loggedIn(other);
	other.play({ on: 'statuses', kind: 'hang' });
	const hanging = otherClient
		.get('/system/system-status', { timeout: 0 })
		.catch((error: { code: string }) => error.code);
	while (other.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
	await other.stop();
	expect(await hanging).toBe('ECONNRESET');
});
