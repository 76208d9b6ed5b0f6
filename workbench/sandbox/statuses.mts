/** What message and recipient records show as their status: what was set, else what the time makes of it. */
import type { StoredMessage } from './messages.mts';

/** Any text; null is a record without a status. */
export type ShownStatus = string | null;

/** What the number in the filter `status` of messages means: a reading, the specification names no list. */
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
	/** What was set for a number, by the message's id; for all messages under `all`. */
	private readonly numbers = new Map<string, Map<number | 'all', ShownStatus>>();

	/** Sets the status of a number in one message, or in all, whatever any of them had of its own. */
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

	/** The message's own status at `now`: the one that all its recipients show; where they differ, the time's. */
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
