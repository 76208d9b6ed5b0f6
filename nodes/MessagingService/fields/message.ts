import type { INodeProperties } from 'n8n-workflow';

import * as field from './field';
import type { ValueOrProblem } from '../texts';
import { countryChoices, readDefaultCountry } from '../values/countries';
import { readRequiredText, readWholeNumber, withinLength } from '../values/fieldValues';
import { notForPeople } from '../values/filledIn';
import { longestCampaign } from '../values/text';

// Fields that several forms have.

/** Declares the sender ID, chosen from the live list or typed. */
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

export function readCampaign(value: unknown, label: string): ValueOrProblem<string> {
	const { value: name, problem } = readRequiredText(value, label);
	if (problem) return { problem };
	const read = withinLength(name, label, longestCampaign);
	const found = read.problem ?? notForPeople(name, label);
	return found ? { problem: found } : read;
}

/** Declares the kind of a message: a send's priority, or a query's category (specification sections 4.2 and 4.3). */
export function kind(
	label: string,
	path: string,
	shown: Pick<INodeProperties, 'description' | 'routing'>,
) {
	return field.choices(label, path, {
		choices: {
			authentication: ['Authentication', "One-time codes that confirm someone's identity"],
			utility: ['Utility', 'Reminders, confirmations and other messages that people asked for'],
			marketing: ['Marketing', 'Offers, news and campaigns'],
		},
		default: 'utility',
		...shown,
	});
}

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
