import type { IDataObject } from 'n8n-workflow';

/** What Query Messages can give back for a message. */
export const outputs = ['simplified', 'raw', 'recipients'] as const;

/** Turns one message record (specification section 2.1) into output, by the kind of output. */
export const shapeOf: Record<(typeof outputs)[number], (message: IDataObject) => IDataObject[]> = {
	raw: (message) => [message],

	simplified: (message) => [
		{
			...picked(message, ['id', 'status', 'message', 'sender_id', 'category', 'campaign']),
			recipients: recipientsOf(message).map(({ phone_number }) => phone_number ?? null),
			...picked(message, ['schedule', 'created_at']),
		},
	],

	recipients: (message) =>
		recipientsOf(message).map((recipient) => ({
			...picked(recipient, ['phone_number', 'status', 'reference', 'created_at']),
			message_id: message.id ?? null,
			message_status: message.status ?? null,
			...picked(message, ['sender_id', 'category', 'campaign']),
		})),
};

/** These fields, null where the record has none: n8n's table view gets the same columns for every item. */
function picked(record: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
}

/** Those that were addressed one by one. The elements of a contact group have no specified shape. */
function recipientsOf({ sms_recipients: recipients }: IDataObject): IDataObject[] {
	const list = Array.isArray(recipients) ? recipients : recipients ? [recipients] : [];
	return list.filter(
		(recipient): recipient is IDataObject => typeof recipient === 'object' && recipient !== null,
	);
}
