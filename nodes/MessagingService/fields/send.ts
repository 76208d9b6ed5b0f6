import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { maxConcurrentRequests, senderField, shownFor } from './shared';
import { countryChoices } from '../values/countries';

/**
 * The kinds of a message: a send calls them its priority, a query its category (specification
 * sections 4.2 and 4.3).
 */
export const priorities = ['authentication', 'utility', 'marketing'] as const;

/** The same as choices of a menu. */
export const priorityChoices: INodePropertyOptions[] = [
	{
		name: 'Authentication',
		value: 'authentication',
		description: 'One-time codes and other messages that confirm who somebody is',
	},
	{
		name: 'Marketing',
		value: 'marketing',
		description: 'Offers, news and campaigns',
	},
	{
		name: 'Utility',
		value: 'utility',
		description: 'Reminders, confirmations and other messages about something that was asked for',
	},
];

/** The form of Send Message. */
export const sendFields: INodeProperties[] = [
	{ ...senderField('body'), ...shownFor('sendMessage') },
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		default: 'phoneNumbers',
		description: 'Who gets the message',
		...shownFor('sendMessage'),
		options: [
			{
				name: 'Contact Group',
				value: 'contactGroup',
				description: 'Everyone in a group that is stored at the service',
			},
			{
				name: 'Phone Numbers',
				value: 'phoneNumbers',
				description: 'The numbers in Recipients',
			},
		],
	},
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. +254712345678, +254722000000',
		description:
			'Phone numbers in international format, separated by commas. Each number gets the message once.',
		displayOptions: { show: { operation: ['sendMessage'], sendTo: ['phoneNumbers'] } },
		routing: { send: { type: 'body', property: 'recipients' } },
	},
	{
		displayName: 'Contact Group ID',
		name: 'contactListId',
		type: 'number',
		typeOptions: { minValue: 1 },
		required: true,
		default: 0,
		description: 'The numeric ID of the contact group, as the service shows it',
		displayOptions: { show: { operation: ['sendMessage'], sendTo: ['contactGroup'] } },
		routing: { send: { type: 'body', property: 'contact_list_id' } },
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Your appointment is tomorrow at 9:00',
		description: 'The text of the message, sent exactly as it stands here',
		...shownFor('sendMessage'),
		routing: { send: { type: 'body', property: 'message' } },
	},
	{
		displayName: 'Campaign',
		name: 'campaign',
		type: 'string',
		required: true,
		default: '={{ $workflow.name }}',
		placeholder: 'e.g. appointment-reminders',
		description:
			'A tag to find these messages by later. With Skip Already Sent give it a fixed text: if the workflow is renamed, its new name is another campaign.',
		...shownFor('sendMessage'),
		routing: { send: { type: 'body', property: 'campaign' } },
	},
	{
		displayName: 'Priority',
		name: 'priority',
		type: 'options',
		default: 'utility',
		description: 'What kind of message it is. Query Messages calls it Category.',
		...shownFor('sendMessage'),
		options: priorityChoices,
		routing: { send: { type: 'body', property: 'priority' } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		...shownFor('sendMessage'),
		options: [
			{
				displayName: 'Combine Items',
				name: 'combineItems',
				type: 'boolean',
				default: true,
				description:
					'Whether items that differ only in their recipients share requests, which is faster for long lists. Each item still gets its own output.',
			},
			{
				displayName: 'Default Country',
				name: 'defaultCountry',
				type: 'options',
				default: '',
				description:
					'The country of numbers that have no country code. Without it they are refused.',
				options: countryChoices,
			},
			{
				displayName: 'Dry Run',
				name: 'dryRun',
				type: 'boolean',
				default: true,
				description:
					'Whether to check everything and show what would be sent, without sending it. No request leaves, so numbers that Skip Already Sent would leave out are shown too.',
			},
			{
				displayName: 'Exclude Numbers',
				name: 'excludeNumbers',
				type: 'string',
				default: '',
				placeholder: 'e.g. +254712345678, +254722000000',
				description:
					'Phone numbers that get nothing, such as those of people who opted out. Separate several by commas, or give a list by an expression. Not for contact groups.',
			},
			{
				displayName: 'Invalid Recipients',
				name: 'invalidRecipients',
				type: 'options',
				default: 'stop',
				description: "What to do when some of an item's numbers are not valid",
				options: [
					{
						name: 'Skip',
						value: 'skip',
						description: 'Send to the valid numbers and list the others in the output',
					},
					{
						name: 'Stop',
						value: 'stop',
						description: 'Send nothing and say which numbers are not valid',
					},
				],
			},
			{
				displayName: 'Look Back Hours',
				name: 'lookBackHours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 744 },
				default: 24,
				description:
					'How many hours back Skip Already Sent looks for the message. A scheduled one counts from its schedule.',
				displayOptions: { show: { skipAlreadySent: [true] } },
			},
			{
				displayName: 'Look Up Unknown Sends',
				name: 'lookUpUnknown',
				type: 'boolean',
				default: true,
				description:
					"Whether to look for a message in the service's list when it is unknown whether it was sent. If it is there, the item counts as accepted. Either way it is not sent again.",
			},
			maxConcurrentRequests,
			{
				displayName: 'Max Recipients',
				name: 'maxRecipients',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'The most phone numbers that one run of this node may reach; it sends nothing if there are more. 0 means no cap. Set it when an AI agent chooses the recipients.',
			},
			{
				displayName: 'Max Segments',
				name: 'maxSegments',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description:
					'The most segments that a message may need. A longer one is not sent. One segment holds up to 160 characters, or 70 with emoji and other special ones.',
			},
			{
				displayName: 'Max Total Segments',
				name: 'maxTotalSegments',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'The most segments that one run of this node may send, each counted once for each number; it sends nothing if there are more. 0 means no cap.',
			},
			{
				displayName: 'Recipients per Request',
				name: 'recipientsPerRequest',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 100,
				description: 'The most phone numbers in one combined request',
				displayOptions: { show: { combineItems: [true] } },
			},
			{
				displayName: 'Schedule',
				name: 'schedule',
				type: 'dateTime',
				default: '',
				description:
					"When to send, in the workflow's time zone unless the value states one. Left empty, the message is sent at once.",
				routing: { send: { type: 'body', property: 'schedule' } },
			},
			{
				displayName: 'Skip Already Sent',
				name: 'skipAlreadySent',
				type: 'boolean',
				default: true,
				description:
					'Whether to leave out numbers for which the service took this message before, with the same campaign and priority, delivered or not. May miss what another n8n worker sent until the service lists it.',
			},
		],
	},
];
