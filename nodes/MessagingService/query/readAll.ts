import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { failureOfOddAnswer, failureOfRead } from '../errors/failureOf';
import { highestConcurrency } from '../http/limiter';
import { makeRequest, type Sender } from '../http/request';
import type { Failure, Item, ReadOrder, Result, Results } from '../item';
import { isRecord } from '../validation/record';
import { readPages } from './pages';

/**
 * Runs these items' queries. Never rejects.
 *
 * @param request what all requests have in common
 * @param results where each item's result is put
 */
export async function readAll(
	items: Array<Item<ReadOrder>>,
	sender: Sender,
	request: IHttpRequestOptions,
	results: Results,
): Promise<void> {
	const concurrency = highestConcurrency(items);
	let next = 0;
	const readNext = async (): Promise<void> => {
		for (let item; (item = items[next++]); )
			results.set(item.index, await read(item, sender, request));
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, readNext));
}

/**
 * What an answer of an odd shape throws is the item's own failure: thrown on, n8n would hand the
 * rows on as if they were results.
 */
async function read(
	item: Item<ReadOrder>,
	sender: Sender,
	request: IHttpRequestOptions,
): Promise<Result> {
	try {
		return await answerOf(item, sender, request);
	} catch (error) {
		return { failures: [sender.session.redacted(failureOfOddAnswer(error))] };
	}
}

async function answerOf(
	{ order, concurrency }: Item<ReadOrder>,
	sender: Sender,
	request: IHttpRequestOptions,
): Promise<Result> {
	const ask = async (query: IDataObject): Promise<{ data: unknown } | { failure: Failure }> => {
		const asked = { ...request, qs: { ...order.query, ...query } };
		const outcome = await makeRequest(sender, 'read', asked, concurrency);
		if (outcome.type === 'answered') return { data: outcome.data };
		return { failure: sender.session.redacted(failureOfRead(outcome)) };
	};
	if (order.pages)
		return await readPages(order.pages, concurrency, ask, order.output, { keeps: order.keeps });
	const answer = await ask({});
	if ('failure' in answer) return { failures: [answer.failure] };
	return { outputs: isRecord(answer.data) ? order.output(answer.data) : [] };
}
