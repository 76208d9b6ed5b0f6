import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Page, PageAnswer } from './page';
import {
	claimedRows,
	lastPageOf,
	latestPage,
	missingRows,
	noPages,
	pageSize,
	type PagesRead,
	withPage,
} from './pageCount';
import type { Incomplete } from '../item';
import { type Problem, problems } from '../texts';
import { createdAtOf } from '../values/messageRecord';

/** A request for the pages of a query, and what to do with their records. */
export interface PageQuery {
	first: number;
	/** Number of the last page to read, if pages may follow it. */
	last?: number;
	/** Page size to request, if the service accepts one. */
	perPage: number;
	/** The most records to take. Defaults to all. */
	limit?: number;
	concurrency: number;
	/** Requests one page. Never rejects. */
	ask(page: number): Promise<PageAnswer>;
	/** Receives each record that `keeps` accepts, but a record with an ID only once, and its key (`recordKey`). */
	take(record: IDataObject, key?: string): void;
	/** Whether to take a record. Defaults to all. */
	keeps?(record: IDataObject): boolean;
	/** Whether the pages after this one need not be read. @param number of the page, from 1 */
	isEnough?(page: Page, number: number): boolean;
	/** The same, decided by all records up to this page: called in page order, once they are taken. */
	isRestKnown?(page: Page): boolean;
	/** Returns the same request with another page size. Undefined if the user set the size. */
	sized?(perPage: number): PageQuery;
	/** Whether `isEnough` or `isRestKnown` may end the reading long before the last page. */
	mayEndEarly?(): boolean;
}

/** Result of reading the pages. `missing` is the number of rows that the service counts but didn't return. */
export type PagesResult = { incomplete?: Incomplete; missing: number } | { failure: Problem };

/**
 * How a pass ends: with its result, or with the need to read again. If that doesn't help or isn't possible, `read` is
 * the result all the same.
 */
type PassEnd = { then: 'tell' | 'readAgain' | 'readSingly'; read: PagesResult };

const tell = (read: PagesResult): PassEnd => ({ then: 'tell', read });
const readAgain = (read: PagesResult): PassEnd => ({ then: 'readAgain', read });

/** The most pages to read, one by one, while the service doesn't say how many there are. */
const mostUncounted = 10_000;

/** One pass over the pages of a query. Decides which pages to request, and how the pass ends. */
export class Pass {
	private pagesRead: PagesRead;
	/** Number of records without an ID. */
	withoutId = 0;
	private readonly keys = new Set<string>();
	/** Creation time of the newest record of the first page, by the service's clock, in milliseconds since 1970. */
	private newest = -Infinity;
	/** Number of records that may be newer than the first page. */
	private mayBeNew = 0;
	private readonly pages = new Set<string>();
	/** Whether to request no further pages. */
	private isAllAskedFor = false;
	private ended?: PassEnd;
	/** Records taken so far, shared by both passes. */
	private readonly taken: { count: number; keys: Set<string> };

	/** @param before the pass that has already read the same pages */
	constructor(
		private readonly reading: PageQuery,
		private readonly before?: Pass,
	) {
		this.pagesRead = noPages(reading.first, reading.perPage);
		this.taken = before?.taken ?? { count: 0, keys: new Set() };
	}

	/** Number of pages that may be requested beyond the last one processed. */
	get wanted(): number {
		const { pagesRead, taken, reading } = this;
		const { limit, keeps, concurrency } = reading;
		if (this.ended || this.isAllAskedFor) return 0;
		const last = lastPageOf(pagesRead);
		if (last === undefined) return 1;
		const toLast = Math.min(last, reading.last ?? Infinity) - latestPage(pagesRead);
		// No more than were read so far, so that at most half of the requests are in vain.
		if (reading.mayEndEarly?.()) return Math.min(toLast, pagesRead.pages);
		if (limit === undefined) return toLast;
		// If `keeps` drops records, nobody can tell how many pages the limit takes.
		const toLimit = keeps ? concurrency : Math.ceil((limit - taken.count) / this.size);
		return Math.min(toLast, toLimit);
	}

	/** Stops requesting further pages if this answer shows that they aren't needed. Called as soon as it arrives. */
	stopIfLast(number: number, answer: PageAnswer): void {
		if ('failure' in answer || answer.page.records.length === 0) this.isAllAskedFor = true;
		else if (this.reading.isEnough?.(answer.page, number)) this.isAllAskedFor = true;
	}

	/** Processes an answer and takes its records. Answers must come in page order. */
	addAnswer(number: number, answer: PageAnswer): void {
		this.ended ??= this.endAfter(number, answer);
	}

	/** The end of the pass, once no request is in progress. */
	get end(): PassEnd {
		return this.ended ?? this.endWith(missingRows(this.pagesRead));
	}

	/** Processes an answer. @returns the end of the pass, or undefined if it continues */
	private endAfter(number: number, answer: PageAnswer): PassEnd | undefined {
		const { reading } = this;
		const isClaimed = number <= (this.pagesRead.lastPage ?? Infinity);
		if ('failure' in answer) {
			// A page that the service doesn't claim to have may be refused.
			const isExpected = answer.isRefusal && !isClaimed;
			return isExpected ? undefined : tell({ failure: answer.failure });
		}
		const { page } = answer;
		if (this.pagesRead.pages === 0 && this.isOneOfMany(page))
			return { then: 'readSingly', read: { failure: problems.oneOfMany() } };
		if (this.isRepetition(page))
			return isClaimed ? readAgain({ failure: problems.repeatedPage(number) }) : this.end;
		this.pagesRead = withPage(this.pagesRead, page);
		this.takeRecords(page);
		if (reading.isRestKnown?.(page) || reading.isEnough?.(page, number) || number === reading.last)
			return this.endWith(0, true);
		if (this.isFull) return tell({ missing: 0 });
		const { records, lastPage = 0 } = page;
		// An empty list, too, may claim a first page.
		if (records.length === 0 && lastPage >= Math.max(number, reading.first + 1))
			return tell({ failure: problems.missingPages(number, lastPage) });
		if (lastPageOf(this.pagesRead) === undefined && this.pagesRead.pages > mostUncounted)
			return tell({ failure: problems.endlessPages(mostUncounted) });
		return undefined;
	}

	/**
	 * Returns the end of a pass that has read all but `missing` rows: its result, or that it is to be read again because
	 * records may have been missed.
	 * @param isEarly whether there are pages that it didn't read
	 */
	private endWith(missing: number, isEarly = false): PassEnd {
		// If the total has shrunk, rows may have moved to pages that were already read.
		if (this.pagesRead.hasShrunk) return readAgain({ incomplete: 'changed', missing });
		// Counts agree even if some records come twice in place of others: rows with equal times have no fixed order.
		const different = isEarly ? this.different : this.differentInBoth;
		// A new row at the front pushes another one to the next page, where it comes again.
		const pushed = Math.max(0, this.risen - this.mayBeNew);
		return claimedRows(this.pagesRead) - different > pushed
			? readAgain({ incomplete: 'overlapping', missing })
			: tell({ missing });
	}

	/**
	 * Number of distinct records seen by this pass and the one before. Only by this one if the total has shrunk since.
	 */
	private get differentInBoth(): number {
		const { before, keys, different } = this;
		if (!before || (this.pagesRead.total ?? 0) < (before.pagesRead.total ?? 0)) return different;
		let more = 0;
		for (const key of before.keys) if (!keys.has(key)) more++;
		return different + more;
	}

	/** Number of rows by which the total has grown since the first page. */
	private get risen(): number {
		const { total = 0, firstTotal = 0 } = this.pagesRead;
		return Math.max(0, total - firstTotal);
	}

	private get different(): number {
		return this.keys.size + this.withoutId;
	}

	/** Number of rows that the service puts on a page. */
	get size(): number {
		return pageSize(this.pagesRead);
	}

	/** Whether the service returned one record for a page that should have more. */
	private isOneOfMany({ isBare, total, lastPage }: Page): boolean {
		const { first, perPage, sized } = this.reading;
		if (isBare !== true || perPage === 1) return false;
		// Without a count, only pages of one record show how many there are.
		if (total === undefined && lastPage === undefined) return sized !== undefined;
		return (total ?? 0) > (first - 1) * perPage + 1 || (lastPage ?? 0) > first;
	}

	/** Counts a record that may be newer than the first page. On the first page, records its newest creation time. */
	private countIfNew(record: IDataObject, key = ''): void {
		const { pagesRead, keys, before, newest } = this;
		if (pagesRead.pages === 1) this.newest = Math.max(newest, createdAtOf(record) ?? -Infinity);
		else if (this.risen > 0 && !keys.has(key) && !before?.keys.has(key))
			if ((createdAtOf(record) ?? Infinity) >= newest) this.mayBeNew++;
	}

	private get isFull(): boolean {
		return this.taken.count === this.reading.limit;
	}

	/**
	 * Whether an earlier page had exactly these records and the same total. With another total, new rows may have pushed
	 * a whole page back.
	 */
	private isRepetition({ records, keys, total }: Page): boolean {
		if (records.length === 0) return false;
		const told = JSON.stringify([total, records.map((record, place) => keys[place] ?? record)]);
		const digest = createHash('sha256').update(told).digest('base64');
		const isKnown = this.pages.has(digest);
		this.pages.add(digest);
		return isKnown;
	}

	/** Takes the records of a page that are new and that `keeps` accepts, up to the limit. */
	private takeRecords({ records, keys }: Page): void {
		const { taken, reading } = this;
		for (const [place, record] of records.entries()) {
			if (this.isFull) return;
			const key = keys[place];
			this.countIfNew(record, key);
			if (key === undefined) this.withoutId++;
			else this.keys.add(key);
			if ((key !== undefined && taken.keys.has(key)) || reading.keeps?.(record) === false) continue;
			// A record that `keeps` rejects may be accepted later: a group's numbers may be filled in meanwhile.
			if (key !== undefined) taken.keys.add(key);
			taken.count++;
			reading.take(record, key);
		}
	}
}
