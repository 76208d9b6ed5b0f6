import type { Receipt, SendOrder, SkippedRecipient } from '../item';
import type { Problem } from '../texts';

/** What became of one recipient. The failure of a request under way is told only should a bug hide what came of it. */
export type Fate =
	| { became: 'accepted' | 'alreadySent'; receipt: Receipt }
	| { became: 'unknown'; failures: Problem[] }
	| { became: 'refused'; failures: Problem[] }
	| { became: 'underWay'; failure(): Problem };

/** A row's outcome is the first of these that one of its recipients has. */
const outcomes = ['unknown', 'accepted', 'notSent', 'alreadySent', 'dryRun', 'excluded'] as const;

export type SendOutcome = (typeof outcomes)[number];

/** What a row tells. */
export interface Told {
	sendOutcome: SendOutcome;
	/** Undefined where the row can't be read. */
	order?: SendOrder;
	/** Its recipients, by what became of each. A contact group is '' among them. */
	recipients: Record<SendOutcome, string[]>;
	/** Why, of those that are unknown or not sent. */
	failures: Record<'unknown' | 'notSent', Problem[]>;
	/** Of those that `sendOutcome` is about. */
	receipt?: Receipt;
	/** The text of a dry run, as it would go out. */
	preview?: string;
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
	fates: Array<[recipient: string, Fate | undefined]>,
	refusals: Problem[],
): Told {
	const recipients: Told['recipients'] = {
		unknown: [],
		accepted: [],
		notSent: [],
		alreadySent: [],
		dryRun: [],
		excluded: [],
	};
	const unknown = new Set<Problem>();
	const notSent = new Set(refusals);
	const refused: SkippedRecipient[] = [];
	const receipts: Partial<Record<SendOutcome, Receipt[]>> = {};
	const untouched = order?.isDryRun && refusals.length === 0 ? 'dryRun' : 'notSent';
	for (const [recipient, fate] of fates) {
		if (!fate) recipients[untouched].push(recipient);
		else if (fate.became === 'underWay') {
			recipients.unknown.push(recipient);
			unknown.add(fate.failure());
		} else if (fate.became === 'unknown') {
			recipients.unknown.push(recipient);
			for (const failure of fate.failures) unknown.add(failure);
		} else if (fate.became === 'refused') {
			recipients.notSent.push(recipient);
			for (const failure of fate.failures) notSent.add(failure);
			const reason = fate.failures.map(({ what, next }) => `${what} ${next}`).join(' ');
			refused.push({ recipient, reason });
		} else {
			recipients[fate.became].push(recipient);
			(receipts[fate.became] ??= []).push(fate.receipt);
		}
	}
	const isRefused = !order || refusals.length > 0;
	const sendOutcome =
		outcomes.find((outcome) => recipients[outcome].length > 0) ??
		(isRefused ? 'notSent' : 'excluded');
	const skipped = [...(order?.skipped ?? []), ...(sendOutcome === 'notSent' ? [] : refused)];
	const failures = { unknown: [...unknown], notSent: [...notSent] };
	const receipt = inOne(receipts[sendOutcome] ?? []);
	const preview = sendOutcome === 'dryRun' ? order?.body.message : undefined;
	return { sendOutcome, order, recipients, failures, receipt, preview, skipped };
}

/** The first one's, with the delivery statuses of all. */
function inOne(receipts: Receipt[]): Receipt | undefined {
	const [first] = receipts;
	if (!first || receipts.length === 1) return first;
	const statuses = new Set(receipts.flatMap(({ deliveryStatus }) => deliveryStatus ?? []));
	return statuses.size > 0 ? { ...first, deliveryStatus: [...statuses].join(', ') } : first;
}

/** Whether something of the row was to be sent, and was not or nobody knows. */
export function isFailed({ failures }: Told): boolean {
	return failures.unknown.length + failures.notSent.length > 0;
}
