import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { askForPage } from './page';
import { readPages } from './pages';
import type { Item, ReadOrder, Result, Results } from '../item';
import { failureOfOddAnswer, failureOfRead } from '../service/failure';
import { highestConcurrency } from '../service/limiter';
import { makeRequest, type Sender } from '../service/request';
import { isRecord } from '../values/json';

/** Runs these items' queries and puts their results into `results`. Never rejects. */
export async function readAll(
	items: Array<Item<ReadOrder>>,
	sender: Sender,
	request: IHttpRequestOptions,
	results: Results,
): Promise<void> {
	const concurrency = highestConcurrency(items);
	const left = items.values();
	const readNext = async (): Promise<void> => {
		for (const item of left) results.set(item.index, await resultOf(item, sender, request));
	};
	await Promise.all(Array.from({ length: concurrency }, readNext));
}

async function resultOf(
	{ order, concurrency }: Item<ReadOrder>,
	sender: Sender,
	request: IHttpRequestOptions,
): Promise<Result> {
	const { query, pages, keeps, output } = order;
	const outputs: IDataObject[] = [];
	const take = (record: IDataObject): void => {
		for (const each of output(record)) outputs.push(each);
	};
	const asking = (page: IDataObject) => ({ ...request, qs: { ...query, ...page } });
	try {
		if (pages) {
			const ask = async (page: IDataObject) => await askForPage(sender, asking(page), concurrency);
			const read = await readPages({ ...pages, concurrency, ask, take, keeps });
			return 'failure' in read ? { failures: [read.failure] } : { outputs, ...read };
		}
		const outcome = await makeRequest(sender, 'read', asking({}), concurrency);
		if (outcome.type !== 'answered')
			return { failures: [sender.session.redacted(failureOfRead(outcome))] };
		if (isRecord(outcome.data)) take(outcome.data);
		return { outputs };
	} catch (error) {
		// Thrown on, n8n would hand the input rows on as if they were results.
		return { failures: [sender.session.redacted(failureOfOddAnswer(error))] };
	}
}
