import { startStubService, type StubAnswer } from '../stubService.mts';
import { startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
beforeEach(async () => {
	bench = await startWorkbench();
});
afterEach(async () => await bench.sandbox.stop().catch(() => undefined));

/** What the editor shows for a credential that differs in these fields. */
async function shown(data = {}): Promise<string> {
	bench.credentials = bench.store(data);
	const { status, message } = await bench.testCredential();
	for (const secret of [bench.sandbox.clientSecret, bench.sandbox.clientId, 'wrong-secret'])
		expect(message).not.toContain(secret);
	return `${status}: ${message}`;
}

describe("the credential's test", () => {
	it('succeeds by listing the statuses with the token', async () => {
		expect(await shown()).toBe('OK: Connection successful!');
		expect(bench.sandbox.requests.map(({ path, status }) => [path, status])).toEqual([
			['/api/oauth/token', 200],
			['/api/system/system-status', 200],
		]);
	});

	it('tells a wrong secret', async () => {
		expect(await shown({ clientSecret: 'wrong-secret' })).toMatch(
			/^Error: The service refused Client ID and Client Secret\. Copy both again/,
		);
	});

	it('tells a wrong path', async () => {
		expect(await shown({ baseUrl: bench.sandbox.baseUrl.replace('/api', '/elsewhere') })).toMatch(
			/^Error: Base URL in the credential leads to something other than the messaging service\. Check Base URL/,
		);
	});

	it('tells an address where something else answers', async () => {
		const stub = await startStubService(() => ({ body: {} }), {
			answerToken: () => ({ body: '<html>Welcome</html>' }),
		});
		expect(await shown({ baseUrl: stub.baseUrl })).toMatch(
			/^Error: Base URL in the credential leads to something other than the messaging service/,
		);
		await stub.stop();
	});

	it('tells a redirect, without following it with the secret', async () => {
		const stub = await startStubService(() => ({ body: {} }), {
			answerToken: () => ({ status: 307, headers: { location: bench.sandbox.baseUrl }, body: '' }),
		});
		expect(await shown({ baseUrl: stub.baseUrl })).toMatch(
			/^Error: Base URL in the credential leads to something other than the messaging service/,
		);
		await stub.stop();
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('tells a service that is stopped, after four tries', async () => {
		await bench.sandbox.stop();
		expect(await shown()).toMatch(
			/^Error: The service can't be reached to get an access token\. Check Base URL/,
		);
	});

	it('tells a host that does not exist', async () => {
		expect(await shown({ baseUrl: 'https://messaging.invalid/api' })).toMatch(
			/^Error: The service can't be reached/,
		);
	});

	it.each([
		['empty', '', /Base URL is empty in the credential\. Fill in/],
		['no address', 'not an address', /Base URL in the credential isn't a web address\. Give/],
		['of another scheme', 'ftp://127.0.0.1/api', /begins with 'ftp:\/\/'/],
		['http to another host', 'http://sms.example.test/api', /unencrypted\. Use https:\/\//],
	])('tells an address that is %s, and sends nothing', async (_title, baseUrl, words) => {
		expect(await shown({ baseUrl })).toMatch(words);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('tells a service that is too busy, or fails, when asked for a token', async () => {
		bench.sandbox.play({ on: 'token', kind: 'rateLimited', retryAfter: '0', times: 4 });
		expect(await shown()).toMatch(
			/^Error: The service gave no access token, because it is receiving too many requests/,
		);
		bench.sandbox.play({ on: 'token', kind: 'serverError', status: 503, times: 4 });
		expect(await shown()).toMatch(/^Error: The service failed to give an access token/);
		expect(bench.sandbox.exchanges).toBe(8);
	});

	it('exchanges again after a failure that passes', async () => {
		bench.sandbox.play({ on: 'token', kind: 'dropBefore', times: 3 });
		expect(await shown()).toBe('OK: Connection successful!');
		expect(bench.sandbox.exchanges).toBe(4);
	});

	const noList =
		/^Error: Base URL leads to something that has no list of statuses\. Check Base URL/;
	const refused = /^Error: The service gave a token .* but refuses to list its statuses/;
	const failed = /^Error: The service gave a token, but failed/;

	const envelope = (code: unknown) => ({ responsecode: code, data: {}, responsemessage: 'No' });
	const told: Array<[string, (code: number) => StubAnswer]> = [
		['HTTP status', (code) => ({ status: code, body: envelope(code) })],
		['responsecode', (code) => ({ body: envelope(code) })],
		['responsecode in a text', (code) => ({ body: envelope(String(code)) })],
	];
	const codes: Array<[number, RegExp]> = [
		[300, noList],
		[302, noList],
		[399, noList],
		[401, refused],
		[403, refused],
		[404, noList],
		[400, failed],
		[409, failed],
		[422, failed],
		[429, /^Error: The service is receiving too many requests/],
		[451, failed],
		[500, failed],
		[503, failed],
		[599, failed],
	];
	it.each(
		codes.flatMap(([code, words]) => told.map(([how, answer]) => ({ code, how, words, answer }))),
	)('tells a status listing that answers $code as $how', async ({ code, words, answer }) => {
		const stub = await startStubService(() => answer(code));
		expect(await shown({ baseUrl: stub.baseUrl })).toMatch(words);
		await stub.stop();
	});

	it.each<[unknown, RegExp]>([
		['<html>Welcome</html>', noList],
		['', noList],
		[null, noList],
		[{}, noList],
		[{ responsecode: 200 }, noList],
		[{ responsecode: 200, data: null }, noList],
		[{ responsecode: 401 }, refused],
		[{ success: false, message: 'No' }, failed],
		[{ success: 'false' }, failed],
		[{ responsecode: 200, success: false, data: { 1: 'Active' } }, failed],
		[{ responsecode: 200, data: { success: false } }, failed],
		[{ responsecode: 200, data: { success: 'false' } }, failed],
		[{ responsecode: 200, data: { 1: 'Active', 2: 'Inactive' } }, /^OK/],
		[{ responsecode: '200', data: { 1: 'Active' } }, /^OK/],
		[{ responsecode: 200, success: true, data: { 0: 'Pending' } }, /^OK/],
	])('judges a status listing that answers 200 with %j', async (body, words) => {
		const stub = await startStubService(() => ({ body }));
		expect(await shown({ baseUrl: stub.baseUrl })).toMatch(words);
		await stub.stop();
	});
});
