import type { StoredMessage } from './messages.mts';
import { messageStatus, recipientStatus } from './statuses.mts';

/** What a record shows as its status; null is a record without one. */
export type ShownStatus = string | null;

/** A status that was set for a number, or for the number in one message. */
export interface SetStatus {
	phoneNumber: string;
	status: ShownStatus;
	messageId?: number;
}

interface SetForNumber {
	everywhere?: ShownStatus;
	inMessage: Map<number, ShownStatus>;
}

/** What message and recipient records show as their status: what was set, else what the time makes of it. */
export class ShownStatuses {
	private readonly numbers = new Map<string, SetForNumber>();

	/**
	 * Sets the status of a number in all its messages, whatever any of them had of its own, or in one message.
	 * Undefined takes back what was set that way.
	 */
	set(phoneNumber: string, status: ShownStatus | undefined, messageId?: number): void {
		const known: SetForNumber = this.numbers.get(phoneNumber) ?? { inMessage: new Map() };
		if (messageId === undefined) {
			known.everywhere = status;
			known.inMessage.clear();
		} else if (status === undefined) {
			known.inMessage.delete(messageId);
		} else {
			known.inMessage.set(messageId, status);
		}
		this.numbers.set(phoneNumber, known);
	}

	/** The status of one recipient of a message at `now`. */
	ofRecipient(message: StoredMessage, phoneNumber: string, now: number): ShownStatus {
		const set = this.setFor(message, phoneNumber);
		return set === undefined ? recipientStatus(phoneNumber, message.due, now) : set;
	}

	/** The message's own status at `now`: the one that all its recipients show; where they differ, the time's. */
	ofMessage(message: StoredMessage, now: number): ShownStatus {
		const { phoneNumbers, due } = message;
		const byTime = messageStatus(phoneNumbers, due, now);
		// A query over a hundred thousand messages asks this for each of them.
		if (this.numbers.size === 0) return byTime;
		const [first = byTime, ...others] = new Set(
			phoneNumbers.map((phoneNumber) => this.ofRecipient(message, phoneNumber, now)),
		);
		return others.length === 0 ? first : byTime;
	}

	/** All that is set, as it was asked for. */
	all(): SetStatus[] {
		return [...this.numbers].flatMap(([phoneNumber, { everywhere, inMessage }]) => [
			...(everywhere === undefined ? [] : [{ phoneNumber, status: everywhere }]),
			...[...inMessage].map(([messageId, status]) => ({ phoneNumber, status, messageId })),
		]);
	}

	clear(): void {
		this.numbers.clear();
	}

	private setFor(message: StoredMessage, phoneNumber: string): ShownStatus | undefined {
		const set = this.numbers.get(phoneNumber);
		if (!set) return undefined;
		const own = set.inMessage.get(message.id);
		return own === undefined ? set.everywhere : own;
	}
}
