/** A node of the trigger's name and parameters, for as long as the package under test has no trigger of its own. */
import type { INodeProperties, INodeType } from 'n8n-workflow';

const text = (name: string): INodeProperties => ({ displayName: name, name, type: 'string', default: '' });
const number = (name: string, fallback: number): INodeProperties => ({ displayName: name, name, type: 'number', default: fallback });
const collection = (name: string, options: INodeProperties[]): INodeProperties => ({ displayName: name, name, type: 'collection', default: {}, options });

export class MadeUpTrigger implements INodeType {
	description: INodeType['description'] = {
		name: 'messagingServiceTrigger', displayName: 'Messaging Service Trigger', description: 'Made up', version: 1, group: ['trigger'], polling: true,
		defaults: { name: 'Messaging Service Trigger' }, inputs: [], outputs: ['main'], credentials: [{ name: 'messagingServiceApi', required: true }],
		properties: [
			{ displayName: 'Event', name: 'event', type: 'options', default: 'statusChanged', options: ['statusChanged', 'messageCreated'].map((value) => ({ name: value, value })) },
			collection('filters', ['query', 'senderId', 'category', 'campaign', 'phoneNumber'].map(text)),
			collection('options', [text('statuses'), number('watchHours', 72), number('maxConcurrentRequests', 10)]),
		],
	};

	async poll(): Promise<null> {
		return null;
	}
}
