/**
 * The whole way of a request, from the checked item to its output, without an engine and without a
 * network: how failed items come out.
 */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { accepted, freshCredential, reads, refused, runCore, sends } from './coreRun.mts';
import { forgetPauses } from '../clock/notedPause.mts';
import { turns } from '../clock/until.mts';
import { answer, numbersOf } from './answers.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
beforeEach(forgetPauses);

test('failed items are told in the order of the input, however their answers came, and the run fails at the first', async () => {
	const service = async ({ request }: { request: Record<string, unknown> }): Promise<Answer> => {
		const [number] = (request.body as { recipients: string[] }).recipients;
		if (number === '+1')
			for (let turns = 0; turns < 10; turns++)
				await new Promise((resolve) => setImmediate(resolve));
		return answer(422, `${number} is bad`);
	};
	const run = await runCore({ items: [sends(['+1']), sends(['+2'])], service });
	expect(run.errors[0]!.message).toBe(
		'Nothing was sent. 2 of 2 items failed. [item 0] The service refused the request (status 422): +1 is bad. [item 1] The service refused the request (status 422): +2 is bad.',
	);
});

describe('under continue-on-fail', () => {
	const service = (_left: unknown, count: number): Answer =>
		count === 1 ? answer(500) : count === 2 ? answer(422) : accepted();

	test('each item says what became of it, and only what went wrong goes to the error output', async () => {
		for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
			const run = await runCore({
				items: [sends(['+1']), sends(['+2']), sends(['+3'])],
				continuesOnFail: true,
				node: { onError },
				service,
			});
			expect(run.outputs.map(([output]) => output!.json.sendOutcome)).toEqual([
				'unknown',
				'notSent',
				'accepted',
			]);
			const errors = run.outputs.map(([output]) => output!.error);
			if (onError === 'continueRegularOutput')
				expect(errors).toEqual([undefined, undefined, undefined]);
			else {
				const [unknown, notSent, none] = errors;
				expect(unknown).toMatchObject({
					name: 'NodeApiError',
					message: run.outputs[0]![0]!.json.error,
					context: { itemIndex: 0 },
				});
				expect([notSent!.message, none]).toEqual([run.outputs[1]![0]!.json.error, undefined]);
			}
		}
	});

	test('by a look at its members n8n would copy the error too, and put it in the place of the row', async () => {
		const run = await runCore({
			items: [refused('No.')],
			continuesOnFail: true,
			node: { onError: 'continueErrorOutput' },
		});
		expect(Object.keys(run.outputs[0]![0]!)).toEqual(['json', 'pairedItem']);
	});

	test('a query says nothing of a message', async () => {
		const run = await runCore({
			items: [reads()],
			method: 'GET',
			continuesOnFail: true,
			service: () => answer(422),
		});
		expect(run.outputs[0]![0]!.json).toEqual({ error: expect.stringContaining('status 422') });
	});
});

test('a mistake of ours in an early batch is the failure of its item, and leaves no rejection unheard', async () => {
	const unheard: unknown[] = [];
	const note = (reason: unknown) => void unheard.push(reason);
	process.on('unhandledRejection', note);
	const wrong = reads({
		output: () => {
			throw new TypeError('ours');
		},
	});
	const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 5 } } };
	const run = await runCore({
		items: [wrong, reads()],
		method: 'GET',
		requestOptions,
		service: () => ({ statusCode: 200, body: { data: { a: 1 } } }),
	});
	process.off('unhandledRejection', note);
	expect([run.error!.message, run.left.length, unheard]).toEqual([
		"[item 0] The query failed for a reason this node doesn't know: ours.",
		2,
		[],
	]);
});

test('a record without an id that is nested deeper than the stack is a failure in words, and its row is no result', async () => {
	let deep: unknown = 1;
	for (let depth = 0; depth < 20_000; depth++) deep = { a: deep };
	const items = [
		reads({ pages: { first: 1, perPage: 10 } }),
		reads({ pages: { first: 1, perPage: 10 } }),
	];
	const service = (_left: unknown, count: number): Answer => ({
		statusCode: 200,
		body: { data: { data: [count === 1 ? { b: deep } : { id: 7 }], meta: { last_page: 1 } } },
	});
	const run = await runCore({ items, method: 'GET', continuesOnFail: true, service });
	expect(run.outputs.map(([output]) => output!.json)).toEqual([
		{
			error: expect.stringMatching(
				/^The query failed for a reason this node doesn't know: .*\[item 0\]$/,
			),
		},
		{ id: 7 },
	]);
});

describe('a stopped execution', () => {
	test('stopped while its items are checked names all of them, those checked before too', async () => {
		const stop = new AbortController();
		const items = Array.from({ length: 40 }, (_, index) => sends([`+${index}`]));
		const first = items[0]!;
		Object.defineProperty(items, 0, { get: () => (stop.abort(), first) });
		const run = await runCore({ items, signal: stop.signal });
		expect([run.left, run.error?.message]).toEqual([
			[],
			'Nothing was sent. 40 of 40 items failed. [items 0-39] The execution was canceled before this message was sent.',
		]);
	});

	test('reads no item any more: none is refused, each was canceled', async () => {
		const run = await runCore({
			items: [sends(['+1']), refused('No.')],
			signal: AbortSignal.abort(),
		});
		expect(run.errors[0]).toMatchObject({
			message:
				'Nothing was sent. 2 of 2 items failed. [items 0, 1] The execution was canceled before this message was sent.',
		});
	});

	test('does not say of what an earlier try sent, or may have sent, that it was not sent', async () => {
		const ledger = new Ledger();
		const items = [sends(['+1']), sends(['+2']), sends(['+3'])];
		await runCore({
			items,
			ledger,
			service: ({ request }) => {
				const [number] = (request.body as { recipients: string[] }).recipients;
				return number === '+1' ? accepted('m1') : number === '+2' ? answer(500) : answer(422);
			},
		});
		const { error } = await runCore({ items, ledger, signal: AbortSignal.abort() });
		expect(error!.message).toMatch(
			/^1 of 3 items may or may not have been sent, and 1 was not sent\. \[item 1\] Outcome unclear: .* \[item 2\] The execution was canceled before this message was sent\.$/,
		);
		expect(error!.description).toContain('1 message of this run was accepted: ID m1 (item 0).');
	});

	test('that waits for what an earlier try has under way says that nobody knows what becomes of it', async () => {
		const ledger = new Ledger();
		void runCore({
			items: [sends(['+1'])],
			ledger,
			service: () => new Promise<Answer>(() => undefined),
		});
		while (!ledger.get(0)) await new Promise((resolve) => setImmediate(resolve));
		const stop = new AbortController();
		void turns(20).then(() => stop.abort());
		const { error } = await runCore({ items: [sends(['+1'])], ledger, signal: stop.signal });
		expect(error!.message).toBe(
			'Outcome unclear: the execution was canceled before the service answered. The message may or may not have been sent.',
		);
	});

	test('of a query says nothing of a message', async () => {
		const run = await runCore({ items: [reads()], method: 'GET', signal: AbortSignal.abort() });
		expect(run.errors[0]).toMatchObject({
			message: 'The execution was canceled before this query was done.',
			description: 'Run the workflow again.',
		});
	});
});

test('a run is told how long the service had it wait, and not how long it had an earlier run wait', async () => {
	const credential = freshCredential();
	const limited = (_left: unknown, count: number): Answer =>
		count === 1 ? answer(429, '', { 'retry-after': '0.01' }) : accepted();
	const first = await runCore({
		items: [sends(['+1'])],
		credential: () => credential,
		service: limited,
	});
	expect(first.hints.map(({ message }) => message)).toEqual([
		'The service was receiving too many requests and had this run wait 1 second.',
	]);
	const second = await runCore({ items: [sends(['+2'])], credential: () => credential });
	expect([numbersOf(second), second.hints]).toEqual([[['+2']], []]);
});
