import { looks } from './lookUpUnknown';
import { sendAll } from './send';
import type { Sending } from './sending';
import { skipListed } from './skipAlreadySent';
import { claimPlace } from './workerClaims';
import type { Item, SendOrder } from '../item';
import { failureElsewhere } from '../service/failure';
import { pause } from '../service/stop';
import { contentKeyOf } from '../values/messageRecord';
import { clockOf } from '../values/time';

/**
 * Numbers of a run. What this is for, a webhook that is delivered twice, has few. A longer list that broke
 * off shall be sent at once when it is run again, and not wait for what a dead worker has claimed.
 */
const mostClaimed = 10;

/**
 * Keeps other workers from sending the same at this moment, which the service's list can't show yet.
 * Never rejects.
 *
 * @returns the places of the items that another worker may be sending
 */
export async function claimAmongWorkers(
	items: Array<Item<SendOrder>>,
	{ workers, recent, began, claimed }: Sending,
): Promise<Set<number>> {
	const skipping = items.filter(({ order }) => order.skipSentWithin !== undefined);
	const count = skipping.reduce((sum, { order }) => sum + (order.body.recipients ?? []).length, 0);
	if (!workers || count === 0 || count > mostClaimed) return new Set();
	const wanted = new Map<number, string[]>();
	for (const { index, order } of skipping) {
		const numbers = order.body.recipients ?? [];
		const content = contentKeyOf(order.body);
		// What this process is sending, or has sent, it knows without asking.
		if (numbers.some((number) => recent.holding(content, number, began))) continue;
		wanted.set(
			index,
			numbers.map((number) => claimPlace(content, number)),
		);
	}
	const taken = await workers.claim(wanted);
	for (const [index, places] of wanted) {
		if (!taken.has(index)) claimed.set(index, places);
	}
	return taken;
}

/** Puts the items that another worker may be sending aside. @returns those that may go */
export function postpone(
	items: Array<Item<SendOrder>>,
	taken: Set<number>,
	{ postponed, results, sender, zone }: Sending,
): Array<Item<SendOrder>> {
	const clock = clockOf(zone);
	return items.filter((item) => {
		if (!taken.has(item.index)) return true;
		postponed.push(item);
		const failure = sender.session.redacted(failureElsewhere(item.order.body, clock(Date.now())));
		results.set(item.index, { failures: [failure] });
		return false;
	});
}

/**
 * Looks 1, 3 and 6 seconds later for what another worker was sending: what the service's list shows by
 * then is sent already, what that worker gave up is sent, and the rest stays unknown.
 */
export async function sendPostponed(sending: Sending): Promise<void> {
	const {
		postponed,
		sender: { stop },
		ledger,
		results,
	} = sending;
	const began = Date.now();
	for (const look of looks) {
		if (postponed.length === 0) return;
		await pause(Math.max(0, began + look - Date.now()), stop);
		if (stop.isStopped) break;
		const items = postponed.splice(0);
		const claims = claimAmongWorkers(items, sending);
		const listed = await skipListed(items, sending, (item) => postponed.push(item));
		await sendAll(postpone(listed, await claims, sending), sending);
	}
	for (const item of postponed) {
		const result = results.get(item.index);
		const failure = result && 'failures' in result ? result.failures[0] : undefined;
		if (failure) ledger.unknown([item], () => failure);
	}
}

/** Lets go of what was certainly not sent, so that the next run doesn't wait for it. */
export async function releaseUnsent({ workers, claimed, results }: Sending): Promise<void> {
	const unsent = [...claimed].filter(([index]) => {
		const result = results.get(index);
		return (
			!result || ('failures' in result && result.failures.every(({ fate }) => fate === 'refused'))
		);
	});
	await workers?.release(unsent.flatMap(([, places]) => places));
}
