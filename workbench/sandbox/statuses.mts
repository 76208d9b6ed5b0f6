/** What message and recipient records show as their status: what was set, else what the time makes of it. */
import type { StoredMessage } from './messages.mts';

/** Any text; null is a record without a status. */
export type ShownStatus = string | null;

/**
 * Which status the number in the filter `status` of the message query stands for: a reading, the specification names
 * no list. Of these statuses it has Pending alone.
 */
export const deliveryStatusByNumber: Readonly<Record<string, string>> = {
	'0': 'Pending',
	'1': 'Sent',
	'2': 'Delivered',
	'-3': 'Failed',
};

/** Milliseconds after which a message that is due counts as sent, and as delivered or failed. */
const sentAfter = 2_000;
const deliveredAfter = 5_000;

/** A message to a number that ends in 404 is accepted, and its delivery fails. */
function statusByTime(due: number, now: number, phoneNumber = ''): string {
	if (now < due + sentAfter) return 'Pending';
	if (now < due + deliveredAfter) return 'Sent';
	return phoneNumber.endsWith('404') ? 'Failed' : 'Delivered';
}

/** Stands for all messages of a number. */
const everywhere = 'everywhere';

export class ShownStatuses {
	/** What was set for a number, by the message's id. */
	private readonly numbers = new Map<string, Map<number | typeof everywhere, ShownStatus>>();

	/**
	 * Sets the status of a number in all its messages, whatever any of them had of its own, or in one message.
	 * Undefined takes back what was set that way.
	 */
	set(phoneNumber: string, status: ShownStatus | undefined, messageId?: number): void {
		const known = messageId === undefined ? undefined : this.numbers.get(phoneNumber);
		const set = new Map(known);
		if (status === undefined) set.delete(messageId ?? everywhere);
		else set.set(messageId ?? everywhere, status);
		this.numbers.set(phoneNumber, set);
	}

	/** The status of one recipient of a message at `now`. */
	ofRecipient({ id, due }: StoredMessage, phoneNumber: string, now: number): ShownStatus {
		const set = this.numbers.get(phoneNumber);
		const shown = set?.has(id) ? set.get(id) : set?.get(everywhere);
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
