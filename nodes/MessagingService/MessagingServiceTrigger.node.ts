import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { triggerFields } from './fields/trigger';
import { searchSenders } from './dropDowns/dropDowns';
import { poll } from './trigger/poll';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"] === "messageCreated" ? "Message Created" : "Message Status Changed" }}',
		// The editor's nodes panel shows this above the actions too, instead of the other node's description.
		description:
			'Send text messages (SMS), query them, and start the workflow when one is created or its delivery status changes',
		defaults: { name: 'Messaging Service Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				"Polls the service for delivery statuses, such as to follow up messages that were not delivered. options.statuses takes the service's own words: ask the user for them, or leave it out.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-service.messagingService',
					relationHint: 'Sends and queries the messages',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		properties: triggerFields,
	};

	methods = { listSearch: { searchSenders } };

	poll = poll;
}
