/** The fields are read as n8n's routing engine would read them, each once. */
import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { operations } from '../../nodes/MessagingService/operations/index.ts';
import { FieldReader } from '../../nodes/MessagingService/run/fields.ts';
import { harmless } from '../../nodes/MessagingService/validation/harmless.ts';
import { packageOf, runWorkflow } from '../../workbench/engine/engine.mts';
import { messageQueryProofs, senderQueryProofs } from '../interface/queryProofs.mts';
import { sendProofs } from '../interface/sendProofs.mts';
import {
	goodSend,
	nodeName,
	senderId,
	startWorkbench,
	workflowOf,
	type Workbench,
} from '../workbench.mts';
import type { Proofs } from '../interface/proof.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterAll(() => bench.sandbox.stop());

type Routed = Pick<ReturnType<FieldReader['read']>, 'body' | 'query'>;

/** What n8n's routing engine would send for one item, and what our reader reads there. */
async function bothReadings(
	parameters: INodeParameters,
	json: IDataObject,
): Promise<{ theirs?: Routed; ours?: Routed }> {
	const seen: { theirs?: Routed; ours?: Routed } = {};
	const node = new MessagingService();
	Object.defineProperty(node, 'customOperations', { value: undefined });
	node.description.requestOperations = {
		async pagination(
			this: IExecutePaginationFunctions,
			{ options },
		): Promise<INodeExecutionData[]> {
			const { fields } = operations.find(({ value }) => value === parameters.operation)!;
			const reader = new FieldReader(
				fields,
				this.getNode(),
				'UTC',
				(path, _index, fallback, given) => this.getNodeParameter(path, fallback, given),
			);
			const { body, query } = reader.read(0);
			seen.ours = { body, query };
			seen.theirs = { body: options.body as IDataObject, query: options.qs as IDataObject };
			return [];
		},
	};
	await runWorkflow(workflowOf(parameters), {
		packages: [packageOf([node], [new MessagingServiceApi()])],
		credentials: bench.credentials,
		input: [{ json }],
	});
	return seen;
}

const operationsProofs: Array<[INodeParameters, Proofs]> = [
	[goodSend, sendProofs],
	[{ operation: 'queryMessages' }, messageQueryProofs],
	[{ operation: 'querySenders' }, senderQueryProofs],
];
const odd: INodeParameters[] = [
	{
		message: '={{ undefined }}',
		campaign: '={{ null }}',
		recipients: '={{ [["+254711001001"], 5] }}',
	},
	{
		senderId: senderId('={{ $json.sender }}', 'list'),
		sendTo: '={{ "contactGroup" }}',
		contactListId: '={{ 7 }}',
	},
	{
		message: '={{ { a: 1 } }}',
		priority: '={{ 0 }}',
		options: { schedule: '={{ DateTime.fromISO("2030-01-01") }}' },
	},
];
const cases = [
	...operationsProofs.flatMap(([plain, proofs]) =>
		Object.entries(proofs).flatMap(([path, list]) =>
			list.map(
				({ parameters, items }) =>
					[
						`${String(plain.operation)} ${path}`,
						{ ...plain, ...withoutChance(parameters) },
						items?.[0] ?? {},
					] as const,
			),
		),
	),
	...odd.map(
		(parameters) =>
			[
				`sendMessage ${JSON.stringify(parameters)}`,
				{ ...goodSend, ...parameters },
				{ sender: 9 },
			] as const,
	),
];

/** What comes out differently each time can't be compared. */
function withoutChance(parameters: INodeParameters): INodeParameters {
	return JSON.parse(JSON.stringify(parameters).replaceAll('Math.random()', '7')) as INodeParameters;
}

/** Times in one form, objects by their kind: we make of them what can be looked at safely (`harmless`). */
function plainly(value: unknown): unknown {
	const read = harmless(value);
	if (read instanceof Date) return read.toISOString();
	if (typeof read === 'string' && /^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$/.test(read))
		return new Date(read).toISOString();
	return read;
}

test.each(cases)('%s is read as n8n reads it', async (_title, parameters, json) => {
	const { theirs, ours } = await bothReadings(parameters, json);
	expect(theirs).toBeDefined();
	// Their merging of requests drops what is undefined; so does JSON.
	expect(JSON.stringify(sorted(ours!))).toBe(JSON.stringify(sorted(theirs!)));
});

test('the comparison would notice: it compares something for every routed field', async () => {
	const { ours } = await bothReadings(goodSend, {});
	expect(Object.keys(ours!.body).sort()).toEqual([
		'campaign',
		'message',
		'priority',
		'recipients',
		'sender_id',
	]);
});

describe('an expression field is evaluated', () => {
	const fields: Array<[string, INodeParameters]> = [
		['message', { message: '={{ $json.watched }}' }],
		['campaign', { campaign: '={{ $json.watched }}' }],
		['recipients', { recipients: '={{ $json.watched }}' }],
		['senderId', { senderId: senderId('={{ $json.watched }}') }],
		['options.schedule', { options: { schedule: '={{ $json.watched }}' } }],
		['options.maxRecipients', { options: { maxRecipients: '={{ $json.watched }}' } }],
	];
	const valueOf: Record<string, unknown> = {
		recipients: '+254712345678',
		senderId: 102,
		'options.schedule': null,
		'options.maxRecipients': 100,
	};

	test.each(fields)('once an item and run: %s', async (path, parameters) => {
		const evaluations = [0, 0, 0];
		const items = evaluations.map((_, index) =>
			Object.defineProperty({}, 'watched', {
				enumerable: true,
				get: () => (evaluations[index]!++, path in valueOf ? valueOf[path] : 'Hello'),
			}),
		);
		const result = await bench.run(
			{ ...goodSend, ...parameters },
			{ items: items as IDataObject[] },
		);
		expect(result.error).toBeUndefined();
		expect(result.output(nodeName)).toHaveLength(3);
		// n8n itself looks at the items where it copies them; what is left is the field's.
		const without = [0, 0, 0];
		const plain = without.map((_, index) =>
			Object.defineProperty({}, 'watched', {
				enumerable: true,
				get: () => (without[index]!++, 'x'),
			}),
		);
		await bench.run(goodSend, { items: plain as IDataObject[] });
		expect(evaluations.map((count, index) => count - without[index]!)).toEqual([1, 1, 1]);
	});
});

function sorted({ body, query }: Routed): object {
	const inOrder = (record: IDataObject) =>
		Object.entries(record)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]): [string, unknown] => [name, plainly(value)])
			.sort(([one], [other]) => one.localeCompare(other));
	return { body: inOrder(body), query: inOrder(query) };
}
