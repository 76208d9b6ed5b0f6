/** What the node takes from n8n where it is given all items at once, with a stub of n8n's functions. */
import { runAllItems } from '../../nodes/MessagingService/run/allItems.ts';
import type { Fields, Prepared } from '../../nodes/MessagingService/operations/operation.ts';
import { functionsFor, numbered, reached, runOf, sending, type Call } from './callers.mts';
import { sends } from './coreRun.mts';
import { answer } from './answers.mts';

async function run(call: Call) {
	const { left, hints, allItems } = functionsFor(call);
	const came = await runAllItems(sending(call.operation))
		.call(allItems)
		.then(
			(outputs) => ({ outputs, error: undefined }),
			(error: Error) => ({ outputs: [], error }),
		);
	return { left, hints, ...came };
}

test('every row is an item of its own, and all come out of the one output', async () => {
	const { left, outputs, hints } = await run(numbered('+1', '+2', '+3'));
	expect(reached(left)).toEqual(['+1', '+2', '+3']);
	expect(
		outputs.map((output) => output.map(({ json, pairedItem }) => [json.recipients, pairedItem])),
	).toEqual([
		[
			[['+1'], { item: 0 }],
			[['+2'], { item: 1 }],
			[['+3'], { item: 2 }],
		],
	]);
	expect(hints).toEqual([]);
});

test('the rows are those of the node, not those of the execute data, of which Execute Once takes the first', async () => {
	const { left } = await run({
		...numbered('+1'),
		executeData: runOf([{ number: '+1' }, { number: '+2' }]),
	});
	expect(reached(left)).toEqual(['+1']);
});

test('another try of the run, with the same execute data, sends nothing again; another run does', async () => {
	const call = numbered('+1', '+2');
	const first = await run({
		...call,
		service: (_request, count) => (count === 1 ? answer(500) : answer(422)),
	});
	expect(first.error!.message).toContain(
		'1 of 2 items may or may not have been sent, and 1 was not sent. [item 0] Outcome unclear: ',
	);
	expect(reached((await run(call)).left)).toEqual(['+2']);
	expect(reached((await run(numbered('+1', '+2'))).left)).toEqual(['+1', '+2']);
});

test('an unknown outcome fails the run', async () => {
	const { error } = await run({ ...numbered('+1'), service: () => answer(500) });
	expect(error!.message).toContain('The message may or may not have been sent');
});

test('a failed row comes out in its place under continue-on-fail, with its own columns where its expression failed', async () => {
	const rows = [{ number: '+1' }, { fails: true, name: 'Ann' }];
	const { left, outputs } = await run({ rows, continuesOnFail: true });
	expect(reached(left)).toEqual(['+1']);
	expect(outputs[0]![1]!.json).toMatchObject({
		name: 'Ann',
		error: expect.stringContaining('no such column'),
		sendOutcome: 'notSent',
	});
});

test("n8n's settings of the node go along, and the workflow's time zone reaches the fields", async () => {
	const zones: string[] = [];
	const prepare = ({ zone }: Fields): Prepared => (zones.push(zone), sends(['+1']));
	const { left } = await run({
		...numbered('+1'),
		parameters: { requestOptions: { timeout: 1234 } },
		operation: { prepare },
	});
	expect([left[0]!.timeout, zones]).toEqual([1234, ['Africa/Nairobi']]);
	expect((await run(numbered('+1'))).left[0]!.timeout).toBe(300_000);
});

test('what is worth knowing of a run is handed to n8n', async () => {
	const { hints } = await run({
		...numbered('+1'),
		continuesOnFail: true,
		service: () => answer(500),
	});
	expect(hints).toEqual([
		expect.objectContaining({
			message: expect.stringMatching(/^1 message may or may not have been sent\./),
			location: 'outputPane',
		}),
	]);
});

describe('a mistake of ours, while an item is read', () => {
	const prepare = ({ parameter }: Fields): Prepared => {
		if (parameter('number') === '+2') throw new TypeError('rows.map is not\n a function.');
		return sends(['+1']);
	};
	const words =
		'This node has a bug. It failed while reading this item: rows.map is not a function. Send this text to the maintainers of this node.';

	test('is the failure of that item alone under continue-on-fail: its row does not come out as if it had gone', async () => {
		for (const rows of [
			[{ number: '+1' }, { number: '+2' }],
			[{ fails: true }, { number: '+2' }],
		]) {
			const { outputs, error } = await run({ rows, continuesOnFail: true, operation: { prepare } });
			expect(error).toBeUndefined();
			expect(outputs[0]![1]!.json).toEqual({ error: `${words} [item 1]`, sendOutcome: 'notSent' });
		}
	});

	test('fails the run before anything is sent, without a stack', async () => {
		const { left, error } = await run({
			rows: [{ number: '+1' }, { number: '+2' }],
			operation: { prepare },
		});
		expect([left.length, error!.message]).toEqual([
			0,
			'Nothing was sent. [item 1] This node has a bug. It failed while reading this item: rows.map is not a function.',
		]);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 1 } });
		expect(
			`${error!.message} ${(error as Error & { description: string }).description}`,
		).not.toMatch(/\.[mc]?[jt]s:|TypeError/);
	});
});

describe('an expression in the node settings that fails', () => {
	const failing = (call: Call) => {
		const { left, allItems } = functionsFor(call);
		const { getNodeParameter } = allItems as unknown as {
			getNodeParameter: (...given: unknown[]) => unknown;
		};
		const own = (path: string, ...given: unknown[]) => {
			if (path === 'requestOptions') throw new Error('no such node');
			return getNodeParameter(path, ...given);
		};
		return {
			left,
			come: runAllItems(sending()).call({ ...allItems, getNodeParameter: own } as typeof allItems),
		};
	};

	test('is the failure of every item, each with its row, under continue-on-fail', async () => {
		const { left, come } = failing({ ...numbered('+1', '+2'), continuesOnFail: true });
		const [rows] = await come;
		expect(left).toEqual([]);
		expect(rows!.map(({ json }) => json)).toEqual(
			[0, 1].map((item) => ({
				number: `+${item + 1}`,
				sendOutcome: 'notSent',
				error: `The expression in the node settings failed: no such node. Fix the expression in the node settings, then run the workflow again. [item ${item}]`,
			})),
		);
	});

	test('fails the run in words', async () => {
		const { left, come } = failing(numbered('+1', '+2'));
		await expect(come).rejects.toThrow(
			'Nothing was sent. 2 of 2 items were refused. [items 0, 1] The expression in the node settings failed: no such node.',
		);
		expect(left).toEqual([]);
	});
});

test('a run that was stopped sends nothing', async () => {
	const { left, error } = await run({ ...numbered('+1'), signal: AbortSignal.abort() });
	expect([left.length, error!.message]).toEqual([
		0,
		'Nothing was sent. The execution was canceled before this message was sent.',
	]);
});
