import type { INodeProperties } from 'n8n-workflow';

import * as field from './field';
import type { Field } from './field';
import type { MessageBody } from '../item';
import { countryChoices, readDefaultCountry } from '../values/countries';
import { readRequiredText, readWholeNumber } from '../values/simple';
import { notFilledIn, readMessage } from '../values/text';

// The fields that every message has, and what queries share with them.

/** Where a field goes in the body, under the service's name (specification section 4.2). */
export function toBody(property: keyof MessageBody & string): Pick<INodeProperties, 'routing'> {
	return { routing: { send: { type: 'body', property } } };
}

/** The sender ID, from the live list or typed. */
export function sender(path: string, shown: Partial<INodeProperties>): Field<number> {
	const label = 'Sender ID';
	const property = {
		type: 'resourceLocator' as const,
		default: { mode: 'list', value: '' },
		builderHint: {
			propertyHint: "Take an ID from the account's list of senders. Never make one up.",
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list' as const,
				typeOptions: { searchListMethod: 'searchSenders', searchable: true },
			},
			// Without `validation`: n8n gives its pattern 250 ms (n8n-workflow, safe-regex.ts), too little on a busy machine.
			{ displayName: 'By ID', name: 'id', type: 'string' as const, placeholder: 'e.g. 12' },
		],
		...shown,
	};
	return field.fieldOf(label, path, property, (value) => readWholeNumber(value, label), 0);
}

export function senderOfMessage(description: string): Field<number> {
	return sender('senderId', { required: true, description, ...toBody('sender_id') });
}

export function recipients(shown: Partial<INodeProperties>): Field<unknown> {
	return field.plain('Recipients', 'recipients', {
		required: true,
		...toBody('recipients'),
		...shown,
	});
}

export function message(shown: Partial<INodeProperties>): Field<string> {
	const label = 'Message';
	const property = {
		type: 'string' as const,
		default: '',
		required: true,
		...toBody('message'),
		typeOptions: { rows: 4 },
		...shown,
	};
	return field.fieldOf(label, 'message', property, (value) => readMessage(value, label), '');
}

export function campaign(description: string): Field<string> {
	const label = 'Campaign';
	const property = {
		type: 'string' as const,
		default: '={{ $workflow.name }}',
		required: true,
		...toBody('campaign'),
		placeholder: 'e.g. appointment-reminders',
		description,
	};
	const read = (value: unknown) => {
		const name = readRequiredText(value, label);
		const problem = name.problem ?? notFilledIn(name.value, label);
		return problem ? { problem } : name;
	};
	return field.fieldOf(label, 'campaign', property, read, '');
}

/** The kinds of a message: a send's priority, a query's category (specification sections 4.2 and 4.3). */
export const kinds = [
	field.choice(
		'Authentication',
		'authentication',
		"One-time codes that confirm someone's identity",
	),
	field.choice(
		'Utility',
		'utility',
		'Reminders, confirmations and other messages that people asked for',
	),
	field.choice('Marketing', 'marketing', 'Offers, news and campaigns'),
];

export const priority = field.choices('Priority', 'priority', kinds, {
	default: 'utility',
	description: 'What kind of message it is. Query Messages calls it Category.',
	...toBody('priority'),
});

export const defaultCountry = field.fieldOf(
	'Default Country',
	'options.defaultCountry',
	{
		type: 'options',
		default: '',
		description:
			"The country of numbers without a country code. If it isn't set, they are refused.",
		options: countryChoices,
	},
	readDefaultCountry,
	undefined,
);

/** How many requests a node makes at once unless it says otherwise. */
export const usualConcurrency = 10;

export const maxConcurrentRequests = field.withDefault(
	field.wholeNumber('Max Concurrent Requests', 'options.maxConcurrentRequests', {
		default: usualConcurrency,
		description:
			'The most requests to make at once. Lower it if the service says that it receives too many.',
	}),
);
