import { onlyMembers, phoneNumber, status } from './givenMembers.mts';
import type { MessageStore } from './messages.mts';
import type { SandboxState } from './state.mts';

/** Which status a number shows, as the control route takes it. */
export interface StatusOrder {
	phoneNumber: string;
	/** Any text; null is a record without status; left out, the number is given back to time. */
	status?: string | null;
	/** The `id` of the message record; left out, every message to the number is meant. */
	messageId?: number | string;
}

/**
 * Sets the status of a number, or gives it back to time. Throws a sentence for what could never show:
 * a test that waits for it would wait for nothing.
 */
export function setStatus(state: SandboxState, order: StatusOrder): void {
	onlyMembers('A status', order, ['phoneNumber', 'status', 'messageId']);
	const number = phoneNumber('phoneNumber', order.phoneNumber);
	const shown = status(order.status);
	const id =
		order.messageId === undefined ? undefined : messageTo(state.messages, number, order.messageId);
	state.statuses.set(number, shown, id);
}

function messageTo(messages: MessageStore, number: string, messageId: unknown): number {
	if (
		!/^\d+$/.test(
			typeof messageId === 'number'
				? String(messageId)
				: typeof messageId === 'string'
					? messageId
					: '',
		)
	) {
		throw new Error(`messageId is the id of a message record, not ${JSON.stringify(messageId)}.`);
	}
	const message = messages.accepted(Number(messageId));
	if (!message) throw new Error(`There is no message ${messageId}.`);
	if (!message.phoneNumbers.includes(number))
		throw new Error(`The message ${messageId} has no recipient ${number}.`);
	return message.id;
}
