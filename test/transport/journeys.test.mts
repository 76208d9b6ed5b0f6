/** The whole way of a request, from the hook to the item's output, without an engine and without a network. */
import type { Answer } from '../../nodes/MessagingService/transport/outcome.ts';
import { accepted, executeDataFor, freshCredential, reads, refused, runHook, sends } from './hookRun.mts';

const pauses: number[] = [];
jest.mock('../../nodes/MessagingService/transport/pause.ts', () => ({
	pause: (milliseconds: number) => {
		pauses.push(milliseconds);
		return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 3)));
	},
}));
beforeEach(() => (pauses.length = 0));
/** Waits other than the one in which items gather. */
const waits = () => pauses.filter((milliseconds) => milliseconds > 0);

const answer = (statusCode: number, responsemessage = 'Its text', headers = {}): Answer => ({ statusCode, headers, body: { responsemessage } });
const broken = (code: string) => Object.assign(new Error('x'), { code });
const page = (records: object[], meta: object = {}): Answer => ({ statusCode: 200, body: { responsecode: 200, data: { data: records, meta } } });
const numbersOf = (run: Awaited<ReturnType<typeof runHook>>) => run.left.map(({ request }) => (request.body as { recipients: string[] }).recipients);

describe('a send', () => {
	test('leaves as it was ordered, and its output is the answer with what stands beside it', async () => {
		const run = await runHook({ items: [sends(['+1'])] });
		expect(run.left[0]!.request).toEqual({
			method: 'POST', url: '/sms/messages', baseURL: 'https://sms.example.com/api', json: true, returnFullResponse: true,
			disableFollowRedirect: true, ignoreHttpStatusErrors: true,
			body: { sender_id: 1, priority: 'utility', campaign: 'reminders', message: 'Hello', schedule: null, recipients: ['+1'], contact_list_id: null },
		});
		expect(run.left[0]!.token).toBe('stored-token');
		expect(run.outputs).toEqual([[{ json: { success: true, messageId: 'm1', recipients: ['+1'], segments: 1 }, pairedItem: { item: 0 } }]]);
	});

	test("carries n8n's node settings, and tells the exchange of two of them", async () => {
		const proxy = { host: '127.0.0.1', port: 1, protocol: 'http' };
		const options = { timeout: 5, proxy, skipSslCertificateValidation: true, allowedDomains: 'a.example', body: {}, qs: {}, encoding: 'x' };
		const run = await runHook({ items: [sends(['+1'])], options });
		expect(run.left[0]!.request).toMatchObject({ timeout: 5, proxy, skipSslCertificateValidation: true, allowedDomains: 'a.example' });
		expect(run.left[0]!.request).not.toHaveProperty('encoding');
		expect(Object.getOwnPropertySymbols(run.left[0]!.settings).map((symbol) => [symbol.description, run.left[0]!.settings[symbol]])).toEqual([
			['n8n-nodes-messaging-service.requestSettings', { proxy, skipSslCertificateValidation: true, rejected: { tokens: [], since: 0 } }],
		]);
	});

	test('leaves out a member called error, and keeps a receipt that is no object from breaking', async () => {
		const body = { responsecode: 201, data: { success: true, error: 'none', note: 'x' } };
		const run = await runHook({ items: [sends(['+1'])], service: () => ({ statusCode: 200, body }) });
		expect(run.outputs[0]![0]!.json).toEqual({ success: true, note: 'x', recipients: ['+1'], segments: 1 });
	});

	test('of many items: each once, each output by its own item, the credential read once, ten under way', async () => {
		const run = await runHook({ items: Array.from({ length: 30 }, (_, index) => sends([`+${index}`])) });
		expect(numbersOf(run).flat().sort()).toEqual(Array.from({ length: 30 }, (_, index) => `+${index}`).sort());
		expect(run.outputs.map((output) => [output![0]!.json.recipients, output![0]!.pairedItem])).toEqual(
			Array.from({ length: 30 }, (_, index) => [[`+${index}`], { item: index }]),
		);
		expect([run.reads, run.peak]).toEqual([1, 10]);
	});

	test('of items that share a request: one request, and an output for each', async () => {
		const run = await runHook({ items: [sends(['+1'], { combineUpTo: 5 }), sends(['+2'], { combineUpTo: 5 })] });
		expect(numbersOf(run)).toEqual([['+1', '+2']]);
		expect(run.outputs.map((output) => output![0]!.json.recipients)).toEqual([['+1'], ['+2']]);
	});
});

describe('before anything leaves', () => {
	test('one refused item stops all, and only the first refused item throws', async () => {
		const run = await runHook({ items: [sends(['+1']), refused('No.'), refused('Never.')] });
		expect([run.left.length, run.reads]).toEqual([0, 0]);
		expect(run.errors[1]).toMatchObject({
			message: 'Nothing was sent: 2 of 3 items were refused. [item 1] No. [item 2] Never.', description: 'Mend it.', context: { itemIndex: 1 },
		});
		expect([run.outputs[0], run.outputs[2]]).toEqual([[], []]);
	});

	test('with continue-on-fail the good items go, and the others say why they did not', async () => {
		const run = await runHook({ items: [refused('No.'), sends(['+1'])], continuesOnFail: true });
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.outputs[0]).toEqual([{ json: expect.objectContaining({ error: 'No. [item 0]', message: 'Mend it.' }), pairedItem: { item: 0 } }]);
		expect(run.outputs[1]![0]!.json.messageId).toBe('m1');
		const none = await runHook({ items: [refused('No.')], continuesOnFail: true });
		expect([none.left.length, none.reads, none.outputs[0]!.length]).toEqual([0, 0, 1]);
	});

	test('items that n8n started before it threw on another one send nothing', async () => {
		const run = await runHook({ items: [sends(['+1']), sends(['+2'])], missing: [1] });
		expect([run.left.length, run.outputs]).toEqual([0, [[]]]);
		const spaced = await runHook({ items: [sends(['+1']), sends(['+2']), sends(['+3'])], missing: [1, 2], batch: { batchSize: 2, batchInterval: 5 } });
		expect([spaced.left.length, spaced.outputs]).toEqual([0, [[]]]);
	});

	describe('with continue-on-fail and an item that never came', () => {
		const engine = jest.requireActual<typeof import('../../nodes/MessagingService/transport/routingEngine.ts')>('../../nodes/MessagingService/transport/routingEngine.ts').routingEngine;
		const { goesOnAfterFailedExpression } = engine;
		afterEach(() => (engine.goesOnAfterFailedExpression = goesOnAfterFailedExpression));
		const without = (...missing: number[]) => runHook({ items: [sends(['+1']), sends(['+2']), sends(['+3'])], missing, continuesOnFail: true });

		test('the others go where n8n goes on', async () => {
			engine.goesOnAfterFailedExpression = true;
			expect(numbersOf(await without(2))).toEqual([['+1'], ['+2']]);
		});

		test('nothing goes where n8n may have given up, and each item says so', async () => {
			engine.goesOnAfterFailedExpression = false;
			const run = await without(1, 2);
			expect([run.left.length, run.outputs]).toEqual([0, [[{ json: expect.objectContaining({ error: expect.stringContaining('nothing was sent for this item') }), pairedItem: { item: 0 } }]]]);
		});

		test('the others go where one that came later proves that n8n went on', async () => {
			engine.goesOnAfterFailedExpression = false;
			expect(numbersOf(await without(1))).toEqual([['+1'], ['+3']]);
		});
	});

	test('spaced batches go one by one, the last one short; a refusal stops its own and all further ones', async () => {
		const batch = { batchSize: 2, batchInterval: 5 };
		const five = await runHook({ items: ['1', '2', '3', '4', '5'].map((digit) => sends([`+${digit}`])), batch });
		expect([five.left.length, five.peak, five.outputs.flat().length, five.reads]).toEqual([5, 2, 5, 1]);
		const run = await runHook({ items: [sends(['+1']), sends(['+2']), refused('No.'), sends(['+4']), sends(['+5'])], batch, service: (_left, count) => accepted(`m${count}`) });
		expect(numbersOf(run)).toEqual([['+1'], ['+2']]);
		expect(run.errors[2]!.message).toBe('Nothing more was sent: 1 item was refused. [item 2] No.');
		expect(run.errors[2]!.description).toBe('Mend it. 2 messages of this run were accepted: m1 (item 0), m2 (item 1).');
		expect(run.outputs.map((output) => output?.length)).toEqual([1, 1, undefined, 0, 0]);
	});

	test.each([
		['a size without an interval', { batchSize: 1 }, 10],
		['an interval and all items in one batch', { batchSize: 12, batchInterval: 5 }, 10],
		['an interval and a size of 0, which n8n takes for 1', { batchSize: 0, batchInterval: 5 }, 1],
	])('Batching with %s', async (_name, batch, peak) => {
		const run = await runHook({ items: Array.from({ length: 12 }, (_, index) => sends([`+${index}`])), batch });
		expect([run.left.length, run.peak]).toEqual([12, peak]);
	});
});

describe('a cap on recipients', () => {
	const cap = (maxRecipients: number) => ({ maxRecipients });

	test('counts each number of the run once, takes the lowest cap, and 0 is none', async () => {
		const within = await runHook({ items: [sends(['+1', '+2'], cap(2)), sends(['+2'], cap(3))] });
		expect(within.left).toHaveLength(2);
		const above = await runHook({ items: [sends(['+1', '+2'], cap(2)), sends(['+3'], cap(5)), sends(['+1'])] });
		expect(above.left).toHaveLength(0);
		expect(above.errors[0]!.message).toMatch(/^Nothing was sent: 3 of 3 items were refused\. \[item 0, 1, 2\] .*\b3\b.*\b2\b/);
	});

	test('refuses a contact group, whose size nobody here knows', async () => {
		const run = await runHook({ items: [sends(null, cap(5)), sends(['+1'])], continuesOnFail: true });
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.outputs[0]![0]!.json.error).toMatch(/group/i);
		expect((await runHook({ items: [sends(null)] })).left).toHaveLength(1);
	});

	test('counts the numbers of earlier batches too', async () => {
		const run = await runHook({ items: [sends(['+1'], cap(1)), sends(['+2'], cap(1))], batch: { batchSize: 1, batchInterval: 5 } });
		expect(numbersOf(run)).toEqual([['+1']]);
		expect(run.errors[1]!.message).toMatch(/^Nothing more was sent/);
	});

	test('does not refuse what an earlier try has sent', async () => {
		const executeData = executeDataFor(1);
		await runHook({ items: [sends(null)], executeData });
		const again = await runHook({ items: [sends(null, cap(1))], executeData });
		expect([again.left.length, again.outputs[0]!.length]).toEqual([0, 1]);
	});
});

describe('another try of the same run', () => {
	test('sends only what was not accepted and not unknown before', async () => {
		const executeData = executeDataFor(3);
		const items = [sends(['+1']), sends(['+2']), sends(['+3'])];
		const first = await runHook({ items, executeData, service: ({ request }) => {
			const [number] = (request.body as { recipients: string[] }).recipients;
			return number === '+1' ? accepted('m1') : number === '+2' ? answer(500) : answer(422);
		} });
		expect(first.left).toHaveLength(3);
		expect(first.errors[1]!.message).toContain('2 of 3 items failed. [item 1] The message may or may not have been sent');
		expect(first.errors[1]!.description).toContain('1 message of this run was accepted: m1 (item 0).');
		const second = await runHook({ items, executeData, service: () => accepted('m3') });
		expect(numbersOf(second)).toEqual([['+3']]);
		expect(second.errors[1]!.message).toContain('The message may or may not have been sent');
		expect(second.errors[1]!.description).toContain('2 messages of this run were accepted: m1 (item 0), m3 (item 2).');
	});

	test('keeps a receipt even when the item is refused by then, and gives the same output', async () => {
		const executeData = executeDataFor(1);
		const first = await runHook({ items: [sends(['+1'])], executeData });
		const second = await runHook({ items: [refused('Too late.')], executeData });
		expect([second.left.length, second.errors[0]]).toEqual([0, undefined]);
		expect(second.outputs).toEqual(first.outputs);
	});

	test('reads the credential anew', async () => {
		const executeData = executeDataFor(1);
		expect((await runHook({ items: [reads()], executeData, method: 'GET', service: () => page([]) })).reads).toBe(1);
		expect((await runHook({ items: [reads()], executeData, method: 'GET', service: () => page([]) })).reads).toBe(1);
	});

	test("a tool call that shares the agent's data is a run of its own, but never repeats an unknown send", async () => {
		const executeData = executeDataFor(3, 'Agent');
		const call = (service: () => Answer) => runHook({ items: [sends(['+1'])], executeData, service });
		expect((await call(() => accepted())).left).toHaveLength(1);
		expect((await call(() => answer(503))).left).toHaveLength(1);
		expect((await call(() => accepted())).left).toHaveLength(0);
	});

	test("a tool call that is refused says why, also where it shares the agent's data", async () => {
		const run = await runHook({ items: [refused('No.')], executeData: executeDataFor(3, 'Agent') });
		expect([run.left.length, run.errors[0]!.message]).toEqual([0, 'Nothing was sent: 1 item was refused. [item 0] No.']);
	});

	test('a receipt without an id is told as such', async () => {
		const service = ({ request }: { request: Record<string, unknown> }): Answer =>
			(request.body as { recipients: string[] }).recipients[0] === '+1' ? { statusCode: 200, body: { data: { success: true } } } : answer(422);
		const run = await runHook({ items: [sends(['+1']), sends(['+2'])], service });
		expect(run.errors[1]!.description).toContain('accepted: without an id (item 0).');
	});
});

describe('a query', () => {
	test('asks for each page with its own filters, and gives every record the item that asked', async () => {
		const service = ({ request }: { request: Record<string, unknown> }) => page([{ id: (request.qs as { page: number }).page }], { last_page: 2, per_page: 1 });
		const run = await runHook({ items: [reads({ pages: { first: 1, perPage: 1 } })], method: 'GET', service });
		expect(run.left.map(({ request }) => request.qs)).toEqual([{ status: 2, page: 1, per_page: 1 }, { status: 2, page: 2, per_page: 1 }]);
		expect(run.outputs).toEqual([[1, 2].map((id) => ({ json: { id }, pairedItem: { item: 0 } }))]);
	});

	test('without pages is one request, and an answer that is a list gives nothing', async () => {
		const one = await runHook({ items: [reads()], method: 'GET', service: () => ({ statusCode: 200, body: { data: { 1: 'Sent' } } }) });
		expect([one.left[0]!.request.qs, one.outputs[0]![0]!.json]).toEqual([{ status: 2 }, { 1: 'Sent' }]);
		const list = await runHook({ items: [reads()], method: 'GET', service: () => ({ statusCode: 200, body: { data: [] } }) });
		expect(list.outputs).toEqual([[]]);
	});

	test.each([['with', { pages: { first: 1, perPage: 1 } }], ['without', {}]])('that fails %s pages says so without the token, and says nothing about messages', async (_name, order) => {
		const run = await runHook({ items: [reads(order)], method: 'GET', service: () => answer(422, 'stored-token is not welcome') });
		expect(run.errors[0]!.message).toBe('[item 0] The service refused the request (status 422): ***** is not welcome.');
		expect(run.errors[0]!.description).toBe('Mend what it names, then run it again.');
	});

	test('is repeated as the policy says, with waits that grow, and never more', async () => {
		const run = await runHook({ items: [reads()], method: 'GET', service: () => answer(503) });
		expect(run.left).toHaveLength(4);
		expect(waits()).toHaveLength(3);
		expect(waits()[2]).toBeGreaterThan(waits()[0]!);
	});

	test('each kind of failure is counted by itself', async () => {
		const script: Array<Answer | string> = [answer(503), 'ECONNREFUSED', answer(503), 'ECONNREFUSED', answer(503), 'ECONNREFUSED', page([])];
		const run = await runHook({ items: [reads()], method: 'GET', service: (_left, count) => {
			const next = script[count - 1]!;
			if (typeof next === 'string') throw broken(next);
			return next;
		} });
		expect(run.left).toHaveLength(7);
		expect(run.errors[0]).toBeUndefined();
	});
});

describe('a token', () => {
	const needs = (good: string) => ({ token }: { token: string }) => (token === good ? accepted() : answer(401));

	test('that is missing is exchanged once for all items, and all travel with it', async () => {
		const credential = freshCredential({ accessToken: '' });
		const run = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)], credential: () => credential });
		expect([run.exchanges, run.left.map(({ token }) => token)]).toEqual([1, ['token-1', 'token-1']]);
	});

	test('that is rejected is renewed once, whoever asks; the message goes once more', async () => {
		const run = await runHook({ items: Array.from({ length: 5 }, (_, index) => sends([`+${index}`])), service: needs('token-1') });
		expect([run.exchanges, run.errors.filter(Boolean).length]).toEqual([1, 0]);
		expect(run.left.filter(({ token }) => token === 'token-1')).toHaveLength(5);
	});

	test('that is rejected and was renewed by another process is taken from the store, without an exchange', async () => {
		const first = freshCredential();
		const run = await runHook({ items: [sends(['+1'])], credential: (read) => (read === 1 ? first : { ...first, accessToken: 'their-token' }), service: needs('their-token') });
		expect([run.exchanges, run.reads, run.left.map(({ token }) => token)]).toEqual([0, 2, ['stored-token', 'their-token']]);
	});

	test('that is rejected for many requests at the same moment is renewed once', async () => {
		let reached = 0;
		let letGo = (): void => undefined;
		const together = new Promise<void>((resolve) => (letGo = resolve));
		const run = await runHook({ items: Array.from({ length: 5 }, (_, index) => sends([`+${index}`])), service: async ({ token }) => {
			if (token === 'token-1') return accepted();
			if (++reached === 5) letGo();
			await together;
			return answer(401);
		} });
		expect([run.exchanges, run.left.length, run.errors.filter(Boolean)]).toEqual([1, 10, []]);
	});

	test('of another process goes ahead of those who wait, and is renewed when it is rejected too', async () => {
		const first = freshCredential();
		const credential = (read: number) => (read === 1 ? first : { ...first, accessToken: 'their-token' });
		const adopted = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)], credential, service: needs('their-token') });
		expect(numbersOf(adopted)).toEqual([['+1'], ['+1'], ['+2']]);
		const second = freshCredential();
		const renewed = await runHook({ items: [sends(['+1'])], credential: (read) => (read === 1 ? second : { ...second, accessToken: 'their-token' }), service: needs('token-1') });
		expect([renewed.errors[0], renewed.left.map(({ token }) => token)]).toEqual([undefined, ['stored-token', 'their-token', 'token-1']]);
	});

	test('of another process is tried also after the renewal, four tokens at most, one exchange', async () => {
		const first = freshCredential();
		const credential = (read: number) => ({ ...first, accessToken: read < 3 ? 'stored-token' : `theirs-${read}` });
		const run = await runHook({ items: [sends(['+1'])], credential, service: needs('theirs-3') });
		expect([run.exchanges, run.errors[0], run.left.map(({ token }) => token)]).toEqual([1, undefined, ['stored-token', 'token-1', 'theirs-3']]);
		const second = freshCredential();
		const moving = (read: number) => ({ ...second, accessToken: `theirs-${read}` });
		const bound = await runHook({ items: [sends(['+1'])], credential: moving, service: () => answer(401) });
		expect([bound.exchanges, bound.left.length, bound.errors.length]).toEqual([1, 5, 1]);
	});

	test('that the store still gives after it was replaced is not used again', async () => {
		const credential = freshCredential();
		await runHook({ items: [sends(['+1'])], credential: () => credential, service: needs('token-1') });
		const late = await runHook({ items: [sends(['+2'])], credential: () => credential, service: needs('token-1') });
		expect([late.exchanges, late.left.map(({ token }) => token)]).toEqual([0, ['token-1']]);
	});

	test('that is rejected twice fails the item, whose sentence says so', async () => {
		const run = await runHook({ items: [sends(['+1'])], service: () => answer(401, 'Expired') });
		expect([run.exchanges, run.left.length]).toEqual([1, 2]);
		expect(run.errors[0]!.message).toBe('[item 0] The service rejected the access token, also a new one: Expired.');
	});

	test('tells the exchange which tokens were rejected', async () => {
		const run = await runHook({ items: [sends(['+1'])], service: needs('token-1') });
		const [symbol] = Object.getOwnPropertySymbols(run.left[1]!.settings);
		expect(run.left[1]!.settings[symbol!]).toMatchObject({ rejected: { tokens: ['stored-token'], since: expect.any(Number) } });
	});

	test('that a run renewed is what the next run of the account starts with, unless the store has a newer one', async () => {
		const credential = freshCredential();
		const first = await runHook({ items: [sends(['+1'])], credential: () => credential, service: needs('token-1') });
		expect(first.exchanges).toBe(1);
		const next = await runHook({ items: [sends(['+1'])], credential: () => ({ ...credential, accessToken: 'token-1' }), service: needs('token-1') });
		expect([next.exchanges, next.left.map(({ token }) => token)]).toEqual([0, ['token-1']]);
	});

	test('that is renewed while a request waits is what that request travels with', async () => {
		const credential = freshCredential();
		let rejectedOnce = false;
		const run = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1), sends(['+3'], {}, 1)], credential: () => credential, service: ({ token }) => {
			if (token === 'stored-token') rejectedOnce = true;
			return token === 'token-1' ? accepted() : answer(401);
		} });
		expect(rejectedOnce).toBe(true);
		expect(run.left.map(({ token }) => token)).toEqual(['stored-token', 'token-1', 'token-1', 'token-1']);
	});

	test('that cannot be got fails every item in the words of the credential, after one exchange', async () => {
		const credential = freshCredential({ accessToken: '' });
		const problem = { id: 'wrongKeys', what: 'The service refused the keys.', next: 'Paste them again.' };
		const run = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)], credential: () => credential, exchange: () => {
			throw Object.assign(new Error('wrapped'), { cause: { cause: { problem } } });
		} });
		expect([run.exchanges, run.left.length]).toEqual([1, 0]);
		expect(run.errors[0]).toMatchObject({ message: '2 of 2 items failed. [item 0, 1] The service refused the keys.', description: 'Paste them again. No message of this run was accepted.' });
	});

	test.each([
		['an error without a problem', new Error('the store is shut'), 'the store is shut'],
		['what is no error', 'odd', 'no reason was given'],
		['a problem without words', Object.assign(new Error('half'), { problem: { what: 'x' } }), 'half'],
		['causes that go round', (() => { const error: Error & { cause?: unknown } = new Error('round'); error.cause = error; return error; })(), 'round'],
	])('that cannot be got because of %s fails with what is known', async (_name, thrown, said) => {
		const run = await runHook({ items: [sends(['+1'])], credential: () => freshCredential({ accessToken: undefined }), exchange: () => { throw thrown; } });
		expect(run.errors[0]).toMatchObject({ message: `[item 0] No access token could be got: ${said}` });
		expect(run.errors[0]!.description).toContain('Open the credential and test it. Nothing was sent.');
	});

	test('a credential that cannot be read, or has no usable address, sends nothing', async () => {
		const unread = await runHook({ items: [sends(['+1'])], credential: () => { throw new Error('no such credential'); } });
		expect([unread.left.length, unread.errors[0]!.message]).toEqual([0, '[item 0] No access token could be got: no such credential']);
		const insecure = await runHook({ items: [sends(['+1'])], credential: () => freshCredential({ baseUrl: 'http://sms.example.com' }) });
		expect([insecure.left.length, insecure.errors[0]!.message]).toEqual([0, expect.stringContaining('sms.example.com')]);
		const allowed = await runHook({ items: [sends(['+1'])], credential: () => freshCredential({ baseUrl: 'http://sms.example.com', allowInsecureHttp: true }) });
		expect(allowed.left[0]!.request.baseURL).toBe('http://sms.example.com/api');
		const asText = await runHook({ items: [sends(['+1'])], credential: () => freshCredential({ baseUrl: 'http://sms.example.com', allowInsecureHttp: 'true' }) });
		expect(asText.left).toHaveLength(0);
	});

	test('a store that fails while a token is looked for leads to an exchange', async () => {
		const credential = freshCredential();
		const run = await runHook({ items: [sends(['+1'])], credential: (read) => { if (read > 1) throw new Error('shut'); return credential; }, service: needs('token-1') });
		expect([run.exchanges, run.errors[0]]).toEqual([1, undefined]);
	});

	test.each([['clientSecret', 'top-secret-1'], ['clientId', 'client-id-1'], ['accessToken', 'token-of-old']])('a %s that the service repeats is not shown', async (name, secret) => {
		const run = await runHook({ items: [sends(['+1'])], credential: () => freshCredential({ [name]: ` ${secret} ` }), service: () => answer(422, `You sent ${secret} and ${secret}`) });
		expect(run.errors[0]!.message).toContain('You sent ***** and *****.');
	});

	test('a secret of three letters is no secret: to take it out would garble every text', async () => {
		const run = await runHook({ items: [sends(['+1'])], credential: () => freshCredential({ clientSecret: 'you', clientId: null }), service: () => answer(422, 'Thank you') });
		expect(run.errors[0]!.message).toContain('Thank you.');
	});

	test('a new token that the service repeats is not shown either', async () => {
		const run = await runHook({ items: [sends(['+1'])], credential: () => freshCredential({ accessToken: '' }), exchange: () => 'fresh-token', service: () => answer(422, 'not fresh-token') });
		expect(run.errors[0]!.message).toContain('not *****.');
	});
});

describe('waits', () => {
	test('a rate limit holds the whole gate back, and the item is sent after it', async () => {
		const run = await runHook({ items: [sends(['+1'])], service: (_left, count) => (count === 1 ? answer(429, '', { 'retry-after': '0' }) : accepted()) });
		expect([run.left.length, run.errors[0], waits()]).toEqual([2, undefined, []]);
	});

	test('a rate limit with a time is kept by every request of the account', async () => {
		const times: number[] = [];
		const run = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)], service: (_left, count) => {
			times.push(Date.now());
			return count === 1 ? answer(429, '', { 'retry-after': '0.05' }) : accepted();
		} });
		expect(run.left).toHaveLength(3);
		expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(50);
	});

	test('no connection: a send is repeated after a wait, three times', async () => {
		const run = await runHook({ items: [sends(['+1'])], service: () => { throw broken('ECONNREFUSED'); } });
		expect([run.left.length, waits().length]).toEqual([4, 3]);
		expect(run.errors[0]!.description).toContain('No message of this run was accepted.');
	});

	test.each(['ECONNRESET', 'ECONNABORTED', 'EODD'])('%s: a send is not repeated', async (code) => {
		const run = await runHook({ items: [sends(['+1'])], service: () => { throw broken(code); } });
		expect([run.left.length, waits()]).toEqual([1, []]);
		expect(run.errors[0]!.message).toMatch(/^\[item 0\] The message may or may not have been sent/);
	});
});

describe('an execution that is stopped', () => {
	test('before the first request sends nothing', async () => {
		const run = await runHook({ items: [sends(['+1'])], signal: AbortSignal.abort() });
		expect([run.left.length, run.errors[0]!.message]).toEqual([0, '[item 0] The execution was canceled before this message left.']);
	});

	test('while a send is under way: nobody knows; those that wait never leave', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)], signal: stop.signal, service: () => {
			stop.abort();
			throw broken('ERR_CANCELED');
		} });
		expect(run.left).toHaveLength(1);
		expect(run.errors[0]!.message).toContain('[item 0] The message may or may not have been sent: the execution was canceled before the answer came.');
		expect(run.errors[0]!.message).toContain('[item 1] The execution was canceled before this message left.');
	});

	test('while a send is under way that is answered all the same: its receipt counts', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [sends(['+1'])], signal: stop.signal, service: () => { stop.abort(); return accepted(); } });
		expect(run.outputs[0]![0]!.json.messageId).toBe('m1');
	});

	test('while a query is under way: canceled', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [reads()], method: 'GET', signal: stop.signal, service: () => { stop.abort(); throw broken('ERR_CANCELED'); } });
		expect(run.errors[0]!.message).toBe('[item 0] The execution was canceled before this item was done.');
	});

	test('while it waits to repeat: it is not repeated', async () => {
		const stop = new AbortController();
		const run = await runHook({ items: [sends(['+1'])], signal: stop.signal, service: () => { setTimeout(() => stop.abort(), 1); throw broken('ECONNREFUSED'); } });
		expect(run.left.length).toBeLessThan(4);
		expect(run.errors[0]!.message).toContain('canceled');
	});
});
