import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ReadOrder } from '../operations/operation';
import { isRecord } from '../record';
import { failureOfRead } from './failureOf';
import { readPages } from './pages';
import { makeRequest, type Traveller } from './request';
import type { Failure } from './failure';
import type { Arrival, Result } from './try';

/**
 * Runs the queries of a batch.
 *
 * @returns each item's result by its index; none of them rejects
 */
export function readAll(
	arrivals: Arrival[],
	travellerOf: (arrival: Arrival) => Traveller,
	request: IHttpRequestOptions,
): Map<number, Promise<Result>> {
	return new Map(
		arrivals.map((arrival) => [
			arrival.index,
			read(arrival.order as ReadOrder, travellerOf(arrival), request),
		]),
	);
}

async function read(
	order: ReadOrder,
	traveller: Traveller,
	request: IHttpRequestOptions,
): Promise<Result> {
	const ask = async (query: IDataObject): Promise<{ data: unknown } | { failure: Failure }> => {
		const outcome = await makeRequest(traveller, 'read', { ...request, qs: { ...order.query, ...query } });
		if (outcome.type === 'answered') return { data: outcome.data };
		return { failure: traveller.session.redacted(failureOfRead(outcome)) };
	};
	if (order.pages) {
		const answer = await readPages(order.pages, traveller.limit, ask, order.output);
		return 'failure' in answer ? { failures: [answer.failure] } : { items: answer.items };
	}
	const answer = await ask({});
	if ('failure' in answer) return { failures: [answer.failure] };
	return { items: isRecord(answer.data) ? order.output(answer.data) : [] };
}
