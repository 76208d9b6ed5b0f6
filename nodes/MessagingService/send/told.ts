import type { IDataObject } from 'n8n-workflow';

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
	/** ISO 8601: when the text of these goes out, or would after a dry run; null for at once. */
	scheduledFor?: string | null;
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
	const first = sendOutcomes.find((each) => recipients[each].length > 0);
	const sendOutcome = first ?? (isRefused ? 'notSent' : 'excluded');
	const skipped = [...(order?.skipped ?? []), ...(sendOutcome === 'notSent' ? [] : refused)];
	// The first one's, with the delivery statuses of all.
	const own = receipts[sendOutcome];
	const statuses = new Set(own.flatMap(({ deliveryStatus }) => deliveryStatus ?? []));
	const deliveryStatus = [...statuses].join(', ') || undefined;
	const receipt = own[0] && { ...own[0], deliveryStatus };
	const scheduledFor = sendOutcome === 'dryRun' ? order?.body.schedule : receipt?.scheduledFor;
	return { sendOutcome, order, recipients, failures, receipt, scheduledFor, skipped };
}

/** No values yet for any outcome. */
export function listsBy<Value>(): Record<SendOutcome, Value[]> {
	return { unknown: [], accepted: [], notSent: [], alreadySent: [], dryRun: [], excluded: [] };
}

/** All columns that an item of a send can have. */
export const columns = [
	...['sendOutcome', 'messageId', 'preview', 'recipients', 'segments', 'encoding', 'sentAt'],
	...['error', 'confirmedBy', 'scheduledFor', 'deliveryStatus', 'skippedRecipients'],
	...['alreadySentRecipients', 'receipt'],
];

/** The same columns for every outcome, then the row's own, then what only some have. */
export function columnsOf(told: Told, row: IDataObject, error?: string): IDataObject {
	const { sendOutcome, order, receipt, skipped } = told;
	const { segments = null, encoding = null } = order ?? {};
	const own = told.recipients[sendOutcome];
	const having = [told.recipients.accepted, told.recipients.alreadySent]
		.filter((each) => each !== own)
		.flat();
	const recipients = order?.body.recipients ? own.join(', ') : null;
	const about = { recipients, segments, encoding };
	const { id: messageId = null, sentAt = null } = receipt ?? {};
	const first =
		sendOutcome === 'dryRun'
			? { sendOutcome, preview: order!.body.message, ...about }
			: { sendOutcome, messageId, ...about, sentAt };
	const last: IDataObject = {
		error,
		confirmedBy: receipt?.confirmedBy,
		scheduledFor: told.scheduledFor ?? undefined,
		deliveryStatus: receipt?.deliveryStatus,
		skippedRecipients: skipped.length > 0 ? skipped : undefined,
		alreadySentRecipients: having.length > 0 ? having.join(', ') : undefined,
		receipt: receipt?.rest,
	};
	for (const [name, value] of Object.entries(last)) if (value === undefined) delete last[name];
	// Columns that a row has from an earlier send are about another message. And n8n would take an item with a column
	// `error` for one that failed.
	const isOfSend = Object.hasOwn(row, 'sendOutcome');
	const taken = new Set(['error', ...Object.keys(first), ...Object.keys(last)]);
	if (isOfSend) for (const name of columns) taken.add(name);
	const others = Object.entries(row).filter(([name]) => !taken.has(name));
	return { ...first, ...Object.fromEntries(others), ...last };
}
