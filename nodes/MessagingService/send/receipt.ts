import type { IDataObject } from 'n8n-workflow';

import type { SendOrder } from '../item';

/**
 * The output of an item that the service took. A member called `error` is left out: n8n takes a run
 * whose first item has one for failed, and would run it once more under Retry On Fail.
 *
 * @param data of the service's answer
 */
export function receiptOf(data: IDataObject, { body, beside }: SendOrder): IDataObject {
	const answer = { ...data };
	delete answer.error;
	return { ...answer, sendOutcome: 'accepted', recipients: body.recipients, ...beside };
}

/** The message's ID as text; undefined where the receipt has none. */
export function messageIdOf({ messageId }: IDataObject): string | undefined {
	const id =
		typeof messageId === 'string' || typeof messageId === 'number' ? String(messageId).trim() : '';
	return id || undefined;
}
