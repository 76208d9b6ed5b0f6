import type { INodeProperties } from 'n8n-workflow';

import { readChoice } from '../validation/choice';
import {
	campaignFilter,
	categoryFilter,
	messageIdFilter,
	phoneNumberFilter,
	readCategory,
	readMessageFilters,
	searchFilter,
} from './messageFilters';
import { outputs, shapeFor } from './messageRecord';
import type { Fields, Operation, Prepared } from './operation';
import { prepareQuery } from './query';
import { Reasons } from './reasons';
import {
	dateFilters,
	pageOptions,
	returnAllFields,
	senderField,
	shownFor,
	statusFilterBy,
} from './sharedFields';

const fields: INodeProperties[] = [
	...returnAllFields('queryMessages'),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'simplified',
		description: 'What to return for each message',
		...shownFor('queryMessages'),
		options: [
			{
				name: 'One Item per Recipient',
				value: 'recipients',
				description: 'The delivery status of each recipient, with the message beside it',
			},
			{
				name: 'Raw',
				value: 'raw',
				description: 'The message as the service gives it',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The fields that are used most, with the recipients as plain numbers',
			},
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		...shownFor('queryMessages'),
		options: [
			campaignFilter,
			categoryFilter,
			...dateFilters,
			messageIdFilter,
			phoneNumberFilter,
			senderField('query'),
			statusFilterBy(
				'Only messages with this status. The list has the statuses of sender IDs; the service may number those of messages differently.',
			),
			searchFilter,
		],
	},
	pageOptions('queryMessages'),
];

function prepare(given: Fields): Prepared {
	const { query, parameter } = given;
	const early = new Reasons();
	const output = early.read(
		readChoice(parameter('output') ?? 'simplified', 'Output', outputs),
		'simplified' as const,
	);
	if (early.problems.length > 0) return { problems: early.problems };
	return prepareQuery(given, searchFilter.displayName, (reasons) => {
		const { numbers, ...kept } = readMessageFilters(parameter, reasons);
		return {
			query: readCategory(query.category, reasons),
			output: shapeFor(output, numbers),
			...kept,
		};
	});
}

/** GET /sms/messages (specification section 4.3). */
export const queryMessages: Operation = {
	name: 'Query Messages',
	value: 'queryMessages',
	action: 'Query messages',
	description: 'Find messages that were sent, with the delivery status of each recipient',
	method: 'GET',
	url: '/sms/messages',
	fields,
	prepare,
};
