import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from './operation';
import { listStatuses, queryMessages, querySenders } from './queries';
import { sendMessage } from './sendMessage';

/** Every operation of the node, in the order of the menu. */
export const operations: Operation[] = [sendMessage, queryMessages, querySenders, listStatuses];

/**
 * The one resource. It is hidden, so that nobody has to choose it; n8n looks up `customOperations`
 * by it, and reads from its one option that the operations belong to it: without the option the
 * actions are missing from the nodes panel.
 */
export const resource = 'sms';

/** The menu and the fields of all operations. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'hidden',
		noDataExpression: true,
		default: resource,
		options: [{ name: 'SMS', value: resource }],
		// Makes n8n's routing engine hand each request to `requestOperations.pagination`, a POST too.
		routing: { send: { paginate: true } },
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'sendMessage',
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, action, description, method, url }) => ({
			name,
			value,
			action,
			description,
			routing: { request: { method, url } },
		})),
	},
	...operations.flatMap(({ fields }) => fields),
];

/** The node's subtitle on the canvas: the operation's name, not its value. */
export const subtitle = `={{ (${JSON.stringify(
	Object.fromEntries(operations.map(({ value, name }) => [value, name])),
)})[$parameter["operation"]] }}`;
