/**
 * One request on its way, among others: its place, its token, when it leaves, and its end when the
 * execution is stopped.
 */
import { Session, type Requester } from '../../nodes/MessagingService/auth/session.ts';
import type { Answer, Purpose } from '../../nodes/MessagingService/http/outcome.ts';
import { makeRequest, type Sender } from '../../nodes/MessagingService/http/request.ts';
import { Stop } from '../../nodes/MessagingService/http/stop.ts';
import { answer, broken } from '../run/answers.mts';
import { accepted, freshCredential } from '../run/coreRun.mts';

/** Pauses end when the test says so. */
const mockHeld: Array<() => void> = [];
jest.mock('../../nodes/MessagingService/http/pause.ts', () => ({
	pause: () => new Promise<void>((resolve) => mockHeld.push(resolve)),
}));
beforeEach(() => void mockHeld.splice(0));

const settle = () => new Promise((resolve) => setImmediate(resolve));
const settleAll = async () => {
	for (let turns = 0; turns < 10; turns++) await settle();
};

interface Given {
	service: (token: string, count: number) => Answer | Promise<Answer>;
	/** The stored token each time that the credential is read, from 1. */
	stored?: (read: number) => string;
	credential?: Record<string, unknown>;
	/** Called where n8n exchanges for a token, which comes when this is over. */
	exchange?: () => unknown;
	signal?: AbortSignal;
}

/** A run's requests, and a line for each thing that happened to them. */
async function runWith({
	service,
	stored = () => 'stored-token',
	credential = freshCredential(),
	exchange = () => undefined,
	signal,
}: Given) {
	const events: string[] = [];
	let [reads, exchanges, calls] = [0, 0, 0];
	const requester = {
		getCredentials: async () => ({ ...credential, accessToken: stored(++reads) }),
		helpers: {
			// Takes a stopped execution's requests, too: that none comes is for the node to see to.
			httpRequestWithAuthentication: async (
				_type: string,
				{ body }: { body: string },
				{
					credentialsDecrypted: { data },
				}: { credentialsDecrypted: { data: { accessToken: string } } },
			) => {
				if (!data.accessToken) {
					events.push(`${body} exchanges`);
					await exchange();
					data.accessToken = `token-${++exchanges}`;
				}
				events.push(`${body} with ${data.accessToken}`);
				return await service(data.accessToken, ++calls);
			},
		},
	} as unknown as Requester;
	const sender: Sender = {
		requester,
		session: await Session.open(requester),
		run: {},
		stop: new Stop(signal),
	};
	const make = (body: string, purpose: Purpose = 'send', concurrency = 1) =>
		makeRequest(
			sender,
			purpose,
			{ url: '/x', body },
			concurrency,
			() => void events.push(`${body} leaves`),
		);
	return { events, make };
}

const never = new Promise<Answer>(() => undefined);
const canceled = { type: 'canceled' };
const canceledUnderWay = { type: 'lost', code: 'ERR_CANCELED' };

test('the runs of one account share its places, those of another have their own', async () => {
	const credential = freshCredential();
	let underWay = 0;
	let letGo: () => void = () => undefined;
	const service = async () => {
		underWay++;
		await new Promise<void>((resolve) => (letGo = resolve));
		return accepted();
	};
	const [one, other, stranger] = [
		await runWith({ service, credential }),
		await runWith({ service, credential }),
		await runWith({ service }),
	];
	const outcomes = [one.make('a'), other.make('b')];
	await settleAll();
	expect(underWay).toBe(1);
	letGo();
	await outcomes[0];
	await settleAll();
	expect(underWay).toBe(2);
	void stranger.make('c');
	await settleAll();
	expect(underWay).toBe(3);
});

describe('a request whose token was rejected', () => {
	const only = (good: string) => (token: string) => (token === good ? accepted() : answer(401));

	test('is made with the new one before those that wait, and says so each time that it leaves', async () => {
		const { events, make } = await runWith({ service: only('token-1') });
		const outcomes = await Promise.all([make('a'), make('b')]);
		expect(outcomes.map(({ type }) => type)).toEqual(['answered', 'answered']);
		// Behind a fresh token 'leaves' comes after the exchange: until then nothing of the message is under way.
		expect(events).toEqual([
			'a leaves',
			'a with stored-token',
			'a exchanges',
			'a leaves',
			'a with token-1',
			'b leaves',
			'b with token-1',
		]);
	});

	test("is made with another process's before those that wait", async () => {
		const { events, make } = await runWith({
			service: only('theirs'),
			stored: (read) => (read === 1 ? 'stored-token' : 'theirs'),
		});
		await Promise.all([make('a'), make('b')]);
		expect(events).toEqual([
			'a leaves',
			'a with stored-token',
			'a leaves',
			'a with theirs',
			'b leaves',
			'b with theirs',
		]);
	});
});

test('a request whose token could not be fetched has never left', async () => {
	const { events, make } = await runWith({
		service: () => accepted(),
		stored: () => '',
		exchange: () => {
			throw new Error('shut');
		},
	});
	expect([(await make('a')).type, events]).toEqual(['notReady', ['a exchanges']]);
});

describe('a stopped execution', () => {
	test('makes no request', async () => {
		const { events, make } = await runWith({
			service: () => accepted(),
			signal: AbortSignal.abort(),
		});
		expect([await make('a'), events]).toEqual([canceled, []]);
	});

	test('ends a request that waits for its place, which never leaves', async () => {
		const stop = new AbortController();
		let letGo: (given: Answer) => void = () => undefined;
		const { events, make } = await runWith({
			service: () => new Promise((resolve) => (letGo = resolve)),
			signal: stop.signal,
		});
		const outcomes = [make('a'), make('b')];
		await settleAll();
		stop.abort();
		expect(await Promise.all(outcomes)).toEqual([canceledUnderWay, canceled]);
		letGo(accepted());
		await settleAll();
		expect(events).toEqual(['a leaves', 'a with stored-token']);
	});

	test('ends a request that waits to be repeated: nothing of it is under way, and it never leaves again', async () => {
		const stop = new AbortController();
		const { events, make } = await runWith({
			service: () => {
				throw broken('ECONNREFUSED');
			},
			signal: stop.signal,
		});
		const outcome = make('a');
		await settleAll();
		expect(mockHeld).toHaveLength(1);
		stop.abort();
		expect(await outcome).toEqual(canceled);
		mockHeld[0]!();
		await settleAll();
		expect(events).toEqual(['a leaves', 'a with stored-token']);
	});

	test('that fetches a token has nothing under way', async () => {
		const stop = new AbortController();
		const { events, make } = await runWith({
			service: () => never,
			stored: () => '',
			exchange: () => stop.abort(),
			signal: stop.signal,
		});
		expect(await make('a')).toEqual(canceled);
		expect(events[0]).toBe('a exchanges');
	});

	test.each<Purpose>(['send', 'read'])(
		'that fetches a token ends at once, and a %s stays here when the token comes after all',
		async (purpose) => {
			const stop = new AbortController();
			let come: () => void = () => undefined;
			const { events, make } = await runWith({
				service: () => accepted(),
				stored: () => '',
				exchange: () => new Promise<void>((resolve) => (come = resolve)),
				signal: stop.signal,
			});
			const outcome = make('a', purpose);
			await settleAll();
			stop.abort();
			expect(await outcome).toEqual(canceled);
			come();
			await settleAll();
			expect(events).toEqual(['a exchanges']);
		},
	);

	test.each<[Purpose, object]>([
		['send', canceledUnderWay],
		['read', canceled],
	])('leaves the outcome of a %s that is under way', async (purpose, expected) => {
		const stop = new AbortController();
		const { make } = await runWith({
			service: () => {
				stop.abort();
				return never;
			},
			signal: stop.signal,
		});
		expect(await make('a', purpose)).toEqual(expected);
	});

	test.each<[Purpose, object]>([
		['send', canceledUnderWay],
		['read', canceled],
	])('that only n8n knows of: a %s that it ended', async (purpose, expected) => {
		const { make } = await runWith({
			service: () => {
				throw broken('ERR_CANCELED');
			},
		});
		expect(await make('a', purpose)).toEqual(expected);
	});
});
