/**
 * A token is exchanged once for all who need it, stored by n8n, and renewed once when the service rejects it. A
 * rejected caller uses the account's token if it is another one; otherwise it waits for one exchange with all others,
 * and shares its failure. The order in which they go on is not guaranteed. No message is lost or sent twice over it.
 */
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
	answering,
	clock,
	credentialTest,
	doors,
	each,
	httpRequest,
	listening,
	N8nProcess,
	numberOf,
	onCredentialRead,
	received,
	rowsTo,
	run,
	send,
	senders,
	service,
	setCredential,
	storeToken,
	statuses,
	storedCredential,
	texted,
	tokenWrites,
	trigger,
} from '../harness/index.mts';

const numbers = (count: number) => rowsTo(count).map(({ to }) => to);
const inTurn = { ...each, options: { maxConcurrentRequests: 1 } };
const bearers = () => received('send').map(({ headers }) => headers.authorization);
const stored = () => storedCredential().accessToken;
const accepted = {
	body: { responsecode: 201, data: { success: true, messageId: '1' }, responsemessage: '' },
};
const expired = { status: 401, body: { responsecode: 401, responsemessage: 'Expired' } };

/** Returns the number of exchanges at the service, and of tokens that n8n stored. */
const exchanged = () => [service.exchanges, tokenWrites()];

/** Returns a promise, `opened`, that holds callers back until `open` is called. */
function gate() {
	let open = (): void => undefined;
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, opened };
}

describe('one exchange', () => {
	test.each(doors)('serves a message, the runs after it and another process (%s)', async (door) => {
		for (const campaign of ['a', 'b']) await send({ campaign }, { door });
		await new N8nProcess().send();
		expect(exchanged()).toEqual([1, 1]);
		expect([bearers().length, new Set(bearers()).size]).toEqual([3, 1]);
	});

	test('serves all rows of a run and of another at the same moment, whenever there is no token', async () => {
		for (const times of [1, 2]) {
			setCredential({ accessToken: '' });
			const n8n = new N8nProcess();
			const sends = [0, 20].map(async (from) => await n8n.send(each, { rows: rowsTo(12, from) }));
			await Promise.all(sends);
			expect([texted().length, ...exchanged()]).toEqual([24 * times, times, times]);
			clock.pass(60_000);
		}
	});

	test('serves a thousand sends, and n8n that is started again', async () => {
		await send({ ...each, options: { maxConcurrentRequests: 100 } }, { rows: rowsTo(1_000) });
		await new N8nProcess().send({ recipients: numberOf(1_000) });
		expect([texted().length, ...exchanged()]).toEqual([1_001, 1, 1]);
	});

	test('is stored again where n8n has lost it, without another one', async () => {
		await send();
		clock.pass(60_000);
		setCredential({ accessToken: '' });
		for (const campaign of ['a', 'b']) await send({ campaign });
		await new N8nProcess().send({ campaign: 'c' });
		expect(exchanged()).toEqual([1, 2]);
	});

	test('is stored once, though n8n shows it a moment later', async () => {
		await send();
		setCredential({ accessToken: '' });
		await send();
		expect(exchanged()).toEqual([1, 1]);
	});

	test('serves queries, the lists of the editor and the trigger as well', async () => {
		await run({ operation: 'listStatuses' });
		await Promise.all([senders(), statuses(), run({ operation: 'querySenders' }), send()]);
		const polled = trigger();
		await polled.activate();
		expect(exchanged()).toEqual([1, 1]);
	});

	test('serves other nodes with this credential, for which n8n asks once an item', async () => {
		const tests = await Promise.all([credentialTest(), credentialTest(), credentialTest()]);
		expect(tests.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK']);
		expect(service.exchanges).toBe(1);
	});

	test("takes longer than the node's Timeout, which is for what waits for it", async () => {
		const token = async () => (await wait(1_200), { body: { token: 'at-last' } });
		await answering(() => accepted, { token });
		const { rows } = await send({ requestOptions: { timeout: 800 } });
		expect(rows).toMatchObject([{ sendOutcome: 'accepted' }]);
	});

	test('serves no other secret, and no other address', async () => {
		await send();
		setCredential({ clientSecret: 'wrong', accessToken: '' });
		expect((await send()).told).toContain('refused Client ID and Client Secret');
		const { exchanges } = await answering(() => accepted);
		setCredential({ clientId: service.clientId, clientSecret: service.clientSecret });
		await send();
		expect([service.exchanges, exchanges.length, texted().length]).toEqual([2, 1, 1]);
	});

	test.each([
		[29_999, 1],
		[30_001, 2],
		// The machine's clock was set back.
		[-60_000, 2],
	])(
		'serves a caller with an outdated token for half a minute: after %i ms, %i exchanges',
		async (later, exchanges) => {
			await send();
			clock.pass(later);
			await storeToken('outdated');
			expect((await httpRequest(`${service.baseUrl}/system/system-status`)).status).toBe('success');
			expect(service.exchanges).toBe(exchanges);
		},
	);
});

describe('a rejected token', () => {
	test('is renewed for another node, too, although it was exchanged just now', async () => {
		await send();
		service.expireTokens();
		expect((await httpRequest(`${service.baseUrl}/system/system-status`)).status).toBe('success');
		expect(service.exchanges).toBe(2);
	});

	test.each(['http', 'body'] as const)(
		'is renewed once for all rows of all runs, told by %s',
		async (expiryTold) => {
			service.setOptions({ expiryTold });
			await send(each, { rows: rowsTo(10) });
			for (const times of [2, 3, 4]) {
				const old = stored();
				service.expireTokens();
				await Promise.all([
					send(each, { rows: rowsTo(10) }),
					send({ ...each, campaign: 'other' }, { rows: rowsTo(10) }),
				]);
				expect(exchanged()).toEqual([times, times]);
				expect(stored()).not.toBe(old);
			}
			expect(texted().sort()).toEqual(numbers(10).flatMap((number) => Array(7).fill(number)));
		},
	);

	test.each([401, 403])(
		'whose %i comes late, when others renewed it, is repeated with the new one',
		async (status) => {
			const { open, opened } = gate();
			let done = 0;
			const { requests, exchanges } = await answering(async ({ headers, count }) => {
				if (headers.authorization === 'Bearer of-yesterday') {
					if (count === 1) await opened;
					return { status, body: '' };
				}
				if (++done === 4) open();
				return accepted;
			});
			await storeToken('of-yesterday');
			const { rows: out } = await send(each, { rows: rowsTo(5) });
			expect(out.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(5).fill('accepted'));
			expect([requests.length, exchanges.length]).toEqual([10, 1]);
		},
	);

	test('told late leaves the request a renewal, for when the new one is rejected as well', async () => {
		const { open, opened } = gate();
		const ofSlow: unknown[] = [];
		const { requests, exchanges } = await answering(
			async ({ body, headers: { authorization } }) => {
				const isSlow = JSON.stringify(body).includes(numberOf(0));
				if (isSlow) ofSlow.push(authorization);
				if (isSlow && authorization === 'Bearer of-yesterday') await opened;
				if (authorization !== (isSlow ? 'Bearer token-2' : 'Bearer token-1')) return expired;
				if (!isSlow) open();
				return accepted;
			},
			{ token: ({ count }) => ({ body: { token: `token-${count}` } }) },
		);
		await storeToken('of-yesterday');
		const { rows: out } = await send(each, { rows: rowsTo(2) });
		expect(out).toMatchObject([{ sendOutcome: 'accepted' }, { sendOutcome: 'accepted' }]);
		expect(ofSlow).toEqual(['Bearer of-yesterday', 'Bearer token-1', 'Bearer token-2']);
		expect([requests.length, exchanges.length]).toEqual([5, 2]);
	});

	test('is used by no request that is made after its rejection', async () => {
		await send();
		service.expireTokens();
		await send(inTurn, { rows: rowsTo(3) });
		expect(received('send').map(({ status }) => status)).toEqual([200, 401, 200, 200, 200]);
	});

	test.each([
		['unauthorized', 'sendMessage', 'send'],
		['unauthorizedInBody', 'queryMessages', 'messages'],
	] as const)(
		'whose successor is rejected too (%s, %s) is a failure, after two requests',
		async (kind, operation, on) => {
			await run({ operation: 'listStatuses' });
			service.play({ on, kind, times: Infinity });
			const { told } = await send({ operation });
			expect(told).toContain('refused the access token, and then a new one too');
			expect(told).toContain('Test the credential');
			expect([received(on).length, ...exchanged()]).toEqual([2, 2, 2]);
		},
	);

	describe('told by 403', () => {
		const forbidden = {
			http: { status: 403, body: { responsemessage: 'Not for you' } },
			body: { body: { responsecode: 403, responsemessage: 'Not for you' } },
		};
		/** Starts a service that accepts the tokens from this number on. */
		const takingFrom = async (first: number, told: keyof typeof forbidden = 'http') =>
			await answering(
				({ headers }) =>
					Number(headers.authorization?.split('-')[1]) >= first
						? { body: { responsecode: 201, data: { success: true, messageId: '7', data: [] } } }
						: forbidden[told],
				{ token: ({ count }) => ({ body: { token: `token-${count}` } }) },
			);
		const refusal =
			/refused the request \(status 403\): Not for you\.\sCorrect what the service reports.*test the credential/;

		test.each([
			['sendMessage', 'http'],
			['queryMessages', 'http'],
		] as const)('is renewed once and the request repeated (%s, %s)', async (operation, told) => {
			const { requests, exchanges } = await takingFrom(1, told);
			await storeToken('token-0');
			expect((await send({ operation })).status).toBe('success');
			expect([requests.length, exchanges.length]).toEqual([2, 1]);
		});

		test('the test of the credential renews it, too', async () => {
			const { requests, exchanges } = await takingFrom(1);
			await storeToken('token-0');
			expect(await credentialTest()).toMatchObject({ status: 'OK' });
			// The last request is n8n's own.
			expect([requests.length, exchanges.length]).toEqual([3, 1]);
		});

		test('one of another process is renewed, too, although this process exchanged one just now', async () => {
			const { requests, exchanges } = await takingFrom(1);
			await send();
			await storeToken('token-0');
			expect((await send()).status).toBe('success');
			expect([requests.length, exchanges.length]).toEqual([3, 2]);
		});

		test.each([
			[0, [2, 1]],
			[30_000, [2, 1]],
			[30_001, [3, 2]],
		])('%i ms after an exchange: requests and exchanges %j', async (later, expected) => {
			const { requests, exchanges } = await takingFrom(3);
			await send();
			clock.pass(later);
			const { told } = await send();
			expect(told).toMatch(refusal);
			// The first send had a fresh token, and is refused without another exchange.
			expect([requests.length, exchanges.length]).toEqual(expected);
		});
	});

	test('that the store still gives for a moment after its renewal is not used again', async () => {
		await send();
		const old = storedCredential();
		service.expireTokens();
		await send();
		setCredential(old);
		await send();
		expect([received('send').length, service.exchanges]).toEqual([4, 2]);
	});
});

describe('an exchange that fails', () => {
	afterEach(() => jest.restoreAllMocks());

	test('fails all rows in its own words, and is not remembered by the next run', async () => {
		service.play({ on: 'token', kind: 'unauthorized' });
		const { told } = await send(each, { rows: rowsTo(5) });
		expect(told).toContain('5 of 5 items failed');
		expect(told).toContain('The service refused Client ID and Client Secret');
		expect([service.exchanges, service.requests.length]).toEqual([1, 1]);
		expect((await send()).status).toBe('success');
		expect(service.exchanges).toBe(2);
	});

	const failing = 'The service failed to issue an access token';

	test.each([
		[100, 10],
		[12, 1],
	])(
		'costs one round, however many executions wait: %i, of %i requests at once',
		async (count, maxConcurrentRequests) => {
			service.play({ on: 'token', kind: 'serverError', status: 503, times: Infinity });
			const options = { maxConcurrentRequests };
			const executions = Array.from({ length: count }, async (_, place) => {
				return await send({ ...each, options }, { rows: rowsTo(3, place * 3) });
			});
			for (const { told } of await Promise.all(executions)) expect(told).toContain(failing);
			expect(received('token')).toHaveLength(4);
			expect(clock.slept).toHaveLength(3);
			expect(service.requests).toHaveLength(4);
			await send();
			expect(received('token')).toHaveLength(8);
		},
	);

	test('that never ends its answer is given up after half a minute, and made again', async () => {
		// Lets the test end the half minute itself.
		const halfMinute = new AbortController();
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const isFirst = milliseconds === 30_000 && paths.length === 0;
			return isFirst ? halfMinute.signal : timeout(milliseconds);
		});
		const paths: string[] = [];
		const dripping = createServer((request, response) => {
			paths.push(request.url!);
			request.resume();
			const token = JSON.stringify({ token: 'at-last', ...accepted.body });
			if (paths.length > 1) return void response.end(token);
			let dripped = 0;
			const drip = setInterval(() => {
				response.write(' ');
				if (++dripped === 5) halfMinute.abort();
			}, 20);
			response.on('close', () => clearInterval(drip));
		});
		setCredential({ baseUrl: `http://127.0.0.1:${await listening(dripping)}/api` });
		const { rows: out } = await send();
		dripping.closeAllConnections();
		dripping.close();
		expect(out).toMatchObject([{ sendOutcome: 'accepted' }]);
		expect(paths).toEqual(['/api/oauth/token', '/api/oauth/token', '/api/sms/messages']);
	});
});

test('a run that is stopped while n8n reads the credential to store its token sends nothing', async () => {
	const stop = new AbortController();
	let isTokenThere = false;
	onCredentialRead(() => {
		isTokenThere = service.exchanges === 1;
		if (isTokenThere) stop.abort();
	});
	const { told } = await send({}, { stop: stop.signal });
	await clock.quiet();
	expect([isTokenThere, service.journal]).toEqual([true, []]);
	expect(told).toContain('canceled before this message was sent');
});

test('a run that is stopped while its token comes sends nothing; one that waits for the same token goes on', async () => {
	const { open, opened } = gate();
	const { open: asked, opened: isAsked } = gate();
	const { requests, exchanges } = await answering(() => accepted, {
		token: async () => {
			asked();
			await opened;
			return { body: { token: 'at-last' } };
		},
	});
	const stop = new AbortController();
	const stopped = send({}, { stop: stop.signal });
	await isAsked;
	const waiting = send({ recipients: numberOf(7) });
	stop.abort();
	expect((await stopped).told).toMatch(/Nothing was sent.*canceled before this message was sent/);
	open();
	expect((await waiting).rows).toMatchObject([{ sendOutcome: 'accepted' }]);
	expect(requests.map(({ body }) => body)).toMatchObject([{ recipients: [numberOf(7)] }]);
	expect(exchanges).toHaveLength(1);
});

describe('several processes', () => {
	/** Sends two rows in turn, and runs `action` of other processes while the first one is in flight. */
	async function meanwhile(action: () => Promise<unknown>): Promise<void> {
		let isFirst = true;
		await service.start({
			beforeAnswer: async ({ operation }) => {
				if (operation !== 'send' || !isFirst) return;
				isFirst = false;
				await action();
			},
		});
		const { rows: out } = await send(inTurn, { rows: rowsTo(2) });
		expect(out).toHaveLength(2);
	}

	test.each([
		['is used, without an exchange', 2, () => undefined],
		['is renewed where it is rejected too', 3, () => service.expireTokens()],
	])('a token that another one renewed under a run %s', async (_what, exchanges, after) => {
		const other = new N8nProcess();
		await meanwhile(async () => {
			service.expireTokens();
			await other.send({ recipients: numberOf(9) });
			after();
		});
		expect(texted().sort()).toEqual([...numbers(2), numberOf(9)]);
		expect(exchanged()).toEqual([exchanges, exchanges]);
	});

	test('that renew it without end are followed for a while only', async () => {
		let theirs = 0;
		const { requests, exchanges } = await answering(async () => {
			await storeToken(`theirs-${++theirs}`);
			return expired;
		});
		await storeToken('theirs-0');
		expect((await send()).told).toContain('refused the access token');
		expect(requests.length).toBeLessThanOrEqual(5);
		expect(exchanges).toHaveLength(1);
	});
});

describe('a token that ends while its request waits', () => {
	/** Starts a service whose tokens last two seconds. */
	const start = async () => await service.start({ tokenLifetime: { seconds: 2 } });

	test('is renewed again: that tells nothing of the keys', async () => {
		await start();
		await run({ operation: 'listStatuses' });
		clock.pass(3_000);
		// The token is renewed, and then the service asks to wait for longer than the new one lasts.
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '5' });
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '5' });
		const { rows } = await send(each, { rows: rowsTo(1) });
		expect([rows[0]!.sendOutcome, texted()]).toEqual(['accepted', [numberOf(0)]]);
		expect(service.requests.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(
			2,
		);
	});

	test('but not for ever, where none is taken', async () => {
		service.play({ on: 'send', kind: 'unauthorized', times: Infinity });
		const { told } = await send(each, { rows: rowsTo(1) });
		expect(told).toContain('refused the access token, and then a new one too');
		expect(received('send')).toHaveLength(2);
	});
});
