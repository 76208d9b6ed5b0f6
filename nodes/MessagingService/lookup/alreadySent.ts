import type { IDataObject } from 'n8n-workflow';

import { Slices } from '../http/slices';
import type { SendOrder } from '../item';
import { digitsOf } from '../operations/messageRecord';
import { contentKeyOf } from './identity';
import {
	deliveryStatusesOf,
	numbersOf,
	readListedMessage,
	type ListedMessage,
} from './listedMessage';

/** A message that a number has already. */
type SentMessage = ListedMessage & { deliveryStatus?: string };

/** What a run's messages are at the service already: the latest record of each message to each number. */
export class AlreadySent {
	/** The wanted messages by number; null where none was found. Of all other records nothing is kept. */
	private readonly byNumber = new Map<string, Map<string, SentMessage | null>>();

	/** Works in slices. @param orders the messages to look for */
	async want(orders: SendOrder[]): Promise<void> {
		const slices = new Slices();
		for (const { body } of orders) {
			if (slices.isOver) await slices.next();
			const key = contentKeyOf(body);
			for (const number of body.recipients ?? []) {
				const digits = digitsOf(number);
				const wanted = this.byNumber.get(digits) ?? new Map<string, null>();
				this.byNumber.set(digits, wanted.set(key, null));
			}
		}
	}

	note(record: IDataObject): void {
		const numbers = numbersOf(record);
		const wanted = numbers.filter((number) => this.byNumber.has(number));
		if (wanted.length === 0) return;
		const message = readListedMessage(record, numbers);
		const { contentKey } = message;
		if (contentKey === undefined) return;
		const theirs = wanted.filter((number) => this.byNumber.get(number)!.has(contentKey));
		if (theirs.length === 0) return;
		const statuses = deliveryStatusesOf(record);
		for (const number of theirs) {
			const messages = this.byNumber.get(number)!;
			const found = messages.get(contentKey);
			// Of one whose time can't be read the service says that it is of the days asked for.
			if (!found || (message.dueAt ?? Infinity) > (found.dueAt ?? Infinity))
				messages.set(contentKey, { ...message, deliveryStatus: statuses.get(number) });
		}
	}

	/**
	 * @param content the message, as `contentKey` has it
	 * @param since by the service's clock: what was due earlier doesn't count
	 */
	find(content: string, number: string, since: number): SentMessage | undefined {
		const found = this.byNumber.get(digitsOf(number))?.get(content);
		return found && (found.dueAt ?? Infinity) >= since ? found : undefined;
	}
}
