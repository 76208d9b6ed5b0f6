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

/** The same columns for every outcome, then the row's own, then what only some have. */
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
	// Columns that a row has from an earlier send are about another message. And n8n would take an item with a column
	// `error` for one that failed.
	const isOfSend = Object.hasOwn(row, 'sendOutcome');
	const taken = new Set<string>(['error', ...Object.keys(first), ...Object.keys(last)]);
	if (isOfSend) for (const name of columns) taken.add(name);
	const others = Object.entries(row).filter(([name]) => !taken.has(name));
	return { ...first, ...Object.fromEntries(others), ...last };
}
