/**
 * Stub for n8n's Webhook. It opens no port: the caller of the run gives the item that n8n would
 * make of a call, with the members `headers`, `params`, `query` and `body`.
 */
import { NodeOperationError } from './operation-error.mts';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';

export class Webhook implements INodeType {
	description = describe({
		name: 'webhook',
		displayName: 'Webhook',
		version: [2, 2.1],
		group: 'trigger',
		inputs: 0,
		properties: [
			parameter('httpMethod', 'options', 'GET', {
				options: ['GET', 'POST'].map((value) => ({ name: value, value })),
			}),
			parameter('path', 'string', ''),
			parameter('authentication', 'options', 'none', {
				options: [
					{ name: 'Header Auth', value: 'headerAuth' },
					{ name: 'None', value: 'none' },
				],
			}),
			parameter('responseMode', 'options', 'onReceived', {
				options: [
					{ name: 'Immediately', value: 'onReceived' },
					{ name: 'When Last Node Finishes', value: 'lastNode' },
					{ name: "Using 'Respond to Webhook' Node", value: 'responseNode' },
				],
			}),
			parameter('options', 'collection', {}, { options: [] }),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const [call] = items;
		if (items.length !== 1 || typeof call?.json.body !== 'object') {
			throw new NodeOperationError(
				this.getNode(),
				'A run that starts at a webhook needs one input item with a "body".',
			);
		}
		return [[{ json: { headers: {}, params: {}, query: {}, ...call.json } }]];
	}
}
