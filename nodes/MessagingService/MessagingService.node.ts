import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { getStatuses, searchSenders } from './lists/lists';
import { operations, properties, resource, subtitle } from './operations';
import { runAllItems, runOneItem } from './run/doors';

export class MessagingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service',
		name: 'messagingService',
		icon: {
			light: 'file:messagingService.svg',
			dark: 'file:messagingService.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Send text messages (SMS) and query messages, senders and statuses',
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends SMS. For a list that may run again set options.skipAlreadySent to true, with a fixed campaign. Offer a first run with options.dryRun set to true. When an AI agent gives the recipients, set options.maxRecipients.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-service.messagingServiceTrigger',
					relationHint:
						'Starts a workflow when a delivery status changes; no polling with Query Messages is needed',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		// For callers that know only n8n's routing engine: some agents, MCP, Execute step on a tool.
		requestOperations: { pagination: runOneItem(operations) },
		properties,
	};

	/** n8n's way for nodes without `execute` to run all items in one call. */
	customOperations = {
		[resource]: Object.fromEntries(
			operations.map((operation) => [operation.value, runAllItems(operation)]),
		),
	};

	methods = { listSearch: { searchSenders }, loadOptions: { getStatuses } };
}
