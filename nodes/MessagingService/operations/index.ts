import type { INodeProperties } from 'n8n-workflow';

import { hookFor } from '../transport/hook';
import { listStatuses } from './listStatuses';
import type { Operation } from './operation';
import { queryMessages } from './queryMessages';
import { querySenders } from './querySenders';
import { sendMessage } from './sendMessage';

/** Every operation of the node, in the order of the menu. */
export const operations: Operation[] = [listStatuses, queryMessages, querySenders, sendMessage];

/** The menu and the fields of all operations. Each operation's requests go through the one hook. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'sendMessage',
		options: operations.map((operation) => {
			const { name, value, action, description, method, url } = operation;
			return {
				name,
				value,
				action,
				description,
				routing: {
					request: { method, url },
					// 'paginate' makes n8n hand the whole request to the hook, for a POST too.
					send: { paginate: true },
					operations: { pagination: hookFor(operation) },
				},
			};
		}),
	},
	...operations.flatMap(({ fields }) => fields),
];
