import type { INodeProperties } from 'n8n-workflow';

import { messageFilters } from './queries';
import * as field from './shared';

export const triggerFields: INodeProperties[] = [
	field.notice(
		'notice',
		"The service doesn't report deliveries by itself, so this trigger asks for them at the poll times above, at most once a minute. Statuses are the service's own words: fetch a test event to see them.",
	),
	field.choices('Event', 'event', {
		noDataExpression: true,
		default: 'statusChanged',
		description: 'What starts the workflow',
		options: [
			field.choice('Message Created', 'messageCreated', 'A new message. One item per message.'),
			field.choice(
				'Message Status Changed',
				'statusChanged',
				"A recipient's delivery status changes. One item per recipient, with its previous status.",
			),
		],
	}),
	field.collection(
		'Filters',
		'filters',
		'Add filter',
		Object.values(messageFilters('each poll reads all messages within Watch Hours')),
	),
	field.collection('Options', 'options', 'Add option', [
		field.maxConcurrentRequests,
		field.text('Statuses', 'statuses', {
			placeholder: 'e.g. Failed, Undelivered',
			description:
				"Only changes to these statuses, in the service's own words, in upper or lower case. Separate several by commas.",
			displayOptions: { show: { '/event': ['statusChanged'] } },
		}),
		field.number('Watch Hours', 'watchHours', {
			default: 72,
			typeOptions: { minValue: 1, maxValue: 744 },
			description:
				'How many hours to watch a message after its creation. Each poll reads all messages of this period, 100 per request. Raise it for messages scheduled further ahead, or for longer outages of n8n.',
		}),
	]),
];
