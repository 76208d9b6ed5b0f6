/** The credential as one try uses it: what n8n is handed, and what sessions of one account share. */
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings.ts';
import { Session, type Requester } from '../../nodes/MessagingService/auth/session.ts';
import { attempt } from '../../nodes/MessagingService/http/attempt.ts';
import { accepted, freshCredential } from '../run/coreRun.mts';

type Handed = [
	type: string,
	request: object,
	given: { credentialsDecrypted: { type: string; data: object } },
];

/** A context of n8n with this credential in its store, that notes what its request helper is handed. */
function requesterWith(read: () => Record<string, unknown>) {
	const handed: Handed[] = [];
	const types: string[] = [];
	const requester = {
		getCredentials: async (type: string) => {
			types.push(type);
			return read();
		},
		helpers: {
			httpRequestWithAuthentication: async (...given: Handed) => {
				handed.push(given);
				return accepted();
			},
		},
	} as unknown as Requester;
	return { requester, handed, types };
}

test("n8n is handed the whole credential, under the credential's name", async () => {
	const credential = freshCredential();
	const { requester, handed, types } = requesterWith(() => credential);
	const session = await Session.open(requester);
	let left = 0;
	await attempt(
		{
			requester,
			session,
			token: 'a-token',
			rejected: { tokens: [], since: 0 },
			leaves: () => void left++,
		},
		'send',
		{ url: '/x' },
	);
	expect(left).toBe(1);
	const [type, request, given] = handed[0]!;
	expect([types, type, given.credentialsDecrypted.type]).toEqual([
		['messagingServiceApi'],
		'messagingServiceApi',
		'messagingServiceApi',
	]);
	expect(request).toEqual({ url: '/x', baseURL: 'https://sms.example.com/api' });
	expect({ ...given.credentialsDecrypted.data }).toMatchObject({
		...credential,
		accessToken: 'a-token',
	});
});

test('a token that n8n fetches on the way is known to every session of the account, and the request leaves only then', async () => {
	const { requester } = requesterWith(() =>
		freshCredential({ clientId: 'same', clientSecret: 'same', accessToken: '' }),
	);
	const [session, other] = [await Session.open(requester), await Session.open(requester)];
	const events: string[] = [];
	const fetching = {
		...requester,
		helpers: {
			httpRequestWithAuthentication: async (...[, , given]: Handed) => {
				events.push('fetched');
				Object.assign(given.credentialsDecrypted.data, { accessToken: 'minted' });
				events.push('sent');
				return accepted();
			},
		},
	} as unknown as Requester;
	const { token } = await attempt(
		{
			requester: fetching,
			session,
			token: '',
			rejected: { tokens: [], since: 0 },
			leaves: () => void events.push(`leaves with ${other.token}`),
		},
		'send',
		{ url: '/x' },
	);
	expect([events, token, session.token]).toEqual([
		['fetched', 'leaves with minted', 'sent'],
		'minted',
		'minted',
	]);
});

test('what the token exchange needs rides along on the credential, and on another one there is nothing', () => {
	const proxy = { host: '127.0.0.1', port: 1 };
	const credential = exchangeSettings.on({ clientId: 'c' }, { proxy });
	expect([
		exchangeSettings.of(credential),
		exchangeSettings.of({}),
		JSON.stringify(credential),
	]).toEqual([{ proxy }, {}, '{"clientId":"c"}']);
});

test('a token that was found in the store is known to every session of the account that is open', async () => {
	const credential = freshCredential();
	let stored = credential;
	const { requester } = requesterWith(() => stored);
	const [one, other] = [await Session.open(requester), await Session.open(requester)];
	stored = { ...credential, accessToken: 'their-token' };
	expect(await one.adoptStoredToken(requester, ['stored-token'])).toBe(true);
	expect([one.token, other.token]).toEqual(['their-token', 'their-token']);
	expect(await one.adoptStoredToken(requester, ['stored-token', 'their-token'])).toBe(false);
});

test('neither a token in use nor the one that it replaced is shown to people', async () => {
	const credential = freshCredential();
	let stored = credential;
	const { requester } = requesterWith(() => stored);
	const session = await Session.open(requester);
	stored = { ...credential, accessToken: 'their-token' };
	await session.adoptStoredToken(requester, ['stored-token']);
	expect(session.redact('stored-token, their-token, other')).toBe('*****, *****, other');
});

test('the ten tokens used last are kept in mind, and no more', async () => {
	const credential = freshCredential({ accessToken: 'adopted-0000' });
	let stored = credential;
	const session = await Session.open(requesterWith(() => stored).requester);
	const names = Array.from(
		{ length: 30 },
		(_, index) => `adopted-${String(index * 1111).padStart(4, '0')}`,
	);
	for (const [index, accessToken] of names.entries()) {
		stored = { ...credential, accessToken };
		await session.adoptStoredToken(requesterWith(() => stored).requester, [names[index - 1] ?? '']);
	}
	const { recent } = session.account;
	expect(recent).toEqual(names.slice(-10).reverse());
});

test.each([[''], [undefined], [null], ['stored-token']])(
	'a stored token of %j is none to go on with',
	async (accessToken) => {
		const credential = freshCredential();
		let stored: Record<string, unknown> = credential;
		const { requester } = requesterWith(() => stored);
		const session = await Session.open(requester);
		stored = { ...credential, accessToken };
		expect(await session.adoptStoredToken(requester, ['stored-token'])).toBe(false);
		expect(session.token).toBe('stored-token');
	},
);

test('no token is an empty text', async () => {
	const { requester } = requesterWith(() => freshCredential({ accessToken: undefined }));
	expect((await Session.open(requester)).token).toBe('');
});

test('credentials that differ in address, client or secret are different accounts', async () => {
	const credential = freshCredential();
	const accountWith = async (changes: object) =>
		(await Session.open(requesterWith(() => ({ ...credential, ...changes })).requester)).account;
	const account = await accountWith({});
	expect(await accountWith({ accessToken: 'another' })).toBe(account);
	for (const changes of [
		{ baseUrl: 'https://other.example.com' },
		{ clientId: 'other' },
		{ clientSecret: 'other' },
	]) {
		expect(await accountWith(changes)).not.toBe(account);
	}
});

test('a credential that cannot be read is a problem that says how to go on', async () => {
	const { requester } = requesterWith(() => {
		throw Object.assign(new Error('shut'), { cause: 'text' });
	});
	expect((await Session.open(requester)).problem).toEqual({
		id: 'credentialUnusable',
		what: "The credential can't be used: shut.",
		next: 'Choose another credential in this node, or test the present one.',
	});
});

test('why it cannot be read is told in one line, as far as five causes tell it', async () => {
	const problemOf = async (error: unknown) =>
		(
			await Session.open(
				requesterWith(() => {
					throw error;
				}).requester,
			)
		).problem;
	expect(await problemOf(new Error('The key\n\t of n8n  differs.'))).toMatchObject({
		what: "The credential can't be used: The key of n8n differs.",
	});
	const told = { problem: { id: 'wrongKeys', what: 'Refused.', next: 'Copy both.' } };
	const within = (causes: number): object => {
		let error: object = told;
		for (let count = 0; count < causes; count++)
			error = Object.assign(new Error('wrapped'), { cause: error });
		return error;
	};
	expect(await problemOf(within(4))).toEqual(told.problem);
	expect(await problemOf(within(5))).toMatchObject({ id: 'credentialUnusable' });
});

test('a copy of data has no secret in it, and the data stay as they are', async () => {
	const { requester } = requesterWith(() => freshCredential());
	const session = await Session.open(requester);
	const data = { text: 'It was stored-token.', list: ['stored-token'] };
	expect(session.redactedCopy(data)).toEqual({ text: 'It was *****.', list: ['*****'] });
	expect(data).toEqual({ text: 'It was stored-token.', list: ['stored-token'] });
});
