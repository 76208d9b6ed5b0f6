/**
 * The whole way of a request, from the checked item to its output, without an engine and without a
 * network: tokens that are missing, rejected and renewed.
 */
import { accepted, freshCredential, runCore, sends } from './coreRun.mts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { forgetPauses } from '../clock/notedPause.mts';
import { answer, numbersOf } from './answers.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);

describe('a token', () => {
	const needs =
		(good: string) =>
		({ token }: { token: string }) =>
			token === good ? accepted() : answer(401);

	test('that is missing is exchanged once for all items, and all have it', async () => {
		const credential = freshCredential({ accessToken: '' });
		const run = await runCore({
			items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)],
			credential: () => credential,
		});
		expect([run.exchanges, run.left.map(({ token }) => token)]).toEqual([
			1,
			['token-1', 'token-1'],
		]);
	});

	test('that is rejected is renewed once, whoever asks; the message goes once more', async () => {
		const run = await runCore({
			items: Array.from({ length: 5 }, (_, index) => sends([`+${index}`])),
			service: needs('token-1'),
		});
		expect([run.exchanges, run.errors.filter(Boolean).length]).toEqual([1, 0]);
		expect(run.left.filter(({ token }) => token === 'token-1')).toHaveLength(5);
	});

	test('that is rejected and was renewed by another process is taken from the store, without an exchange', async () => {
		const first = freshCredential();
		const run = await runCore({
			items: [sends(['+1'])],
			credential: (read) => (read === 1 ? first : { ...first, accessToken: 'their-token' }),
			service: needs('their-token'),
		});
		expect([run.exchanges, run.reads, run.left.map(({ token }) => token)]).toEqual([
			0,
			2,
			['stored-token', 'their-token'],
		]);
	});

	test('that is rejected for many requests at the same moment is renewed once', async () => {
		let reached = 0;
		let letGo = (): void => undefined;
		const together = new Promise<void>((resolve) => (letGo = resolve));
		const run = await runCore({
			items: Array.from({ length: 5 }, (_, index) => sends([`+${index}`])),
			service: async ({ token }) => {
				if (token === 'token-1') return accepted();
				if (++reached === 5) letGo();
				await together;
				return answer(401);
			},
		});
		expect([run.exchanges, run.left.length, run.errors.filter(Boolean)]).toEqual([1, 10, []]);
	});

	test('of another process goes ahead of those who wait, and is renewed when it is rejected too', async () => {
		const first = freshCredential();
		const credential = (read: number) =>
			read === 1 ? first : { ...first, accessToken: 'their-token' };
		const adopted = await runCore({
			items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)],
			credential,
			service: needs('their-token'),
		});
		expect(numbersOf(adopted)).toEqual([['+1'], ['+1'], ['+2']]);
		const second = freshCredential();
		const renewed = await runCore({
			items: [sends(['+1'])],
			credential: (read) => (read === 1 ? second : { ...second, accessToken: 'their-token' }),
			service: needs('token-1'),
		});
		expect([renewed.errors[0], renewed.left.map(({ token }) => token)]).toEqual([
			undefined,
			['stored-token', 'their-token', 'token-1'],
		]);
	});

	test('of another process is tried also after the renewal; five tokens at most, one exchange', async () => {
		const first = freshCredential();
		const credential = (read: number) => ({
			...first,
			accessToken: read < 3 ? 'stored-token' : `theirs-${read}`,
		});
		const run = await runCore({ items: [sends(['+1'])], credential, service: needs('theirs-3') });
		expect([run.exchanges, run.errors[0], run.left.map(({ token }) => token)]).toEqual([
			1,
			undefined,
			['stored-token', 'token-1', 'theirs-3'],
		]);
		const second = freshCredential();
		const moving = (read: number) => ({ ...second, accessToken: `theirs-${read}` });
		const bound = await runCore({
			items: [sends(['+1'])],
			credential: moving,
			service: () => answer(401),
		});
		expect([bound.exchanges, bound.left.map(({ token }) => token)]).toEqual([
			1,
			['theirs-1', 'theirs-2', 'theirs-3', 'theirs-4', 'token-1'],
		]);
		expect(bound.errors[0]!.message).toMatch(
			/^Nothing was sent\. The service refused the access token, and then a new one too/,
		);
	});

	test('that the store still gives after it was replaced is not used again', async () => {
		const credential = freshCredential();
		await runCore({
			items: [sends(['+1'])],
			credential: () => credential,
			service: needs('token-1'),
		});
		const late = await runCore({
			items: [sends(['+2'])],
			credential: () => credential,
			service: needs('token-1'),
		});
		expect([late.exchanges, late.left.map(({ token }) => token)]).toEqual([0, ['token-1']]);
	});

	test('that is rejected twice fails the item, whose sentence says so', async () => {
		const run = await runCore({ items: [sends(['+1'])], service: () => answer(401, 'Expired') });
		expect([run.exchanges, run.left.length]).toEqual([1, 2]);
		expect(run.errors[0]!.message).toBe(
			'Nothing was sent. The service refused the access token, and then a new one too: Expired.',
		);
	});

	test('tells the exchange which tokens were rejected', async () => {
		const run = await runCore({ items: [sends(['+1'])], service: needs('token-1') });
		const [symbol] = Object.getOwnPropertySymbols(run.left[1]!.settings);
		expect(run.left[1]!.settings[symbol!]).toMatchObject({
			rejected: { tokens: ['stored-token'], since: expect.any(Number) },
		});
	});

	test('that a run renewed is what the next run of the account starts with, unless the store has a newer one', async () => {
		const credential = freshCredential();
		const first = await runCore({
			items: [sends(['+1'])],
			credential: () => credential,
			service: needs('token-1'),
		});
		expect(first.exchanges).toBe(1);
		const next = await runCore({
			items: [sends(['+1'])],
			credential: () => ({ ...credential, accessToken: 'token-1' }),
			service: needs('token-1'),
		});
		expect([next.exchanges, next.left.map(({ token }) => token)]).toEqual([0, ['token-1']]);
	});

	test('that is renewed while a request waits is what that request has', async () => {
		const credential = freshCredential();
		let rejectedOnce = false;
		const run = await runCore({
			items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1), sends(['+3'], {}, 1)],
			credential: () => credential,
			service: ({ token }) => {
				if (token === 'stored-token') rejectedOnce = true;
				return token === 'token-1' ? accepted() : answer(401);
			},
		});
		expect(rejectedOnce).toBe(true);
		expect(run.left.map(({ token }) => token)).toEqual([
			'stored-token',
			'token-1',
			'token-1',
			'token-1',
		]);
	});

	test('that cannot be got fails every item in the words of the credential, after one exchange', async () => {
		const credential = freshCredential({ accessToken: '' });
		const problem = {
			id: 'wrongKeys',
			what: 'The service refused the keys.',
			next: 'Paste them again.',
		};
		const run = await runCore({
			items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)],
			credential: () => credential,
			exchange: () => {
				throw Object.assign(new Error('wrapped'), { cause: { cause: { problem } } });
			},
		});
		expect([run.exchanges, run.left.length]).toEqual([1, 0]);
		expect(run.errors[0]).toMatchObject({
			message: 'Nothing was sent. 2 of 2 items failed. [items 0, 1] The service refused the keys.',
			description:
				'Paste them again. All items are still to be sent. n8n counts items from 0: item 0 is the first.',
		});
	});

	test.each([
		['an error without a problem', new Error('the store is shut'), 'the store is shut'],
		['what is no error', 'odd', 'no reason was given'],
		[
			'an error whose cause is null',
			Object.assign(new Error('the store is shut'), { cause: null }),
			'the store is shut',
		],
		[
			'a problem without words',
			Object.assign(new Error('half'), { problem: { what: 'x' } }),
			'half',
		],
		[
			'causes that go round',
			(() => {
				const error: Error & { cause?: unknown } = new Error('round');
				error.cause = error;
				return error;
			})(),
			'round',
		],
	])('that cannot be got because of %s fails with what is known', async (_name, thrown, said) => {
		const run = await runCore({
			items: [sends(['+1'])],
			credential: () => freshCredential({ accessToken: undefined }),
			exchange: () => {
				throw thrown;
			},
		});
		expect(run.errors[0]).toMatchObject({
			message: `Nothing was sent. The credential can't be used: ${said}.`,
		});
		expect(run.errors[0]!.description).toContain(
			'Choose another credential in this node, or test the present one.',
		);
	});

	test('that comes when the execution was stopped: the run has ended, no message leaves, and none is entered', async () => {
		const stop = new AbortController();
		const ledger = new Ledger();
		let come: (token: string) => void = () => undefined;
		const coming = new Promise<string>((resolve) => (come = resolve));
		const credential = freshCredential({ accessToken: '' });
		const run = await runCore({
			items: [sends(['+1'])],
			credential: () => credential,
			ledger,
			signal: stop.signal,
			exchange: () => {
				stop.abort();
				return coming;
			},
		});
		expect(run.error!.message).toBe(
			'Nothing was sent. The execution was canceled before this message was sent.',
		);
		come('token-1');
		for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
		expect([run.left.length, ledger.get(0)]).toEqual([0, undefined]);
	});

	test('a credential that cannot be read, or has no usable address, sends nothing', async () => {
		const unread = await runCore({
			items: [sends(['+1'])],
			credential: () => {
				throw new Error('no such credential');
			},
		});
		expect([unread.left.length, unread.errors[0]!.message]).toEqual([
			0,
			"Nothing was sent. The credential can't be used: no such credential.",
		]);
		const insecure = await runCore({
			items: [sends(['+1'])],
			credential: () => freshCredential({ baseUrl: 'http://sms.example.com' }),
		});
		expect([insecure.left.length, insecure.errors[0]!.message]).toEqual([
			0,
			expect.stringContaining('sms.example.com'),
		]);
		const allowed = await runCore({
			items: [sends(['+1'])],
			credential: () =>
				freshCredential({ baseUrl: 'http://sms.example.com', allowInsecureHttp: true }),
		});
		expect(allowed.left[0]!.request.baseURL).toBe('http://sms.example.com/api');
		const asText = await runCore({
			items: [sends(['+1'])],
			credential: () =>
				freshCredential({ baseUrl: 'http://sms.example.com', allowInsecureHttp: 'true' }),
		});
		expect(asText.left).toHaveLength(0);
	});

	test('a store that fails while a token is looked for leads to an exchange', async () => {
		const credential = freshCredential();
		const run = await runCore({
			items: [sends(['+1'])],
			credential: (read) => {
				if (read > 1) throw new Error('shut');
				return credential;
			},
			service: needs('token-1'),
		});
		expect([run.exchanges, run.errors[0]]).toEqual([1, undefined]);
	});

	test.each([
		['clientSecret', 'top-secret-1'],
		['clientId', 'client-id-1'],
		['accessToken', 'token-of-old'],
	])('a %s that the service repeats is not shown', async (name, secret) => {
		const run = await runCore({
			items: [sends(['+1'])],
			credential: () => freshCredential({ [name]: ` ${secret} ` }),
			service: () => answer(422, `You sent ${secret} and ${secret}`),
		});
		expect(run.errors[0]!.message).toContain('You sent ***** and *****.');
	});

	test('a secret of three letters is no secret: to take it out would garble every text', async () => {
		const run = await runCore({
			items: [sends(['+1'])],
			credential: () => freshCredential({ clientSecret: 'you', clientId: null }),
			service: () => answer(422, 'Thank you'),
		});
		expect(run.errors[0]!.message).toContain('Thank you.');
	});

	test('a new token that the service repeats is not shown either', async () => {
		const run = await runCore({
			items: [sends(['+1'])],
			credential: () => freshCredential({ accessToken: '' }),
			exchange: () => 'fresh-token',
			service: () => answer(422, 'not fresh-token'),
		});
		expect(run.errors[0]!.message).toContain('not *****.');
	});
});
