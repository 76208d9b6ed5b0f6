import { applyCaps } from './caps';
import { refuseAlike, shareEqualRows } from './equalRows';
import { lookUpUnknown } from './lookUpUnknown';
import { proveListing } from './proveListing';
import { makeRequests } from './requests';
import { planTest } from './testNumber';
import type { Sending } from './sending';
import { sendUnsent } from './skipAlreadySent';
import { yielding } from '../eventLoop';
import { skipsSent } from '../item';
import type { Outcomes } from '../recipients/outcomes';
import type { Recipient, Row } from '../recipients/row';

/**
 * Plans a try: deduplicates messages, and refuses rows if they exceed a cap. Returns the recipients to send to, in the
 * order of their rows, with the Test Number. Of dry rows it returns the recipients to look for in the service's list.
 * Yields to the event loop.
 */
export async function planSends(rows: Row[], outcomes: Outcomes): Promise<Recipient[]> {
	if (rows.length > 0 && outcomes.rows.size > 1) {
		await refuseAlike(rows);
		await shareEqualRows(rows, outcomes);
	}
	const unsettled = rows.filter(({ failures, isSettled }) => failures.length === 0 && !isSettled);
	await applyCaps(unsettled, outcomes);
	const recipients: Recipient[] = [];
	for await (const { order, sendable } of yielding(rows))
		if (!order!.isDryRun || skipsSent(order!))
			for (const recipient of sendable) recipients.push(recipient);
	recipients.push(...planTest(rows, outcomes));
	return recipients;
}

/** Sends to these recipients, and settles each of them. Skips the steps that no row asks for. */
export async function sendTo(recipients: Recipient[], sending: Sending): Promise<void> {
	const forget = sending.recent.keepFor(sending.began);
	sending.session.account.breaker.begin();
	try {
		const isChecked = recipients.some(({ order }) => skipsSent(order));
		await (isChecked ? sendUnsent : makeRequests)(recipients, sending);
		if (sending.unknown.length > 0) await lookUpUnknown(sending);
		if (isChecked) await proveListing(recipients, sending);
	} finally {
		forget();
	}
}
