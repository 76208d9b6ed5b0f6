/** Stub for n8n's Respond to Webhook with a JSON body: what it answers is the run's `answer`. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

export class RespondToWebhook implements INodeType {
	description = describe({
		name: 'respondToWebhook',
		displayName: 'Respond to Webhook',
		version: [1.1],
		properties: [
			parameter('respondWith', 'options', 'firstIncomingItem', {
				options: [{ name: 'JSON', value: 'json' }],
			}),
			parameter('responseBody', 'json', '{}'),
			parameter(
				'options',
				'collection',
				{},
				{ options: [parameter('responseCode', 'number', 200)] },
			),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		if (!this.getParentNodes(node.name).some(({ type }) => type === 'n8n-nodes-base.webhook')) {
			throw new NodeOperationError(node, 'No Webhook node found in the workflow');
		}
		const { responseCode: statusCode = 200 } = this.getNodeParameter('options', 0) as {
			responseCode?: number;
		};
		// Of several items, the first one's body is the answer.
		const body = this.getNodeParameter('responseBody', 0) as string | IDataObject;
		await this.sendResponse({
			body: typeof body === 'string' ? parsed(this, body) : body,
			headers: {},
			statusCode,
		});
		return [this.getInputData()];
	}
}

function parsed(context: IExecuteFunctions, text: string): IDataObject {
	try {
		return JSON.parse(text) as IDataObject;
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, {
			message: "Invalid JSON in 'Response Body' field",
		});
	}
}
