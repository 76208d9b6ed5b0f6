import { checkOf } from './failureOfSend';
import { sameKeyOf } from './matching';
import type { RecentSend } from './recentSends';
import type { Sending, UnknownSend } from './sending';
import { bodyOf, numbersIn, type SendItem, withOnly } from '../item';
import { type Problem, problems } from '../texts';
import { clockOf } from '../values/time';

// Within a process two runs with Skip Already Sent never both send a message to a number.

/** Waits for other sends of this message, leaves out numbers that have it, and holds back unknown ones. */
export async function reserve(group: SendItem[], sending: Sending) {
	const { stop } = sending.session;
	for (;;) {
		const holders = holdersOf(group, sending);
		const underWay = [...holders.values()].find(({ state }) => state === 'underWay');
		// Where the execution was stopped, no request is made any more. Nothing is waited for between the look and the
		// reservation, so that no other run can come between them.
		if (!underWay || stop.isStopped) return reserveFree(group, holders, sending);
		await stop.orStopped(underWay.ended, () => undefined);
	}
}

/** Synchronous. @param holders the sends that keep numbers from these items, as they are at this moment */
function reserveFree(group: SendItem[], holders: Map<string, RecentSend>, sending: Sending) {
	const going: SendItem[] = [];
	const heldBack: UnknownSend[] = [];
	for (const item of group) {
		for (const send of new Set(numbersIn([item]).map((number) => holders.get(number)))) {
			const part = withOnly(item, (number) => holders.get(number) === send)!;
			if (send?.state === 'unknown') {
				const failure = noteUnknownElsewhere(part, sending);
				heldBack.push({ items: [part], send, isOwn: false, failure });
			} else if (send?.state === 'accepted') {
				const { id, sentAt, body } = send;
				const receipt = { id, sentAt, scheduledFor: body.schedule };
				sending.outcomes.note([part], { became: 'alreadySent', receipt });
			} else going.push(part);
		}
	}
	/** What the request is noted by; `end` must be called on it. Undefined where no item goes. */
	const send = going.length > 0 ? sending.recent.begin(bodyOf(going)) : undefined;
	return { going, send, heldBack };
}

/** Notes that another request, whose outcome is unknown, keeps the message from the item. */
export function noteUnknownElsewhere(item: SendItem, { outcomes, zone }: Sending): Problem {
	const check = checkOf(item.order.body, clockOf(zone)(Date.now()));
	const failure = problems.sendUnknown('elsewhere', check, true);
	outcomes.note([item], { became: 'unknown', failures: [failure] });
	return failure;
}

/** The sends of this process that keep these items' message from their numbers. */
export function holdersOf(items: SendItem[], { recent, began }: Sending): Map<string, RecentSend> {
	const { order } = items[0]!;
	const message = sameKeyOf(order);
	const holders = new Map<string, RecentSend>();
	for (const number of numbersIn(items)) {
		const send = recent.holding(message, number, began, order.skipSentWithin);
		if (send) holders.set(number, send);
	}
	return holders;
}
