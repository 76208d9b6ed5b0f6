import type { INodeProperties } from 'n8n-workflow';

import * as field from './shared';

const afterInterval = { show: { limitType: ['afterTimeInterval'] } };

// Names, values and defaults are those of n8n's own nodes with this operation (nodes-base, utils/sendAndWait).
const limitWaitTime = field.group(
	'Limit Wait Time',
	'limitWaitTime',
	{
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		description:
			"How long to wait. After that, the workflow goes on with this node's input, without an answer.",
	},
	[
		field.choices('Limit Type', 'limitType', {
			default: 'afterTimeInterval',
			options: [
				{ name: 'After Time Interval', value: 'afterTimeInterval' },
				{ name: 'At Specified Time', value: 'atSpecifiedTime' },
			],
		}),
		field.number('Amount', 'resumeAmount', {
			typeOptions: { minValue: 0, numberPrecision: 2 },
			displayOptions: afterInterval,
		}),
		field.choices('Unit', 'resumeUnit', {
			default: 'hours',
			options: ['Minutes', 'Hours', 'Days'].map((name) => ({ name, value: name.toLowerCase() })),
			displayOptions: afterInterval,
		}),
		field.time('Max Date and Time', 'maxDateAndTime', {
			displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
		}),
	],
);

const approvalOptions = field.group(
	'Approval Options',
	'approvalOptions',
	{ description: 'The buttons on the page that the link opens' },
	[
		field.choices('Type of Approval', 'approvalType', {
			default: 'single',
			options: [
				{ name: 'Approve Only', value: 'single' },
				{ name: 'Approve and Disapprove', value: 'double' },
			],
		}),
		field.text('Approve Button Label', 'approveLabel', { default: 'Approve' }),
		field.text('Disapprove Button Label', 'disapproveLabel', {
			default: 'Decline',
			displayOptions: { show: { approvalType: ['double'] } },
		}),
	],
);

/** The form of Send and Wait for Approval. n8n knows some of its fields by name, to review the tools of agents. */
export const sendAndWaitFields: INodeProperties[] = [
	field.senderField('body', 'The approved name or number that the message is sent from'),
	{
		...field.recipients,
		placeholder: 'e.g. +254712345678',
		description: 'The phone number of the person to ask. Whoever has the link can answer.',
	},
	{
		...field.message,
		placeholder: 'e.g. Order 4711 costs 1,200 euros. Shall I place it?',
		description:
			'The question. A link to a page with buttons follows it. A long message is cut in the text, but the page shows all of it.',
	},
	{ ...field.campaign, description: 'A name to find these messages by later' },
	field.priority,
	{ displayName: 'Response Type', name: 'responseType', type: 'hidden', default: 'approval' },
	approvalOptions,
	field.collection('Options', 'options', 'Add option', [
		field.defaultCountry,
		limitWaitTime,
		field.number('Max Segments', 'maxSegments', {
			default: 3,
			description:
				"The most segments of the text, including its link. A longer message is cut in the text, not on the page. 3 if you don't add this option.",
		}),
	]),
];
