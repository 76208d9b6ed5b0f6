import type { Receipt, SendOrder, SkippedRecipient } from '../item';
import type { Problem } from '../texts';

/** A row's outcome is the first of these that one of its recipients has. */
const outcomes = ['unknown', 'accepted', 'notSent', 'alreadySent', 'dryRun', 'excluded'] as const;

export type SendOutcome = (typeof outcomes)[number];

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
	/** Those that were not sent, where others are in the row. */
	refused: SkippedRecipient[];
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
	const isDry = order?.isDryRun && refusals.length === 0;
	for (const [recipient, fate] of fates) {
		const became = fate?.became ?? (isDry ? 'dryRun' : 'notSent');
		const why = fate?.failures ?? [];
		recipients[became].push(recipient);
		if (fate?.receipt) receipts[became].push(fate.receipt);
		for (const each of why) if (!failures[became].includes(each)) failures[became].push(each);
		if (became === 'notSent')
			refused.push({ recipient, reason: why.map(({ what, next }) => `${what} ${next}`).join(' ') });
	}
	const isRefused = !order || refusals.length > 0;
	const sendOutcome =
		outcomes.find((each) => recipients[each].length > 0) ?? (isRefused ? 'notSent' : 'excluded');
	return {
		sendOutcome,
		order,
		recipients,
		failures,
		receipt: inOne(receipts[sendOutcome]),
		refused: sendOutcome === 'notSent' ? [] : refused,
	};
}

function listsBy<Value>(): Record<SendOutcome, Value[]> {
	return { unknown: [], accepted: [], notSent: [], alreadySent: [], dryRun: [], excluded: [] };
}

/** The first one's, with the delivery statuses of all. */
function inOne([first, ...others]: Receipt[]): Receipt | undefined {
	const statuses = new Set([first, ...others].flatMap((each) => each?.deliveryStatus ?? []));
	return statuses.size > 0 ? { ...first!, deliveryStatus: [...statuses].join(', ') } : first;
}

/** Who got nothing for a reason of their own. */
export function skippedOf({ order, refused }: Told): SkippedRecipient[] {
	return [...(order?.skipped ?? []), ...refused];
}

/** Why the row comes out as failed; nothing where it doesn't. */
export function errorsOf({ sendOutcome, failures }: Told): Problem[] {
	return failures[sendOutcome];
}

/** Whether anything of the row was to be sent, and was not or nobody knows. */
export function isFailed({ failures }: Told): boolean {
	return failures.unknown.length + failures.notSent.length > 0;
}
