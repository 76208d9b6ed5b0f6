/** The two ways in which n8n calls the node, and that neither leaves a request to n8n itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import {
	goodSend,
	itemsOf,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';

const node = new MessagingService();
const { properties, requestOperations, requestDefaults } = node.description;
const values = ['sendMessage', 'queryMessages', 'querySenders', 'listStatuses'];

let bench: Workbench;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(async () => {
	bench = await startWorkbench();
	process.on('unhandledRejection', note);
});
beforeEach(() => bench.reset());
afterEach(async () => {
	await new Promise((resolve) => setImmediate(resolve));
	expect(unhandled).toEqual([]);
});
afterAll(async () => {
	process.off('unhandledRejection', note);
	await bench.sandbox.stop();
});

describe('the description', () => {
	test('is declarative, and has a custom operation for each of its operations', () => {
		expect(node).not.toHaveProperty('execute');
		// By it n8n knows a declarative node.
		expect(Object.keys(requestDefaults!).sort()).toEqual(['baseURL']);
		expect(Object.keys(node.customOperations)).toEqual(['sms']);
		expect(Object.keys(node.customOperations.sms!)).toEqual(values);
	});

	test("hands n8n's routing engine a hook around every request, a POST too, whatever Operation says", () => {
		expect(requestOperations!.pagination).toBeInstanceOf(Function);
		const resource = properties.find(({ name }) => name === 'resource')!;
		expect(resource).toMatchObject({
			type: 'hidden',
			default: 'sms',
			options: [{ value: 'sms' }],
			routing: { send: { paginate: true } },
		});
		expect(resource.displayOptions).toBeUndefined();
		const menu = properties.find(({ name }) => name === 'operation')!
			.options as INodePropertyOptions[];
		expect(menu.map(({ value, routing }) => [value, routing?.request])).toEqual([
			['sendMessage', { method: 'POST', url: '/sms/messages' }],
			['queryMessages', { method: 'GET', url: '/sms/messages' }],
			['querySenders', { method: 'GET', url: '/sms/senders' }],
			['listStatuses', { method: 'GET', url: '/system/system-status' }],
		]);
	});

	test('no field has a way of its own: it only says where its value goes', () => {
		const found = routings(properties.filter(({ name }) => name !== 'resource'));
		expect(found.length).toBeGreaterThan(15);
		for (const routing of found) {
			expect(Object.keys(routing)).toEqual(['send']);
			expect(Object.keys(routing.send!).sort()).toEqual(['property', 'type']);
		}
	});
});

test('one place in the code makes requests, and it never uses a helper that repeats by itself', () => {
	const folder = join(import.meta.dirname, '../../nodes');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	const using = (call: string) =>
		files.filter((file) => readFileSync(join(folder, file), 'utf8').includes(call));
	expect(using('.httpRequestWithAuthentication')).toEqual([expect.stringContaining('attempt.ts')]);
	for (const other of [
		'.httpRequest(',
		'.requestWithAuthentication',
		'.request(',
		'makeRoutingRequest',
		'fetch(',
	]) {
		expect([other, using(other)]).toEqual([other, []]);
	}
});

describe("through n8n's routing engine", () => {
	const sendEach = { ...goodSend, recipients: '={{ $json.number }}' };
	const packages = throughRoutingEngine;
	const items = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ number: `+25471234560${index}` }));
	const spaced = { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 5 } } } };

	test('one item is sent, like any other', async () => {
		const result = await bench.run(sendEach, { packages, items: items(1) });
		expect(rowsOf(result)).toEqual([
			expect.objectContaining({
				messageId: bench.sandbox.journal[0]!.messageId,
				sendOutcome: 'accepted',
			}),
		]);
	});

	test.each(values)('%s is run by the same core', async (value) => {
		const result = await bench.run({ ...goodSend, operation: value }, { packages });
		expect(result.error).toBeUndefined();
		expect(bench.sandbox.requests.filter(({ operation }) => operation !== 'token')).toHaveLength(1);
	});

	test.each([
		['', {}],
		[', spaced by Batching', spaced],
	])('several items are refused before anything is sent%s', async (_title, changes) => {
		const result = await bench.run({ ...sendEach, ...changes }, { packages, items: items(3) });
		expect(result.error!.message).toContain('too old to give this node several items');
		expect(result.error!.description).toContain('Loop Over Items');
		expect(bench.sandbox.requests).toEqual([]);
	});

	test.each([
		['', {}],
		[', spaced by Batching', spaced],
	])('several items come out as failures under continue-on-fail%s', async (_title, changes) => {
		const result = await bench.run(
			{ ...sendEach, ...changes },
			{ packages, items: items(3), settings: { onError: 'continueErrorOutput' } },
		);
		expect(
			itemsOf(result, 1).map(({ json, pairedItem }) => [json.sendOutcome, json.number, pairedItem]),
		).toEqual(items(3).map(({ number }, item) => ['notSent', number, { item }]));
		expect(bench.sandbox.requests).toEqual([]);
	});

	test.each([
		['sendMessage', { sendOutcome: 'notSent' }],
		['queryMessages', {}],
		['querySenders', {}],
	])(
		'several items of %s come out in their places in the regular output',
		async (operation, beside) => {
			const result = await bench.run(
				{ ...sendEach, operation },
				{ packages, items: items(3), settings: { onError: 'continueRegularOutput' } },
			);
			expect(itemsOf(result).map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
				[0, 1, 2].map((item) => [
					{
						error: expect.stringMatching(
							new RegExp(`too old to give this node several items\\. .* \\[item ${item}\\]$`),
						),
						...beside,
					},
					{ item },
				]),
			);
			expect(bench.sandbox.requests).toEqual([]);
		},
	);

	test('Execute Once leaves one, which is sent', async () => {
		await bench.run(sendEach, { packages, items: items(3), settings: { executeOnce: true } });
		expect(bench.sandbox.journal.map(({ recipients }) => recipients)).toEqual([['+254712345600']]);
	});

	test('an unknown outcome is not sent again under Retry On Fail', async () => {
		bench.sandbox.play({ on: 'send', kind: 'errorAfterAccept' });
		const result = await bench.run(
			{ ...sendEach, message: '={{ Math.random() }}' },
			{
				packages,
				items: items(1),
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			},
		);
		expect(result.error!.message).toContain('may or may not have been sent');
		expect(bench.received('send')).toHaveLength(1);
	});
});

test.each([{}, { packages: throughRoutingEngine }])(
	'an Operation that is given as an expression is refused, and nothing is sent',
	async (setup) => {
		// n8n finds no custom operation by it. Today's reads it as the text that it is; 2.8 works it out.
		const result = await bench.run(
			{ ...goodSend, operation: '={{ "sendMessage" }}' },
			{ ...setup, items: [{}, {}] },
		);
		expect(result.error!.message).toMatch(
			/^Nothing was sent\. \[item 1\] ('\{\{ "sendMessage" \}\}' isn't a valid Operation|With Operation given as an expression, this node takes only one item)\./,
		);
		expect(result.error!.description).toContain('Choose Operation from its list.');
		expect(bench.sandbox.requests).toEqual([]);
	},
);

/** Every routing of these fields, the nested ones too. */
function routings(given: INodeProperties[]): Array<NonNullable<INodeProperties['routing']>> {
	return given.flatMap(({ name, routing, options }) => [
		...(routing ? [routing] : []),
		...(name === 'operation'
			? []
			: routings((options ?? []).filter((option): option is INodeProperties => 'type' in option))),
	]);
}
