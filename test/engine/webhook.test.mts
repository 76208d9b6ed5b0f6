import type { IDataObject, IWorkflowBase } from 'n8n-workflow';
import type { RunResult } from '../../workbench/engine/engine.mts';
import { node, run } from './workflows.mts';

const answering = (
	responseBody: string,
	options: object = {},
	responseMode = 'responseNode',
): IWorkflowBase =>
	({
		id: 'w',
		name: 'w',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [
			node(
				'Call',
				'n8n-nodes-base.webhook',
				{ httpMethod: 'POST', path: 'kettle', responseMode, options: {} },
				{ typeVersion: 2.1 },
			),
			node(
				'Answer',
				'n8n-nodes-base.respondToWebhook',
				{ respondWith: 'json', responseBody, options },
				{ typeVersion: 1.1 },
			),
		],
		connections: { Call: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
	}) as unknown as IWorkflowBase;

const call = async (
	workflow: IWorkflowBase,
	body: IDataObject = { tea: 'oolong', cups: 3 },
): Promise<RunResult> => await run(workflow, { input: [{ json: { body } }] });

describe('a workflow that answers its webhook by a node', () => {
	it('gives the caller the body that an expression makes, with status 200', async () => {
		const result = await call(
			answering("={{ { tea: $json.body.tea, order: $('Call').first().json.body.cups } }}"),
		);
		expect(result.error).toBeUndefined();
		expect(result.answer).toEqual({
			statusCode: 200,
			headers: {},
			body: { tea: 'oolong', order: 3 },
		});
		expect(result.output('Answer')).toHaveLength(1);
	});

	it('takes a body written as text, and the chosen status', async () => {
		const result = await call(answering('{ "tea": "rooibos" }', { responseCode: 202 }));
		expect(result.answer).toMatchObject({ statusCode: 202, body: { tea: 'rooibos' } });
	});

	it('fails on a body that is no JSON, and then nothing was answered', async () => {
		const result = await call(answering('{ tea: oolong }'));
		expect(result.error?.message).toBe("Invalid JSON in 'Response Body' field");
		expect(result.answer).toBeUndefined();
	});

	it('fails where no webhook leads to the node', async () => {
		const { nodes, ...workflow } = answering('{}');
		const result = await run({
			...workflow,
			nodes: [
				{ ...nodes[0]!, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
				nodes[1]!,
			],
		});
		expect(result.error?.message).toBe('No Webhook node found in the workflow');
	});

	it('is answered by the first of two such nodes only', async () => {
		const workflow = answering('{ "first": true }');
		workflow.nodes.push({
			...workflow.nodes[1]!,
			id: 'Late',
			name: 'Late',
			parameters: { respondWith: 'json', responseBody: '{ "first": false }', options: {} },
		});
		workflow.connections.Answer = { main: [[{ node: 'Late', type: 'main', index: 0 }]] };
		const result = await call(workflow);
		expect(result.output('Late')).toHaveLength(1);
		expect(result.answer?.body).toEqual({ first: true });
	});
});
