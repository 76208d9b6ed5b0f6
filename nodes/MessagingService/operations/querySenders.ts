import type { INodeProperties } from 'n8n-workflow';

import type { Fields, Operation, Prepared } from './operation';
import { prepareQuery } from './query';
import {
	dateFilters,
	pageOptions,
	returnAllFields,
	shownFor,
	statusFilterBy,
} from './sharedFields';

const fields: INodeProperties[] = [
	...returnAllFields('querySenders'),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		...shownFor('querySenders'),
		options: [
			...dateFilters,
			{
				displayName: 'Query',
				name: 'query',
				type: 'string',
				default: '',
				placeholder: 'e.g. CLINIC',
				description: 'Only senders that match this search term',
				routing: { send: { type: 'query', property: 'query' } },
			},
			statusFilterBy('Only sender IDs with this status.'),
		],
	},
	pageOptions('querySenders'),
];

function prepare(given: Fields): Prepared {
	return prepareQuery(given, 'Query', () => ({ output: (sender) => [sender] }));
}

/** GET /sms/senders (specification section 4.4). */
export const querySenders: Operation = {
	name: 'Query Senders',
	value: 'querySenders',
	action: 'Query senders',
	description: 'Find the sender IDs that messages can be sent from, with their status',
	method: 'GET',
	url: '/sms/senders',
	fields,
	prepare,
};
