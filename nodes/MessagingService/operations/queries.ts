import type { IDataObject } from 'n8n-workflow';

import type { Operation, Prepared } from './operation';
import { SeenFields } from './seenFields';
import type { Field } from '../fields/field';
import type { ItemFields } from '../fields/parameters';
import * as form from '../fields/queries';
import type { ReadOrder } from '../item';
import { problems } from '../texts';
import { statusKey } from '../values/fieldValues';
import { givenText, isNotSet } from '../values/given';
import {
	areOfRecipients,
	idAsText,
	personKeys,
	recipientRowsOf,
	selected,
	simplified,
} from '../values/messageRecord';
import { personKey } from '../values/phoneNumber';
import { readRecipients } from '../values/recipients';
import { quotedValue } from '../wording';

/** Reads the filters that Query Messages and the trigger have in common. */
export async function readMessageFilters(item: ItemFields, filters: form.MessageFilters) {
	const campaign = item.read(filters.campaign);
	const persons = await readPhoneFilter(item, filters.phoneNumber);
	const seen = new SeenFields();
	const conditions: Condition[] = [];
	if (campaign !== undefined)
		conditions.push((message) => {
			const own = givenText(message.campaign)?.trim();
			const isMet = own === campaign;
			const values = own ? [own] : [];
			seen.record(filters.campaign.label, { isShown: Boolean(own), isMet, values });
			return isMet;
		});
	if (persons)
		conditions.push((message) => {
			const all = personKeys(message);
			const isMet = all.some((person) => persons.has(person));
			seen.record(filters.phoneNumber.label, { isShown: all.length > 0, isMet });
			return isMet;
		});
	return {
		/** The filters that the service applies, as query parameters. */
		query: item.query(filters),
		/** Filters that the service doesn't have, so the node applies them. */
		conditions,
		keeps: meetsAll(conditions),
		persons,
		seen,
	};
}

/** Whether a message meets one condition. @param fits whether it meets all conditions before this one */
type Condition = (message: IDataObject, fits: boolean) => boolean;

/**
 * Returns a condition that requires all of these, or undefined if there are none. Calls each of them, since each
 * records the fields that it sees.
 */
function meetsAll(conditions: Condition[]): ReadOrder['keeps'] {
	if (conditions.length === 0) return undefined;
	return (message) => conditions.reduce((fits, meets) => meets(message, fits) && fits, true);
}

/** Reads whose messages to find, as `personKey` returns them. Undefined for everybody's. */
async function readPhoneFilter(item: ItemFields, phoneNumber: Field<unknown>) {
	const value = item.read(phoneNumber);
	if (isNotSet(value)) return undefined;
	// The form has no Default Country that would complete them.
	const { numbers, problems: found } = await readRecipients(value, null, {
		field: phoneNumber.label,
	});
	item.refuse(...found);
	return new Set(numbers.map(personKey));
}

const mostPerPage = 100;

/** Prepares a query with pages, except for the output of its records. */
function prepareQuery(
	item: ItemFields,
	filters: Record<string, Field<unknown>>,
	query: IDataObject,
	{ keeps, most }: Pick<ReadOrder, 'keeps'> & { most?: number } = {},
) {
	const asked = item.read(form.paging.returnAll) ? undefined : item.read(form.paging.limit);
	const limit = most ?? asked;
	// With `keeps`, the node may drop most of the records that it reads.
	const enough = keeps ? mostPerPage : Math.min(limit ?? mostPerPage, mostPerPage);
	const first = item.read(form.options.page);
	const set = item.read(form.options.perPage);
	const order = {
		purpose: 'read' as const,
		query: { ...query, ...readDays(item, query) },
		pages: { first, perPage: set ?? enough, isPerPageSet: set !== undefined, limit },
		keeps,
		lookedFor: filtersInWords(item, filters),
	};
	return { order, concurrency: item.read(form.options.maxConcurrentRequests) };
}

/** Reads the first and last day of a query. The form's dates count only with Custom. */
function readDays(item: ItemFields, { date_created: period }: IDataObject): IDataObject {
	if (period !== 'custom') return {};
	const start = item.require(form.dates.startDate);
	const end = item.require(form.dates.endDate);
	// Dates with the year first sort as texts. A date that can't be read is an empty text.
	if (start > end && end !== '') item.refuse(problems.startAfterEnd(start, end));
	return { start_date: start, end_date: end };
}

/** Returns the filters that are set, in words. */
function filtersInWords(item: ItemFields, filters: Record<string, Field<unknown>>): string {
	const set = Object.values(filters).flatMap((field) => {
		const value = item.raw(field);
		const exactly = field === form.filters.campaign ? ' (which must match exactly)' : '';
		// An object may have no text, or one of its own, so it isn't converted.
		const text = typeof value === 'object' ? value : String(value);
		return isNotSet(value) ? [] : `${field.label} ${quotedValue(text)}${exactly}`;
	});
	return set.join(', ');
}

async function prepareMessages(item: ItemFields): Promise<Prepared> {
	const { filters } = form;
	const { query, persons, seen, conditions } = await readMessageFilters(item, filters);
	const messageId = item.read(filters.messageId);
	if (messageId !== undefined) conditions.push(({ id }) => idAsText(id) === messageId);
	const statuses = item.read(filters.deliveryStatus);
	if (statuses)
		conditions.push((message, fits) => {
			if (!fits) return false;
			const all = [message, ...recipientRowsOf(message, persons)];
			const values = all.flatMap(({ status }) => givenText(status)?.trim() || []);
			const isMet = values.some((status) => statuses.has(statusKey(status)));
			seen.record(filters.deliveryStatus.label, { isShown: values.length > 0, isMet, values });
			return isMet;
		});
	const { order, concurrency } = prepareQuery(item, filters, query, {
		keeps: meetsAll(conditions),
		most: messageId === undefined ? undefined : 1,
	});
	const shape = readShape(item, persons, statuses);
	const limitsMessages = shape.isByRecipient && messageId === undefined;
	const { output } = shape;
	return { order: { ...order, seen, output, limitsMessages }, concurrency };
}

/** Reads how messages are output. */
function readShape(
	item: ItemFields,
	persons?: ReadonlySet<string>,
	statuses?: ReadonlySet<string>,
) {
	const output = item.read(form.output);
	const fields = output === 'selectedFields' ? item.read(form.selectedFields) : [];
	const isByRecipient = output === 'recipients' || areOfRecipients(fields);
	const shapes = {
		raw: (record: IDataObject) => [record],
		simplified: (record: IDataObject) => [simplified(record)],
		recipients: (record: IDataObject) => recipientRowsOf(record, persons, statuses),
		selectedFields: (record: IDataObject) => selected(record, fields, persons, statuses),
	};
	return { output: shapes[output], isByRecipient };
}

/** GET /sms/messages (specification section 4.3). */
export const queryMessages: Operation = {
	name: 'Query Messages',
	value: 'queryMessages',
	action: 'Query messages',
	description: 'Find messages that were sent, with the delivery status of each recipient',
	purpose: 'read',
	url: '/sms/messages',
	fields: form.queryMessagesFields,
	prepare: prepareMessages,
};

/** GET /sms/senders (specification section 4.4). */
export const querySenders: Operation = {
	name: 'Query Senders',
	value: 'querySenders',
	action: 'Query senders',
	description: 'Find the sender IDs that messages can be sent from, with their status',
	purpose: 'read',
	url: '/sms/senders',
	fields: form.querySendersFields,
	prepare: async (item) => {
		const filters = form.senderFilters;
		const { order, concurrency } = prepareQuery(item, filters, item.query(filters));
		return { order: { ...order, output: (record) => [record] }, concurrency };
	},
};

/** GET /system/system-status (specification section 4.5). */
export const listStatuses: Operation = {
	name: 'List Statuses',
	value: 'listStatuses',
	action: 'List statuses',
	description: 'List the statuses that a sender ID can have',
	purpose: 'read',
	url: '/system/system-status',
	fields: [],
	prepare: async () => ({
		order: { purpose: 'read', query: {}, output: statusesOf },
		concurrency: form.options.maxConcurrentRequests.otherwise,
	}),
};

/** Returns the statuses of an answer, whose keys are numbers written as text. */
export function statusesOf(data: IDataObject): Array<{ id: number; label: string }> {
	return Object.entries(data)
		.filter(([id]) => /^-?\d+$/.test(id))
		.map(([id, label]) => ({ id: Number(id), label: String(label) }));
}
