/** The expressions of docs/reference.md that join what was sent with what is listed, on n8n's engine. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { play, rowsOf } from '../examples/play.mts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/reference.md'), 'utf8');
const section = page.split(/^## /m).find((part) => part.startsWith('IDs: ')) ?? '';
const expressions = [...section.matchAll(/`({{ .*? }})`/g)].map(([, expression]) => expression!);
const [find, textOfId, textOfMessageId, comparison] = expressions as [
	string,
	string,
	string,
	string,
];

const campaign = 'herring count 7';
const receivers = ['+254733111908', '+256772904411'];

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ pastMessages: 37 });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

/** Sends a text to each receiver, queries with these parameters for each, and adds a column made by each expression. */
async function rowsWith(
	query: INodeParameters,
	columns: Record<string, string>,
): Promise<{ sent: IDataObject[]; rows: IDataObject[] }> {
	const credentials = { messagingServiceApi: { id: 'test', name: 'Messaging Service account' } };
	const service = {
		type: 'n8n-nodes-messaging-service.messagingService',
		typeVersion: 1,
		credentials,
	};
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Send message',
			...service,
			parameters: {
				operation: 'sendMessage',
				senderId: { __rl: true, mode: 'id', value: '102' },
				recipients: '={{ $json.tel }}',
				message: 'Tide at 4',
				campaign,
			},
		},
		{
			name: 'Query messages',
			...service,
			parameters: { operation: 'queryMessages', returnAll: true, ...query },
		},
		{
			name: 'Edit Fields',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'manual',
				includeOtherFields: true,
				options: {},
				assignments: {
					assignments: Object.entries(columns).map(([name, value]) => ({
						id: name,
						name,
						value: `=${value}`,
						type: value === comparison ? 'boolean' : 'array',
					})),
				},
			},
		},
	].map((node, index) => ({ id: String(index), position: [index * 200, 0], ...node }));
	const connections = Object.fromEntries(
		nodes
			.slice(0, -1)
			.map(({ name }, index) => [
				name,
				{ main: [[{ node: nodes[index + 1]!.name, type: 'main', index: 0 }]] },
			]),
	);
	const workflow = {
		name: 'IDs',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes,
		connections,
	} as unknown as IWorkflowBase;
	const result = await play(
		sandbox,
		workflow,
		{},
		{ input: receivers.map((tel) => ({ json: { tel } })) },
	);
	expect(result.error).toBeUndefined();
	return { sent: rowsOf(result, 'Send message'), rows: rowsOf(result, 'Edit Fields') };
}

it('the page has the four expressions', () => {
	expect(expressions).toHaveLength(4);
});

it('a receipt has the ID as text, a list as a number, as the page says', async () => {
	const { sent, rows } = await rowsWith({ filters: { campaign } }, {});
	expect(sent.map(({ messageId }) => typeof messageId)).toEqual(['string', 'string']);
	expect(new Set(rows.map(({ id }) => typeof id))).toEqual(new Set(['number']));
});

it("the filter Message ID takes the receipt's ID", async () => {
	const { sent, rows } = await rowsWith({ filters: { messageId: `=${find}` } }, {});
	expect(rows.map(({ id }) => String(id))).toEqual(sent.map(({ messageId }) => messageId));
	expect(rows.map(({ recipients }) => recipients)).toEqual(receivers.map((tel) => [tel]));
});

it.each([
	['simplified', textOfId],
	['recipients', textOfMessageId],
])(
	'under the output %s, %s is strictly the messageId of one receipt',
	async (output, expression) => {
		// In a list of its own: Edit Fields makes texts of the values of text fields by itself.
		const { sent, rows } = await rowsWith(
			{ output, filters: { campaign } },
			{ messageIds: expression.replace(/{{ (.*) }}/, '{{ [$1] }}') },
		);
		const texts = sent.map(({ messageId }) => [messageId]);
		expect(rows.map(({ messageIds }) => messageIds)).toEqual(expect.arrayContaining(texts));
		expect(
			rows.every(({ messageIds }) =>
				texts.some(([messageId]) => messageId === (messageIds as unknown[])[0]),
			),
		).toBe(true);
	},
);

it('the comparison is true for the row of the message that its own item sent, and for no other', async () => {
	const { sent, rows } = await rowsWith({ filters: { campaign } }, { same: comparison });
	// Query Messages ran for each of the two items sent, and both times found both messages.
	expect(rows).toHaveLength(4);
	expect(rows.filter(({ same }) => same === true).map(({ id }) => String(id))).toEqual(
		sent.map(({ messageId }) => messageId),
	);
	expect(rows.filter(({ same }) => same === false)).toHaveLength(2);
});
