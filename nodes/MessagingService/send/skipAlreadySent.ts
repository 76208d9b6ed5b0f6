import { alreadySent, leavingOut } from './equalRows';
import { bodyOf, numbersIn, noteFailed, skipsSent, type Sending, type UnknownSend } from './ledger';
import { AlreadySent } from './matching';
import type { Failure, Results, SendItem, SentBefore } from '../item';
import { readMessageList, ServiceClock } from '../messages/list';
import { failureElsewhere } from '../service/failure';
import { highestConcurrency } from '../service/limiter';
import type { RecentSend } from '../service/recentSends';
import { isTurnOver, nextTurn, pause } from '../service/stop';
import { problems } from '../texts';
import { contentKeyOf } from '../values/messageRecord';
import { clockOf } from '../values/time';

/** Milliseconds before each look at the list: most services list a message at once, some a moment later. */
export const beforeLooks = [1_000, 2_000, 3_000];

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
	claim: (items: SendItem[]) => Promise<Set<number>>,
	send: (items: SendItem[]) => Promise<UnknownSend[]>,
): Promise<UnknownSend[]> {
	const { stop } = sending.sender;
	let unknown: UnknownSend[] = [];
	let waiting = items;
	for (const wait of [0, ...beforeLooks]) {
		const isFirst = wait === 0;
		if (!isFirst) await pause(wait, stop);
		if (!isFirst && stop.isStopped) break;
		const [taken, listed] = await Promise.all([claim(waiting), skipListed(waiting, sending)]);
		if ('failure' in listed) {
			if (!isFirst) continue;
			noteFailed(items, listed.failure, sending);
			return [];
		}
		waiting = listed.going.filter(({ index }) => taken.has(index));
		const free = listed.going.filter(({ index }) => !taken.has(index));
		unknown = unknown.concat(await send(free));
		if (waiting.length === 0) break;
	}
	for (const item of waiting) noteUnknownElsewhere(item, sending);
	return unknown;
}

function noteUnknownElsewhere(item: SendItem, sending: Sending): Failure {
	const failure = failureElsewhere(item.order.body, clockOf(sending.zone)(Date.now()));
	noteFailed([item], failure, sending);
	return failure;
}

/** Milliseconds. A scheduled message is listed by its creation, which may be long before it goes out. */
const longestAhead = 31 * 24 * 3_600_000;

/** Reads the service's list, and gives the items that have numbers left without their message. Works in turns. */
async function skipListed(
	items: SendItem[],
	{ sender, request, results, began }: Sending,
): Promise<{ going: SendItem[] } | { failure: Failure }> {
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
		sender,
		request,
		clock,
		concurrency: highestConcurrency(skipping),
		// Not by sender ID: whoever it came from, the number has the message.
		filters: categories.size === 1 ? { category: [...categories][0] } : {},
		since: () => clock.earliest(began) - back,
		note: (record) => sent.note(record),
	});
	if (unread) {
		const { isStopped } = sender.stop;
		const problem = isStopped ? problems.sendCanceled() : problems.listUnreadable(unread);
		return { failure: { ...problem, fate: 'refused' } };
	}
	const going: SendItem[] = [];
	for (const item of items) {
		if (isTurnOver()) await nextTurn();
		const { body, skipSentWithin } = item.order;
		const since = clock.earliest(began) - (skipSentWithin ?? 0);
		const left = skipsSent(item) ? withoutSent(item, sent.before(body, since), results) : item;
		if (left) going.push(left);
	}
	return { going };
}

/**
 * Waits for other sends of this message by this process, leaves out numbers that have it, and holds back items with
 * unknown ones. `end` must be called on the send that it begins.
 */
export async function claimUnsent(
	group: SendItem[],
	sending: Sending,
): Promise<{ going: SendItem[]; send?: RecentSend; heldBack: UnknownSend[] }> {
	const { stop } = sending.sender;
	while (!stop.isStopped) {
		const [underWay] = holdersOf(group, sending, 'underWay').values();
		if (!underWay) break;
		await stop.orStopped(underWay.ended, () => undefined);
	}
	const unknown = holdersOf(group, sending, 'unknown');
	const accepted = holdersOf(group, sending, 'accepted');
	const going: SendItem[] = [];
	const heldBack: UnknownSend[] = [];
	for (const item of group) {
		const sends = new Set(numbersIn([item]).flatMap((number) => unknown.get(number) ?? []));
		if (sends.size > 0) {
			const failure = noteUnknownElsewhere(item, sending);
			heldBack.push({ items: [item], sends: [...sends], isOwn: false, failure });
			continue;
		}
		const left = withoutSent(item, accepted, sending.results);
		if (left) going.push(left);
	}
	// In the same breath as the look above: nobody else can claim these numbers in between.
	const send = going.length > 0 ? sending.recent.begin(bodyOf(going)) : undefined;
	return { going, send, heldBack };
}

/** The sends of this process that keep these items' message from their numbers; only those in this state, if told. */
export function holdersOf(
	items: SendItem[],
	{ recent, began }: Sending,
	state?: RecentSend['state'],
): Map<string, RecentSend> {
	const { body, skipSentWithin } = items[0]!.order;
	const content = contentKeyOf(body);
	const holders = new Map<string, RecentSend>();
	for (const number of numbersIn(items)) {
		const send = recent.holding(content, number, began, skipSentWithin);
		if (send && (state ?? send.state) === send.state) holders.set(number, send);
	}
	return holders;
}

/** The sends that held the item back turned out accepted: its numbers have the message, or wait for a next run. */
export function noteAcceptedElsewhere(item: SendItem, sending: Sending): void {
	const accepted = holdersOf([item], sending, 'accepted');
	sending.ledger.delete(item.index);
	if (!withoutSent(item, accepted, sending.results)) return;
	const numbers = [...accepted.keys()].slice(0, 3).join(', ');
	noteFailed([item], { ...problems.sentElsewhere(numbers), fate: 'refused' }, sending);
}

/** The item with the numbers that are left without its message; undefined where none is, and it has its result. */
function withoutSent(
	item: SendItem,
	already: Map<string, SentBefore>,
	results: Results,
): SendItem | undefined {
	const having = numbersIn([item]).filter((number) => already.has(number));
	if (having.length === 0) return item;
	const before = new Map(having.map((number) => [number, already.get(number)!]));
	const order = leavingOut(item.order, before);
	if (order.body.recipients!.length > 0) return { ...item, order };
	results.set(item.index, alreadySent(order));
	return undefined;
}
