import type { IDataObject } from 'n8n-workflow';

import type { RowReport } from '../recipients/rowReport';

/** All columns that an item of a send can have. */
export const columns = [
	'sendOutcome',
	'messageId',
	'preview',
	'recipients',
	'segments',
	'encoding',
	'sentAt',
	'error',
	'confirmedBy',
	'scheduledFor',
	'deliveryStatus',
	'alreadySentRecipients',
	'skippedRecipients',
	'receipt',
] as const;

type Columns = Partial<Record<(typeof columns)[number], IDataObject[string]>>;

/**
 * Returns the columns of an output item: first the common ones, then the row's own, then the ones that only some items
 * have.
 */
export function columnsOf(report: RowReport, row: IDataObject, error?: string): IDataObject {
	const { sendOutcome, order, receipt, skipped } = report;
	const { segments = null, encoding = null } = order ?? {};
	const own = report.recipients[sendOutcome];
	const having = [report.recipients.accepted, report.recipients.alreadySent]
		.filter((each) => each !== own)
		.flat();
	const recipients = order?.body.recipients ? own.join(', ') : null;
	const about = { recipients, segments, encoding };
	const { messageId = null } = report;
	const { sentAt = null } = receipt ?? {};
	const first: Columns =
		sendOutcome === 'dryRun'
			? { sendOutcome, preview: order!.body.message, ...about }
			: { sendOutcome, messageId, ...about, sentAt };
	const all: Columns = {
		error,
		confirmedBy: receipt?.confirmedBy,
		scheduledFor: report.scheduledFor ?? undefined,
		deliveryStatus: receipt?.deliveryStatus,
		skippedRecipients: skipped.length > 0 ? skipped : undefined,
		alreadySentRecipients: having.length > 0 ? having.join(', ') : undefined,
		receipt: receipt?.rest,
	};
	const last = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
	// Leaves out columns that the row has from an earlier send, which are about another message, and its column `error`:
	// n8n takes an item with that column for a failed one.
	const isOfSend = Object.hasOwn(row, 'sendOutcome');
	const taken = new Set<string>(['error', ...Object.keys(first), ...Object.keys(last)]);
	if (isOfSend) for (const name of columns) taken.add(name);
	const others = Object.entries(row).filter(([name]) => !taken.has(name));
	return { ...first, ...Object.fromEntries(others), ...last };
}
