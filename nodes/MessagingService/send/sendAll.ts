import { failureElsewhere, failureOfSend } from '../errors/failureOf';
import { highestConcurrency } from '../http/limiter';
import { Pace } from '../http/pace';
import { makeRequest, type Sender } from '../http/request';
import { Slices } from '../http/slices';
import type { Failure, Item, MessageBody, SendOrder } from '../item';
import type { RecentSend } from '../lookup/recentSend';
import { isRecord } from '../validation/record';
import { clockOf } from '../validation/timeZone';
import { claim } from './claim';
import { combine, type CombinedRequest } from './combine';
import { messageIdOf, receiptOf } from './receipt';
import type { Sending, Unclear } from './sending';

/** An instant as people in the workflow's time zone read it. */
type Clock = (instant: number) => string;

/**
 * Sends these items' messages, each at most once in the whole run: they must be items that the
 * ledger does not have. Never rejects.
 */
export async function sendAll(items: Array<Item<SendOrder>>, sending: Sending): Promise<void> {
	const { sender, ledger, zone } = sending;
	const clock = clockOf(zone);
	const requests = await combine(items);
	const concurrency = highestConcurrency(items);
	const slices = new Slices();
	let next = 0;
	const pace = new Pace(concurrency, requests.length);
	// As many at a time as may be under way, so that 10,000 items don't wait at the limiter at once.
	const sendNext = async (): Promise<void> => {
		for (let combined; (combined = requests[next++]); ) {
			const planned = combined;
			const isRequest = await pace.keep(
				async () => await send(planned, sending, clock),
				sender.stop,
			);
			// Nothing is waited for where all numbers have the message already, as in 10,000 equal rows.
			if (!isRequest && slices.isOver) await slices.next();
		}
	};
	const places = Array.from({ length: Math.min(concurrency, requests.length) }, sendNext);
	const sent = Promise.all(places).then(() => undefined);
	ledger.watch(sent);
	await sent;
}

/**
 * One request. The ledger is written before anything else can happen to the result.
 *
 * @returns whether there was one to make
 */
async function send(planned: CombinedRequest, sending: Sending, clock: Clock): Promise<boolean> {
	const { sender, results } = sending;
	const claimed = await claim(planned, sending);
	try {
		for (const { index, output } of claimed.sent)
			results.set(index, { outputs: [output], alreadySent: true });
		for (const { item, sends } of claimed.unclear) {
			const failure = sender.session.redacted(failureElsewhere(item.order.body, clock(Date.now())));
			noteUnclear({ items: [item], sends, isOwn: false, failure }, sending);
		}
		if (!claimed.request) return false;
		await makeSend(claimed.request, claimed.send, sending, clock);
		return true;
	} finally {
		// A bug of ours. Under way for ever, it would have other runs wait for ever.
		if (claimed.send?.state === 'underWay') claimed.send.end('unknown');
	}
}

async function makeSend(
	{ body, items }: CombinedRequest,
	noted: RecentSend | undefined,
	sending: Sending,
	clock: Clock,
): Promise<void> {
	const { sender, request, ledger, results } = sending;
	const { session } = sender;
	// Each item says how many may be under way beside its own request, and this one is everybody's.
	const concurrency = items.reduce((least, item) => Math.min(least, item.concurrency), Infinity);
	const skips = items[0]!.order.skipSentWithin !== undefined;
	const outcome = await makeRequest(sender, 'send', { ...request, body }, concurrency, () => {
		noted?.leaves();
		ledger.unknown(items, unknownSince(body, Date.now(), { session, clock, skips }));
	});
	if (outcome.type === 'answered') {
		const data = isRecord(outcome.data) ? outcome.data : {};
		noted?.end('accepted', { id: messageIdOf(data) });
		for (const { index, order } of items) {
			const receipt = receiptOf(data, order);
			ledger.accepted(index, order, receipt, items);
			results.set(index, { outputs: [receipt] });
		}
		return;
	}
	const failure: Failure = session.redacted(failureOfSend(outcome, body, clock(Date.now()), skips));
	noted?.end(failure.fate);
	if (failure.fate === 'unknown')
		return noteUnclear({ items, sends: noted ? [noted] : [], isOwn: true, failure }, sending);
	ledger.refused(items);
	for (const { index } of items) results.set(index, { failures: [failure] });
}

function noteUnclear(
	unclear: Unclear,
	{ ledger, results, recent, began, unclear: all, forget }: Sending,
): void {
	const { items, sends, failure } = unclear;
	ledger.unknown(items, () => failure);
	for (const { index } of items) results.set(index, { failures: [failure] });
	if (sends.length === 0) return;
	all.push(unclear);
	// It is looked up when all sends of the run are made.
	if (forget.length === 0) forget.push(recent.keepSince(began));
}

/**
 * The failure of a send of which nothing is known but that it left. It is read where a next try of
 * the run is stopped before the answer came.
 */
function unknownSince(
	body: MessageBody,
	left: number,
	{ session, clock, skips }: { session: Sender['session']; clock: Clock; skips: boolean },
): () => Failure {
	return () =>
		session.redacted(
			failureOfSend({ type: 'lost', code: 'ERR_CANCELED' }, body, clock(left), skips),
		);
}
