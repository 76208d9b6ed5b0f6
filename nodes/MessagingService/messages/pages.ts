import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { Collected, PageCount, PageQueue, readPage, type Page } from './page';
import type { Failure, Item, ReadOrder, Result, Results } from '../item';
import { failureOfOddAnswer, failureOfRead } from '../service/failure';
import { highestConcurrency, Pace } from '../service/limiter';
import { makeRequest, type Sender } from '../service/request';
import { sentences } from '../texts';
import { isRecord } from '../values/json';

/** Asks for one page. Never rejects. */
export type Ask = (query: {
	page: number;
	per_page: number;
}) => Promise<{ data: unknown } | { failure: Failure }>;

/** Most pages that are read one after the other while the service doesn't say how many there are. */
const mostUncounted = 10_000;

/**
 * So many times `concurrency` pages may have been asked for and not taken yet: one that answers late holds
 * up those after it, and they are kept meanwhile.
 */
const mostAhead = 3;

/**
 * Reads a query's pages once: the first one alone, then, knowing how many there are, the rest side
 * by side, up to `concurrency` at once. No more pages are asked for than are wanted; where the node
 * filters, nobody knows how many that is, and those under way when the limit is reached are too many.
 *
 * While the total says that there are more rows than came, pages are read past the last one that the
 * service claims, up to an empty one.
 *
 * @param collected where each page is added, in order
 * @param take given the records of it that are new
 * @param isEnough whether the pages after this one need not be read
 * @returns how many rows a page has, and how many the service counts beyond those that came; or the
 * failure of the first page that has one
 */
async function readPass(
	{ first, perPage }: { first: number; perPage: number },
	concurrency: number,
	ask: Ask,
	collected: Collected,
	take: (records: IDataObject[]) => void,
	isEnough: (page: Page) => boolean,
): Promise<{ size: number; missing: number } | { failure: Failure }> {
	async function fetchPage(
		number: number,
	): Promise<{ number: number; page: Page } | { number: number; failure: Failure }> {
		const answer = await ask({ page: number, per_page: perPage });
		if ('failure' in answer) return { number, ...answer };
		const page = readPage(answer.data);
		return page
			? { number, page }
			: { number, failure: failureOfRead({ type: 'unreadable', status: 200 }) };
	}

	const began = Date.now();
	const opening = await fetchPage(first);
	const took = Date.now() - began;
	if ('failure' in opening) return opening;
	const { page: opener } = opening;
	if (opener.records.length === 0 && opener.lastPage !== undefined && opener.lastPage > first) {
		return failed('missingPages', sentences.missingPages(first, opener.lastPage));
	}
	take(collected.add(opener));
	const count = new PageCount(opener, first, perPage);
	const { size } = count;
	if (isEnough(opener)) return { size, missing: 0 };
	let next = first + 1;
	const rest = (count.last ?? first) - first;
	const wanted = collected.isForeseeable ? collected.missing / size : Infinity;
	const pace = new Pace(concurrency, Math.min(rest, wanted), took);

	let ahead = collected.isForeseeable ? mostAhead : 1;
	const queue = new PageQueue(
		async () => {
			const number = next++;
			// The limit may be reached before it is this page's turn.
			const answer = await pace.keep(async () =>
				collected.isFull ? undefined : await fetchPage(number),
			);
			if (!answer) return answer;
			if ('failure' in answer) queue.end();
			// It may be the last: what comes after it is not asked for ahead.
			else if (answer.page.records.length === 0 || isEnough(answer.page)) ahead = 1;
			return answer;
		},
		(asked, unanswered) =>
			next <= (count.last ?? first + mostUncounted) &&
			collected.mayTakeMoreThan(asked * size) &&
			(count.last === undefined
				? asked === 0
				: unanswered < concurrency && asked < ahead * concurrency),
	);

	try {
		while (queue.fill()) {
			const answer = await queue.next();
			// Past the limit pages are waited for, so that nothing goes on when the query has ended; what
			// they say is of no account.
			if (!answer || collected.isFull) continue;
			const { number } = answer;
			if ('failure' in answer) {
				// A page that the service did not promise need not be there.
				if (answer.failure.id !== 'refused' || !count.isPastLast(number)) return answer;
				count.endBefore(number);
				continue;
			}
			const { page } = answer;
			const isNew = !collected.repeats(page);
			// Rows that were added meanwhile push others onto further pages; rows that went leave fewer.
			if (isNew) count.note(page, number);
			if (page.records.length === 0) {
				if (page.lastPage !== undefined && number <= page.lastPage) {
					return failed('missingPages', sentences.missingPages(number, page.lastPage));
				}
				// Those under way may have been read before the rows went.
				count.endBefore(number);
			} else if (!isNew) {
				if (!count.isPastLast(number))
					return failed('repeatedPage', sentences.repeatedPage(number));
				count.endBefore(number);
				continue;
			}
			take(collected.add(page));
			if (isEnough(page)) return { size, missing: 0 };
		}
	} finally {
		queue.end();
	}
	if (count.last === undefined && !collected.isFull && next > first + mostUncounted) {
		return failed('endlessPages', sentences.endlessPages(mostUncounted));
	}
	return { size, missing: collected.isFull ? 0 : count.missing };
}

function failed(
	id: keyof typeof sentences,
	sentence: { what: string; next: string },
): { failure: Failure } {
	return { failure: { id, fate: 'refused', ...sentence } };
}

/** How often the pages are read at most, while rows move past them. */
const mostPasses = 3;

/** Which records of the pages are wanted. */
interface Choice {
	/** Which records count and come out; all unless told. */
	keeps?: (record: IDataObject) => boolean;
	/** Whether the pages after this one need not be read. */
	isEnough?: (page: Page) => boolean;
}

/**
 * Reads the pages of a query and gives their records back in order.
 *
 * Records with an `id` come out once, however the rows move while pages are read. Where rows may
 * have moved past the pages, these are read once more, and what was missed comes last. No more pages
 * are asked for than `limit` needs, as far as that can be told.
 *
 * @returns the output of all records, `incomplete` where some may be missing because the list changed,
 * `missing` where the service counts more than it gave; or the failure of the first page that has one
 */
export async function readPages(
	{ first, perPage, limit = Infinity }: { first: number; perPage: number; limit?: number },
	concurrency: number,
	ask: Ask,
	output: (record: IDataObject) => IDataObject[],
	{ keeps, isEnough = () => false }: Choice = {},
): Promise<Result> {
	const collected = new Collected(limit, keeps);
	const outputs: IDataObject[] = [];
	const take = (records: IDataObject[]): void => {
		for (const record of records) {
			for (const item of output(record)) outputs.push(item);
		}
	};
	for (let pass = 1; ; pass++) {
		// Past pages that are read one after the other no rows move because others come: at a service
		// that is being sent to, the last pass ends well, if slowly.
		const read = await readPass(
			{ first, perPage },
			pass < mostPasses ? concurrency : 1,
			ask,
			collected,
			take,
			isEnough,
		);
		if ('failure' in read) return { failures: [read.failure] };
		const mayHaveMissed = collected.endPass((first - 1) * read.size);
		const missing = read.missing > 0 ? { missing: read.missing } : {};
		if (collected.isFull || !mayHaveMissed) return { outputs, ...missing };
		if (pass === mostPasses || !collected.canReadAgain)
			return { outputs, incomplete: true, ...missing };
	}
}

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
