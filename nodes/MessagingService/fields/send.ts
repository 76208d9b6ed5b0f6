import type { INodeProperties } from 'n8n-workflow';

import * as field from './shared';

const options = field.collection('Options', 'options', 'Add option', [
	field.toggle('Combine Items', 'combineItems', {
		description:
			'Whether to put items that differ only in their recipients into one request, which is faster for long lists. Each item still gets its own output.',
	}),
	field.defaultCountry,
	field.toggle('Dry Run', 'dryRun', {
		description:
			'Whether to check everything and show what would be sent, without sending it. No request is made, so it also shows numbers that Skip Already Sent would leave out.',
	}),
	field.text('Exclude Numbers', 'excludeNumbers', {
		placeholder: 'e.g. +254712345678, +254722000000',
		description:
			'Phone numbers that get nothing, such as those of people who opted out. Separate several by commas, or use an expression that gives a list. Not for contact groups.',
	}),
	field.choices('Invalid Recipients', 'invalidRecipients', {
		default: 'stop',
		description: "What to do when some of an item's numbers are not valid",
		options: [
			field.choice('Skip', 'skip', 'Send to the valid numbers and list the others in the output'),
			field.choice('Stop', 'stop', 'Send nothing and say which numbers are not valid'),
		],
	}),
	field.number('Look Back Hours', 'lookBackHours', {
		default: 24,
		typeOptions: { minValue: 1, maxValue: 744 },
		description:
			'How many hours back Skip Already Sent looks for the message. A scheduled message counts from its schedule.',
		displayOptions: { show: { skipAlreadySent: [true] } },
	}),
	field.toggle('Look Up Unknown Sends', 'lookUpUnknown', {
		description:
			"Whether to look in the service's list for a message that may or may not have been sent. If it is there, the item counts as accepted. Either way, it isn't sent again.",
	}),
	field.maxConcurrentRequests,
	field.number('Max Recipients', 'maxRecipients', {
		default: 0,
		typeOptions: { minValue: 0 },
		description:
			'The most phone numbers that one run of this node may reach; it sends nothing if there are more. 0 means no limit. Set it when an AI agent chooses the recipients.',
	}),
	field.number('Max Segments', 'maxSegments', {
		description:
			'The most segments that a message may have. A longer one is not sent. One segment holds up to 160 characters, or 70 if any of them is an emoji or another special character.',
	}),
	field.number('Max Total Segments', 'maxTotalSegments', {
		default: 0,
		typeOptions: { minValue: 0 },
		description:
			'The most segments that one run of this node may send to all numbers together; it sends nothing if there are more. 0 means no limit.',
	}),
	field.number('Recipients per Request', 'recipientsPerRequest', {
		default: 100,
		description: 'The most phone numbers in one combined request',
		displayOptions: { show: { combineItems: [true] } },
	}),
	field.time('Schedule', 'schedule', {
		description:
			"When to send, in the workflow's time zone unless the value has its own. If empty, the message is sent at once.",
		routing: { send: { type: 'body', property: 'schedule' } },
	}),
	field.toggle('Skip Already Sent', 'skipAlreadySent', {
		description:
			'Whether to leave out numbers that were sent this message before, with the same campaign and priority, delivered or not. It may miss what another n8n worker sent, until the service lists it.',
	}),
]);

export const sendFields: INodeProperties[] = [
	field.senderField(
		'body',
		'The approved name or number that the message is sent from. Choose from the list, or enter its numeric ID.',
	),
	field.choices('Send To', 'sendTo', {
		default: 'phoneNumbers',
		description: 'Who gets the message',
		options: [
			field.choice('Contact Group', 'contactGroup', 'Everyone in a contact group of the service'),
			field.choice('Phone Numbers', 'phoneNumbers', 'The numbers in Recipients'),
		],
	}),
	{
		...field.recipients,
		placeholder: 'e.g. +254712345678, +254722000000',
		description:
			'Phone numbers in international format, separated by commas. Each number gets the message once.',
		displayOptions: { show: { sendTo: ['phoneNumbers'] } },
	},
	field.number('Contact Group ID', 'contactListId', {
		required: true,
		routing: { send: { type: 'body', property: 'contact_list_id' } },
		default: 0,
		description: 'The numeric ID of the contact group, as the service shows it',
		displayOptions: { show: { sendTo: ['contactGroup'] } },
	}),
	{
		...field.message,
		placeholder: 'e.g. Your appointment is tomorrow at 9:00',
		description: 'The text of the message, sent exactly as it stands here',
	},
	{
		...field.campaign,
		description:
			"A name to find these messages by later. With Skip Already Sent, type a fixed name: the default is the workflow's name, which changes when the workflow is renamed.",
	},
	field.priority,
	field.notice(
		'listNotice',
		'Sending a list? Add Dry Run to check it first, and Skip Already Sent so that you can run it again.',
	),
	options,
];
