import type { IDataObject } from 'n8n-workflow';

import type { Item, SendOrder } from '../item';

/** What is known of a message that a number has already. */
export interface SentBefore {
	/** Undefined where the service named none. */
	id?: string;
	/** As the service wrote it, else ISO 8601 by this machine's clock; null where nobody knows. */
	sentAt: string | null;
	/** What became of it, in the service's words, where its list was read. */
	deliveryStatus?: string;
}

/**
 * Leaves out the numbers that have an item's message already.
 *
 * @returns the item with the numbers that are left, or its output where none is
 */
export function withoutSent(
	item: Item<SendOrder>,
	sentBefore: (number: string) => SentBefore | undefined,
): { item: Item<SendOrder> } | { output: IDataObject } {
	const { body, beside } = item.order;
	const numbers = body.recipients ?? [];
	const already = new Map(
		numbers.flatMap((number) => {
			const before = sentBefore(number);
			return before ? [[number, before]] : [];
		}),
	);
	const [first] = already.values();
	if (!first) return { item };
	const { alreadySentRecipients: earlier = [], skippedRecipients } = beside;
	const alreadySentRecipients = [...earlier, ...already.keys()];
	const recipients = numbers.filter((number) => !already.has(number));
	if (recipients.length > 0) {
		return {
			item: {
				...item,
				order: {
					...item.order,
					body: { ...body, recipients },
					beside: { ...beside, alreadySentRecipients },
				},
			},
		};
	}
	return {
		output: {
			sendOutcome: 'alreadySent',
			messageId: first.id ?? null,
			sentAt: first.sentAt,
			...deliveryStatusOf([...already.values()]),
			recipients: alreadySentRecipients,
			...(skippedRecipients ? { skippedRecipients } : {}),
		},
	};
}

/** Each status once, where the numbers of an item have several. */
function deliveryStatusOf(sent: SentBefore[]): { deliveryStatus?: string } {
	const statuses = new Set(sent.flatMap(({ deliveryStatus }) => deliveryStatus ?? []));
	return statuses.size > 0 ? { deliveryStatus: [...statuses].join(', ') } : {};
}
