import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { SendOrder } from '../operations/operation';
import { failureOfSend } from './failureOf';
import { isRecord } from '../record';
import { makeRequest, type Traveller } from './request';
import { pack, type Shipment } from './shipments';
import type { Arrival, Result, Try } from './try';

/**
 * Sends the messages of a batch, each at most once in the whole run: what an earlier try had
 * accepted, or nobody knows about, comes out of the ledger.
 *
 * @returns each item's result by its index; none of them rejects
 */
export function sendAll(
	current: Try,
	arrivals: Arrival[],
	travellerOf: (arrival: Arrival) => Traveller,
	request: IHttpRequestOptions,
): Map<number, Promise<Result>> {
	const results = new Map<number, Promise<Result>>();
	for (const { index, remembered } of arrivals) {
		if (remembered) results.set(index, Promise.resolve(resultOfMemory(current, index, remembered)));
	}
	const fresh = arrivals.filter(({ remembered }) => !remembered);
	const arrivalAt = new Map(fresh.map((arrival) => [arrival.index, arrival]));
	const shipments = pack(fresh.map(({ index, order }) => ({ index, order: order as SendOrder })));
	for (const shipment of shipments) {
		const traveller = travellerOf(arrivalAt.get(shipment.parcels[0]!.index)!);
		const journey = send(shipment, traveller, request, (index, entry) =>
			current.setup.ledger.set(index, arrivalAt.get(index)!.order!, entry),
		);
		for (const { index, order } of shipment.parcels) {
			results.set(index, journey.then((outcome) => resultOf(current, index, order, outcome)));
		}
	}
	return results;
}

type Remembered = NonNullable<Arrival['remembered']>;
type Journey = { data: IDataObject } | Extract<Result, { failures: unknown }>;

/** One request. The ledger is written before anything else can happen to the result. */
async function send(
	{ body, parcels }: Shipment,
	traveller: Traveller,
	request: IHttpRequestOptions,
	remember: (index: number, entry: Remembered) => void,
): Promise<Journey> {
	const outcome = await makeRequest(traveller, 'send', { ...request, body });
	if (outcome.type === 'answered') {
		const data = isRecord(outcome.data) ? outcome.data : {};
		for (const { index, order } of parcels) remember(index, { receipt: receiptOf(data, order) });
		return { data };
	}
	const failure = traveller.session.redacted(failureOfSend(outcome, body, Date.now()));
	if (failure.fate === 'unknown') {
		for (const { index } of parcels) remember(index, { unknown: failure });
	}
	return { failures: [failure] };
}

function resultOf(current: Try, index: number, order: SendOrder, journey: Journey): Result {
	if ('failures' in journey) return journey;
	return accepted(current, index, receiptOf(journey.data, order));
}

function resultOfMemory(current: Try, index: number, remembered: Remembered): Result {
	if ('unknown' in remembered) return { failures: [remembered.unknown] };
	return accepted(current, index, remembered.receipt);
}

function accepted(current: Try, index: number, receipt: IDataObject): Result {
	current.receipts.push({ index, messageId: String(receipt.messageId ?? 'without an id') });
	return { items: [receipt] };
}

/**
 * The output of one item. A member called `error` is left out: n8n takes a run whose first item
 * has one for failed, and would send its messages once more under Retry On Fail.
 */
function receiptOf(data: IDataObject, { body, beside }: SendOrder): IDataObject {
	const answer = { ...data };
	delete answer.error;
	return { ...answer, recipients: body.recipients, ...beside };
}
