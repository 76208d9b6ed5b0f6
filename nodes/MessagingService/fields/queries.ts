import type { INodeProperties } from 'n8n-workflow';

import * as field from './shared';

const paging: INodeProperties[] = [
	field.toggle('Return All', 'returnAll', {
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	}),
	field.number('Limit', 'limit', {
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	}),
];

const pageOptions = field.collection('Options', 'options', 'Add option', [
	field.maxConcurrentRequests,
	field.number('Page', 'page', {
		description: 'The first page to read',
		routing: { send: { type: 'query', property: 'page' } },
	}),
	field.number('Per Page', 'perPage', {
		default: 100,
		description:
			'How many results to ask for in one request. Without it, the node asks for as many as it needs, up to 100.',
		routing: { send: { type: 'query', property: 'per_page' } },
	}),
]);

// The days have no `routing.send`: n8n looks for what a condition names in the collection when it loads a workflow and
// at the root when it routes, so a field with both would be dropped in one of the two places.
const dateFilters: INodeProperties[] = [
	field.choices('Date Created', 'dateCreated', {
		default: 'today',
		description:
			"Only what was created in this period. For Custom, also add Start Date and End Date, which are days in the workflow's time zone.",
		options: [
			{ name: 'Custom', value: 'custom' },
			{ name: 'This Month', value: 'this-month' },
			{ name: 'This Week', value: 'this-week' },
			{ name: 'Today', value: 'today' },
			{ name: 'Yesterday', value: 'yesterday' },
		],
		routing: { send: { type: 'query', property: 'date_created' } },
	}),
	field.time('Start Date', 'startDate', {
		description: 'The first day of the range. Needed if Date Created is Custom.',
		displayOptions: { show: { dateCreated: ['custom'] } },
	}),
	field.time('End Date', 'endDate', {
		description: 'The last day of the range. Needed if Date Created is Custom.',
		displayOptions: { show: { dateCreated: ['custom'] } },
	}),
];

function statusFilter(meaning: string): INodeProperties {
	return field.choices('Status Name or ID', 'status', {
		typeOptions: { loadOptionsMethod: 'getStatuses' },
		description: `${meaning} Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		routing: { send: { type: 'query', property: 'status' } },
	});
}

function searchFilter(label: string, example: string, description: string): INodeProperties {
	return field.text(label, 'query', {
		placeholder: `e.g. ${example}`,
		description,
		routing: { send: { type: 'query', property: 'query' } },
	});
}

/**
 * The filters that Query Messages and the trigger have in common. Campaign and Phone Number have no `routing.send`:
 * the service doesn't know them, so the node filters what it reads, at a `cost` that ends a sentence.
 */
export function messageFilters(cost: string) {
	return {
		campaign: field.text('Campaign', 'campaign', {
			placeholder: 'e.g. appointment-reminders',
			description: `Only messages of this campaign, exactly as written. The service can't filter by it, so ${cost}.`,
		}),
		category: field.choices('Category', 'category', {
			default: 'utility',
			description: 'Only messages of this kind. Send Message calls it Priority.',
			options: field.priorityChoices,
			routing: { send: { type: 'query', property: 'category' } },
		}),
		phoneNumber: field.text('Phone Number', 'phoneNumber', {
			placeholder: 'e.g. +254712345678',
			description: `Only messages to these phone numbers in international format, separated by commas. The service can't filter by it, so ${cost}.`,
		}),
		sender: field.senderField(
			'query',
			'Only messages that were sent from this sender ID. Choose from the list, or enter its numeric ID.',
		),
		search: searchFilter('Text Contains', 'appointment', 'Only messages whose text contains this'),
	};
}

const filters = messageFilters('the node reads pages until Limit is reached');

export const queryMessagesFields: INodeProperties[] = [
	...paging,
	field.choices('Output', 'output', {
		default: 'simplified',
		description: 'What to return for each message',
		options: [
			field.choice(
				'One Item per Recipient',
				'recipients',
				'The delivery status of each recipient, together with its message',
			),
			field.choice('Raw', 'raw', 'The message as the service gives it'),
			field.choice(
				'Simplified',
				'simplified',
				"The most used fields, with the recipients' numbers as one text",
			),
		],
	}),
	field.collection('Filters', 'filters', 'Add filter', [
		filters.campaign,
		filters.category,
		...dateFilters,
		field.text('Delivery Status', 'deliveryStatus', {
			placeholder: 'e.g. Failed, Undelivered',
			description:
				"Only messages that have this status, or a recipient with it. Use the service's own words, separated by commas. The service can't filter by it, so the node reads pages until Limit is reached.",
		}),
		field.text('Message ID', 'messageId', {
			placeholder: 'e.g. 1042',
			description:
				"Only the message with this ID. The service can't filter by it, so the node reads pages until the message is found.",
		}),
		filters.phoneNumber,
		filters.sender,
		statusFilter(
			"The service's own status number. To filter by what became of a message, use Delivery Status.",
		),
		filters.search,
	]),
	pageOptions,
];

export const querySendersFields: INodeProperties[] = [
	...paging,
	field.collection('Filters', 'filters', 'Add filter', [
		...dateFilters,
		searchFilter('Query', 'CLINIC', 'Only senders that match this search term'),
		statusFilter('Only sender IDs with this status.'),
	]),
	pageOptions,
];
