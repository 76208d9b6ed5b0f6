import { createHash } from 'crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { askForPage, PageCount, type Page, type PageAnswer } from './page';
import type { Found, Item, ReadOrder } from '../item';
import { failureOfOddAnswer, failureOfRead } from '../service/failure';
import { highestConcurrency, Pace } from '../service/limiter';
import { makeRequest } from '../service/request';
import type { Session } from '../service/session';
import { problems, type Problem } from '../texts';
import { isRecord } from '../values/simple';

/** Which pages are read, and what becomes of their records. */
interface Reading {
	first: number;
	perPage: number;
	/** The most records that are taken; all unless told. */
	limit?: number;
	concurrency: number;
	/** Asks for one page. Never rejects. */
	ask(query: { page: number; per_page: number }): Promise<PageAnswer>;
	/** Given each record that counts, one with an ID only once. */
	take(record: IDataObject): void;
	/** Which records count; all unless told. */
	keeps?(record: IDataObject): boolean;
	/** Whether the pages after this one need not be read. */
	isEnough?(page: Page): boolean;
}

/** `incomplete` where the list changed meanwhile, `missing` where the service counts more rows than it gave. */
type Read = { incomplete?: true; missing?: number } | { failure: Problem; isRepeat?: true };

/** What one pass over the pages has seen, and what both have `taken`. */
type Pass = ReturnType<typeof newPass>;

function newPass({ first, perPage, limit = Infinity }: Reading) {
	const taken = { left: limit, keys: new Set<string>(), lacksIds: false };
	const count = new PageCount(first, perPage);
	return { taken, count, pages: new Set<string>(), seen: new Set<string>(), repeated: 0 };
}

/**
 * Reads the pages of a query side by side. Where rows may have moved past the pages, or a page came twice, all
 * are read once more, one after the other: then new rows push none out.
 */
export async function readPages(reading: Reading): Promise<Read> {
	const once = newPass(reading);
	let read = await readPass(reading, once);
	if (!isShaky(read, once)) return read;
	// A record without an ID would be taken again.
	if (!once.taken.lacksIds) {
		const again = { ...newPass(reading), taken: once.taken };
		read = await readPass({ ...reading, concurrency: 1 }, again);
		if (!isShaky(read, again, once)) return read;
	}
	return 'failure' in read ? read : { ...read, incomplete: true };
}

/** Whether rows may have moved past the pages: a page tells of fewer rows, or records come in place of others. */
function isShaky(read: Read, pass: Pass, previous?: Pass): boolean {
	const { taken, count, pages, repeated } = pass;
	if (taken.left <= 0) return false;
	if ('failure' in read) return read.isRepeat === true;
	const isShort = count.rows - repeated < count.rowsAtFirst;
	const isSame = String([...pages]) === String([...(previous?.pages ?? [])]);
	return count.hasShrunk || (repeated > 0 && isShort && !isSame);
}

/** The most pages that are read one after the other while the service doesn't say how many there are. */
const mostUncounted = 10_000;

/** So many times `concurrency` pages are kept at most, while one before them is still to be answered. */
const mostAhead = 3;

async function readPass(reading: Reading, pass: Pass): Promise<Read> {
	const { first, limit, concurrency, keeps, isEnough } = reading;
	const { taken, count } = pass;
	// Where some records don't count, nobody can tell how many pages a limit takes.
	const isForeseeable = !keeps || limit === undefined;
	const ahead = isForeseeable ? mostAhead * concurrency : concurrency;
	const isWanted = (number: number, untaken: number): boolean =>
		(count.last === undefined ? untaken === 0 : untaken < ahead && number <= count.last) &&
		taken.left > (isForeseeable ? untaken * count.size : 0);

	let number = first - 1;
	for await (const answer of answersInOrder(reading, isWanted)) {
		number++;
		// Pages past the limit are waited for, so that nothing goes on when the query has ended.
		if (taken.left <= 0) continue;
		const isPromised = !count.isPastClaimed(number);
		if ('failure' in answer) {
			if (answer.isRefusal && !isPromised) continue;
			return { failure: answer.failure };
		}
		const { page } = answer;
		if (page.records.length === 0) {
			// An empty list has a first page too.
			if (page.lastPage !== undefined && page.lastPage >= Math.max(number, first + 1))
				return { failure: problems.missingPages(number, page.lastPage) };
		} else if (isRepeated(page, pass)) {
			if (isPromised) return { failure: problems.repeatedPage(number), isRepeat: true };
			break;
		}
		count.note(page);
		takeRecords(page, reading, pass);
		if (isEnough?.(page)) return {};
		if (count.last === undefined && number === first + mostUncounted && taken.left > 0)
			return { failure: problems.endlessPages(mostUncounted) };
	}
	return taken.left > 0 && count.missing > 0 ? { missing: count.missing } : {};
}

/** Whether an earlier page had just these records, and the same total: new rows may push a whole page on. */
function isRepeated({ records, keys, total }: Page, { pages }: Pass): boolean {
	const told = JSON.stringify([total, records.map((record, place) => keys[place] ?? record)]);
	const key = createHash('sha256').update(told).digest('base64');
	const isKnown = pages.has(key);
	pages.add(key);
	return isKnown;
}

/** Takes the records of a page that are new and count, up to the limit. */
function takeRecords({ records, keys }: Page, { keeps, take }: Reading, pass: Pass): void {
	const { taken } = pass;
	for (const [place, record] of records.entries()) {
		if (taken.left <= 0) return;
		const key = keys[place];
		if (key === undefined) taken.lacksIds = true;
		else if (pass.seen.has(key)) pass.repeated++;
		else pass.seen.add(key);
		if ((key !== undefined && taken.keys.has(key)) || keeps?.(record) === false) continue;
		// One that doesn't count may come to: a group's numbers may be filled in later.
		if (key !== undefined) taken.keys.add(key);
		taken.left--;
		take(record);
	}
}

/** Asks for pages side by side, as long as they are wanted, and gives the answers in the order of the pages. */
async function* answersInOrder(
	{ first, perPage, concurrency, ask, isEnough }: Reading,
	isWanted: (number: number, untaken: number) => boolean,
): AsyncGenerator<PageAnswer> {
	const asked: Array<Promise<PageAnswer>> = [];
	let turn = first;
	let next = first;
	const pace = new Pace(concurrency, Infinity);
	let underWay = 0;
	let isOver = false;
	const askFor = async (number: number): Promise<PageAnswer> => {
		underWay++;
		const answer = await pace.keep(async () => await ask({ page: number, per_page: perPage }));
		underWay--;
		// No page after it is needed, and those before it were asked for already.
		if ('failure' in answer || answer.page.records.length === 0 || isEnough?.(answer.page))
			isOver = true;
		// The page that is given next may tell that no more are wanted.
		if (number !== turn) askMore();
		return answer;
	};
	const askMore = (): void => {
		while (!isOver && underWay < concurrency && isWanted(next, next - turn))
			asked.push(askFor(next++));
	};
	try {
		askMore();
		for (let answer; (answer = asked.shift()); askMore()) {
			yield await answer;
			turn++;
		}
	} finally {
		isOver = true;
	}
}

/** Runs these items' queries, and tells what became of each. Never rejects. */
export async function readAll(
	items: Array<Item<ReadOrder>>,
	session: Session,
	request: IHttpRequestOptions,
	note: (index: number, found: Found | { failure: Problem }) => void,
): Promise<void> {
	const concurrency = highestConcurrency(items);
	const left = items.values();
	const readNext = async (): Promise<void> => {
		for (const item of left) note(item.index, await find(item, session, request));
	};
	await Promise.all(Array.from({ length: concurrency }, readNext));
}

async function find(
	{ order, concurrency }: Item<ReadOrder>,
	session: Session,
	request: IHttpRequestOptions,
): Promise<Found | { failure: Problem }> {
	const { query, pages, keeps, output } = order;
	const outputs: IDataObject[] = [];
	let records = 0;
	const take = (record: IDataObject): void => {
		records++;
		for (const each of output(record)) outputs.push(each);
	};
	const asking = (page: IDataObject) => ({ ...request, qs: { ...query, ...page } });
	try {
		if (pages) {
			const ask = async (page: IDataObject) => await askForPage(session, asking(page), concurrency);
			const read = await readPages({ ...pages, concurrency, ask, take, keeps });
			return 'failure' in read ? read : { order, outputs, records, ...read };
		}
		const outcome = await makeRequest(session, 'read', asking({}), concurrency);
		if (outcome.type !== 'answered') return { failure: failureOfRead(outcome) };
		if (isRecord(outcome.data)) take(outcome.data);
		return { order, outputs, records };
	} catch (error) {
		// Thrown on, n8n would hand the input rows on as if they were results.
		return { failure: failureOfOddAnswer(error) };
	}
}
