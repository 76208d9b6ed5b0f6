import { lookUpSentences, sentences } from '../errors/sentences';
import { highestConcurrency } from '../http/limiter';
import { Slices } from '../http/slices';
import type { Failure } from '../item';
import { lookUp, type LookedUp } from '../lookup/unclearSends';
import { contentKeyOf } from '../lookup/identity';
import type { RecentSend } from '../lookup/recentSend';
import { clockOf } from '../validation/timeZone';
import { receiptOf } from './receipt';
import type { Sending, Unclear } from './sending';
import { withoutSent } from './sentBefore';

/** Looks for the sends of the run whose outcome is unknown, and gives their items what the service's list shows. */
export async function lookUpUnclear(sending: Sending): Promise<void> {
	const { sender, request, recent, unclear } = sending;
	const wanted = unclear.filter(({ items }) => items[0]!.order.looksUp);
	if (wanted.length === 0) return;
	const clock = clockOf(sending.zone);
	const came = await lookUp(new Set(wanted.flatMap(({ sends }) => sends)), {
		sender,
		request,
		concurrency: highestConcurrency(wanted.flatMap(({ items }) => items)),
		recent,
	});
	const slices = new Slices();
	for (const each of wanted) {
		if (slices.isOver) await slices.next();
		if (each.sends.some(({ state }) => state !== 'accepted'))
			noteMissing(each, came, sending, clock);
		else if (each.isOwn) noteAccepted(each, sending);
		else noteElsewhere(each, sending);
	}
}

function noteAccepted({ items, sends: [send] }: Unclear, { ledger, results }: Sending): void {
	for (const { index, order } of items) {
		const receipt = {
			...receiptOf({ success: true, messageId: send!.id ?? null }, order),
			confirmedBy: 'lookup',
		};
		ledger.accepted(index, order, receipt, items);
		results.set(index, { outputs: [receipt] });
	}
}

/** The other send turned out accepted: this item's numbers have the message, or wait for a next run. */
function noteElsewhere(
	{ items }: Unclear,
	{ sender, ledger, results, recent, began }: Sending,
): void {
	ledger.refused(items);
	for (const item of items) {
		const { body, skipSentWithin = 0 } = item.order;
		const content = contentKeyOf(body);
		const sendTo = (number: string): RecentSend | undefined => {
			const send = recent.holding(content, number, began, began - skipSentWithin);
			return send?.state === 'accepted' ? send : undefined;
		};
		const left = withoutSent(item, sendTo);
		if ('output' in left) results.set(item.index, { outputs: [left.output], alreadySent: true });
		else {
			const numbers = (body.recipients ?? []).filter((number) => sendTo(number) !== undefined);
			const failure: Failure = {
				id: 'sentElsewhere',
				fate: 'refused',
				...sentences.sentElsewhere(numbers.slice(0, 3).join(', ')),
			};
			results.set(item.index, { failures: [sender.session.redacted(failure)] });
		}
	}
}

function noteMissing(
	{ items, failure }: Unclear,
	{ at, failure: unread }: LookedUp,
	{ ledger, results }: Sending,
	clock: ReturnType<typeof clockOf>,
): void {
	const looked =
		at !== undefined
			? lookUpSentences.notListed(clock(at))
			: unread && lookUpSentences.notLookedUp(unread.what);
	if (!looked) return;
	const told = { ...failure, what: `${failure.what} ${looked}` };
	ledger.unknown(items, () => told);
	for (const { index } of items) results.set(index, { failures: [told] });
}
