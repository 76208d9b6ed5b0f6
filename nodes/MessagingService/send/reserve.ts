import { checkOf } from './failureOfSend';
import type { Sending } from './sending';
import { bodyOf, settle, type Recipient } from '../recipients/row';
import { reserved, type RecentSend, type Reserved } from '../sentBefore/recentSends';
import { type Problem, problems } from '../texts';
import { groupBy } from '../values/collections';
import { clockOf } from '../values/timeZone';

/**
 * Reserves recipients for one request, so that no other run of this process with Skip Already Sent sends them the
 * message. Waits for sends of it that are under way, and settles who has it, or may have it. Returns undefined where
 * nobody is left.
 */
export async function reserve(group: Recipient[], sending: Sending): Promise<Reserved | undefined> {
	const { stop } = sending.session;
	for (;;) {
		const holders = sending.recent.holdersOf(group, sending.began);
		const underWay = [...holders.values()].find(({ state }) => state === 'underWay');
		// Where the execution was stopped, no request is made any more. Nothing is waited for between the look and the
		// reservation, so that no other run can come between them.
		if (!underWay || stop.isStopped) return reserveFree(group, holders, sending);
		await stop.orStopped(underWay.ended, () => undefined);
	}
}

/** Synchronous. @param holders the sends that keep the message from some of these, as they are at this moment */
function reserveFree(group: Recipient[], holders: Map<Recipient, RecentSend>, sending: Sending) {
	const free: Recipient[] = [];
	for (const [send, held] of groupBy(group, (recipient) => holders.get(recipient))) {
		if (send?.state === 'unknown') {
			const failure = settleUnknownElsewhere(held, sending);
			sending.unknown.push({ recipients: held, send, isOwn: false, failure });
		} else if (send?.state === 'accepted') {
			const { id, sentAt, body } = send;
			settle(held, { became: 'alreadySent', receipt: { id, sentAt, scheduledFor: body.schedule } });
		} else free.push(...held);
	}
	return free.length > 0 ? reserved(free, sending.recent) : undefined;
}

/** Settles recipients that another request, whose outcome is unknown, keeps the message from. */
export function settleUnknownElsewhere(recipients: Recipient[], { zone }: Sending): Problem {
	const check = checkOf(bodyOf(recipients), clockOf(zone)(Date.now()));
	const failure = problems.sendUnknown('elsewhere', check, true);
	settle(recipients, { became: 'unknown', failures: [failure] });
	return failure;
}
