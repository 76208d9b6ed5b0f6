import type { IDataObject } from 'n8n-workflow';

import { failureOfRead } from '../errors/failureOf';
import { sentences } from '../errors/sentences';
import { pause } from '../http/pause';
import type { Failure, Result } from '../item';
import { Collected } from './collected';
import { readPage, type Page } from './page';

/** Asks for one page. Never rejects. */
type Ask = (query: { page: number; per_page: number }) => Promise<{ data: unknown } | { failure: Failure }>;

/** Most pages that are read one after the other while the service doesn't say how many there are. */
const mostUncounted = 10_000;

/**
 * Milliseconds that the first requests of many are spread over at most. Answers that come in one
 * moment are read one after the other while nothing is under way, and the next requests leave in one
 * moment again; begun apart, they stay apart. For a few pages that costs more than it wins.
 */
const longestStart = 100;

/**
 * Reads the pages of a query: the first one alone, then, knowing how many there are, the rest side
 * by side, up to `concurrency` at once, and gives their records back in order.
 *
 * Records with an `id` come out once, however the rows move while pages are read. No more pages
 * are asked for than `limit` needs.
 *
 * @returns the output of all records, or the failure of the first page that has one
 */
export async function readPages(
	{ first, perPage, limit = Infinity }: { first: number; perPage: number; limit?: number },
	concurrency: number,
	ask: Ask,
	output: (record: IDataObject) => IDataObject[],
): Promise<Result> {
	const collected = new Collected(limit);
	const outputs: IDataObject[] = [];

	async function fetch(number: number, after = 0): Promise<{ number: number; page: Page } | { failure: Failure }> {
		if (after > 0) await pause(after);
		const answer = await ask({ page: number, per_page: perPage });
		if ('failure' in answer) return answer;
		const page = readPage(answer.data);
		return page ? { number, page } : { failure: failureOfRead({ type: 'unreadable', status: 200 }) };
	}

	function keep(page: Page): void {
		for (const record of collected.add(page)) {
			for (const item of output(record)) outputs.push(item);
		}
	}

	const began = Date.now();
	const opening = await fetch(first);
	const took = Date.now() - began;
	if ('failure' in opening) return { failures: [opening.failure] };
	const { page: opener } = opening;
	if (opener.records.length === 0 && opener.lastPage !== undefined && opener.lastPage > first) {
		return failed('missingPages', sentences.missingPages(first, opener.lastPage));
	}
	keep(opener);
	const size = opener.perPage || opener.records.length;
	let last = opener.records.length === 0 ? first : opener.lastPage;
	let next = first + 1;
	const underWay: Array<ReturnType<typeof fetch>> = [];
	const left = last === undefined ? 0 : Math.min((last - first) * size, collected.missing);
	const apart = left > 3 * concurrency * size ? Math.min(took, longestStart) / concurrency : 0;

	for (;;) {
		while (underWay.length < (last === undefined ? 1 : concurrency) && next <= (last ?? first + mostUncounted)) {
			if (collected.missing <= underWay.length * size) break;
			const started = next - first - 1;
			underWay.push(fetch(next++, started < concurrency ? started * apart : 0));
		}
		const answer = await underWay.shift();
		if (!answer) break;
		if ('failure' in answer) return { failures: [answer.failure] };
		const { number, page } = answer;
		// Rows that were added meanwhile push others onto further pages; rows that went leave fewer.
		if (page.lastPage !== undefined) last = page.lastPage;
		if (page.records.length === 0) {
			if (page.lastPage === undefined || number > page.lastPage) break;
			return failed('missingPages', sentences.missingPages(number, page.lastPage));
		}
		if (collected.repeats(page)) return failed('repeatedPage', sentences.repeatedPage(number));
		keep(page);
	}
	if (last === undefined && next > first + mostUncounted) {
		return failed('endlessPages', sentences.endlessPages(mostUncounted));
	}
	return { outputs };
}

function failed(id: keyof typeof sentences, sentence: { what: string; next: string }): Result {
	return { failures: [{ id, fate: 'refused', ...sentence }] };
}
