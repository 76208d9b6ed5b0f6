import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { pageAnswerOf, type PageAnswer } from './page';
import { Pass, type PagesResult, type PageQuery } from './pass';
import type { QueryResult, Incomplete, ReadItem } from '../item';
import { failureOfOddAnswer, failureOfRead } from '../service/failure';
import { highestConcurrency, Pace, sideBySide } from '../service/limiter';
import { ListRequest } from '../service/listRequest';
import type { Session } from '../service/session';
import { hintSentences, lineOf, type Problem, problems } from '../texts';
import { groupBy } from '../values/collections';
import { isRecord } from '../values/given';

/**
 * Reads the pages of a query concurrently. Reads them a second time, one by one, if that pass may have missed records.
 */
export async function readPages(query: PageQuery): Promise<PagesResult> {
	const once = new Pass(query);
	await askSideBySide(query, once);
	const { then, read } = once.end;
	const { sized } = query;
	if (then === 'readSingly') return sized ? await readPages(sized(1)) : read;
	// A second pass would take records without an ID again.
	if (then === 'tell' || once.withoutId > 0) return read;
	// Pages of another size begin and end elsewhere. Requested one by one, so that new rows push none into a page that
	// was already read.
	const again = sized?.(Math.max(1, once.size - Math.ceil(once.size / 3))) ?? query;
	const oneByOne = { ...again, concurrency: 1 };
	const twice = new Pass(oneByOne, once);
	await askSideBySide(oneByOne, twice);
	return twice.end.read;
}

/** Limit of pages requested ahead of the last one that the pass has processed, as a multiple of `concurrency`. */
const mostAhead = 3;

/**
 * Requests pages concurrently as long as the pass wants more, and passes it the answers in page order. Resolves only
 * when no request is in progress, so that nothing continues after the query has ended.
 */
async function askSideBySide(query: PageQuery, pass: Pass): Promise<void> {
	const { first, concurrency, ask } = query;
	const underWay = new Map<number, Promise<void>>();
	const answers = new Map<number, PageAnswer>();
	let nextToAsk = first;
	let nextToAdd = first;
	const pace = new Pace(concurrency);

	const askFor = async (page: number): Promise<void> => {
		const answer = await pace.keep(async () => await ask(page));
		pass.stopIfLast(page, answer);
		answers.set(page, answer);
		underWay.delete(page);
	};
	for (;;) {
		const end = nextToAdd + Math.min(pass.wanted, mostAhead * concurrency);
		for (; nextToAsk < end && underWay.size < concurrency; nextToAsk++)
			underWay.set(nextToAsk, askFor(nextToAsk));
		if (underWay.size === 0) return;
		await Promise.race(underWay.values());
		for (let answer; (answer = answers.get(nextToAdd)); nextToAdd++) {
			answers.delete(nextToAdd);
			pass.addAnswer(nextToAdd, answer);
		}
	}
}

/** Returns the problem of a list that may lack records. */
export function incompleteProblem(why: Incomplete): Problem {
	return why === 'changed' ? problems.listChanged() : problems.listOverlaps();
}

/** Runs the items' queries, and calls `note` with each result. Never rejects. */
export async function readAll(
	items: ReadItem[],
	session: Session,
	url: string,
	onResult: (index: number, found: QueryResult | { failure: Problem }) => void,
): Promise<void> {
	await sideBySide(items, highestConcurrency(items), async (item) => {
		onResult(item.index, await find(item, session, url));
	});
}

async function find(
	{ order, concurrency }: ReadItem,
	session: Session,
	url: string,
): Promise<QueryResult | { failure: Problem }> {
	const { query, pages, keeps, output } = order;
	const outputs: IDataObject[] = [];
	let records = 0;
	const take = (record: IDataObject): void => {
		records++;
		for (const each of output(record)) outputs.push(each);
	};
	try {
		if (pages) {
			const { isPerPageSet } = pages;
			const queryOf = (perPage: number): PageQuery => {
				const list = new ListRequest(session, {
					url,
					concurrency,
					// A date range that the user has set is already in the query.
					days: ['none'],
					...(!isPerPageSet && { perPage }),
					query: () => ({ ...query, ...(isPerPageSet && { per_page: perPage }) }),
				});
				const ask = async (page: number) => pageAnswerOf(await list.page(page));
				return { ...pages, perPage, concurrency, ask, take, keeps };
			};
			const sized = isPerPageSet ? undefined : queryOf;
			const read = await readPages({ ...queryOf(pages.perPage), sized });
			return 'failure' in read ? read : { order, outputs, records, ...read };
		}
		const outcome = await session.request({ purpose: 'read', url, qs: query, concurrency });
		if (outcome.type !== 'answered') return { failure: failureOfRead(outcome) };
		if (isRecord(outcome.data)) take(outcome.data);
		return { order, outputs, records };
	} catch (error) {
		// If this were rethrown, n8n would output the input rows as if they were results.
		return { failure: failureOfOddAnswer(error) };
	}
}

/**
 * Returns the hints that n8n's output pane shows for queries that succeeded, at most two: what may be missing, and how
 * to read the result.
 * @param waits sentences that say how long the run waited
 */
export function hintsOfQueries(results: QueryResult[], waits: string[]): NodeExecutionHint[] {
	const warnings: string[] = [];
	const infos: string[] = [];
	const warnOf = ({ what, next }: Problem) =>
		warnings.push(`${what} Run the workflow again. ${next}`.trim());
	for (const why of new Set(results.flatMap(({ incomplete }) => incomplete ?? [])))
		warnOf(incompleteProblem(why));
	const missing = results.reduce((sum, result) => sum + (result.missing ?? 0), 0);
	if (missing > 0) warnOf(problems.listCutShort(missing));
	const without = results.filter(({ outputs }) => outputs.length === 0);
	const lookedFor = new Set(without.flatMap(({ order }) => order.lookedFor || []));
	const unmet = without.flatMap(({ order }) => order.seen?.others ?? []);
	const others = [...groupBy(unmet, ([label]) => label)].map(
		([label, same]): [string, string[]] => [
			label,
			[...new Set(same.flatMap(([, values]) => values))],
		],
	);
	const hasLastDay = without.some(({ order }) => order.query.end_date !== undefined);
	if (lookedFor.size > 0)
		infos.push(hintSentences.nothingFound([...lookedFor], others, hasLastDay));
	const notShown = new Set(without.flatMap(({ order }) => order.seen?.missing ?? []));
	if (notShown.size > 0) warnings.push(hintSentences.filtersNotShown([...notShown]));
	const isLimited = results.some(
		({ order, records }) => order.limitsMessages === true && records === order.pages?.limit,
	);
	if (isLimited) infos.push(hintSentences.limitsMessages);
	infos.push(...waits);
	return [...lineOf(true, warnings), ...lineOf(false, infos)];
}
