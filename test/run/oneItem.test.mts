/**
 * What the node takes from n8n where it is given its items one by one, with a stub of n8n's
 * functions: of several none goes. When n8n starts which, its routing engine shows in `doors`.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runOneItem } from '../../nodes/MessagingService/run/oneItem.ts';
import type { Operation } from '../../nodes/MessagingService/operations/operation.ts';
import { oddValues } from '../validation/oddValues.mts';
import { functionsFor, numbered, reached, runOf, sending, type Call } from './callers.mts';
import { page, answer } from './answers.mts';
import { reads } from './coreRun.mts';

type Came = {
	output: INodeExecutionData[];
	error?: Error & { description: string; context: { itemIndex: number } };
};

/** What each item's own call comes to. */
async function run(call: Call) {
	const { left, oneItem } = functionsFor(call);
	const operations: Operation[] = [
		sending({ value: 'query', method: 'GET', prepare: () => ({ problems: [] }) }),
		sending(call.operation),
	];
	const came: Came[] = [];
	for (const index of (call.rows ?? [{}]).keys()) {
		came.push(
			await runOneItem(operations)
				.call(oneItem(index))
				.then<Came, Came>(
					(output) => ({ output }),
					(error) => ({ output: [], error }),
				),
		);
	}
	return { left, came };
}

/** A call of an agent, whose execute data have more rows than the tool is given. */
const toolCall = (toolArguments: IDataObject, changes: Partial<Call> = {}): Call => ({
	toolArguments,
	executeData: runOf([{}, {}, {}], 'AI Agent'),
	...changes,
});

test('one item is sent and comes out as its receipt', async () => {
	const { left, came } = await run(numbered('+1'));
	expect(reached(left)).toEqual(['+1']);
	expect(
		came[0]!.output.map(({ json, pairedItem }) => [json.messageId, json.sendOutcome, pairedItem]),
	).toEqual([['m1', 'accepted', { item: 0 }]]);
});

test("n8n's settings of the node go along; without any, the usual ones", async () => {
	expect(
		(await run({ ...numbered('+1'), parameters: { requestOptions: { timeout: 1234 } } })).left[0]!
			.timeout,
	).toBe(1234);
	expect((await run(numbered('+1'))).left[0]!.timeout).toBe(300_000);
});

describe('several items', () => {
	test('are refused before one is sent; the last one alone rejects, because n8n listens to none before', async () => {
		const { left, came } = await run(numbered('+1', '+2', '+3'));
		expect(left).toEqual([]);
		expect(came.map(({ output, error }) => [output, error?.context.itemIndex])).toEqual([
			[[], undefined],
			[[], undefined],
			[[], 2],
		]);
		expect(came[2]!.error!.message).toMatch(
			/^Nothing was sent\. \[item 2\] This version of n8n is too old to give this node several items/,
		);
		expect(came[2]!.error!.description).toBe(
			'Update n8n to 1.82 or later, or put a Loop Over Items node with a batch size of 1 before this node. All items are still to be sent. n8n counts items from 0: item 0 is the first.',
		);
	});

	test.each<[string, string, object]>([
		['sendMessage', 'continueRegularOutput', { sendOutcome: 'notSent' }],
		['sendMessage', 'continueErrorOutput', { sendOutcome: 'notSent' }],
		['query', 'continueRegularOutput', {}],
	])(
		'of %s under %s come out each as its own failure, and none is sent',
		async (operation, onError, beside) => {
			const { left, came } = await run({
				...numbered('+1', '+2'),
				parameters: { operation },
				node: { onError } as Call['node'],
				continuesOnFail: true,
			});
			expect(left).toEqual([]);
			expect(
				came.map(({ output }) => output.map(({ json, pairedItem }) => [json, pairedItem])),
			).toEqual(
				[0, 1].map((item) => [
					[
						{
							error: expect.stringMatching(
								new RegExp(
									`too old to give this node several items\\. .* before this node\\. \\[item ${item}\\]$`,
								),
							),
							...beside,
						},
						{ item },
					],
				]),
			);
			// By this n8n takes an item to the error output.
			const errors = came.map(({ output }) => output[0]!.error);
			expect(errors).toEqual(
				onError === 'continueErrorOutput'
					? [
							expect.objectContaining({
								message: expect.stringContaining('too old to give this node several items'),
							}),
							expect.any(Error),
						]
					: [undefined, undefined],
			);
		},
	);

	test('of which Execute Once leaves one: it is sent', async () => {
		expect(
			reached(
				(
					await run({
						...numbered('+1'),
						executeData: runOf([{}, {}, {}]),
						node: { executeOnce: true },
					})
				).left,
			),
		).toEqual(['+1']);
	});

	test("count also where they come by a tool's connection, and where they come by none there is one", async () => {
		const rows = [{ number: '+1' }, { number: '+2' }];
		const { main } = runOf(rows).data;
		expect(
			(await run({ rows, executeData: { node: { name: 'SMS' }, data: { ai_tool: main! } } })).left,
		).toEqual([]);
		for (const data of [{}, { main: [] }] as Array<Record<string, []>>) {
			expect(
				reached(
					(await run({ rows: [{ number: '+1' }], executeData: { node: { name: 'SMS' }, data } }))
						.left,
				),
			).toEqual(['+1']);
		}
	});

	test('of an Operation that is given as an expression are refused for that', async () => {
		const { left, oneItem } = functionsFor({
			...numbered('+1', '+2'),
			parameters: { operation: '={{ "sendMessage" }}' },
		});
		const last = { ...oneItem(1), getNodeParameter: () => 'sendMessage' };
		await expect(
			runOneItem([sending()]).call(last as typeof last & ReturnType<typeof oneItem>),
		).rejects.toMatchObject({
			message:
				'Nothing was sent. [item 1] With Operation given as an expression, this node takes only one item.',
			description:
				'Choose Operation from its list. All items are still to be sent. n8n counts items from 0: item 0 is the first.',
		});
		expect(left).toEqual([]);
	});
});

test('an operation that the node does not have is refused by its name', async () => {
	const { left, came } = await run({ ...numbered('+1'), parameters: { operation: 'sendLetter' } });
	expect([left.length, came[0]!.error!.message]).toEqual([
		0,
		"Nothing was sent. 'sendLetter' isn't a valid Operation.",
	]);
	const goingOn = await run({
		...numbered('+1'),
		parameters: { operation: 'sendLetter' },
		continuesOnFail: true,
	});
	expect(goingOn.came[0]!.output[0]!.json).toEqual({
		error: expect.stringContaining("'sendLetter'"),
		sendOutcome: 'notSent',
	});
});

describe('a call of a tool', () => {
	test('is one item, however many rows the agent has', async () => {
		expect(reached((await run(toolCall({ number: '+1' }))).left)).toEqual(['+1']);
	});

	test('sends nothing again at another try with the same arguments object; equal arguments are another call', async () => {
		const words = { number: '+1' };
		const executeData = runOf([{}], 'AI Agent');
		const first = await run(toolCall(words, { executeData, service: () => answer(500) }));
		const unknown = {
			error: expect.stringContaining('may or may not have been sent'),
			sendOutcome: 'unknown',
		};
		expect(first.came[0]!.output.map(({ json }) => json)).toEqual([unknown]);
		const again = await run(toolCall(words, { executeData }));
		expect([again.left, again.came[0]!.output.map(({ json }) => json)]).toEqual([[], [unknown]]);
		expect(reached((await run(toolCall({ ...words }, { executeData }))).left)).toEqual(['+1']);
	});
});

test('without an agent an unknown outcome is thrown, and another try of the run is known by its execute data', async () => {
	const call = numbered('+1');
	expect((await run({ ...call, service: () => answer(500) })).came[0]!.error!.message).toContain(
		'may or may not have been sent',
	);
	expect((await run(call)).left).toEqual([]);
	expect(reached((await run(numbered('+1'))).left)).toEqual(['+1']);
});

test('an item whose expression fails comes out with its row under continue-on-fail', async () => {
	const { left, came } = await run({ rows: [{ fails: true, name: 'Ann' }], continuesOnFail: true });
	expect([left.length, came[0]!.output[0]!.json]).toEqual([
		0,
		{
			fails: true,
			name: 'Ann',
			error: expect.stringContaining('no such column'),
			sendOutcome: 'notSent',
		},
	]);
});

test('an expression in the node settings that fails is the failure of the item', async () => {
	const { left, oneItem } = functionsFor({ rows: [{ number: '+1' }], continuesOnFail: true });
	const given = oneItem(0);
	const own = (path: string, ...others: unknown[]) => {
		if (path === 'requestOptions') throw new Error('no such node');
		return (given.getNodeParameter as (...all: unknown[]) => unknown)(path, ...others);
	};
	const [output] = await runOneItem([sending()]).call({
		...given,
		getNodeParameter: own,
	} as typeof given);
	expect([left.length, output!.json]).toEqual([
		0,
		{
			number: '+1',
			error: expect.stringContaining('The expression in the node settings failed: no such node.'),
			sendOutcome: 'notSent',
		},
	]);
});

test.each(Object.entries(oddValues))(
	'an Operation that an expression makes %s is refused in words',
	async (_title, make) => {
		const { left, oneItem } = functionsFor({ rows: [{ number: '+1' }], continuesOnFail: true });
		const operation = make();
		const given = oneItem(0);
		const [output] = await runOneItem([sending()]).call({
			...given,
			getNodeParameter: (path: string, ...others: unknown[]) =>
				path === 'operation'
					? operation
					: (given.getNodeParameter as (...all: unknown[]) => unknown)(path, ...others),
		} as typeof given);
		expect([left.length, output!.json.error]).toEqual([
			0,
			expect.stringMatching(/^.* isn't a valid Operation\./),
		]);
	},
);

test('a run that was stopped sends nothing', async () => {
	expect((await run({ ...numbered('+1'), signal: AbortSignal.abort() })).left).toEqual([]);
});

test.each([
	[100_000, undefined],
	[100_001, 'The query has more than 100,000 results, too many for a node that is used as a tool.'],
])('a query of %i records', async (count, refusal) => {
	const operation: Partial<Operation> = {
		method: 'GET',
		prepare: () => reads({ pages: { first: 1, perPage: count } }),
	};
	const { came } = await run({
		...numbered('+1'),
		operation,
		service: () =>
			page(
				Array.from({ length: count }, () => ({})),
				{ last_page: 1 },
			),
	});
	expect(came[0]!.output).toHaveLength(refusal ? 0 : count);
	if (refusal) expect(came[0]!.error!.message).toContain(refusal);
});
