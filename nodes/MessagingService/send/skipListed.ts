import { outcomeSentences, sentences } from '../errors/sentences';
import { highestConcurrency } from '../http/limiter';
import { Slices } from '../http/slices';
import type { Failure, Item, SendOrder } from '../item';
import { AlreadySent } from '../lookup/alreadySent';
import { contentKeyOf } from '../lookup/identity';
import { readMessageList } from '../lookup/messageList';
import { ServiceClock } from '../lookup/serviceClock';
import type { Sending } from './sending';
import { withoutSent } from './sentBefore';

/** Milliseconds. A scheduled message is listed by its creation, which may be long before it goes out. */
const longestAhead = 31 * 24 * 3_600_000;

/** How far back the list has to be read for this order. */
function readBack({ body, skipSentWithin = 0 }: SendOrder): number {
	return body.schedule === null ? skipSentWithin : Math.max(skipSentWithin, longestAhead);
}

/**
 * Reads the service's list once for all items with Skip Already Sent, and leaves out the numbers that
 * have their message already. If the list can't be read, no item goes. Works in slices.
 *
 * @param unreadable called with each item that may not go because the list can't be read; its
 * result says so unless told
 * @returns the items that may go; those that need not, or may not, have their results
 */
export async function skipListed(
	items: Array<Item<SendOrder>>,
	{ sender, request, results, recent, began, forget }: Sending,
	unreadable = ({ index }: Item<SendOrder>, failure: Failure): void =>
		void results.set(index, { failures: [failure] }),
): Promise<Array<Item<SendOrder>>> {
	const skipping = items.filter(({ order }) => order.skipSentWithin !== undefined);
	if (skipping.length === 0) return items;
	// The run goes by what the list shows now, however long it lasts.
	forget.push(recent.keepSince(began));
	const clock = new ServiceClock();
	const since = (within = 0): number => clock.earliest(began) - within;
	const longest = skipping.reduce((most, { order }) => Math.max(most, readBack(order)), 0);
	const categories = new Set(skipping.map(({ order }) => order.body.priority));
	const sent = new AlreadySent();
	await sent.want(skipping.map(({ order }) => order));
	const failure = await readMessageList({
		sender,
		request,
		clock,
		concurrency: highestConcurrency(skipping),
		// Not by sender ID: whoever it came from, the number has the message.
		filters: categories.size === 1 ? { category: [...categories][0] } : {},
		since: () => since(longest),
		note: (record) => sent.note(record),
	});
	if (failure) {
		const refused = sender.stop.isStopped
			? outcomeSentences.sendCanceled()
			: sentences.listUnreadable(failure);
		const id = sender.stop.isStopped ? 'sendCanceled' : 'listUnreadable';
		for (const item of items) unreadable(item, { id, fate: 'refused', ...refused });
		return [];
	}
	const going: Array<Item<SendOrder>> = [];
	const slices = new Slices();
	for (const item of items) {
		if (slices.isOver) await slices.next();
		const { body, skipSentWithin: within } = item.order;
		const content = within === undefined ? '' : contentKeyOf(body);
		const left = withoutSent(item, (number) =>
			within === undefined ? undefined : sent.find(content, number, since(within)),
		);
		if ('item' in left) going.push(left.item);
		else results.set(item.index, { outputs: [left.output], alreadySent: true });
	}
	return going;
}
