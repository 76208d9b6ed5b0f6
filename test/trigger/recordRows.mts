/** What a message record comes out as: written anew after the interface, to judge the node's own way. */
import type { IDataObject } from 'n8n-workflow';
import type { Watching } from './watching.mts';

/** A status as it is compared. */
export const keyOf = (status: unknown): string =>
	typeof status === 'string' ? status.trim().slice(0, 200).toLowerCase() : '';

export const digitsOf = (number: unknown): string => String(number ?? '').replace(/\D/g, '');

/** Recipients, and members of a contact group as far as they can be read. */
export function membersOf({
	sms_recipients: single,
	sms_list_recipients: grouped,
}: IDataObject): IDataObject[] {
	const members = (grouped as Array<IDataObject | string>).map((member) =>
		typeof member === 'string' ? { phone_number: member } : member,
	);
	return [
		...(single as IDataObject[]),
		...members.filter((member) => typeof member.phone_number === 'string'),
	];
}

/** What a record comes out as, recipient by recipient; several rows where a number stands in it several times. */
export function rowsByDigits(
	record: IDataObject,
	{ numbers }: Watching,
): Map<string, IDataObject[]> {
	const members = membersOf(record);
	const groups = new Map<string, IDataObject[]>();
	for (const {
		phone_number = null,
		status,
		reference = null,
		created_at = null,
	} of members.length > 0 ? members : [{} as IDataObject]) {
		const digits = digitsOf(phone_number);
		if (numbers && !numbers.includes(digits)) continue;
		const row = {
			phone_number,
			status: keyOf(status) ? status : (record.status ?? null),
			reference,
			created_at,
			message_id: record.id ?? null,
			message_status: record.status ?? null,
			sender_id: record.sender_id,
			category: record.category,
			campaign: record.campaign,
		} as IDataObject;
		groups.set(digits, [...(groups.get(digits) ?? []), row]);
	}
	return groups;
}

/** What a new message comes out as. */
export function simplified(record: IDataObject): IDataObject {
	const {
		id = null,
		status,
		message,
		sender_id,
		category,
		campaign,
		schedule,
		created_at,
	} = record;
	return {
		id,
		status,
		message,
		sender_id,
		category,
		campaign,
		recipients: membersOf(record).map(({ phone_number: number }) => number),
		schedule,
		created_at,
	} as IDataObject;
}
