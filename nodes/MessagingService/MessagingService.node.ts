import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { answerLink, answerWebhooks, sendThenWait } from './question/wait';
import { getStatuses, searchSenders } from './dropDowns/dropDowns';
import { listStatuses, queryMessages, querySenders } from './operations/queries';
import { sendAndWait } from './operations/sendAndWait';
import { sendMessage } from './operations/sendMessage';
import { runAllItems, runOneItem } from './run/entryPoints';
import { requestOptions } from './run/nodeSettings';

const operations = [sendMessage, sendAndWait, queryMessages, querySenders, listStatuses];

/**
 * Value of the hidden Resource field. n8n looks up `customOperations` by it, and shows actions in the nodes panel only
 * if the field has an option.
 */
const resource = 'sms';

const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'hidden',
		noDataExpression: true,
		default: resource,
		options: [{ name: 'SMS', value: resource }],
		// Makes n8n's routing engine pass each request to `requestOperations.pagination`, POST requests too.
		routing: { send: { paginate: true } },
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'sendMessage',
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, action, description, purpose, url }) => ({
			name,
			value,
			action,
			description,
			routing: { request: { method: purpose === 'send' ? 'POST' : 'GET', url } },
		})),
	},
	...operations.flatMap(({ value, fields }) =>
		fields.map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { operation: [value], ...field.displayOptions?.show },
			},
		})),
	),
	requestOptions.property,
];

/** The operation's name below the node on the canvas, where n8n would show its value. */
const subtitle = `={{ (${JSON.stringify(
	Object.fromEntries(operations.map(({ value, name }) => [value, name])),
)})[$parameter["operation"]] }}`;

export class MessagingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service',
		name: 'messagingService',
		icon: { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Send text messages (SMS) and query messages, senders and statuses',
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends SMS. For a list that may run again set options.skipAlreadySent to true, with a fixed campaign. Offer a first run with options.dryRun set to true. When an AI agent gives the recipients, set options.onlyNumbers or options.maxRecipients.',
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
		webhooks: answerWebhooks,
		waitingNodeTooltip:
			'={{ $parameter.operation === "sendAndWait" ? "Waiting for an answer" : "" }}',
		credentials: [{ name: 'messagingServiceApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		// For callers that know only n8n's routing engine: some agents, MCP, Execute step on a tool.
		requestOperations: { pagination: runOneItem(operations) },
		properties,
	};

	/** n8n's way for nodes without `execute` to run all items in one call. */
	customOperations = {
		[resource]: {
			...Object.fromEntries(operations.map((each) => [each.value, runAllItems(each)])),
			[sendAndWait.value]: sendThenWait,
		},
	};

	webhook = answerLink;

	methods = { listSearch: { searchSenders }, loadOptions: { getStatuses } };
}
