import type { INodeProperties } from 'n8n-workflow';

import * as field from './field';
import { kind, maxConcurrentRequests, sender } from './message';
import {
	readRequiredText,
	readSearchText,
	readStatuses,
	readWholeNumber,
} from '../values/fieldValues';
import { readDay } from '../values/time';

/** Routes a field to the query, under the service's name (specification sections 4.3 and 4.4). */
function toQuery(property: string): Pick<INodeProperties, 'routing'> {
	return { routing: { send: { type: 'query', property } } };
}

export const paging = {
	returnAll: field.toggle('Return All', 'returnAll', {
		default: false,
		mayBeEmpty: true,
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: field.wholeNumber('Limit', 'limit', {
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	}),
};

export const options = {
	page: field.wholeNumber('Page', 'options.page', {
		default: 1,
		mayBeEmpty: true,
		description: 'The first page to read',
		...toQuery('page'),
	}),
	perPage: field.optional(
		field.wholeNumber('Per Page', 'options.perPage', {
			default: 100,
			description:
				'How many results to ask for in one request. Without it, the node asks for as many as it needs, up to 100.',
			...toQuery('per_page'),
		}),
	),
	maxConcurrentRequests,
};

// The days have no `routing.send`: n8n looks up the field of a display condition in the collection when it loads a
// workflow, but at the root when it routes. A day with both would be dropped in one of the two places.
function day(label: string, path: string, which: string) {
	return field.custom(label, path, {
		type: 'dateTime',
		description: `The ${which} day of the range. Needed if Date Created is Custom.`,
		displayOptions: { show: { dateCreated: ['custom'] } },
		read: (value, _, { zone }) => readDay(value, label, zone),
		otherwise: '',
	});
}

export const dates = {
	dateCreated: field.optional(
		field.choices('Date Created', 'filters.dateCreated', {
			choices: {
				today: ['Today'],
				yesterday: ['Yesterday'],
				'this-week': ['This Week'],
				'this-month': ['This Month'],
				custom: ['Custom'],
			},
			default: 'today',
			description:
				"Only what was created in this period. For Custom, also add Start Date and End Date, which are days in the workflow's time zone.",
			...toQuery('date_created'),
		}),
	),
	startDate: day('Start Date', 'filters.startDate', 'first'),
	endDate: day('End Date', 'filters.endDate', 'last'),
};

function status(meaning: string) {
	return field.custom('Status Name or ID', 'filters.status', {
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getStatuses' },
		description: `${meaning} Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		...toQuery('status'),
		read: (value, label) => readWholeNumber(value, label),
		otherwise: undefined,
		mayBeEmpty: true,
	});
}

function search(label: string, example: string, description: string) {
	return field.custom(label, 'filters.query', {
		placeholder: `e.g. ${example}`,
		description,
		...toQuery('query'),
		read: readSearchText,
		otherwise: undefined,
	});
}

/** The filters that Query Messages and the trigger have in common. */
export type MessageFilters = ReturnType<typeof messageFilters>;

/**
 * Declares the filters of messages. Campaign and Phone Number have no `routing.send`: the service can't filter by them,
 * so the node filters the messages that it reads.
 *
 * @param cost the cost of that, as the end of a sentence
 */
export function messageFilters(cost: string) {
	return {
		campaign: field.custom('Campaign', 'filters.campaign', {
			read: readRequiredText,
			otherwise: undefined,
			mayBeEmpty: true,
			placeholder: 'e.g. appointment-reminders',
			description: `Only messages of this campaign, exactly as written. The service can't filter by it, so ${cost}.`,
		}),
		category: field.optional(
			kind('Category', 'filters.category', {
				description: 'Only messages of this kind. Send Message calls it Priority.',
				...toQuery('category'),
			}),
		),
		phoneNumber: field.anyField('Phone Number', 'filters.phoneNumber', {
			placeholder: 'e.g. +254712345678',
			description: `Only messages to these phone numbers in international format, separated by commas. The service can't filter by it, so ${cost}.`,
		}),
		senderId: field.optional(
			sender('filters.senderId', {
				required: false,
				description:
					'Only messages that were sent from this sender ID. Choose from the list, or enter its numeric ID.',
				...toQuery('sender_id'),
			}),
		),
		query: search('Text Contains', 'appointment', 'Only messages whose text contains this'),
	};
}

const common = messageFilters('the node reads pages until Limit is reached');

export const filters = {
	campaign: common.campaign,
	category: common.category,
	...dates,
	deliveryStatus: field.custom('Delivery Status', 'filters.deliveryStatus', {
		placeholder: 'e.g. Failed, Undelivered',
		read: readStatuses,
		otherwise: undefined,
		description:
			"Only messages that have this status, or a recipient with it. Use the service's own words, separated by commas. The service can't filter by it, so the node reads pages until Limit is reached.",
	}),
	messageId: field.custom('Message ID', 'filters.messageId', {
		read: readRequiredText,
		otherwise: undefined,
		mayBeEmpty: true,
		placeholder: 'e.g. 1042',
		description:
			"Only the message with this ID. The service can't filter by it, so the node reads pages until the message is found.",
	}),
	phoneNumber: common.phoneNumber,
	senderId: common.senderId,
	status: status(
		"The service's own status number. To filter by what became of a message, use Delivery Status.",
	),
	query: common.query,
};

export const output = field.choices('Output', 'output', {
	choices: {
		simplified: ['Simplified', "The most used fields, with the recipients' numbers as one text"],
		raw: ['Raw', 'The message as the service gives it'],
		recipients: [
			'One Item per Recipient',
			'The delivery status of each recipient, together with its message',
		],
		selectedFields: [
			'Selected Fields',
			'Only the fields you choose, so that an AI agent reads less',
		],
	},
	default: 'simplified',
	mayBeEmpty: true,
	description: 'What to return for each message',
});

/** Fields to return beside the ID, which is always returned. */
export const selectedFields = field.severalChoices('Fields', 'fields', {
	choices: {
		status: 'Status',
		message: 'Message',
		sender_id: 'Sender ID',
		category: 'Category',
		campaign: 'Campaign',
		recipients: 'Recipients',
		phone_number: 'Phone Number',
		reference: 'Reference',
		schedule: 'Schedule',
		created_at: 'Created At',
	},
	default: ['status', 'phone_number'],
	description:
		"The fields to return, beside the message's ID. With Phone Number or Reference there is one item per recipient, with its own status.",
	displayOptions: { show: { output: ['selectedFields'] } },
});

export const queryMessagesFields = field.formOf({
	...paging,
	output,
	selectedFields,
	filters: field.collection('Filters', 'filters', 'Add filter', filters),
	options: field.collection('Options', 'options', 'Add option', options),
});

export const senderFilters = {
	...dates,
	query: search('Query', 'CLINIC', 'Only senders that match this search term'),
	status: status('Only sender IDs with this status.'),
};

export const querySendersFields = field.formOf({
	...paging,
	filters: field.collection('Filters', 'filters', 'Add filter', senderFilters),
	options: field.collection('Options', 'options', 'Add option', options),
});
