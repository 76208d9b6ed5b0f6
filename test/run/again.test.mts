/**
 * The whole way of a request, from the checked item to its output, without an engine and without a
 * network: tries, waits and stops.
 */
import { getEventListeners } from 'node:events';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { accepted, freshCredential, reads, refused, runCore, sends } from './coreRun.mts';
import { forgetPauses, waits } from '../clock/notedPause.mts';
import { turns, until } from '../clock/until.mts';
import { answer, broken, page, numbersOf } from './answers.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);

describe('another try of the same run', () => {
	test('sends only what was not accepted and not unknown before', async () => {
		const ledger = new Ledger();
		const items = [sends(['+1']), sends(['+2']), sends(['+3'])];
		const first = await runCore({
			items,
			ledger,
			service: ({ request }) => {
				const [number] = (request.body as { recipients: string[] }).recipients;
				return number === '+1' ? accepted('m1') : number === '+2' ? answer(500) : answer(422);
			},
		});
		expect(first.left).toHaveLength(3);
		expect(first.errors[1]!.message).toContain(
			'1 of 3 items may or may not have been sent, and 1 was not sent. [item 1] Outcome unclear: ',
		);
		expect(first.errors[1]!.description).toContain(
			'1 message of this run was accepted: ID m1 (item 0).',
		);
		const second = await runCore({ items, ledger, service: () => accepted('m3') });
		expect(numbersOf(second)).toEqual([['+3']]);
		expect(second.errors[1]!.message).toContain('Outcome unclear: the service answered 500');
		expect(second.errors[1]!.description).toContain(
			'2 messages of this run were accepted: ID m1 (item 0), ID m3 (item 2).',
		);
	});

	test('where Batching spaces the items sends what is missing, batch after batch', async () => {
		const ledger = new Ledger();
		const items = [sends(['+1']), sends(['+2']), sends(['+3'])];
		const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 5 } } };
		const first = await runCore({
			items,
			ledger,
			requestOptions,
			service: (_left, count) => (count === 1 ? accepted('m1') : answer(422)),
		});
		expect([first.left.length, first.errors[1]!.message.slice(0, 22)]).toEqual([
			3,
			'2 of 3 items were not ',
		]);
		const second = await runCore({ items, ledger, requestOptions });
		expect([numbersOf(second), second.errors, second.outputs.flat().length]).toEqual([
			[['+2'], ['+3']],
			[undefined, undefined, undefined],
			3,
		]);
	});

	test('keeps a receipt even when the item is refused by then, and gives the same output', async () => {
		const ledger = new Ledger();
		const first = await runCore({ items: [sends(['+1'])], ledger });
		const second = await runCore({ items: [refused('Too late.')], ledger });
		expect([second.left.length, second.errors[0]]).toEqual([0, undefined]);
		expect(second.outputs).toEqual(first.outputs);
	});

	test('reads the credential anew', async () => {
		const ledger = new Ledger();
		expect(
			(await runCore({ items: [reads()], ledger, method: 'GET', service: () => page([]) })).reads,
		).toBe(1);
		expect(
			(await runCore({ items: [reads()], ledger, method: 'GET', service: () => page([]) })).reads,
		).toBe(1);
	});

	test('waits for what an earlier try still has under way, and sends none of it again', async () => {
		const ledger = new Ledger();
		let answerFirst: (given: Answer) => void = () => undefined;
		const first = runCore({
			items: [sends(['+1'])],
			ledger,
			service: () => new Promise<Answer>((resolve) => (answerFirst = resolve)),
		});
		while (!ledger.get(0)) await new Promise((resolve) => setImmediate(resolve));
		const second = runCore({ items: [sends(['+1'])], ledger, service: () => accepted('twice') });
		await turns(20);
		answerFirst(accepted('m1'));
		expect((await second).left).toHaveLength(0);
		expect((await second).outputs).toEqual((await first).outputs);
	});

	test('that has nothing to send makes no request', async () => {
		const ledger = new Ledger();
		await runCore({ items: [sends(['+1'])], ledger });
		expect((await runCore({ items: [sends(['+1'])], ledger })).left).toEqual([]);
	});

	test('receipts are told in the order of the items, however the answers came', async () => {
		let others = 0;
		const service = async ({ request }: { request: Record<string, unknown> }): Promise<Answer> => {
			const [number] = (request.body as { recipients: string[] }).recipients;
			if (number === '+1') await until(() => others === 2).then(() => turns(10));
			else others++;
			return number === '+3' ? answer(422) : accepted(`m${number}`);
		};
		const run = await runCore({ items: [sends(['+1']), sends(['+2']), sends(['+3'])], service });
		expect(run.errors[2]!.description).toContain(
			'2 messages of this run were accepted: ID m+1 (item 0), ID m+2 (item 1).',
		);
	});

	test('a receipt without an id is told as such', async () => {
		const service = ({ request }: { request: Record<string, unknown> }): Answer =>
			(request.body as { recipients: string[] }).recipients[0] === '+1'
				? { statusCode: 200, body: { data: { success: true } } }
				: answer(422);
		const run = await runCore({ items: [sends(['+1']), sends(['+2'])], service });
		expect(run.errors[1]!.description).toContain(
			'1 item was accepted without a message ID: item 0.',
		);
	});
});

describe('waits', () => {
	test('a rate limit holds everything back, and the item is sent after it', async () => {
		const run = await runCore({
			items: [sends(['+1'])],
			service: (_left, count) =>
				count === 1 ? answer(429, '', { 'retry-after': '0' }) : accepted(),
		});
		expect([run.left.length, run.errors[0], waits()]).toEqual([2, undefined, []]);
	});

	test('no connection: a send is repeated after a wait, three times', async () => {
		const run = await runCore({
			items: [sends(['+1'])],
			service: () => {
				throw broken('ECONNREFUSED');
			},
		});
		expect([run.left.length, waits().length]).toEqual([4, 3]);
		expect(run.errors[0]!.description).toContain('Check Base URL');
	});

	test.each(['ECONNRESET', 'ECONNABORTED', 'ERR_CANCELED', 'EODD'])(
		'%s: a send is not repeated',
		async (code) => {
			const run = await runCore({
				items: [sends(['+1'])],
				service: () => {
					throw broken(code);
				},
			});
			expect([run.left.length, waits()]).toEqual([1, []]);
			expect(run.errors[0]!.message).toMatch(
				/^Outcome unclear: .* The message may or may not have been sent\.$/,
			);
		},
	);
});

describe('an execution that is stopped', () => {
	test('before the first request sends nothing', async () => {
		const run = await runCore({ items: [sends(['+1'])], signal: AbortSignal.abort() });
		expect([run.left.length, run.errors[0]!.message]).toEqual([
			0,
			'Nothing was sent. The execution was canceled before this message was sent.',
		]);
	});

	test('while a send is under way: nobody knows; those that wait never leave', async () => {
		const stop = new AbortController();
		const run = await runCore({
			items: [sends(['+1'], {}, 1), sends(['+2'], {}, 1)],
			signal: stop.signal,
			service: () => {
				stop.abort();
				throw broken('ERR_CANCELED');
			},
		});
		expect(run.left).toHaveLength(1);
		expect(run.errors[0]!.message).toContain(
			'[item 0] Outcome unclear: the execution was canceled before the service answered.',
		);
		expect(run.errors[0]!.message).toContain(
			'[item 1] The execution was canceled before this message was sent.',
		);
	});

	test('while a send is under way: the run ends at once, without waiting for an answer', async () => {
		const stop = new AbortController();
		const run = await runCore({
			items: [sends(['+1'])],
			signal: stop.signal,
			service: () => {
				stop.abort();
				return new Promise<Answer>(() => undefined);
			},
		});
		expect(run.errors[0]!.message).toMatch(/^Outcome unclear: the execution was canceled/);
	});

	test('or one that ends by itself leaves no listener behind', async () => {
		const stop = new AbortController();
		await runCore({ items: [sends(['+1']), sends(['+2'])], signal: stop.signal });
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
		await runCore({ items: [refused('No.')], signal: stop.signal });
		const stopped = await runCore({
			items: [sends(['+1'])],
			signal: stop.signal,
			service: () => {
				stop.abort();
				return new Promise<Answer>(() => undefined);
			},
		});
		expect([stopped.errors[0]!.message, getEventListeners(stop.signal, 'abort').length]).toEqual([
			expect.stringContaining('canceled'),
			0,
		]);
	});

	test('while it waits for another run to finish: it ends at once, and never sends', async () => {
		const credential = freshCredential();
		let answerOther = (given: Answer): void => void given;
		const other = runCore({
			items: [sends(['+9'], {}, 1)],
			credential: () => credential,
			service: () => new Promise<Answer>((resolve) => (answerOther = resolve)),
		});
		await turns(20);
		const stop = new AbortController();
		const waiting = runCore({
			items: [sends(['+1'], {}, 1)],
			credential: () => credential,
			signal: stop.signal,
		});
		await turns(20);
		stop.abort();
		const run = await waiting;
		answerOther(accepted());
		expect((await other).error).toBeUndefined();
		await turns(20);
		expect([run.left.length, run.errors[0]!.message]).toEqual([
			0,
			'Nothing was sent. The execution was canceled before this message was sent.',
		]);
	});

	test('while a token is fetched: the message never left, and never leaves', async () => {
		const stop = new AbortController();
		let mint: (given: string) => void = () => undefined;
		const running = runCore({
			items: [sends(['+1'])],
			signal: stop.signal,
			credential: () => freshCredential({ accessToken: '' }),
			exchange: () => {
				setImmediate(() => stop.abort());
				return new Promise<string>((resolve) => (mint = resolve));
			},
		});
		const run = await running;
		expect(run.errors[0]!.message).toBe(
			'Nothing was sent. The execution was canceled before this message was sent.',
		);
		mint('token-late');
		await turns(20);
		expect(run.left).toHaveLength(0);
	});

	test('while a query is under way: canceled', async () => {
		const stop = new AbortController();
		const run = await runCore({
			items: [reads()],
			method: 'GET',
			signal: stop.signal,
			service: () => {
				stop.abort();
				throw broken('ERR_CANCELED');
			},
		});
		expect(run.errors[0]!.message).toBe('The execution was canceled before this query was done.');
	});

	test('while it waits to repeat: it is not repeated', async () => {
		const stop = new AbortController();
		const run = await runCore({
			items: [sends(['+1'])],
			signal: stop.signal,
			service: () => {
				void until(() => waits().length === 2).then(() => stop.abort());
				throw broken('ECONNREFUSED');
			},
		});
		expect(run.left.length).toBe(2);
		expect(run.errors[0]!.message).toContain('canceled');
	});
});
