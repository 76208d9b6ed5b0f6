/** Many requests need a token at the same moment: one of them has n8n fetch it, the others wait for that. */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { turns } from '../clock/until.mts';
import { forgetPauses } from '../clock/notedPause.mts';
import { answer } from './answers.mts';
import { accepted, freshCredential, runCore, sends, type CoreRun } from './coreRun.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);

/** Exchanges that end when they are let go, each with what it is told. */
class SlowExchange {
	asked = 0;

	private readonly waiting: Array<{ come(token: string): void; fail(error: Error): void }> = [];

	readonly exchange = async (): Promise<string> => {
		this.asked++;
		return await new Promise((come, fail) => this.waiting.push({ come, fail }));
	};

	async comes(token: string): Promise<void> {
		await turns(20);
		for (const { come } of this.waiting.splice(0)) come(token);
	}

	async fails(reason: string): Promise<void> {
		await turns(20);
		for (const { fail } of this.waiting.splice(0)) fail(new Error(reason));
	}
}

const needs =
	(good: string) =>
	({ token }: { token: string }): Answer =>
		token === good ? accepted() : answer(401);

/** Runs of one account at the same moment, each with five messages. */
function runsOf(count: number, given: Partial<CoreRun>): Array<ReturnType<typeof runCore>> {
	const credential = freshCredential({ accessToken: '' });
	return Array.from(
		{ length: count },
		async (_, run) =>
			await runCore({
				items: Array.from({ length: 5 }, (__, index) => sends([`+35840${run}00${index}`], {}, 10)),
				credential: () => credential,
				...given,
			}),
	);
}

/** What runs of one account have in common that begin one after the other. */
function ofOneAccount({ exchange }: SlowExchange): Partial<CoreRun> {
	const credential = freshCredential({ accessToken: '' });
	return { credential: () => credential, exchange, service: needs('new-token') };
}

const acceptedIn = (runs: Array<Awaited<ReturnType<typeof runCore>>>): number[] =>
	runs.map(({ outputs }) => outputs.flat().length);

test.each([
	['is missing', ''],
	['is rejected', 'stored-token'],
])('where it %s, of two runs as well', async (_why, accessToken) => {
	const slow = new SlowExchange();
	const credential = freshCredential({ accessToken });
	const runs = runsOf(2, {
		credential: () => credential,
		exchange: slow.exchange,
		service: needs('new-token'),
	});
	await slow.comes('new-token');
	expect([acceptedIn(await Promise.all(runs)), slow.asked]).toEqual([[5, 5], 1]);
});

test('a renewed token that is rejected too is renewed by each request for itself, and no message goes', async () => {
	const slow = new SlowExchange();
	const [run] = runsOf(1, { exchange: slow.exchange, service: () => answer(401, 'Blocked') });
	await slow.comes('new-token');
	await slow.comes('newer-token');
	await slow.comes('newest-token');
	expect((await run!).error?.message).toMatch(
		/^Nothing was sent\. 5 of 5 items failed\. \[items 0-4\] The service refused the access token, and then a new one too/,
	);
});

test('where the fetching fails, the run fails after this one, and another run asks for itself', async () => {
	const slow = new SlowExchange();
	const [failing, other] = runsOf(2, { exchange: slow.exchange, service: needs('new-token') });
	await slow.fails('The address is wrong');
	expect((await failing!).error?.message).toMatch(
		/^Nothing was sent\. 5 of 5 items failed\. .*The address is wrong/,
	);
	const asked = slow.asked;
	await slow.comes('new-token');
	expect([acceptedIn([await other!]), asked]).toEqual([[5], 6]);
});

test('the next time that the account needs a token it is one request again', async () => {
	const slow = new SlowExchange();
	let good = 'new-token';
	const shared = { ...ofOneAccount(slow), service: (sent: { token: string }) => needs(good)(sent) };
	const [first] = runsOf(1, shared);
	await slow.comes(good);
	const before = acceptedIn([await first!]);
	good = 'newer-token';
	const [second] = runsOf(1, shared);
	await slow.comes(good);
	expect([before, acceptedIn([await second!]), slow.asked]).toEqual([[5], [5], 2]);
});

test('a stopped run does not wait for it, and sends nothing when it comes', async () => {
	const slow = new SlowExchange();
	const stop = new AbortController();
	const shared = ofOneAccount(slow);
	const [first] = runsOf(1, shared);
	await turns(20);
	const [stopped] = runsOf(1, { ...shared, signal: stop.signal });
	await turns(20);
	stop.abort();
	expect((await stopped!).error?.message).toMatch(/canceled before this message was sent/);
	await slow.comes('new-token');
	await turns(20);
	expect([acceptedIn([await first!]), (await stopped!).left, slow.asked]).toEqual([[5], [], 1]);
});

test('a run that is stopped while it fetches the token leaves it to those who wait', async () => {
	const slow = new SlowExchange();
	const stop = new AbortController();
	const shared = ofOneAccount(slow);
	const [stopped] = runsOf(1, { ...shared, signal: stop.signal });
	await turns(20);
	const [waiting] = runsOf(1, shared);
	await turns(20);
	stop.abort();
	await stopped;
	await slow.comes('new-token');
	expect([acceptedIn([await waiting!]), (await stopped!).left, slow.asked]).toEqual([[5], [], 1]);
});
