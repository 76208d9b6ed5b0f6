import { AlreadySent } from './matching';
import { sendAll } from './requests';
import { noteUnknownElsewhere } from './sameProcess';
import type { Sending, UnknownSend } from './sending';
import { claimKey, WorkerClaims } from './workerClaims';
import { type Receipt, type SendItem, skipsSent, withOnly } from '../item';
import { readMessageList, ServiceClock } from '../messages/list';
import { highestConcurrency } from '../service/limiter';
import { pause } from '../service/stop';
import { type Problem, problems } from '../texts';
import { inTurns } from '../turns';
import { DAY } from '../values/time';

/** Milliseconds before each look at the list: most services list a message at once, some a moment later. */
export const beforeLooks = [1_000, 2_000, 3_000];

/**
 * Sends items, some of them with Skip Already Sent. The service's list is read once for all of them, and numbers that
 * have their message are left out. If it can't be read, no item goes.
 *
 * What another worker may be sending at this moment is looked at again 1, 3 and 6 seconds later. What the list shows
 * by then is sent already, what that worker gave up is sent, and the rest stays unknown.
 */
export async function sendUnsent(items: SendItem[], sending: Sending): Promise<UnknownSend[]> {
	const claims = new WorkerClaims(sending);
	try {
		return await sendFree(items, claims, sending);
	} finally {
		await claims.release();
	}
}

async function sendFree(
	items: SendItem[],
	claims: WorkerClaims,
	sending: Sending,
): Promise<UnknownSend[]> {
	const { stop } = sending.session;
	const unknown: UnknownSend[] = [];
	let waiting = items;
	for (const wait of [0, ...beforeLooks]) {
		const isFirst = wait === 0;
		if (!isFirst) await pause(wait, stop);
		if (!isFirst && stop.isStopped) break;
		const [taken, listed] = await Promise.all([
			claims.claim(waiting),
			skipListed(waiting, sending),
		]);
		if ('failure' in listed) {
			if (!isFirst) continue;
			sending.outcomes.note(items, { became: 'notSent', failures: [listed.failure] });
			return [];
		}
		const { going } = listed;
		const those = (isWanted: (claim: string) => boolean) =>
			going.flatMap((item) => withOnly(item, (to) => isWanted(claimKey(item, to))) ?? []);
		waiting = taken.size === 0 ? [] : those((claim) => taken.has(claim));
		const free = taken.size === 0 ? going : those((claim) => !taken.has(claim));
		unknown.push(...(await sendAll(free, sending)));
		if (waiting.length === 0) break;
	}
	for (const item of waiting) noteUnknownElsewhere(item, sending);
	return unknown;
}

/** Milliseconds. A scheduled message is listed by its creation, which may be long before it goes out. */
const longestAhead = 31 * DAY;

/** Milliseconds that Sending Hours put a message off. */
const longestPutOff = 8 * DAY;

/** Reads the service's list, and gives the items with the numbers that are without their message. Works in turns. */
async function skipListed(
	items: SendItem[],
	{ session, outcomes, began }: Sending,
): Promise<{ going: SendItem[] } | { failure: Problem }> {
	const skipping = items.filter(({ order }) => skipsSent(order));
	const orders = skipping.map(({ order }) => order);
	const back = orders.reduce((most, { body, mayBePutOff, skipSentWithin = 0 }) => {
		const own = skipSentWithin + (mayBePutOff ? longestPutOff : 0);
		return Math.max(most, own, body.schedule === null ? 0 : longestAhead);
	}, 0);
	const categories = new Set(
		orders.map(({ body, isSameByCampaign }) => (isSameByCampaign ? undefined : body.priority)),
	);
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
	for await (const item of inTurns(items)) {
		const { index: row, order } = item;
		const since = clock.earliest(began) - (order.skipSentWithin ?? 0);
		const before = skipsSent(order) ? sent.before(order, since) : new Map<string, Receipt>();
		for (const [recipient, receipt] of before)
			outcomes.noteAt({ row, recipient }, { became: 'alreadySent', receipt });
		const left = before.size > 0 ? withOnly(item, (number) => !before.has(number)) : item;
		if (left) going.push(left);
	}
	return { going };
}
