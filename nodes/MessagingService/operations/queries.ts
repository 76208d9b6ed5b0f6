import type { IDataObject } from 'n8n-workflow';

import type { Operation, Prepared } from './operation';
import type { Field } from '../fields/field';
import { maxConcurrentRequests, usualConcurrency } from '../fields/message';
import type { Given } from '../fields/parameters';
import {
	dates,
	filters,
	limit,
	output,
	page,
	perPage,
	queryMessagesFields,
	querySendersFields,
	returnAll,
	senderFilters,
	type MessageFilters,
} from '../fields/queries';
import type { ReadOrder } from '../item';
import { problems } from '../texts';
import { idAsText, personsOf, recipientRowsOf, shapeFor } from '../values/messageRecord';
import { personOf } from '../values/phoneNumber';
import { readRecipients } from '../values/recipients';
import { givenText, isNotSet, statusKey } from '../values/simple';
import { quotedValue } from '../wording';

/** What the filters that Query Messages and the trigger have in common come to. */
export async function readMessageFilters(given: Given, form: MessageFilters) {
	const campaign = given.read(form.campaign);
	const persons = await readPersons(given, form.phoneNumber);
	const keeps = (message: IDataObject) =>
		(campaign === undefined || givenText(message.campaign)?.trim() === campaign) &&
		(!persons || personsOf(message).some((person) => persons.has(person)));
	return {
		/** The filters that the service applies, as query parameters. */
		query: given.query([form.query, form.senderId, form.category]),
		campaign,
		persons,
		/** Whether a message fits the others; undefined where none of them is set. */
		keeps: (campaign ?? persons) ? keeps : undefined,
	};
}

/** Whose messages are asked for; undefined for everybody's. */
async function readPersons(given: Given, phoneNumber: Field<unknown>) {
	const value = given.read(phoneNumber);
	if (isNotSet(value)) return undefined;
	const { displayName: field } = phoneNumber.property;
	// No country can be chosen that would complete them.
	const { numbers, problems: found } = await readRecipients(value, null, { field });
	given.refuse(...found);
	return new Set(numbers.map(personOf));
}

const mostPerPage = 100;

/** A query with pages, but for what its records come out as. */
function prepareQuery(given: Given, query: IDataObject, keeps?: ReadOrder['keeps'], most?: number) {
	const asked = given.read(returnAll) ? undefined : given.read(limit);
	const wanted = most ?? asked;
	// The node may keep few of the records that it reads.
	const enough = keeps ? mostPerPage : Math.min(wanted ?? mostPerPage, mostPerPage);
	const pages = { first: given.read(page), perPage: given.read(perPage) ?? enough, limit: wanted };
	const order = {
		purpose: 'read' as const,
		query: { ...query, ...readDates(given) },
		pages,
		keeps,
	};
	return { order, concurrency: given.read(maxConcurrentRequests) };
}

/** The days of a query. Those of the form count only with Custom. */
function readDates(given: Given): IDataObject {
	const period = given.read(dates.dateCreated);
	if (period !== 'custom') return given.query([dates.dateCreated]);
	const start = given.read(dates.startDate);
	const end = given.read(dates.endDate);
	// Days written year first sort as texts do. One that can't be read is an empty text.
	if (start > end && end !== '') given.refuse(problems.startAfterEnd(start, end));
	return { date_created: period, start_date: start, end_date: end };
}

/** The filters that are set, in words. */
function filtersInWords(given: Given, form: Record<string, Field<unknown>>): string {
	const set = Object.values(form).flatMap((field) => {
		const value = given.raw(field);
		return isNotSet(value) ? [] : `${field.property.displayName} ${quotedValue(String(value))}`;
	});
	return set.join(', ');
}

async function prepareMessages(given: Given): Promise<Prepared> {
	const shape = given.read(output);
	const { query, persons, keeps: keepsCommon } = await readMessageFilters(given, filters);
	const messageId = given.read(filters.messageId);
	const statuses = given.read(filters.deliveryStatus);
	const keeps = (message: IDataObject) =>
		keepsCommon?.(message) !== false &&
		(messageId === undefined || idAsText(message.id) === messageId) &&
		(!statuses ||
			statuses.has(statusKey(message.status)) ||
			recipientRowsOf(message, persons, statuses).length > 0);
	const isFiltered = keepsCommon ?? messageId ?? statuses;
	const { order, concurrency } = prepareQuery(
		given,
		{ ...query, ...given.query([filters.status]) },
		isFiltered ? keeps : undefined,
		messageId === undefined ? undefined : 1,
	);
	return {
		order: {
			...order,
			output: shapeFor(shape, persons, statuses),
			lookedFor: filtersInWords(given, filters),
			limitsMessages: shape === 'recipients' && messageId === undefined,
		},
		concurrency,
	};
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
	prepare: prepareMessages,
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
	prepare: async (given) => {
		const query = given.query([senderFilters.query, senderFilters.status]);
		const { order, concurrency } = prepareQuery(given, query);
		const lookedFor = filtersInWords(given, senderFilters);
		return { order: { ...order, output: (record) => [record], lookedFor }, concurrency };
	},
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
	prepare: async () => ({
		order: { purpose: 'read', query: {}, output: statusesOf },
		concurrency: usualConcurrency,
	}),
};

/** The statuses of the answer: its keys are numbers written as text. */
export function statusesOf(data: IDataObject): Array<{ id: number; label: string }> {
	return Object.entries(data)
		.filter(([id]) => /^-?\d+$/.test(id))
		.map(([id, label]) => ({ id: Number(id), label: String(label) }));
}
