import type { INodeProperties } from 'n8n-workflow';

import * as field from './field';
import * as ofMessage from './message';
import { messageFilters } from './queries';

export const event = field.withDefault(
	field.choices(
		'Event',
		'event',
		[
			field.choice(
				'Message Status Changed',
				'statusChanged',
				"A recipient's delivery status changes. One item per recipient, with its previous status.",
			),
			field.choice('Message Created', 'messageCreated', 'A new message. One item per message.'),
		],
		{
			noDataExpression: true,
			default: 'statusChanged',
			description: 'What starts the workflow',
		},
	),
);

export const filters = messageFilters('each poll reads all messages within Watch Hours');

export const options = {
	maxConcurrentRequests: ofMessage.maxConcurrentRequests,
	statuses: field.statuses('Statuses', 'options.statuses', {
		placeholder: 'e.g. Failed, Undelivered',
		description:
			"Only changes to these statuses, in the service's own words, in upper or lower case. Separate several by commas.",
		displayOptions: { show: { '/event': ['statusChanged'] } },
	}),
	watchHours: field.withDefault(
		field.wholeNumber('Watch Hours', 'options.watchHours', {
			default: 72,
			min: 1,
			max: 744,
			description:
				'How many hours to watch a message after its creation. Each poll reads all messages of this period, 100 per request. Raise it for messages scheduled further ahead, or for longer outages of n8n.',
		}),
	),
};

export const triggerFields: INodeProperties[] = [
	field.notice(
		'notice',
		"The service doesn't report deliveries by itself, so this trigger asks for them at the poll times above, at most once a minute. Statuses are the service's own words: fetch a test event to see them.",
	),
	event.property,
	field.collection('Filters', 'filters', 'Add filter', filters),
	field.collection('Options', 'options', 'Add option', options),
];
