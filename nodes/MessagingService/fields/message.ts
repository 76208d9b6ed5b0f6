import type { INodeProperties } from 'n8n-workflow';

import * as field from './field';
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
export function sender(path: string, shown: field.Shown<number>) {
	return field.custom('Sender ID', path, {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
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
		read: (value, label) => readWholeNumber(value, label),
		otherwise: 0,
		...shown,
	});
}

export function senderOfMessage(description: string) {
	return sender('senderId', { required: true, description, ...toBody('sender_id') });
}

export function recipients(shown: field.Shown<unknown>) {
	return field.plain('Recipients', 'recipients', {
		required: true,
		...toBody('recipients'),
		...shown,
	});
}

export function message(shown: field.Shown<string>) {
	return field.custom('Message', 'message', {
		required: true,
		...toBody('message'),
		typeOptions: { rows: 4 },
		read: readMessage,
		otherwise: '',
		...shown,
	});
}

export function campaign(description: string) {
	return field.custom('Campaign', 'campaign', {
		default: '={{ $workflow.name }}',
		required: true,
		...toBody('campaign'),
		placeholder: 'e.g. appointment-reminders',
		description,
		read: (value, label) => {
			const name = readRequiredText(value, label);
			const problem = name.problem ?? notFilledIn(name.value, label);
			return problem ? { problem } : name;
		},
		otherwise: '',
	});
}

/** The kind of a message: a send's priority, a query's category (specification sections 4.2 and 4.3). */
export function kind(
	label: string,
	path: string,
	shown: Pick<INodeProperties, 'description' | 'routing'>,
) {
	return field.choices(label, path, {
		options: [
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
		],
		default: 'utility',
		...shown,
	});
}

export const priority = kind('Priority', 'priority', {
	description: 'What kind of message it is. Query Messages calls it Category.',
	...toBody('priority'),
});

export const defaultCountry = field.custom('Default Country', 'options.defaultCountry', {
	type: 'options',
	description: "The country of numbers without a country code. If it isn't set, they are refused.",
	options: countryChoices,
	read: readDefaultCountry,
	otherwise: undefined,
});

export const maxConcurrentRequests = field.wholeNumber(
	'Max Concurrent Requests',
	'options.maxConcurrentRequests',
	{
		default: 10,
		mayBeEmpty: true,
		description:
			'The most requests to make at once. Lower it if the service says that it receives too many.',
	},
);
