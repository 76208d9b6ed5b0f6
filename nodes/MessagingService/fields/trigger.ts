import * as field from './field';
import { maxConcurrentRequests } from './message';
import { messageFilters } from './queries';
import { readStatuses } from '../values/fieldValues';

export const event = field.choices('Event', 'event', {
	noDataExpression: true,
	choices: {
		statusChanged: [
			'Message Status Changed',
			"A recipient's delivery status changes. One item per recipient, with its previous status.",
		],
		messageCreated: ['Message Created', 'A new message. One item per message.'],
	},
	default: 'statusChanged',
	mayBeEmpty: true,
	description: 'What starts the workflow',
});

export const filters = messageFilters('the trigger reads all messages within Watch Hours');

export const options = {
	statuses: field.custom('Delivery Status', 'options.statuses', {
		placeholder: 'e.g. Failed, Undelivered',
		read: readStatuses,
		otherwise: undefined,
		description:
			"Only changes to these statuses, in the service's own words, in upper or lower case. Separate several by commas.",
		displayOptions: { show: { '/event': ['statusChanged'] } },
	}),
	watchHours: field.wholeNumber('Watch Hours', 'options.watchHours', {
		default: 72,
		max: 744,
		mayBeEmpty: true,
		description:
			'How many hours to watch a message after its creation. Raise it for messages scheduled further ahead, or for longer outages of n8n. Up to 1,000 messages, each poll reads them all. Of more, it reads the newest and a part of the others, so a change of an older message is told up to 21 polls later.',
	}),
	maxConcurrentRequests,
};

export const triggerFields = field.formOf({
	notice: field.notice(
		'notice',
		"The service doesn't report deliveries by itself, so this trigger asks for them at the poll times above, at most once a minute. Statuses are the service's own words: fetch a test event to see them.",
	),
	event,
	filters: field.collection('Filters', 'filters', 'Add filter', filters),
	options: field.collection('Options', 'options', 'Add option', options),
});
