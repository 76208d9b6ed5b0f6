import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Fields, Reasons } from './operation';
import { priorities, priorityChoices } from '../fields/send';
import type { ReadOrder } from '../item';
import { givenText } from '../values/json';
import { digitsOf, recipientsOf } from '../values/messageRecord';
import { readRecipients } from '../values/recipients';
import { isNotSet, readChoice, readRequiredText } from '../values/simple';

/** The filter by a message's category, which a send calls its priority. */
export const categoryFilter: INodeProperties = {
	displayName: 'Category',
	name: 'category',
	type: 'options',
	default: 'utility',
	description: 'Only messages of this kind. Send Message calls it Priority.',
	options: priorityChoices,
	routing: { send: { type: 'query', property: 'category' } },
};

/** The filter by a message's text. */
export const searchFilter: INodeProperties = {
	displayName: 'Text Contains',
	name: 'query',
	type: 'string',
	default: '',
	placeholder: 'e.g. appointment',
	description: 'Only messages whose text contains this',
	routing: { send: { type: 'query', property: 'query' } },
};

/** The category as a query parameter; nothing where it is not set. */
export function readCategory(value: unknown, reasons: Reasons): IDataObject {
	return isNotSet(value)
		? {}
		: { category: reasons.read(readChoice(value, 'Category', priorities), '') };
}

/*
 * Filters on messages that the service doesn't know. They have no `routing.send`: nothing of them is
 * sent, and the node applies them to what it reads.
 */

/** The filter by campaign. */
export const campaignFilter: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. appointment-reminders',
	description:
		"Only messages of this campaign, exactly as written. The service can't filter by it, so the node reads pages until Limit is reached.",
};

/** The filter by a message's ID. */
export const messageIdFilter: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1042',
	description:
		"Only the message with this ID. The service can't filter by it, so the node reads pages until the message is found.",
};

/** The filter by a recipient's number. */
export const phoneNumberFilter: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phoneNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. +254712345678',
	description:
		"Only messages to these phone numbers in international format, separated by commas. The service can't filter by it, so the node reads pages until Limit is reached.",
};

/** What the filters above come to. */
interface MessageFilters {
	/** Undefined where none of them is set. */
	keeps?: ReadOrder['keeps'];
	/** The digits of the numbers that were asked for. */
	numbers?: ReadonlySet<string>;
	/** The most messages that there can be. */
	most?: number;
}

/** Reads the filters that the node applies; a message has to fit all that are set. */
export function readMessageFilters(
	parameter: Fields['parameter'],
	reasons: Reasons,
): MessageFilters {
	const campaign = readText(parameter('filters.campaign'), 'Campaign', reasons);
	const id = readText(parameter('filters.messageId'), 'Message ID', reasons);
	const numbers = readNumbers(parameter('filters.phoneNumber'), reasons);
	const tests = [
		...(campaign === undefined
			? []
			: [(message: IDataObject) => isText(message.campaign, campaign)]),
		...(id === undefined ? [] : [(message: IDataObject) => isText(message.id, id)]),
		...(numbers
			? [
					(message: IDataObject) =>
						recipientsOf(message).some(({ phone_number }) => numbers.has(digitsOf(phone_number))),
				]
			: []),
	];
	return {
		...(tests.length > 0 ? { keeps: (message) => tests.every((fits) => fits(message)) } : {}),
		...(numbers ? { numbers } : {}),
		...(id === undefined ? {} : { most: 1 }),
	};
}

function readText(value: unknown, field: string, reasons: Reasons): string | undefined {
	return isNotSet(value) ? undefined : reasons.read(readRequiredText(value, field), undefined);
}

function readNumbers(value: unknown, reasons: Reasons): ReadonlySet<string> | undefined {
	if (isNotSet(value)) return undefined;
	const { numbers, problems } = readRecipients(value, null, { field: 'Phone Number' });
	reasons.problems.push(...problems);
	return new Set(numbers.map(digitsOf));
}

function isText(value: unknown, text: string): boolean {
	return givenText(value)?.trim() === text;
}
