import type { Receipt, SendOrder, SkippedRecipient } from '../item';
import type { Problem } from '../texts';

/** All outcomes. The outcome of a row is the first of these that one of its recipients has. */
export const sendOutcomes = [
	'unknown',
	'accepted',
	'dryRun',
	'notSent',
	'alreadySent',
	'excluded',
] as const;

export type SendOutcome = (typeof sendOutcomes)[number];

/** The outcome of one recipient. */
export interface Fate {
	became: 'unknown' | 'accepted' | 'notSent' | 'alreadySent';
	/** Set if the recipient has the message. */
	receipt?: Receipt;
	/** Set if the recipient doesn't have the message, or if that is unknown. */
	failures?: Problem[];
	/** Set if the service refused the recipient, and the row is sent without it (Invalid Recipients: Skip). */
	isSkipped?: true;
}

/** The outcome of the test of a run. */
export interface TestReport {
	/** The row of its text, by its place in the node's input, from 0. */
	index: number;
	/** The Test Number, as it went out. */
	recipient: string;
	sendOutcome: Fate['became'];
	receipt?: Receipt;
	/** Why it was not sent, or may not have been. */
	failures: Problem[];
}

/** The outcome of a row, derived from those of its recipients. */
export interface RowReport {
	sendOutcome: SendOutcome;
	/** Undefined if the row can't be read, and for a query. */
	order?: SendOrder;
	/** The numbers of its recipients by their outcome; '' for a contact group. */
	recipients: Record<SendOutcome, string[]>;
	/** Reasons, for the outcomes `unknown` and `notSent`. */
	failures: Record<SendOutcome, Problem[]>;
	/** Receipt of the recipients that have the outcome `sendOutcome`. */
	receipt?: Receipt;
	/** IDs of its accepted messages, one for each request; if there are none, the receipt's ID. */
	messageId?: string;
	/** When the last of these messages goes out, or would without Dry Run, in ISO 8601; null if at once. */
	scheduledFor?: string | null;
	/** Recipients that have the message, though the row has another outcome. */
	having: string[];
	/** Recipients that got nothing for a reason of their own. */
	skipped: SkippedRecipient[];
	/** Set if the row's text went to the Test Number, or failed to. */
	test?: TestReport;
}

/**
 * Reports a row, from the outcomes of its recipients.
 *
 * @param order undefined if the row can't be read, and for a query
 * @param fates the outcome of each number ('' for a contact group); undefined if it has none
 * @param refusals why the row can't be read, or why its recipients without an outcome get nothing
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
	// The first receipt, with `confirmedBy` from any of them, and the delivery statuses of all.
	const own = receipts[sendOutcome];
	const { confirmedBy } = own.find((receipt) => receipt.confirmedBy) ?? {};
	const deliveryStatus = allOf(own.map((receipt) => receipt.deliveryStatus));
	const receipt = own[0] && { ...own[0], confirmedBy, deliveryStatus };
	const messageId = allOf(receipts.accepted.map(({ id }) => id)) ?? receipt?.id;
	// A row of several requests may begin within Sending Hours, and end after them.
	const times = own.flatMap((each) => each.scheduledFor ?? []).sort();
	const having = (['accepted', 'alreadySent'] as const)
		.filter((each) => each !== sendOutcome)
		.flatMap((each) => recipients[each]);
	const scheduledFor = sendOutcome === 'dryRun' ? order?.body.schedule : times.at(-1);
	return {
		...{ sendOutcome, order, recipients, failures },
		...{ receipt, messageId, scheduledFor, having, skipped },
	};
}

/** Joins the distinct values that are set; undefined if there are none. */
function allOf(values: Array<string | undefined>): string | undefined {
	return [...new Set(values)].filter(Boolean).join(', ') || undefined;
}

/** Returns an empty list for each outcome. */
export function listsBy<Value>(): Record<SendOutcome, Value[]> {
	return { unknown: [], accepted: [], notSent: [], alreadySent: [], dryRun: [], excluded: [] };
}
