import type { INodeProperties } from 'n8n-workflow';

import * as field from './field';
import * as ofMessage from './message';
import { givenText } from '../values/simple';

export const senderId = ofMessage.senderOfMessage(
	'The approved name or number that the message is sent from',
);

export const recipients = ofMessage.recipients({
	placeholder: 'e.g. +254712345678',
	description: 'The phone number of the person to ask. Whoever has the link can answer.',
});

export const message = ofMessage.message({
	placeholder: 'e.g. Order 4711 costs 1,200 euros. Shall I place it?',
	description:
		'The question. A link to a page with buttons follows it. A long message is cut in the text, but the page shows all of it.',
});

const afterInterval = { show: { limitType: ['afterTimeInterval'] } };

// Names, values and defaults of the wait are those of n8n's own nodes with this operation (nodes-base,
// utils/sendAndWait).
export const limit = {
	limitType: field.choices(
		'Limit Type',
		'limitType',
		[
			field.choice('After Time Interval', 'afterTimeInterval'),
			field.choice('At Specified Time', 'atSpecifiedTime'),
		],
		{ default: 'afterTimeInterval' },
	),
	resumeAmount: field.plain('Amount', 'resumeAmount', {
		type: 'number',
		default: 1,
		typeOptions: { minValue: 0, numberPrecision: 2 },
		displayOptions: afterInterval,
	}),
	resumeUnit: field.plain('Unit', 'resumeUnit', {
		type: 'options',
		default: 'hours',
		options: ['Minutes', 'Hours', 'Days'].map((name) => ({ name, value: name.toLowerCase() })),
		displayOptions: afterInterval,
	}),
	maxDateAndTime: field.timeToCome('Max Date and Time', 'maxDateAndTime', {
		displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
	}),
};

export const limitWaitTime = field.group(
	'Limit Wait Time',
	'options.limitWaitTime',
	{
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		description:
			"How long to wait. After that, the workflow goes on with this node's input, without an answer.",
	},
	limit,
);

export const buttons = {
	approvalType: field.choices(
		'Type of Approval',
		'approvalType',
		[field.choice('Approve Only', 'single'), field.choice('Approve and Disapprove', 'double')],
		{ default: 'single' },
	),
	approveLabel: label('Approve Button Label', 'approveLabel', { default: 'Approve' }),
	disapproveLabel: label('Disapprove Button Label', 'disapproveLabel', {
		default: 'Decline',
		displayOptions: { show: { approvalType: ['double'] } },
	}),
};

export const approvalOptions = field.group(
	'Approval Options',
	'approvalOptions',
	{ description: 'The buttons on the page that the link opens' },
	buttons,
);

export const maxSegments = {
	...field.cap('Max Segments', 'options.maxSegments', {
		default: 3,
		typeOptions: { minValue: 1 },
		description:
			"The most segments of the text, including its link. A longer message is cut in the text, not on the page. 3 if you don't add this option.",
	}),
	otherwise: 3,
};

/** The form of Send and Wait for Approval. n8n knows some of its fields by name, to review the tools of agents. */
export const sendAndWaitFields: INodeProperties[] = [
	senderId.property,
	recipients.property,
	message.property,
	ofMessage.campaign('A name to find these messages by later').property,
	ofMessage.priority.property,
	{ displayName: 'Response Type', name: 'responseType', type: 'hidden', default: 'approval' },
	approvalOptions.property,
	field.collection('Options', 'options', 'Add option', {
		defaultCountry: ofMessage.defaultCountry,
		limitWaitTime,
		maxSegments,
	}),
];

/** The text on a button: the default also where it is empty, or no text. */
function label(
	displayName: string,
	path: string,
	shown: Partial<INodeProperties> & { default: string },
): field.Field<string> {
	const read = (value: unknown) => ({ value: givenText(value)?.trim() || shown.default });
	return field.fieldOf(displayName, path, { type: 'string', ...shown }, read, shown.default);
}
