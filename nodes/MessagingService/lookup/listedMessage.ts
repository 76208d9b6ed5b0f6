import type { IDataObject } from 'n8n-workflow';

import { digitsOf, recipientsOf } from '../operations/messageRecord';
import { idOf } from '../query/pass';
import { givenText } from '../validation/givenText';
import { readInstant } from '../validation/instant';
import { contentKey } from './identity';

/** A message record of the service's list (specification section 2.1), as far as a look-up needs it. */
export interface ListedMessage {
	/** Undefined where it has none. */
	id?: string;
	/** As the service wrote it; null where it did not. */
	sentAt: string | null;
	/** By the service's clock, in milliseconds since 1970; undefined where it can't be read. */
	createdAt?: number;
	/** When it goes out: the later of its creation and its schedule. */
	dueAt?: number;
	/** The digits of every number that it went to, those of a contact group too. */
	numbers: string[];
	/** Whether it went to these numbers alone: to no contact group, and to nobody whose number can't be read. */
	isToNumbers: boolean;
	/** Undefined where the record lacks one of the three. */
	contentKey?: string;
}

const utc = { offsetAt: () => 0 };

/** The numbers of a message record, before anything else of it is read: most records are of no interest. */
export function numbersOf(record: IDataObject): string[] {
	return recipientsOf(record).flatMap(({ phone_number: number }) => {
		const digits = digitsOf(number);
		return digits ? [digits] : [];
	});
}

/** @param numbers those of the record */
export function readListedMessage(record: IDataObject, numbers: string[]): ListedMessage {
	const [message, campaign, category] = [record.message, record.campaign, record.category].map(
		givenText,
	);
	const createdAt = createdAtOf(record);
	const group = record.sms_list_recipients;
	const isToNobodyElse = recipientsOf(record).every(
		({ phone_number: number }) => digitsOf(number) !== '',
	);
	return {
		id: idOf(record),
		sentAt: givenText(record.created_at) ?? null,
		createdAt,
		dueAt: dueAtOf(record, createdAt),
		numbers,
		isToNumbers: isToNobodyElse && (!group || (Array.isArray(group) && group.length === 0)),
		...(message !== undefined && campaign !== undefined && category !== undefined
			? { contentKey: contentKey({ message, campaign, category }) }
			: {}),
	};
}

/** What the list says became of a message, by the digits of each of its numbers. */
export function deliveryStatusesOf(record: IDataObject): Map<string, string | undefined> {
	const ofMessage = textOfStatus(record.status);
	return new Map(
		recipientsOf(record).map(({ phone_number: number, status }) => [
			digitsOf(number),
			textOfStatus(status) ?? ofMessage,
		]),
	);
}

function textOfStatus(status: unknown): string | undefined {
	return givenText(status)?.trim() || undefined;
}

function dueAtOf(record: IDataObject, createdAt: number | undefined): number | undefined {
	const schedule = readInstant(record.schedule, utc);
	if (createdAt === undefined || schedule === undefined) return createdAt;
	return Math.max(createdAt, schedule);
}

/** When the service took the message, by its own clock: it writes UTC, whether it says so or not. */
export function createdAtOf({ created_at: time }: IDataObject): number | undefined {
	return readInstant(time, utc);
}
