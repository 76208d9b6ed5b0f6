import type { INodeProperties } from 'n8n-workflow';

import {
	choice,
	collection,
	maxConcurrentRequests,
	numberField,
	priorityChoices,
	senderField,
	textField,
} from './shared';

const paging: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		...numberField('Limit', 'limit', { initial: 50 }, 'Max number of results to return'),
		displayOptions: { show: { returnAll: [false] } },
	},
];

const pageOptions = collection('Options', 'options', 'Add option', [
	maxConcurrentRequests,
	{
		...numberField('Page', 'page', {}, 'The first page to read'),
		routing: { send: { type: 'query', property: 'page' } },
	},
	{
		...numberField(
			'Per Page',
			'perPage',
			{ initial: 100 },
			'How many results to ask for in one request. Left out, the node asks for as many as it needs, 100 at most.',
		),
		routing: { send: { type: 'query', property: 'per_page' } },
	},
]);

const dateFilters: INodeProperties[] = [
	{
		displayName: 'Date Created',
		name: 'dateCreated',
		type: 'options',
		default: 'today',
		description:
			"Only what was created in this time. With Custom also add Start Date and End Date, which are days in the workflow's time zone.",
		options: [
			{ name: 'Custom', value: 'custom' },
			{ name: 'This Month', value: 'this-month' },
			{ name: 'This Week', value: 'this-week' },
			{ name: 'Today', value: 'today' },
			{ name: 'Yesterday', value: 'yesterday' },
		],
		routing: { send: { type: 'query', property: 'date_created' } },
	},
	customDate('Start Date', 'startDate', 'The first day of the range'),
	customDate('End Date', 'endDate', 'The last day of the range'),
];

// Without `routing.send`: n8n looks for what a condition names in the collection when it loads a workflow and at
// the root when it routes, so a field with both would be dropped in one of the two places.
function customDate(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `${description}. Needed where Date Created is Custom.`,
		displayOptions: { show: { dateCreated: ['custom'] } },
	};
}

const statusFilter: INodeProperties = {
	displayName: 'Status Name or ID',
	name: 'status',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getStatuses' },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	routing: { send: { type: 'query', property: 'status' } },
};

// Campaign, Phone Number and Message ID have no `routing.send`: the service doesn't know them, so the node filters what
// it reads. `cost` says how much that is, as the end of a sentence.

export function campaignFilter(cost: string): INodeProperties {
	return textField(
		'Campaign',
		'campaign',
		'appointment-reminders',
		`Only messages of this campaign, exactly as written. The service can't filter by it, so ${cost}.`,
	);
}

export function phoneNumberFilter(cost: string): INodeProperties {
	return textField(
		'Phone Number',
		'phoneNumber',
		'+254712345678',
		`Only messages to these phone numbers in international format, separated by commas. The service can't filter by it, so ${cost}.`,
	);
}

export const categoryFilter: INodeProperties = {
	displayName: 'Category',
	name: 'category',
	type: 'options',
	default: 'utility',
	description: 'Only messages of this kind. Send Message calls it Priority.',
	options: priorityChoices,
	routing: { send: { type: 'query', property: 'category' } },
};

export const senderFilter = senderField(
	'query',
	'Only messages that were sent from this sender ID. Choose from the list, or specify its numeric ID.',
);

export const searchFilter: INodeProperties = {
	...textField('Text Contains', 'query', 'appointment', 'Only messages whose text contains this'),
	routing: { send: { type: 'query', property: 'query' } },
};

/** The form of Query Messages. */
export const queryMessagesFields: INodeProperties[] = [
	...paging,
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'simplified',
		description: 'What to return for each message',
		options: [
			choice(
				'One Item per Recipient',
				'recipients',
				'The delivery status of each recipient, with the message beside it',
			),
			choice('Raw', 'raw', 'The message as the service gives it'),
			choice(
				'Simplified',
				'simplified',
				'The fields that are used most, with the recipients as plain numbers',
			),
		],
	},
	collection('Filters', 'filters', 'Add filter', [
		campaignFilter('the node reads pages until Limit is reached'),
		categoryFilter,
		...dateFilters,
		textField(
			'Message ID',
			'messageId',
			'1042',
			"Only the message with this ID. The service can't filter by it, so the node reads pages until the message is found.",
		),
		phoneNumberFilter('the node reads pages until Limit is reached'),
		senderFilter,
		{
			...statusFilter,
			description: `Only messages with this status. The list has the statuses of sender IDs; the service may number those of messages differently. ${statusFilter.description}.`,
		},
		searchFilter,
	]),
	pageOptions,
];

/** The form of Query Senders. */
export const querySendersFields: INodeProperties[] = [
	...paging,
	collection('Filters', 'filters', 'Add filter', [
		...dateFilters,
		{
			...textField('Query', 'query', 'CLINIC', 'Only senders that match this search term'),
			routing: { send: { type: 'query', property: 'query' } },
		},
		{
			...statusFilter,
			description: `Only sender IDs with this status. ${statusFilter.description}.`,
		},
	]),
	pageOptions,
];
