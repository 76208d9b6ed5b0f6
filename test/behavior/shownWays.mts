/** Helpers for tests of lists that show less: a list of people, and the fields that each way to show it leaves out. */
import type { INodeParameters } from 'n8n-workflow';
import { each, type N8nProcess, numberOf, type Setup } from '../harness/index.mts';
import type { Way } from '../../workbench/sandbox/shown.mts';

export const everybody = [0, 1, 2].map(numberOf);
const settings = { onError: 'continueRegularOutput' as const };
/** The message of the list, as fields of a record. */
export const visit = {
	message: 'Your appointment is tomorrow at nine',
	campaign: 'visits',
	category: 'utility' as const,
};
const { message, campaign } = visit;
export const onList: INodeParameters = { ...each, message, campaign };

/** The field that an error names if the list shows too little of it; undefined if it shows enough. */
export const missing: Record<Way, [byText?: string, byCampaign?: string]> = {
	whole: [],
	noRecipients: ['sms_recipients', 'sms_recipients'],
	recipientCount: ['sms_recipients', 'sms_recipients'],
	emptyRecipients: ['sms_recipients', 'sms_recipients'],
	recipientsAsJson: [],
	otherRecipientNames: ['sms_recipients', 'sms_recipients'],
	maskedNumbers: ['sms_recipients', 'sms_recipients'],
	nationalNumbers: ['sms_recipients', 'sms_recipients'],
	noText: ['message'],
	nullText: ['message'],
	cutText: ['message'],
	noCampaign: ['campaign', 'campaign'],
	noCategory: ['category'],
	groupWithoutMembers: [],
	camelCase: ['sms_recipients', 'sms_recipients'],
	noStatus: [],
};

/** The rows of the list, with options: one for each person, or all numbers in one. */
export const forms: Record<
	string,
	[rows: Array<{ to: string | string[] }>, options: INodeParameters]
> = {
	'a row each': [everybody.map((to) => ({ to })), {}],
	'one row': [[{ to: everybody }], {}],
	'Combine Items': [everybody.map((to) => ({ to })), { combineItems: true }],
};

/** Sends to the list with Skip Already Sent. */
export async function skip(
	n8n: N8nProcess,
	options: INodeParameters = {},
	{ rows = forms['a row each']![0], ...setup }: Setup = {},
	changes: INodeParameters = {},
) {
	const parameters = { ...onList, ...changes, options: { skipAlreadySent: true, ...options } };
	return await n8n.send(parameters, { rows, settings, ...setup });
}
