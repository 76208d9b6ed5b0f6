import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Fields, Operation, Prepared } from './operation';
import { queryMessagesFields, querySendersFields } from '../fields/queries';
import { priorities } from '../fields/shared';
import { idAsText, outputs, personsOf, rowsOf, shapeFor } from '../values/messageRecord';
import { personOf } from '../values/phoneNumber';
import { readRecipients } from '../values/recipients';
import {
	givenText,
	isNotSet,
	readBoolean,
	readChoice,
	readConcurrency,
	readOptionalWholeNumber,
	readRequiredText,
	readSearchText,
	readStatuses,
	readWholeNumber,
	Reasons,
	statusKey,
} from '../values/simple';
import { readDateRange } from '../values/time';
import { quotedValue } from '../wording';

/** What the filters of a query and of the trigger come to. `searchLabel` is the label of the filter `query`. */
export function readMessageFilters(
	{ query: raw, parameter }: Fields,
	searchLabel: string,
	reasons: Reasons,
) {
	const text = (name: string, label: string) => {
		const value = parameter(`filters.${name}`);
		return isNotSet(value) ? undefined : reasons.read(readRequiredText(value, label));
	};
	const campaign = text('campaign', 'Campaign');
	const messageId = text('messageId', 'Message ID');
	const phoneNumber = parameter('filters.phoneNumber');
	const recipients = isNotSet(phoneNumber)
		? undefined
		: readRecipients(phoneNumber, null, { field: 'Phone Number' });
	if (recipients) reasons.problems.push(...recipients.problems);
	/** Whose messages were asked for; undefined for everybody's. */
	const persons = recipients && new Set(recipients.numbers.map(personOf));
	const statuses = reasons.read(
		readStatuses(parameter('filters.deliveryStatus') ?? '', 'Delivery Status'),
	);
	const keeps = (message: IDataObject) =>
		(campaign === undefined || givenText(message.campaign)?.trim() === campaign) &&
		(messageId === undefined || idAsText(message.id) === messageId) &&
		(!persons || personsOf(message).some((person) => persons.has(person))) &&
		(!statuses ||
			statuses.has(statusKey(message.status)) ||
			rowsOf(message, persons, statuses).length > 0);
	const query: IDataObject = {
		query: reasons.read(readSearchText(raw.query, searchLabel)),
		sender_id: reasons.read(readOptionalWholeNumber(raw.sender_id, 'Sender ID')),
		status: reasons.read(readOptionalWholeNumber(raw.status, 'Status Name or ID')),
		category: isNotSet(raw.category)
			? undefined
			: reasons.read(readChoice(raw.category, 'Category', priorities)),
	};
	return {
		/** Those that the service applies, as query parameters. */
		query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
		/** Whether a message fits the others; undefined where none of them is set. */
		keeps: (campaign ?? messageId ?? persons ?? statuses) ? keeps : undefined,
		campaign,
		messageId,
		persons,
		statuses,
	};
}

/** A query with pages. What its form doesn't have is not set; without Output records come out in this `shape`. */
function prepareQuery(
	given: Fields,
	form: INodeProperties[],
	searchLabel: string,
	shape: 'simplified' | 'raw',
): Prepared {
	const { query: raw, parameter, zone } = given;
	const reasons = new Reasons();
	const bounds = { min: 1 };
	const output = reasons.read(readChoice(parameter('output') ?? shape, 'Output', outputs), shape);
	const filters = readMessageFilters(given, searchLabel, reasons);
	const { query, keeps, messageId, persons, statuses } = filters;
	const range = {
		dateCreated: raw.date_created,
		startDate: parameter('filters.startDate'),
		endDate: parameter('filters.endDate'),
	};
	const dates = reasons.read(readDateRange(range, zone));
	// Whoever gave Return All a value that it can't have need not hear of a limit too.
	const asked = reasons.read(readBoolean(parameter('returnAll'), 'Return All'), true)
		? undefined
		: reasons.read(readWholeNumber(parameter('limit'), 'Limit', bounds));
	const limit = messageId === undefined ? asked : 1;
	const first = reasons.read(readOptionalWholeNumber(raw.page, 'Page', bounds)) ?? 1;
	// The node may keep few of the records that it reads.
	const enough = keeps ? 100 : Math.min(limit ?? 100, 100);
	const perPage = reasons.read(readOptionalWholeNumber(raw.per_page, 'Per Page', bounds)) ?? enough;
	const concurrency = reasons.read(readConcurrency(parameter('options.maxConcurrentRequests')), 10);
	if (reasons.problems.length > 0) return { problems: reasons.problems };
	return {
		order: {
			purpose: 'read',
			query: { ...query, ...dates },
			pages: { first, perPage, limit },
			keeps,
			output: shapeFor(output, persons, statuses),
			lookedFor: filtersInWords(form, given),
			limitsMessages: output === 'recipients' && messageId === undefined,
		},
		concurrency,
	};
}

function filtersInWords(form: INodeProperties[], { parameter }: Fields): string {
	const filters = form.find(({ name }) => name === 'filters')!.options as INodeProperties[];
	const told = filters.flatMap(({ name, displayName }) => {
		const value = parameter(`filters.${name}`);
		return isNotSet(value) ? [] : `${displayName} ${quotedValue(String(value))}`;
	});
	return told.join(', ');
}

/** GET /sms/messages (specification section 4.3). */
export const queryMessages: Operation = {
	name: 'Query Messages',
	value: 'queryMessages',
	action: 'Query messages',
	description: 'Find messages that were sent, with the delivery status of each recipient',
	method: 'GET',
	url: '/sms/messages',
	fields: queryMessagesFields,
	prepare: (given) => prepareQuery(given, queryMessagesFields, 'Text Contains', 'simplified'),
};

/** GET /sms/senders (specification section 4.4). */
export const querySenders: Operation = {
	name: 'Query Senders',
	value: 'querySenders',
	action: 'Query senders',
	description: 'Find the sender IDs that messages can be sent from, with their status',
	method: 'GET',
	url: '/sms/senders',
	fields: querySendersFields,
	prepare: (given) => prepareQuery(given, querySendersFields, 'Query', 'raw'),
};

/** GET /system/system-status (specification section 4.5). */
export const listStatuses: Operation = {
	name: 'List Statuses',
	value: 'listStatuses',
	action: 'List statuses',
	description: 'List the statuses that a sender ID can have',
	method: 'GET',
	url: '/system/system-status',
	fields: [],
	prepare: () => ({ order: { purpose: 'read', query: {}, output: statusesOf }, concurrency: 10 }),
};

/** The statuses of the answer: its keys are numbers written as text. */
export function statusesOf(data: IDataObject): Array<{ id: number; label: string }> {
	return Object.entries(data)
		.filter(([id]) => /^-?\d+$/.test(id))
		.map(([id, label]) => ({ id: Number(id), label: String(label) }));
}
