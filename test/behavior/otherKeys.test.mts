/**
 * A token is valid only for the address, the client ID and the client secret that it was issued for. n8n keeps a stored
 * token over a Save, whatever else was changed, so the node ignores it if the keys or the address differ.
 */
import { createServer } from 'node:net';
import {
	answering,
	clock,
	N8nProcess,
	numberOf,
	setCredential,
	storedCredential,
	storesAll,
	storeToken,
	tokenWrites,
	type Outcome,
} from '../harness/index.mts';
import { saidBy } from './watching.mts';

type Scripted = Awaited<ReturnType<typeof answering>>;
type Fields = Parameters<typeof setCredential>[0];

const envelope = (data: unknown, responsecode = 200) => ({
	body: { responsecode, data, responsemessage: '' },
});
const refused = { status: 401, body: { responsecode: 401, responsemessage: 'Unauthenticated' } };

/** The keys of two accounts of one service. */
const ours = { clientId: 'our-client', clientSecret: 'our-secret' };
const theirs = { clientId: 'their-client', clientSecret: 'their-secret' };

/**
 * Starts a service that accepts only the tokens it issued. A token names its service and its client ID. `before` runs
 * at each send.
 */
async function startService(name: string, before = async (): Promise<unknown> => undefined) {
	const issued = new Set<string>();
	return await answering(
		async ({ headers: { authorization = '' }, method, path }) => {
			if (method === 'POST') await before();
			if (!issued.has(authorization)) return refused;
			if (method === 'POST') return envelope({ success: true, messageId: '1' }, 201);
			if (path.includes('/system/')) return envelope({ 1: 'Active' });
			const records = path.includes('/senders') ? [{ id: 7, name: 'SHOP' }] : [];
			return envelope({ data: records, meta: { last_page: 1, total: records.length } });
		},
		{
			token: ({ body, count }) => {
				const { client_id, client_secret } = body as Record<string, string>;
				const isKnown = [ours, theirs].some(
					({ clientId, clientSecret }) => client_id === clientId && client_secret === clientSecret,
				);
				if (!isKnown) return refused;
				const token = `${name}-token-${count}-of-${client_id}`;
				issued.add(`Bearer ${token}`);
				return { body: { access_token: token } };
			},
		},
	);
}

/** Returns the bearer tokens that a service has received. */
const tokensAt = ({ requests }: Scripted) =>
	new Set(requests.map(({ headers }) => headers.authorization));

interface Told {
	isDone: boolean;
	told: string;
}

const ofRun = ({ status, told }: Outcome): Told => ({ isDone: status === 'success', told });
const ofPromise = async (promise: Promise<unknown>): Promise<Told> =>
	await promise.then(
		() => ({ isDone: true, told: '' }),
		({ message, description }: Error & { description?: string }) => ({
			isDone: false,
			told: `${message}\n${description ?? ''}`,
		}),
	);

/** Users of the credential. Each begins before its keys change, and uses it after. */
const users: Record<string, (n8n: N8nProcess) => Promise<() => Promise<Told>>> = {
	send: async (n8n) => async () => ofRun(await n8n.send()),
	'send as a tool': async (n8n) => async () => ofRun(await n8n.send({}, { door: 'routing' })),
	query: async (n8n) => async () => ofRun(await n8n.run({ operation: 'queryMessages' })),
	'activation of the trigger': async (n8n) => async () => await ofPromise(n8n.trigger().activate()),
	'later poll': async (n8n) => {
		const workflow = n8n.trigger();
		await workflow.activate();
		return async () => {
			const poll = await workflow.poll();
			return { isDone: poll.outcome !== 'failed', told: poll.error ? saidBy(poll) : '' };
		};
	},
	'list of senders': async (n8n) => async () => await ofPromise(n8n.senders()),
	'credential test': async (n8n) => async () => {
		const { status, message } = await n8n.testCredential();
		return { isDone: status === 'OK', told: message };
	},
	...Object.fromEntries(
		(['older', 'newer'] as const).map((helper) => [
			`HTTP Request, by n8n's ${helper} helper`,
			async (n8n: N8nProcess) => async () =>
				ofRun(
					await n8n.httpRequest(
						`${String(storedCredential().baseUrl)}/system/system-status`,
						helper,
					),
				),
		]),
	),
};

/** Changes of the credential, and the result for its user: refused, or the bearer token that it then has. */
const changes: Array<[string, Fields | 'another host', 'refused' | RegExp]> = [
	['a wrong ID', { clientId: 'wrong' }, 'refused'],
	['a wrong secret', { clientSecret: 'wrong' }, 'refused'],
	['both wrong', { clientId: 'wrong', clientSecret: 'wrong' }, 'refused'],
	['the keys of another account', theirs, /^Bearer first-token-\d-of-their-client$/],
	['another host', 'another host', /^Bearer second-token-\d-of-our-client$/],
];

describe.each(changes)('over a stored token %s', (_, change, expected) => {
	const cases = Object.keys(users).flatMap((user) =>
		[0, 60_000].flatMap((later) => ['the same', 'another'].map((which) => [user, later, which])),
	) as Array<[string, number, string]>;

	test.each(cases)('%s, after %i ms, in %s process', async (user, later, which) => {
		const second = await startService('second');
		const first = await startService('first');
		setCredential({ baseUrl: first.baseUrl, ...ours });
		const n8n = new N8nProcess();
		await n8n.send({ recipients: numberOf(1) });
		const use = await users[user]!(which === 'another' ? new N8nProcess() : n8n);
		const before = tokensAt(first);
		expect([...before]).toEqual(['Bearer first-token-1-of-our-client']);
		first.requests.splice(0);
		clock.pass(later);
		const isOther = change === 'another host';
		setCredential(isOther ? { baseUrl: second.baseUrl } : change);

		const { isDone, told } = await use();
		const [service, other] = isOther ? [second, first] : [first, second];
		expect(other.requests).toEqual([]);
		if (expected === 'refused') {
			expect(told).toMatch(/The service refused Client ID and Client Secret\.\s+Copy both again/);
			expect([isDone, service.requests]).toEqual([false, []]);
		} else {
			expect([isDone, told.replace('Connection successful!', '')]).toEqual([true, '']);
			expect([...tokensAt(service)]).toEqual([expect.stringMatching(expected)]);
		}
	});
});

test.each<[string, (stored: { baseUrl: string }) => Fields]>([
	[
		'blanks around ID and secret',
		() => ({ clientId: ' our-client\t', clientSecret: ' our-secret\n' }),
	],
	['a slash and blanks around the address', ({ baseUrl }) => ({ baseUrl: ` ${baseUrl}/ ` })],
	['the address without /api', ({ baseUrl }) => ({ baseUrl: baseUrl.replace('/api', '') })],
	['a field that the token has nothing to do with', () => ({ allowInsecureHttp: true })],
])('%s: the keys are the same and keep their token, for whoever uses them', async (_, change) => {
	const first = await startService('first');
	setCredential({ ...ours });
	await new N8nProcess().send();
	clock.pass(60_000);
	setCredential(change(first));
	for (const begin of Object.values(users)) {
		const { isDone, told } = await (await begin(new N8nProcess()))();
		expect([isDone, told.replace('Connection successful!', '')]).toEqual([true, '']);
	}
	expect([...tokensAt(first)]).toEqual(['Bearer first-token-1-of-our-client']);
	expect(first.exchanges).toHaveLength(1);
});

test('keys that come back get their own token again, not one of the keys between', async () => {
	const first = await startService('first');
	const n8n = new N8nProcess();
	for (const keys of [ours, theirs, ours, theirs]) {
		setCredential(keys);
		await n8n.send();
		clock.pass(60_000);
	}
	// n8n has now stored a token for `theirs`, so another process needs no exchange.
	await new N8nProcess().send();
	expect(first.requests.map(({ headers }) => headers.authorization)).toEqual([
		'Bearer first-token-1-of-our-client',
		'Bearer first-token-2-of-their-client',
		'Bearer first-token-1-of-our-client',
		'Bearer first-token-2-of-their-client',
		'Bearer first-token-2-of-their-client',
	]);
	expect(first.exchanges).toHaveLength(2);
});

test.each([true, false])(
	'a run that renews its token brings no keys back that were changed under it (n8n 1.x: %j)',
	async (isOf1x) => {
		storesAll(isOf1x);
		// Somebody saves other keys while the request with the old token is under way.
		let sends = 0;
		const first = await startService('first', async () => ++sends === 1 && setCredential(theirs));
		setCredential(ours);
		await storeToken('of-yesterday');
		await new N8nProcess().send();
		expect(storedCredential()).toMatchObject(theirs);
		await new N8nProcess().send();
		const bearers = first.requests.map(({ headers }) => headers.authorization);
		expect(bearers).toEqual([
			'Bearer of-yesterday',
			'Bearer first-token-1-of-our-client',
			'Bearer first-token-2-of-their-client',
		]);
	},
);

test('a run that renews its token leaves alone what else was changed under it', async () => {
	storesAll(true);
	const changed = { allowInsecureHttp: true };
	let sends = 0;
	await startService('first', async () => ++sends === 1 && setCredential(changed));
	setCredential({ ...ours, allowInsecureHttp: false });
	await storeToken('of-yesterday');
	await new N8nProcess().send();
	expect(storedCredential()).toMatchObject({ ...ours, ...changed });
});

describe('an HTTP Request to a host that is not the address', () => {
	const elsewhere = async () => {
		const [other, own] = [await startService('other'), await startService('own')];
		setCredential(ours);
		await new N8nProcess().send();
		return { other, own };
	};

	test.each(['older', 'newer'] as const)('gets no token, by the %s helper', async (helper) => {
		const { other, own } = await elsewhere();
		const { told } = await new N8nProcess().httpRequest(`${other.baseUrl}/sms/senders`, helper);
		expect(told).toContain(`The access token of this credential is for ${own.baseUrl}`);
		expect(told).toContain(
			'set Allowed HTTP Request Domains in the credential to Specific Domains',
		);
		expect([other.requests, other.exchanges, own.exchanges.length]).toEqual([[], [], 1]);
	});

	test('gets it where the user named the host among Specific Domains', async () => {
		const { other } = await elsewhere();
		setCredential({ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' });
		await new N8nProcess().withDomainFields().httpRequest(`${other.baseUrl}/sms/senders`);
		expect([...tokensAt(other)]).toContain('Bearer own-token-1-of-our-client');
	});
});

describe("the credential's test over a stored token", () => {
	const words = async () => (await new N8nProcess().testCredential()).message;

	test('says in words that nobody is there, or that nobody knows the name', async () => {
		for (const baseUrl of ['http://127.0.0.1:1/api', 'http://nowhere.invalid/api']) {
			setCredential({ baseUrl, allowInsecureHttp: true });
			await storeToken('of-yesterday');
			expect(await words()).toMatch(/^The service can't be reached\. Check Base URL/);
		}
	});

	test('says in words that the address speaks no https', async () => {
		const server = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as { port: number };
		setCredential({ baseUrl: `https://127.0.0.1:${port}/api` });
		await storeToken('of-yesterday');
		expect(await words()).toContain("doesn't speak https. Check its scheme");
		server.close();
	});

	test('is passed without another token; a second one costs none', async () => {
		const first = await startService('first');
		setCredential(ours);
		await new N8nProcess().send();
		clock.pass(60_000);
		const writes = tokenWrites();
		for (const n8n of [new N8nProcess(), new N8nProcess()])
			expect((await n8n.testCredential()).status).toBe('OK');
		// The credential isn't written either, which could overwrite someone's save.
		expect([first.exchanges.length, tokenWrites() - writes]).toEqual([1, 0]);
	});

	test('renews a token that the service rejects, once, and has it stored', async () => {
		const first = await startService('first');
		setCredential(ours);
		await storeToken('of-yesterday');
		expect((await new N8nProcess().testCredential()).status).toBe('OK');
		await new N8nProcess().send();
		expect(first.exchanges).toHaveLength(1);
		expect(first.requests.at(-1)!.headers.authorization).toBe('Bearer first-token-1-of-our-client');
	});
});
