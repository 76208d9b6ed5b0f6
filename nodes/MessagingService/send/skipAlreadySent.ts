import { failureElsewhere } from './failureOfSend';
import { AlreadySent } from './matching';
import type { RecentSend } from './recentSends';
import { bodyOf, numbersIn, skipsSent, withOnly } from './recipients';
import type { Sending, UnknownSend } from './sending';
import type { Receipt, SendItem } from '../item';
import { readMessageList, ServiceClock } from '../messages/list';
import { highestConcurrency } from '../service/limiter';
import { pause } from '../service/stop';
import { problems, type Problem } from '../texts';
import { isTurnOver, nextTurn } from '../turns';
import { contentKeyOf } from '../values/messageRecord';
import { clockOf } from '../values/time';

/** Milliseconds before each look at the list: most services list a message at once, some a moment later. */
export const beforeLooks = [1_000, 2_000, 3_000];

/** Whether another worker has claimed this number of this row. */
export type IsTaken = (index: number, number: string) => boolean;

/**
 * Sends items of which some have Skip Already Sent. The service's list is read once for all of them,
 * and numbers that have their message are left out. If it can't be read, no item goes.
 *
 * What another worker may be sending at this moment is looked at again 1, 3 and 6 seconds later. What the
 * list shows by then is sent already, what that worker gave up is sent, and the rest stays unknown.
 */
export async function sendUnsent(
	items: SendItem[],
	sending: Sending,
	claim: (items: SendItem[]) => Promise<IsTaken | undefined>,
	send: (items: SendItem[]) => Promise<UnknownSend[]>,
): Promise<UnknownSend[]> {
	const { stop } = sending.session;
	let unknown: UnknownSend[] = [];
	let waiting = items;
	for (const wait of [0, ...beforeLooks]) {
		const isFirst = wait === 0;
		if (!isFirst) await pause(wait, stop);
		if (!isFirst && stop.isStopped) break;
		const [isTaken, listed] = await Promise.all([claim(waiting), skipListed(waiting, sending)]);
		if ('failure' in listed) {
			if (!isFirst) continue;
			sending.outcomes.note(items, { became: 'notSent', failures: [listed.failure] });
			return [];
		}
		const those = (isWanted: (index: number, number: string) => boolean) =>
			listed.going.flatMap((item) => withOnly(item, (to) => isWanted(item.index, to)) ?? []);
		waiting = isTaken ? those(isTaken) : [];
		const free = isTaken ? those((index, to) => !isTaken(index, to)) : listed.going;
		unknown = unknown.concat(await send(free));
		if (waiting.length === 0) break;
	}
	for (const item of waiting) noteUnknownElsewhere(item, sending);
	return unknown;
}

function noteUnknownElsewhere(item: SendItem, { outcomes, zone }: Sending): Problem {
	const failure = failureElsewhere(item.order.body, clockOf(zone)(Date.now()));
	outcomes.note([item], { became: 'unknown', failures: [failure] });
	return failure;
}

/** Milliseconds. A scheduled message is listed by its creation, which may be long before it goes out. */
const longestAhead = 31 * 24 * 3_600_000;

/** Reads the service's list, and gives the items with the numbers that are without their message. Works in turns. */
async function skipListed(
	items: SendItem[],
	{ session, outcomes, began }: Sending,
): Promise<{ going: SendItem[] } | { failure: Problem }> {
	const skipping = items.filter(skipsSent);
	const orders = skipping.map(({ order }) => order);
	const back = orders.reduce((most, { body, skipSentWithin = 0 }) => {
		return Math.max(most, skipSentWithin, body.schedule === null ? 0 : longestAhead);
	}, 0);
	const categories = new Set(orders.map(({ body }) => body.priority));
	const clock = new ServiceClock();
	const sent = new AlreadySent();
	await sent.want(orders);
	const unread = await readMessageList({
		session,
		clock,
		concurrency: highestConcurrency(skipping),
		// Not by sender ID: whoever it came from, the number has the message.
		filters: categories.size === 1 ? { category: [...categories][0] } : {},
		since: () => clock.earliest(began) - back,
		note: (record) => sent.note(record),
	});
	if (unread) {
		const { isStopped } = session.stop;
		return { failure: isStopped ? problems.sendCanceled() : problems.listUnreadable(unread) };
	}
	const going: SendItem[] = [];
	for (const item of items) {
		if (isTurnOver()) await nextTurn();
		const { body, skipSentWithin } = item.order;
		const since = clock.earliest(began) - (skipSentWithin ?? 0);
		const before = skipsSent(item) ? sent.before(body, since) : new Map<string, Receipt>();
		for (const [recipient, receipt] of before)
			outcomes.noteAt({ row: item.index, recipient }, { became: 'alreadySent', receipt });
		const left = before.size > 0 ? withOnly(item, (number) => !before.has(number)) : item;
		if (left) going.push(left);
	}
	return { going };
}

/**
 * Waits for other sends of this message by this process, leaves out numbers that have it, and holds back unknown
 * ones. `end` must be called on the send that it begins.
 */
export async function claimUnsent(
	group: SendItem[],
	sending: Sending,
): Promise<{ going: SendItem[]; send?: RecentSend; heldBack: UnknownSend[] }> {
	const { stop } = sending.session;
	let holders = holdersOf(group, sending);
	while (!stop.isStopped) {
		const underWay = [...holders.values()].find(({ state }) => state === 'underWay');
		if (!underWay) break;
		await stop.orStopped(underWay.ended, () => undefined);
		holders = holdersOf(group, sending);
	}
	const going: SendItem[] = [];
	const heldBack: UnknownSend[] = [];
	for (const item of group) {
		for (const send of new Set(numbersIn([item]).map((number) => holders.get(number)))) {
			const part = withOnly(item, (number) => holders.get(number) === send)!;
			if (send?.state === 'unknown') {
				const failure = noteUnknownElsewhere(part, sending);
				heldBack.push({ items: [part], send, isOwn: false, failure });
			} else if (send?.state === 'accepted') {
				const receipt = { id: send.id, sentAt: send.sentAt };
				sending.outcomes.note([part], { became: 'alreadySent', receipt });
			} else {
				// Also where the execution was stopped while another run sends to it: no request is made any more.
				going.push(part);
			}
		}
	}
	// In the same breath as the look above: nobody else can claim these numbers in between.
	const send = going.length > 0 ? sending.recent.begin(bodyOf(going)) : undefined;
	return { going, send, heldBack };
}

/** The sends of this process that keep these items' message from their numbers. */
export function holdersOf(items: SendItem[], { recent, began }: Sending): Map<string, RecentSend> {
	const { body, skipSentWithin } = items[0]!.order;
	const content = contentKeyOf(body);
	const holders = new Map<string, RecentSend>();
	for (const number of numbersIn(items)) {
		const send = recent.holding(content, number, began, skipSentWithin);
		if (send) holders.set(number, send);
	}
	return holders;
}
