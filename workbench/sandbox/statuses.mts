/** Statuses that message and recipient records show: the one that was set, or one that follows from the time. */
import type { StoredMessage } from './messages.mts';

/** Any text; null for a record without a status. */
export type ShownStatus = string | null;

/** Meaning of the numbers in the `status` filter of messages. A reading: the specification names no list. */
export const deliveryStatusByNumber: Readonly<Record<string, string>> = {
	'0': 'Pending',
	'1': 'Sent',
	'2': 'Delivered',
	'-3': 'Failed',
};

function statusByTime(due: number, now: number, phoneNumber = ''): string {
	if (now < due + 2_000) return 'Pending';
	if (now < due + 5_000) return 'Sent';
	return phoneNumber.endsWith('404') ? 'Failed' : 'Delivered';
}

export class ShownStatuses {
	/** Statuses that were set for each number, keyed by message id, or by `all` for all messages. */
	private readonly numbers = new Map<string, Map<number | 'all', ShownStatus>>();

	/** Sets the status of a number in one message, or in all. In all, it replaces those set for single messages. */
	set(phoneNumber: string, status: ShownStatus | undefined, messageId?: number): void {
		const known = messageId === undefined ? undefined : this.numbers.get(phoneNumber);
		const set = new Map(known);
		if (status === undefined) set.delete(messageId ?? 'all');
		else set.set(messageId ?? 'all', status);
		this.numbers.set(phoneNumber, set);
	}

	ofRecipient({ id, due }: StoredMessage, phoneNumber: string, now: number): ShownStatus {
		const set = this.numbers.get(phoneNumber);
		const shown = set?.has(id) ? set.get(id) : set?.get('all');
		return shown === undefined ? statusByTime(due, now, phoneNumber) : shown;
	}

	/** Returns the message's own status at `now`: its recipients' status if they agree, else the one for the time. */
	ofMessage(message: StoredMessage, now: number): ShownStatus {
		const shown = new Set(
			message.phoneNumbers.map((phoneNumber) => this.ofRecipient(message, phoneNumber, now)),
		);
		const [first = null] = shown;
		return shown.size === 1 ? first : statusByTime(message.due, now);
	}

	clear(): void {
		this.numbers.clear();
	}
}
