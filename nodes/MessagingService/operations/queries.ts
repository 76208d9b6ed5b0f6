import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	campaignFilter,
	categoryFilter,
	messageIdFilter,
	phoneNumberFilter,
	readCategory,
	readMessageFilters,
	searchFilter,
} from './messageFilters';
import { Reasons, type Fields, type Operation, type Prepared } from './operation';
import {
	dateFilters,
	pageOptions,
	returnAllFields,
	senderField,
	shownFor,
	statusFilterBy,
} from '../fields/shared';
import type { ReadOrder } from '../item';
import { outputs, shapeFor } from '../values/messageRecord';
import {
	readBoolean,
	readChoice,
	readOptionalWholeNumber,
	readSearchText,
	readWholeNumber,
} from '../values/simple';
import { readDateRange } from '../values/time';

/** Names of the service's query parameters that are whole numbers, with the names of their fields. */
const numbers = { sender_id: 'Sender ID', status: 'Status Name or ID' } as const;

/** What one paginated operation alone has. */
interface OwnPart extends Pick<ReadOrder, 'output' | 'keeps'> {
	query?: IDataObject;
	/** The most records that there can be. */
	most?: number;
}

/**
 * The query of a paginated operation (specification sections 4.3 and 4.4). A filter that is blank,
 * null or missing is not sent; 0 is.
 *
 * @param searchLabel the label of the filter `query`
 */
function prepareQuery(
	{ query: raw, parameter, zone }: Fields,
	searchLabel: string,
	readOwn: (reasons: Reasons) => OwnPart,
): Prepared {
	const reasons = new Reasons();
	const { query: own, most = Infinity, keeps, output } = readOwn(reasons);
	const query: IDataObject = { ...own, ...readTextAndNumbers(raw, searchLabel, reasons) };
	const range = {
		dateCreated: raw.date_created,
		startDate: parameter('filters.startDate'),
		endDate: parameter('filters.endDate'),
	};
	Object.assign(query, reasons.read(readDateRange(range, zone), {}));

	const atLeastOne = { min: 1 };
	// Whoever gave Return All a value that it can't have need not hear of a limit too.
	const asked = reasons.read(readBoolean(parameter('returnAll'), 'Return All'), true)
		? undefined
		: reasons.read(readWholeNumber(parameter('limit'), 'Limit', atLeastOne), 1);
	const limit =
		asked === undefined && most === Infinity ? undefined : Math.min(asked ?? Infinity, most);
	const first = reasons.read(readOptionalWholeNumber(raw.page, 'Page', atLeastOne), 1) ?? 1;
	const perPage =
		reasons.read(readOptionalWholeNumber(raw.per_page, 'Per Page', atLeastOne), undefined) ??
		// Of the records that the node reads it may keep few.
		(keeps ? 100 : Math.min(limit ?? 100, 100));
	const concurrency = readConcurrency(parameter, reasons);
	if (reasons.problems.length > 0) return { problems: reasons.problems };
	return {
		order: { purpose: 'read', query, pages: { first, perPage, limit }, keeps, output },
		concurrency,
	};
}

/** The filters by a text and by numbers, as query parameters. */
export function readTextAndNumbers(
	raw: IDataObject,
	searchLabel: string,
	reasons: Reasons,
): IDataObject {
	const query: IDataObject = {};
	const text = reasons.read(readSearchText(raw.query, searchLabel), undefined);
	if (text !== undefined) query.query = text;
	for (const [name, field] of Object.entries(numbers)) {
		const number = reasons.read(readOptionalWholeNumber(raw[name], field), undefined);
		if (number !== undefined) query[name] = number;
	}
	return query;
}

/** How many requests may be under way at once. */
export function readConcurrency(parameter: Fields['parameter'], reasons: Reasons): number {
	const value = parameter('options.maxConcurrentRequests');
	return (
		reasons.read(readOptionalWholeNumber(value, 'Max Concurrent Requests', { min: 1 }), 1) ?? 10
	);
}

const messageFields: INodeProperties[] = [
	...returnAllFields('queryMessages'),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'simplified',
		description: 'What to return for each message',
		...shownFor('queryMessages'),
		options: [
			{
				name: 'One Item per Recipient',
				value: 'recipients',
				description: 'The delivery status of each recipient, with the message beside it',
			},
			{
				name: 'Raw',
				value: 'raw',
				description: 'The message as the service gives it',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The fields that are used most, with the recipients as plain numbers',
			},
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		...shownFor('queryMessages'),
		options: [
			campaignFilter,
			categoryFilter,
			...dateFilters,
			messageIdFilter,
			phoneNumberFilter,
			senderField('query'),
			statusFilterBy(
				'Only messages with this status. The list has the statuses of sender IDs; the service may number those of messages differently.',
			),
			searchFilter,
		],
	},
	pageOptions('queryMessages'),
];

function prepareMessages(given: Fields): Prepared {
	const { query, parameter } = given;
	const early = new Reasons();
	const output = early.read(
		readChoice(parameter('output') ?? 'simplified', 'Output', outputs),
		'simplified' as const,
	);
	if (early.problems.length > 0) return { problems: early.problems };
	return prepareQuery(given, searchFilter.displayName, (reasons) => {
		const { numbers, ...kept } = readMessageFilters(parameter, reasons);
		return {
			query: readCategory(query.category, reasons),
			output: shapeFor(output, numbers),
			...kept,
		};
	});
}

/** GET /sms/messages (specification section 4.3). */
export const queryMessages: Operation = {
	name: 'Query Messages',
	value: 'queryMessages',
	action: 'Query messages',
	description: 'Find messages that were sent, with the delivery status of each recipient',
	method: 'GET',
	url: '/sms/messages',
	fields: messageFields,
	prepare: prepareMessages,
};

const senderFields: INodeProperties[] = [
	...returnAllFields('querySenders'),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		...shownFor('querySenders'),
		options: [
			...dateFilters,
			{
				displayName: 'Query',
				name: 'query',
				type: 'string',
				default: '',
				placeholder: 'e.g. CLINIC',
				description: 'Only senders that match this search term',
				routing: { send: { type: 'query', property: 'query' } },
			},
			statusFilterBy('Only sender IDs with this status.'),
		],
	},
	pageOptions('querySenders'),
];

function prepareSenders(given: Fields): Prepared {
	return prepareQuery(given, 'Query', () => ({ output: (sender) => [sender] }));
}

/** GET /sms/senders (specification section 4.4). */
export const querySenders: Operation = {
	name: 'Query Senders',
	value: 'querySenders',
	action: 'Query senders',
	description: 'Find the sender IDs that messages can be sent from, with their status',
	method: 'GET',
	url: '/sms/senders',
	fields: senderFields,
	prepare: prepareSenders,
};

/** The statuses of the answer (specification section 4.5): its keys are numbers written as text. */
export function statusesOf(data: IDataObject): Array<{ id: number; label: string }> {
	return Object.entries(data)
		.filter(([id]) => /^-?\d+$/.test(id))
		.map(([id, label]) => ({ id: Number(id), label: String(label) }));
}

/** GET /system/system-status. */
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
