import type { IDataObject } from 'n8n-workflow';

import { failureOfRead } from '../errors/failureOf';
import { sentences } from '../errors/sentences';
import { Pace } from '../http/pace';
import type { Failure } from '../item';
import type { Collected } from './collected';
import { readPage, type Page } from './page';
import { PageCount } from './pageCount';
import { PageQueue } from './pageQueue';

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
export async function readPass(
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
