import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { countryChoices } from '../values/countries';

/** The kinds of a message: a send's priority, a query's category (specification sections 4.2 and 4.3). */
export const priorities = ['authentication', 'utility', 'marketing'] as const;

type Common = Pick<INodeProperties, 'type' | 'default' | 'typeOptions'>;

/** Makes fields of one type, by their label, their name and what they have beside it. */
function fieldOf(common: Common) {
	return (displayName: string, name: string, own: Partial<INodeProperties>): INodeProperties => ({
		displayName,
		name,
		...common,
		...own,
	});
}

export const text = fieldOf({ type: 'string', default: '' });
export const number = fieldOf({ type: 'number', default: 1, typeOptions: { minValue: 1 } });
/** On as soon as somebody adds it. */
export const toggle = fieldOf({ type: 'boolean', default: true });
export const choices = fieldOf({ type: 'options', default: '' });
export const time = fieldOf({ type: 'dateTime', default: '' });

export function choice(name: string, value: string, description: string): INodePropertyOptions {
	return { name, value, description };
}

/** A line of text between the fields. */
export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/** Fields that the user adds one by one. */
export function collection(
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties {
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}

/** Fields that the user adds together. n8n keeps their values as one object, in the parameter's member `key`. */
export function group(
	displayName: string,
	name: string,
	own: Partial<INodeProperties>,
	values: INodeProperties[],
	key = 'values',
): INodeProperties {
	const options = [{ displayName, name: key, values }];
	const placeholder = `Add ${displayName}`;
	return { displayName, name, type: 'fixedCollection', placeholder, default: {}, ...own, options };
}

/** The sender ID, from the live list or typed. It goes to `sender_id` of the body or of the query. */
export function senderField(goesTo: 'body' | 'query', description: string): INodeProperties {
	return {
		displayName: 'Sender ID',
		name: 'senderId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: goesTo === 'body',
		description,
		builderHint: {
			propertyHint: "Take an ID from the account's list of senders. Never make one up.",
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchSenders', searchable: true },
			},
			// Without `validation`: n8n gives its pattern 250 ms (n8n-workflow, safe-regex.ts), too little on a busy machine.
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 12' },
		],
		routing: { send: { type: goesTo, property: 'sender_id' } },
	};
}

export const priorityChoices = [
	choice('Authentication', 'authentication', "One-time codes that confirm someone's identity"),
	choice('Marketing', 'marketing', 'Offers, news and campaigns'),
	choice('Utility', 'utility', 'Reminders, confirmations and other messages that people asked for'),
];

/** What must be filled in and goes into the body, under the service's name. */
function toBody(property: string): Partial<INodeProperties> {
	return { required: true, routing: { send: { type: 'body', property } } };
}

// The fields that every message has.
export const recipients = text('Recipients', 'recipients', toBody('recipients'));
export const message = text('Message', 'message', {
	...toBody('message'),
	typeOptions: { rows: 4 },
});
export const campaign = text('Campaign', 'campaign', {
	...toBody('campaign'),
	default: '={{ $workflow.name }}',
	placeholder: 'e.g. appointment-reminders',
});
export const priority = choices('Priority', 'priority', {
	default: 'utility',
	description: 'What kind of message it is. Query Messages calls it Category.',
	options: priorityChoices,
	routing: { send: { type: 'body', property: 'priority' } },
});

export const defaultCountry = choices('Default Country', 'defaultCountry', {
	description: "The country of numbers without a country code. If it isn't set, they are refused.",
	options: countryChoices,
});

export const maxConcurrentRequests = number('Max Concurrent Requests', 'maxConcurrentRequests', {
	default: 10,
	description:
		'The most requests to make at once. Lower it if the service says that it receives too many.',
});
