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

/** What became of one recipient. */
export interface Fate {
	became: 'unknown' | 'accepted' | 'notSent' | 'alreadySent';
	/** Where it has the message. */
	receipt?: Receipt;
	/** Where it hasn't, or nobody knows. */
	failures?: Problem[];
}

/** What a row tells. */
export interface Told {
	sendOutcome: SendOutcome;
	/** Undefined where the row can't be read, and of a query. */
	order?: SendOrder;
	/** Its recipients, by what became of each. A contact group is '' among them. */
	recipients: Record<SendOutcome, string[]>;
	/** Why, of those that are unknown or not sent. */
	failures: Record<SendOutcome, Problem[]>;
	/** Of those that `sendOutcome` is about. */
	receipt?: Receipt;
	/** Who got nothing for a reason of their own. */
	skipped: SkippedRecipient[];
}

/**
 * Tells a row from its recipients.
 *
 * @param fates undefined for a recipient that nothing became of
 * @param refusals why the row can't be read, or what is left of it doesn't go
 */
export function tellRow(
	order: SendOrder | undefined,
	fates: Array<[recipient: string, fate: Fate | undefined]>,
	refusals: Problem[],
): Told {
	const recipients = listsBy<string>();
	const failures = { ...listsBy<Problem>(), notSent: [...refusals] };
	const receipts = listsBy<Receipt>();
	const refused: SkippedRecipient[] = [];
	const isRefused = !order || refusals.length > 0;
	for (const [recipient, fate] of fates) {
		const became = fate?.became ?? (order?.isDryRun && !isRefused ? 'dryRun' : 'notSent');
		const why = fate?.failures ?? [];
		recipients[became].push(recipient);
		if (fate?.receipt) receipts[became].push(fate.receipt);
		for (const each of why) if (!failures[became].includes(each)) failures[became].push(each);
		if (became === 'notSent')
			refused.push({ recipient, reason: why.map(({ what, next }) => `${what} ${next}`).join(' ') });
	}
	const sendOutcome =
		sendOutcomes.find((each) => recipients[each].length > 0) ??
		(isRefused ? 'notSent' : 'excluded');
	const skipped = [...(order?.skipped ?? []), ...(sendOutcome === 'notSent' ? [] : refused)];
	// The first one's, with the delivery statuses of all.
	const [first] = receipts[sendOutcome];
	const statuses = new Set(
		receipts[sendOutcome].flatMap(({ deliveryStatus }) => deliveryStatus ?? []),
	);
	const deliveryStatus = [...statuses].join(', ') || undefined;
	const receipt = first && { ...first, deliveryStatus };
	return { sendOutcome, order, recipients, failures, receipt, skipped };
}

/** No values yet for any outcome. */
export function listsBy<Value>(): Record<SendOutcome, Value[]> {
	return { unknown: [], accepted: [], notSent: [], alreadySent: [], dryRun: [], excluded: [] };
}
