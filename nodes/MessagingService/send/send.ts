import type { IDataObject } from 'n8n-workflow';

import { combine, type CombinedRequest } from './combine';
import { messageIdOf, receiptOf } from './ledger';
import type { RecentSend } from '../service/recentSends';
import type { Sending, UnknownSend } from './sending';
import { withoutSent } from './skipAlreadySent';
import type { Failure, Item, MessageBody, Results, SendOrder } from '../item';
import { failureElsewhere, failureOfSend } from '../service/failure';
import { highestConcurrency, Pace } from '../service/limiter';
import { makeRequest, type Sender } from '../service/request';
import { Slices } from '../service/stop';
import { isRecord } from '../values/json';
import { contentKeyOf } from '../values/messageRecord';
import { clockOf } from '../values/time';

/**
 * A request that may leave, noted as under way so that no other run sends the same; and the items
 * that it is not for.
 */
interface Claim {
	/** Undefined where no item is left. */
	request?: CombinedRequest;
	/** Undefined for a contact group, whose numbers nobody here knows. Its `end` must be called. */
	send?: RecentSend;
	/** Items whose numbers all have the message by now. */
	sent: Array<{ index: number; output: IDataObject }>;
	/** Items that wait for the outcome of other sends, which is unknown. */
	unknown: Array<{ item: Item<SendOrder>; sends: RecentSend[] }>;
}

/**
 * Makes sure that no other send of this process has, or may have, given this message to these numbers,
 * where the items ask for it: waits for those under way, and leaves out numbers that were sent it.
 */
async function claim(
	request: CombinedRequest,
	{ recent, began, sender: { stop } }: Sending,
): Promise<Claim> {
	const { body, items } = request;
	const claimed: Claim = { request, sent: [], unknown: [] };
	if (!body.recipients) return claimed;
	if (items[0]!.order.skipSentWithin !== undefined) {
		const content = contentKeyOf(body);
		const since = began - items[0]!.order.skipSentWithin;
		const sendTo = (number: string): RecentSend | undefined =>
			recent.holding(content, number, began, since);
		while (!stop.isStopped) {
			const underWay = body.recipients.map(sendTo).find((send) => send?.state === 'underWay');
			if (!underWay) break;
			await stop.orStopped(underWay.whenEnded(), () => undefined);
		}
		const going: Array<Item<SendOrder>> = [];
		for (const item of items) {
			const unknown = (item.order.body.recipients ?? [])
				.map(sendTo)
				.filter((send) => send?.state === 'unknown');
			if (unknown.length > 0) {
				claimed.unknown.push({ item, sends: [...new Set(unknown as RecentSend[])] });
				continue;
			}
			const left = withoutSent(item, (number) =>
				sendTo(number)?.state === 'accepted' ? sendTo(number) : undefined,
			);
			if ('item' in left) going.push(left.item);
			else claimed.sent.push({ index: item.index, output: left.output });
		}
		claimed.request = going.length > 0 ? requestFor(going, request) : undefined;
	}
	// In the same breath as the look above: nobody else can claim these numbers in between.
	if (claimed.request) claimed.send = recent.begin(claimed.request.body);
	return claimed;
}

function requestFor(items: Array<Item<SendOrder>>, { body }: CombinedRequest): CombinedRequest {
	const numbers = new Set(items.flatMap(({ order }) => order.body.recipients ?? []));
	return {
		items,
		body: { ...body, recipients: (body.recipients ?? []).filter((number) => numbers.has(number)) },
	};
}

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
		for (const { item, sends } of claimed.unknown) {
			const failure = sender.session.redacted(failureElsewhere(item.order.body, clock(Date.now())));
			noteUnknown({ items: [item], sends, isOwn: false, failure }, sending);
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
		return noteUnknown({ items, sends: noted ? [noted] : [], isOwn: true, failure }, sending);
	ledger.refused(items);
	for (const { index } of items) results.set(index, { failures: [failure] });
}

function noteUnknown(
	unknown: UnknownSend,
	{ ledger, results, recent, began, unknown: all, forget }: Sending,
): void {
	const { items, sends, failure } = unknown;
	ledger.unknown(items, () => failure);
	for (const { index } of items) results.set(index, { failures: [failure] });
	if (sends.length === 0) return;
	all.push(unknown);
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

/**
 * Numbers in a combined request up to which each of its items shows it whole: 10,000 items that
 * show 10,000 numbers would fill n8n's memory.
 */
const mostShown = 100;

/**
 * Gives the items that need no request their outputs: those whose numbers are all excluded, and those
 * of a dry run. Works in slices.
 *
 * @returns the items that need one
 */
export async function settleWithoutRequest(
	items: Array<Item<SendOrder>>,
	results: Results,
	session: Sender['session'],
): Promise<Array<Item<SendOrder>>> {
	const dry: Array<Item<SendOrder>> = [];
	const going = items.filter((item) => {
		const { body, beside, isDryRun } = item.order;
		if (body.recipients?.length === 0) {
			const { skippedRecipients } = beside;
			results.set(item.index, {
				outputs: [{ sendOutcome: 'excluded', recipients: [], skippedRecipients }],
			});
			return false;
		}
		if (isDryRun) dry.push(item);
		return !isDryRun;
	});
	const slices = new Slices();
	for (const request of await combine(dry)) {
		if (slices.isOver) await slices.next();
		// The text may quote a secret, which no output shows.
		const shown = session.redactedCopy(request.body);
		for (const [place, item] of request.items.entries()) {
			results.set(item.index, {
				outputs: [dryRunOf(item, place, request, shown)],
				dryRun: item.order,
			});
		}
	}
	return going;
}

function dryRunOf(
	{ order }: Item<SendOrder>,
	place: number,
	{ body, items }: CombinedRequest,
	shown: MessageBody,
): IDataObject {
	const isShown = place === 0 || (body.recipients ?? []).length <= mostShown;
	return {
		sendOutcome: 'dryRun',
		recipients: order.body.recipients,
		...order.beside,
		request: isShown ? shown : null,
		...(isShown ? {} : { requestOfItem: items[0]!.index }),
		...(order.skipSentWithin !== undefined ? { notLookedUp: true } : {}),
	};
}
