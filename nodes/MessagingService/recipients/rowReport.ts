import type { Receipt, SendOrder, SkippedRecipient } from '../item';
import type { Problem } from '../texts';

/** A row's outcome is the first of these that one of its recipients has. */
export const sendOutcomes = [
	'unknown',
	'accepted',
	'notSent',
	'alreadySent',
	'dryRun',
	'excluded',
] as const;

export type SendOutcome = (typeof sendOutcomes)[number];

/** The outcome of one recipient. */
export interface Fate {
	became: 'unknown' | 'accepted' | 'notSent' | 'alreadySent';
	/** Set where it has the message. */
	receipt?: Receipt;
	/** Set where it hasn't the message, or nobody knows. */
	failures?: Problem[];
	/** Whether the row goes without it: the service refused it, and Invalid Recipients is Skip. */
	isSkipped?: true;
}

/** A row's outcome, from those of its recipients. */
export interface RowReport {
	sendOutcome: SendOutcome;
	/** Undefined where the row can't be read, and of a query. */
	order?: SendOrder;
	/** The numbers of its recipients by their outcome; '' for a contact group. */
	recipients: Record<SendOutcome, string[]>;
	/** Reasons, for the outcomes `unknown` and `notSent`. */
	failures: Record<SendOutcome, Problem[]>;
	/** The receipt of the recipients that `sendOutcome` is about. */
	receipt?: Receipt;
	/** The IDs of its accepted messages, one of each request; else the receipt's. */
	messageId?: string;
	/** ISO 8601: when the last text of these goes out, or would after a dry run; null for at once. */
	scheduledFor?: string | null;
	/** Recipients that got nothing for a reason of their own. */
	skipped: SkippedRecipient[];
}

/**
 * Reports a row from the fates of its recipients.
 *
 * @param order undefined where the row can't be read, and of a query
 * @param fates by the number, '' for a contact group; undefined for a recipient without a fate
 * @param refusals why the row can't be read, or its recipients without a fate get nothing
 */
export function reportRow(
	order: SendOrder | undefined,
	fates: Array<readonly [recipient: string, fate: Fate | undefined]>,
	refusals: Problem[],
): RowReport {
	const recipients = listsBy<string>();
	const failures = { ...listsBy<Problem>(), notSent: [...refusals] };
	const receipts = listsBy<Receipt>();
	const skipped: SkippedRecipient[] = [...(order?.skipped ?? [])];
	const refused: SkippedRecipient[] = [];
	const isRefused = !order || refusals.length > 0;
	const isReached = fates.some(([, fate]) => fate?.isSkipped === undefined);
	for (const [recipient, fate] of fates) {
		const became = fate?.became ?? (order?.isDryRun && !isRefused ? 'dryRun' : 'notSent');
		const why = fate?.failures ?? [];
		const reason = why.map(({ what, next }) => `${what} ${next}`).join(' ');
		if (fate?.isSkipped && isReached) {
			skipped.push({ recipient, reason });
			continue;
		}
		recipients[became].push(recipient);
		if (fate?.receipt) receipts[became].push(fate.receipt);
		for (const each of why) if (!failures[became].includes(each)) failures[became].push(each);
		if (became === 'notSent') refused.push({ recipient, reason });
	}
	const first = sendOutcomes.find((each) => recipients[each].length > 0);
	const sendOutcome = first ?? (isRefused ? 'notSent' : 'excluded');
	if (sendOutcome !== 'notSent') skipped.push(...refused);
	// The first one's, with what any of them was confirmed by, and the delivery statuses of all.
	const own = receipts[sendOutcome];
	const { confirmedBy } = own.find((receipt) => receipt.confirmedBy) ?? {};
	const deliveryStatus = allOf(own.map((receipt) => receipt.deliveryStatus));
	const receipt = own[0] && { ...own[0], confirmedBy, deliveryStatus };
	const messageId = allOf(receipts.accepted.map(({ id }) => id)) ?? receipt?.id;
	// A row of several requests may begin within Sending Hours, and end after them.
	const times = own.flatMap((each) => each.scheduledFor ?? []).sort();
	const scheduledFor = sendOutcome === 'dryRun' ? order?.body.schedule : times.at(-1);
	return {
		...{ sendOutcome, order, recipients, failures },
		...{ receipt, messageId, scheduledFor, skipped },
	};
}

/** The values that there are, each once. */
function allOf(values: Array<string | undefined>): string | undefined {
	return [...new Set(values)].filter(Boolean).join(', ') || undefined;
}

/** No values yet for any outcome. */
export function listsBy<Value>(): Record<SendOutcome, Value[]> {
	return { unknown: [], accepted: [], notSent: [], alreadySent: [], dryRun: [], excluded: [] };
}
