import type { INodeProperties } from 'n8n-workflow';

import * as field from './field';
import { defaultCountry, kind, maxConcurrentRequests, readCampaign, sender } from './message';
import type { MessageBody } from '../item';
import { countries, readCountries } from '../values/countries';
import { everyDay, readTimeOfDay, readTimeZone, weekdays } from '../values/sendingHours';
import { readMessage } from '../values/text';

/** Routes a field to the body, under the service's name (specification section 4.2). */
function toBody(property: keyof MessageBody & string): Pick<INodeProperties, 'routing'> {
	return { routing: { send: { type: 'body', property } } };
}

/** Fields that every message has. */
export const fields = {
	senderId: sender('senderId', {
		required: true,
		description:
			'The approved name or number that the message is sent from. Choose from the list, or enter its numeric ID.',
		...toBody('sender_id'),
	}),
	sendTo: field.choices('Send To', 'sendTo', {
		choices: {
			phoneNumbers: ['Phone Numbers', 'The numbers in Recipients'],
			contactGroup: ['Contact Group', 'Everyone in a contact group of the service'],
		},
		default: 'phoneNumbers',
		description: 'Who gets the message',
	}),
	recipients: field.anyField('Recipients', 'recipients', {
		required: true,
		placeholder: 'e.g. +254712345678, +254722000000',
		description:
			'Phone numbers in international format, separated by commas. Each number gets the message once.',
		displayOptions: { show: { sendTo: ['phoneNumbers'] } },
		...toBody('recipients'),
		isComposed: true,
	}),
	contactListId: field.wholeNumber('Contact Group ID', 'contactListId', {
		required: true,
		default: 0,
		description: 'The numeric ID of the contact group, as the service shows it',
		displayOptions: { show: { sendTo: ['contactGroup'] } },
		...toBody('contact_list_id'),
	}),
	message: field.custom('Message', 'message', {
		required: true,
		typeOptions: { rows: 4 },
		placeholder: 'e.g. Your appointment is tomorrow at 9:00',
		description:
			'The text of the message, sent exactly as it stands here. It may have 255 segments: 39,015 characters, or 17,085 if any of them is an emoji or another special character.',
		...toBody('message'),
		read: readMessage,
		otherwise: '',
		isComposed: true,
	}),
	campaign: field.custom('Campaign', 'campaign', {
		default: '={{ $workflow.name }}',
		required: true,
		placeholder: 'e.g. appointment-reminders',
		description:
			'The name by which you find these messages later, up to 255 characters. With Skip Already Sent, type one that stays: the default changes when the workflow is renamed.',
		...toBody('campaign'),
		read: readCampaign,
		otherwise: '',
		isComposed: true,
	}),
	priority: kind('Priority', 'priority', {
		description: 'What kind of message it is. Query Messages calls it Category.',
		...toBody('priority'),
	}),
};

const timeOfDay = (label: string, path: string, usual: string, most: number) =>
	field.custom(label, path, {
		default: usual,
		placeholder: 'e.g. 08:00',
		read: (value) => readTimeOfDay(value, label, most),
		otherwise: 60 * parseInt(usual, 10),
	});

/** The members of Sending Hours. */
export const hours = {
	from: timeOfDay('From', 'from', '08:00', 24 * 60 - 1),
	to: timeOfDay('To', 'to', '20:00', 24 * 60),
	days: field.severalChoices('Days', 'days', { choices: weekdays, default: everyDay }),
	timeZone: field.custom('Time Zone', 'timeZone', {
		placeholder: 'e.g. Africa/Nairobi',
		description:
			"The people's time zone, by a place or an offset such as +03:00. If empty, it is the workflow's, which is set in the workflow's menu (⋯) under Settings.",
		read: readTimeZone,
		otherwise: undefined,
		mayBeEmpty: true,
	}),
};

const usualHours = Object.fromEntries(
	Object.values(hours).map(({ property }) => [property.name, property.default]),
);

/**
 * Options of a message, by the names under which n8n keeps them. Options that lists need come first, and those that few
 * people need come last.
 */
export const options = {
	dryRun: field.toggle('Dry Run', 'options.dryRun', {
		description:
			'Whether to check everything and show what would be sent, without sending it. Rows with a fault come out with their error. With Skip Already Sent, it also shows who has the message, with its delivery status.',
	}),
	testNumber: field.anyField('Test Number', 'options.testNumber', {
		placeholder: 'e.g. +254712345678',
		description:
			"Your own phone number. It alone gets the first row's text, at once. For all rows, it's a dry run.",
		// A model would take it for the number to send to.
		displayOptions: { hide: { '@tool': [true] } },
	}),
	skipAlreadySent: field.toggle('Skip Already Sent', 'options.skipAlreadySent', {
		description:
			'Whether to leave out numbers that have this message from before, so that you can run a list again. Keep text, campaign and priority as they were.',
		hint: 'It looks 24 hours back, unless you add Look Back Hours',
	}),
	lookBackHours: field.wholeNumber('Look Back Hours', 'options.lookBackHours', {
		default: 24,
		max: 744,
		description:
			'How many hours back Skip Already Sent looks for the message. A scheduled message counts from its schedule.',
		displayOptions: { show: { skipAlreadySent: [true] } },
	}),
	sameMessage: field.choices('What Counts as a Repeat', 'options.sameMessage', {
		choices: {
			text: ['Same Text and Campaign', 'The same text, campaign and priority as before'],
			campaign: [
				'Same Campaign, Whatever the Text',
				'The same campaign as before. For texts that an AI writes, or that have a date or the time in them.',
			],
		},
		default: 'text',
		description:
			'What a number gets only once: by Skip Already Sent, and if several items have that number. By campaign, give each mailing or order a campaign of its own.',
	}),
	defaultCountry,
	allowedCountries: field.custom('Allowed Countries', 'options.allowedCountries', {
		type: 'multiOptions',
		options: countries,
		default: [],
		description:
			'The only countries to send to, so that strangers cannot run up your bill through a form. Numbers of other countries are refused, premium-rate and personal ones too. Not for contact groups.',
		read: readCountries,
		otherwise: undefined,
	}),
	invalidRecipients: field.choices('Invalid Recipients', 'options.invalidRecipients', {
		choices: {
			stop: ['Stop', 'Send nothing and say which numbers are not valid'],
			skip: ['Skip', 'Send to the valid numbers and list the others in the output'],
		},
		default: 'stop',
		mayBeEmpty: true,
		description:
			"What to do when some of an item's numbers are not valid. It matters only where a cell holds several numbers.",
	}),
	excludeNumbers: field.anyField('Exclude Numbers', 'options.excludeNumbers', {
		mayBeEmpty: true,
		placeholder: 'e.g. +254712345678, +254722000000',
		description:
			'Phone numbers that get nothing, such as those of people who opted out. Separate several by commas, or use an expression that gives a list. Not for contact groups.',
	}),
	onlyNumbers: field.anyField('Only These Numbers', 'options.onlyNumbers', {
		placeholder: 'e.g. +254712345678, +254722000000',
		description:
			'The only phone numbers that may get anything, such as your own while you try out a list. All others are left out. Separate several by commas, or use an expression that gives a list. Not for contact groups.',
	}),
	schedule: field.timeToCome('Schedule', 'options.schedule', {
		description:
			"When to send, in the workflow's time zone unless the value has its own; at once if empty. The service can't take a scheduled text back.",
		...toBody('schedule'),
	}),
	sendingHours: field.optional(
		field.group('Sending Hours', 'options.sendingHours', hours, {
			default: { values: usualHours },
			description:
				"When messages may go out. What would leave at another time is scheduled for the next beginning, and the service can't take it back; with Priority set to Authentication it goes at once.",
		}),
	),
	combineItems: field.toggle('Combine Items', 'options.combineItems', {
		mayBeEmpty: true,
		description:
			'Whether to put items that differ only in their recipients into one request, which is faster for long lists. Each item still gets its own output.',
	}),
	maxRecipients: field.cap('Max Recipients', 'options.maxRecipients', {
		default: 0,
		description:
			'The most phone numbers that one run of this node may reach; it sends nothing if there are more. 0 means no limit. Set it when an AI agent chooses the recipients.',
	}),
	maxSegments: field.cap('Max Segments', 'options.maxSegments', {
		default: 1,
		// An expression may say 0, for no limit.
		typeOptions: { minValue: 1 },
		description:
			'The most segments that a message may have; a longer one is not sent. A segment is one SMS, as it is billed: 160 characters, or 70 with an emoji or a letter such as ş, and a few less where a message has several.',
	}),
	plainCharacters: field.toggle('Plain Characters', 'options.plainCharacters', {
		description:
			'Whether to replace curly quotes, long dashes and similar characters by plain ones where that saves a segment. Nothing else is changed.',
	}),
	maxTotalSegments: field.cap('Max Total Segments', 'options.maxTotalSegments', {
		default: 0,
		description:
			'The most segments that one run of this node may send to all numbers together; it sends nothing if there are more. 0 means no limit.',
	}),
	recipientsPerRequest: field.cap('Recipients per Request', 'options.recipientsPerRequest', {
		default: 100,
		otherwise: 100,
		min: 1,
		description:
			'The most phone numbers in one request. An item with more goes out in several requests, so that the outcome of a few is unknown, and not of all, if an answer is lost.',
	}),
	lookUpUnknown: field.toggle('Look Up Unknown Sends', 'options.lookUpUnknown', {
		otherwise: true,
		mayBeEmpty: true,
		description:
			"Whether to look in the service's list for a message that may or may not have been sent. If it is there, the item counts as accepted. Either way, it isn't sent again.",
	}),
	maxConcurrentRequests,
};

/** The label of each field that is sent, by the service's name. */
export const labels: Record<string, string> = Object.fromEntries(
	Object.values({ ...fields, ...options }).flatMap(({ label, property: { routing } }) =>
		routing?.send?.property ? [[routing.send.property, label]] : [],
	),
);

const { senderId, sendTo, ...others } = fields;

export const sendFields = field.formOf({
	senderId,
	sendTo,
	toolNotice: field.notice(
		'toolNotice',
		'Type Recipients yourself, and let the model write only the message. If it may choose the recipients too, add Only These Numbers and Max Recipients.',
		{ show: { '@tool': [true] } },
	),
	...others,
	listNotice: field.notice(
		'listNotice',
		'Sending a list? Add Dry Run to check it first, and Skip Already Sent so that you can run it again.',
		{ hide: { '/options.skipAlreadySent': [true], '@tool': [true] } },
	),
	options: field.collection('Options', 'options', 'Add option', options),
});
