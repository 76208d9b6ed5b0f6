import { startSandbox, type Readings, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { clientOf, loggedIn, refusedWith } from './client.mts';

let sandbox: Sandbox;
let now = Date.parse('2026-03-04T10:00:00Z');

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now });
});
afterEach(() => {
	sandbox.reset();
	sandbox.setOptions({
		tokenLifetime: {},
		expiryTold: 'http',
		readings: { bearerRequired: true, tokenShape: 'access_token' },
	});
});
afterAll(() => sandbox.stop());

const keys = () => ({ client_id: sandbox.clientId, client_secret: sandbox.clientSecret });

test('the right keys get a token and are counted', async () => {
	const { status, data } = await clientOf(sandbox).post('/oauth/token', keys());
	expect(status).toBe(200);
	expect(data).toEqual({
		access_token: expect.stringMatching(/^sandbox-token-/),
		token_type: 'Bearer',
		account: expect.any(Object),
	});
	expect([sandbox.exchanges, sandbox.tokensIssued]).toEqual([1, 1]);
});

test.each(['client_id', 'client_secret'])(
	'a wrong %s is refused, and counted as an exchange without a token',
	async (field) => {
		const { status, data } = await clientOf(sandbox).post('/oauth/token', {
			...keys(),
			[field]: 'wrong',
		});
		expect(status).toBe(401);
		expect(data).toEqual(refusedWith(401, /client id or the client secret is wrong/));
		expect([sandbox.exchanges, sandbox.tokensIssued]).toEqual([1, 0]);
	},
);

test('another account has other keys, the ones before count no more, and tokens stay valid', async () => {
	const before = keys();
	const client = await loggedIn(sandbox);
	sandbox.nextAccount();
	expect([
		keys().client_id === before.client_id,
		keys().client_secret === before.client_secret,
	]).toEqual([false, false]);
	const statuses = await Promise.all(
		[before, keys()].map(
			async (pair) => (await clientOf(sandbox).post('/oauth/token', pair)).status,
		),
	);
	expect([...statuses, (await client.get('/sms/messages')).status]).toEqual([401, 200, 200]);
});

test.each([
	['client_id missing', { client_id: undefined }, /client_id is missing/],
	['client_secret missing', { client_secret: undefined }, /client_secret is missing/],
	['client_id a number', { client_id: 1 }, /client_id must be string/],
	['client_secret null', { client_secret: null }, /client_secret must be string/],
	['client_id empty', { client_id: '' }, /client_id must NOT have fewer/],
	['a field too many', { grant_type: 'client_credentials' }, /grant_type is unknown/],
])('%s is refused', async (_case, change, sentence) => {
	const { status, data } = await clientOf(sandbox).post('/oauth/token', { ...keys(), ...change });
	expect(status).toBe(422);
	expect(data).toEqual(refusedWith(422, sentence));
});

const shapes: Array<
	[
		Readings['tokenShape'],
		(data: Record<string, string> & { data: Record<string, string> }) => string,
	]
> = [
	['access_token', (data) => data.access_token],
	['accessToken', (data) => data.accessToken],
	['token', (data) => data.token],
	['data.access_token', (data) => data.data.access_token],
	['data.accessToken', (data) => data.data.accessToken],
	['data.token', (data) => data.data.token],
];
test.each(shapes)('the token can stand as %s, and works', async (tokenShape, read) => {
	sandbox.setOptions({ readings: { tokenShape } });
	const { data } = await clientOf(sandbox).post('/oauth/token', keys());
	const token = read(data);
	expect((await clientOf(sandbox, token).get('/system/system-status')).status).toBe(200);
	expect(JSON.stringify(data).split(token)).toHaveLength(2);
});

test('the token answer can come without a token', async () => {
	sandbox.setOptions({ readings: { tokenShape: 'none' } });
	const { status, data } = await clientOf(sandbox).post('/oauth/token', keys());
	expect(status).toBe(200);
	expect(JSON.stringify(data)).not.toContain('sandbox-token');
});

const endpoints = [
	['POST', '/sms/messages'],
	['GET', '/sms/messages'],
	['GET', '/sms/senders'],
	['GET', '/system/system-status'],
];
describe.each(endpoints)('%s %s', (method, url) => {
	test('is refused without a token', async () => {
		const { status, data } = await clientOf(sandbox).request({ method, url });
		expect(status).toBe(method === 'POST' ? 422 : 401);
		// A POST without a body is refused for its body, whoever sends it.
		expect(data).toEqual(
			method === 'POST'
				? refusedWith(422, /body is missing/)
				: refusedWith(401, /no Authorization header/),
		);
	});
	test('is refused with a token that nobody issued', async () => {
		const body = method === 'POST' ? {} : undefined;
		const { status, data } = await clientOf(sandbox, 'made-up').request({
			method,
			url,
			data: body,
		});
		expect(status).toBe(401);
		expect(data).toEqual(refusedWith(401, /not valid, or it has expired/));
	});
});

test('another scheme than Bearer is refused', async () => {
	const { status } = await clientOf(sandbox).get('/system/system-status', {
		headers: { authorization: 'Basic abc' },
	});
	expect(status).toBe(401);
});

test('a token expires with its age, and another one issued later lives on', async () => {
	sandbox.setOptions({ tokenLifetime: { seconds: 60 } });
	const first = await loggedIn(sandbox);
	now += 59_999;
	expect((await first.get('/system/system-status')).status).toBe(200);
	const second = await loggedIn(sandbox);
	now += 1;
	expect((await first.get('/system/system-status')).status).toBe(401);
	expect((await second.get('/system/system-status')).status).toBe(200);
});

test('a token expires after its calls', async () => {
	sandbox.setOptions({ tokenLifetime: { calls: 2 } });
	const client = await loggedIn(sandbox);
	const statuses = [];
	for (let call = 0; call < 4; call++)
		statuses.push((await client.get('/system/system-status')).status);
	expect(statuses).toEqual([200, 200, 401, 401]);
});

test('all tokens expire at once on demand', async () => {
	const clients = [await loggedIn(sandbox), await loggedIn(sandbox)];
	sandbox.expireTokens();
	for (const client of clients)
		expect((await client.get('/system/system-status')).status).toBe(401);
	expect((await (await loggedIn(sandbox)).get('/system/system-status')).status).toBe(200);
});

test('expiry can be told in a 200 body', async () => {
	sandbox.setOptions({ expiryTold: 'body' });
	const { status, data } = await clientOf(sandbox, 'made-up').get('/system/system-status');
	expect(status).toBe(200);
	expect(data).toEqual(refusedWith(401, /expired/));
});

test('the reading without a bearer lets requests in that have none, and still refuses a wrong one', async () => {
	sandbox.setOptions({ readings: { bearerRequired: false } });
	expect((await clientOf(sandbox).get('/system/system-status')).status).toBe(200);
	expect((await clientOf(sandbox, 'made-up').get('/system/system-status')).status).toBe(401);
});
