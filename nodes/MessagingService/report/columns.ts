import type { IDataObject } from 'n8n-workflow';

import type { RowReport } from '../recipients/rowReport';
import { isoIn, timeZone, UTC } from '../values/timeZone';

/** The columns of a send's item that come first, in this order. */
const first = [
	'sendOutcome',
	'error',
	'messageId',
	'preview',
	'recipients',
	'segments',
	'encoding',
	'sentAt',
] as const;

/** The columns that come last. */
const last = [
	'test',
	'confirmedBy',
	'scheduledFor',
	'deliveryStatus',
	'skippedRecipients',
	'alreadySentRecipients',
	'receipt',
] as const;

/** All columns that an item of a send can have. */
export const columns: readonly string[] = [...first, ...last];

/** The row's own columns of these names are left out: beside an outcome, they would be taken for this node's. */
const reserved = first.filter((name) => name !== 'preview');

/**
 * Returns the columns of an output item: first the common ones, then the row's own, then the ones that only some items
 * have. Leaves out columns without a value: n8n's table shows each null in red, and the error gets lost among them.
 * Times are in the workflow's zone, as those of n8n's own nodes and of the hints above.
 * @param zone IANA name of that zone
 */
export function columnsOf(
	report: RowReport,
	row: IDataObject,
	zone: string,
	error?: string,
): IDataObject {
	const { sendOutcome, order, receipt, having, skipped, test } = report;
	const own = report.recipients[sendOutcome];
	const isPreviewed = order?.isDryRun && ['dryRun', 'excluded'].includes(sendOutcome);
	const shownIn = timeZone(zone) ?? UTC;
	const inZone = (time: string | null | undefined) => time && isoIn(shownIn, Date.parse(time));
	const values: Record<(typeof first | typeof last)[number], IDataObject[string]> = {
		sendOutcome,
		error,
		messageId: report.messageId,
		preview: isPreviewed ? order.body.message || undefined : undefined,
		recipients: order?.body.recipients ? own.join(', ') : undefined,
		segments: order?.segments,
		encoding: order?.encoding,
		sentAt: inZone(receipt?.sentAt),
		test: test && {
			...{ recipient: test.recipient, sendOutcome: test.sendOutcome },
			...(test.receipt && { messageId: test.receipt.id, sentAt: inZone(test.receipt.sentAt) }),
		},
		confirmedBy: receipt?.confirmedBy,
		scheduledFor: inZone(report.scheduledFor),
		deliveryStatus: receipt?.deliveryStatus,
		skippedRecipients: skipped.length > 0 ? skipped : undefined,
		alreadySentRecipients: having.length > 0 ? having.join(', ') : undefined,
		receipt: receipt?.rest,
	};
	const valuesOf = (names: ReadonlyArray<keyof typeof values>): IDataObject =>
		Object.fromEntries(
			names.flatMap((name) => ((values[name] ?? null) === null ? [] : [[name, values[name]]])),
		);
	const [before, after] = [valuesOf(first), valuesOf(last)];
	// A row that comes from a send loses all columns of it: they are about another message. No row keeps its column
	// `error`: n8n takes an item with that column for a failed one.
	const isOfSend = Object.hasOwn(row, 'sendOutcome');
	const taken = [...Object.keys(before), ...Object.keys(after), ...reserved];
	const left = new Set([...taken, ...(isOfSend ? columns : [])]);
	const others = Object.entries(row).filter(([name]) => !left.has(name));
	return { ...before, ...Object.fromEntries(others), ...after };
}
