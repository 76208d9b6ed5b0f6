import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { searchSenders } from './lists/searchSenders';
import { watchFields, watchSubtitle } from './operations/watchMessages';
import { poll } from './trigger/poll';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: {
			light: 'file:messagingService.svg',
			dark: 'file:messagingService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: watchSubtitle,
		// The editor's panel shows it above the actions too, in place of the other node's.
		description:
			'Starts the workflow when a text message (SMS) is created or its delivery status changes. The actions send and query messages.',
		defaults: { name: 'Messaging Service Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		properties: watchFields,
	};

	methods = { listSearch: { searchSenders } };

	poll = poll;
}
