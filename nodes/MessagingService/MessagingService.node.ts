import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { searchSenders } from './lists/searchSenders';
import { getStatuses } from './lists/getStatuses';
import { properties } from './operations';

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
		subtitle: '={{ $parameter["operation"] }}',
		description: 'Send text messages (SMS) and query messages, senders and statuses',
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties,
	};

	methods = { listSearch: { searchSenders }, loadOptions: { getStatuses } };
}
