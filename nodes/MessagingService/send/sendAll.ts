import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { failureOfSend } from '../errors/failureOf';
import { pause } from '../http/pause';
import { makeRequest, type Sender } from '../http/request';
import type { Failure, Item, MessageBody, Results, SendOrder } from '../item';
import { isRecord } from '../validation/record';
import { clockOf } from '../validation/timeZone';
import { combine, type CombinedRequest } from './combine';
import type { Ledger } from './ledger';

/**
 * Milliseconds between the first requests of many, and that all of them are spread over at most.
 * Answers that come in one moment are read one after the other while nothing is under way, and the
 * next requests leave in one moment again; begun apart, they stay apart.
 */
const longestApart = 5;
const longestStart = 100;

/** An instant as people in the workflow's time zone read it. */
type Clock = (instant: number) => string;

/** What the sends of one run have in common. */
export interface Sending {
	sender: Sender;
	request: IHttpRequestOptions;
	ledger: Ledger;
	/** The workflow's time zone, as an IANA name. */
	zone: string;
	/** Where each item's result is put. */
	results: Results;
}

/**
 * Sends these items' messages, each at most once in the whole run: they must be items that the
 * ledger does not have. Never rejects.
 */
export async function sendAll(items: Array<Item<SendOrder>>, sending: Sending): Promise<void> {
	const { sender, ledger, zone } = sending;
	const clock = clockOf(zone);
	const requests = await combine(items);
	const concurrency = items.reduce((most, item) => Math.max(most, item.concurrency), 1);
	let next = 0;
	const apart = requests.length > 3 * concurrency ? Math.min(longestApart, longestStart / concurrency) : 0;
	// As many at a time as may be under way, so that 10,000 items don't wait at the limiter at once.
	const sendNext = async (place: number): Promise<void> => {
		if (apart > 0 && place > 0) await pause(place * apart, sender.stop);
		for (let combined; (combined = requests[next++]); ) await send(combined, sending, clock);
	};
	const places = Array.from({ length: Math.min(concurrency, requests.length) }, async (_, place) => await sendNext(place));
	const sent = Promise.all(places).then(() => undefined);
	ledger.watch(sent);
	await sent;
}

/** One request. The ledger is written before anything else can happen to the result. */
async function send({ body, items }: CombinedRequest, { sender, request, ledger, results }: Sending, clock: Clock): Promise<void> {
	const { session } = sender;
	const concurrency = items[0]!.concurrency;
	const outcome = await makeRequest(sender, 'send', { ...request, body }, concurrency, () =>
		ledger.unknown(items, unknownSince(body, Date.now(), session, clock)),
	);
	if (outcome.type === 'answered') {
		const data = isRecord(outcome.data) ? outcome.data : {};
		for (const { index, order } of items) {
			const receipt = receiptOf(data, order);
			ledger.accepted(index, order, receipt, items);
			results.set(index, { outputs: [receipt] });
		}
		return;
	}
	const failure: Failure = session.redacted(failureOfSend(outcome, body, clock(Date.now())));
	if (failure.fate === 'unknown') ledger.unknown(items, () => failure);
	else ledger.refused(items);
	for (const { index } of items) results.set(index, { failures: [failure] });
}

/**
 * The failure of a send of which nothing is known but that it left. It is read where a next try of
 * the run is stopped before the answer came.
 */
function unknownSince(body: MessageBody, left: number, session: Sender['session'], clock: Clock): () => Failure {
	return () => session.redacted(failureOfSend({ type: 'lost', code: 'ERR_CANCELED' }, body, clock(left)));
}

/**
 * The output of one item. A member called `error` is left out: n8n takes a run whose first item
 * has one for failed, and would run it once more under Retry On Fail.
 */
function receiptOf(data: IDataObject, { body, beside }: SendOrder): IDataObject {
	const answer = { ...data };
	delete answer.error;
	return { ...answer, sendOutcome: 'accepted', recipients: body.recipients, ...beside };
}
