import { checkOf } from './failureOfSend';
import type { Sending } from './sending';
import { bodyOf, settle, type Recipient } from '../recipients/row';
import type { Fate } from '../recipients/rowReport';
import { reserved, type RecentSend, type Reserved } from '../sentBefore/recentSends';
import { type Problem, problems } from '../texts';
import { groupBy } from '../values/collections';
import { clockOf } from '../values/timeZone';

/**
 * Reserves recipients for one request, so that no other run of this process with Skip Already Sent sends them the
 * message. Waits for sends of the message that are in progress, and settles the recipients that have it, or may have
 * it. Returns undefined if no recipient is left.
 */
export async function reserve(group: Recipient[], sending: Sending): Promise<Reserved | undefined> {
	const { stop } = sending.session;
	for (;;) {
		const holders = sending.recent.holdersOf(group, sending.began);
		const underWay = [...holders.values()].find(({ state }) => state === 'underWay');
		// If the execution is canceled, this doesn't wait: no request will be made. There is no `await` between the check
		// and the reservation, so that no other run can come between them.
		if (!underWay || stop.isStopped) return reserveFree(group, holders, sending);
		await stop.orStopped(underWay.ended, () => undefined);
	}
}

/**
 * Settles the recipients whose message another send blocks, and reserves the others. Synchronous.
 * @param holders the blocking sends of some recipients, as of this moment
 */
function reserveFree(group: Recipient[], holders: Map<Recipient, RecentSend>, sending: Sending) {
	const free: Recipient[] = [];
	for (const [send, held] of groupBy(group, (recipient) => holders.get(recipient))) {
		if (send?.state === 'unknown') {
			const failure = settleUnknownElsewhere(held, sending);
			sending.unknown.push({ recipients: held, send, isOwn: false, failure });
		} else if (send?.state === 'accepted') settle(held, alreadySentBy(send));
		else free.push(...held);
	}
	return free.length > 0 ? reserved(free, sending.recent) : undefined;
}

/** Settles recipients that have their message from this process: the service's list may not show it yet. */
export function settleSent(recipients: Recipient[], { recent, began }: Sending): void {
	for (const [recipient, send] of recent.holdersOf(recipients, began))
		if (send.state === 'accepted') recipient.settle(alreadySentBy(send));
}

function alreadySentBy({ id, sentAt, body }: RecentSend): Fate {
	return { became: 'alreadySent', receipt: { id, sentAt, scheduledFor: body.schedule } };
}

/**
 * Settles recipients whose message is blocked by another send with an unknown outcome: theirs is unknown too. Returns
 * the problem.
 */
export function settleUnknownElsewhere(recipients: Recipient[], { zone }: Sending): Problem {
	const check = checkOf(bodyOf(recipients), clockOf(zone)(Date.now()));
	const failure = problems.sendUnknown('elsewhere', check, true);
	settle(recipients, { became: 'unknown', failures: [failure] });
	return failure;
}
