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

/** Which pages are read, and what becomes of their records. */
export interface PageQuery {
	first: number;
	/** The page size that is asked for, if the service takes one. */
	perPage: number;
	/** The most records that are taken; all unless told. */
	limit?: number;
	concurrency: number;
	/** Asks for one page. Never rejects. */
	ask(page: number): Promise<PageAnswer>;
	/** Given each record that counts, one with an ID only once. */
	take(record: IDataObject): void;
	/** Which records count; all unless told. */
	keeps?(record: IDataObject): boolean;
	/** Whether the pages after this one need not be read. */
	isEnough?(page: Page): boolean;
	/** The same in pages of another size; undefined where the user set the size. */
	sized?(perPage: number): PageQuery;
	/** Whether the reading may end long before the last page, by `isEnough`. */
	mayEndEarly?(): boolean;
}

/** `missing` says how many more rows the service counts than it gave. */
export type PagesResult = { incomplete?: Incomplete; missing: number } | { failure: Problem };

/** How a pass ends. Where reading in another way is no help, or can't be done, `read` is told all the same. */
type PassEnd = { then: 'tell' | 'readAgain' | 'readSingly'; read: PagesResult };

const tell = (read: PagesResult): PassEnd => ({ then: 'tell', read });
const readAgain = (read: PagesResult): PassEnd => ({ then: 'readAgain', read });

/** The most pages that are read one after the other while the service doesn't say how many there are. */
const mostUncounted = 10_000;

/** One pass over the pages of a query: what it has seen, and how it ends. */
export class Pass {
	private pagesRead: PagesRead;
	/** How many records without an ID came. */
	withoutId = 0;
	private readonly keys = new Set<string>();
	/** When the newest record of the first page was created, by the service's clock. */
	private newest = -Infinity;
	/** How many records may be younger than the first page. */
	private mayBeNew = 0;
	private readonly pages = new Set<string>();
	/** Whether no page is asked for any more. */
	private isAllAskedFor = false;
	private ended?: PassEnd;
	/** The records that both passes have taken. */
	private readonly taken: { count: number; keys: Set<string> };

	/** @param before the pass that has read the same pages already */
	constructor(
		private readonly reading: PageQuery,
		private readonly before?: Pass,
	) {
		this.pagesRead = noPages(reading.first, reading.perPage);
		this.taken = before?.taken ?? { count: 0, keys: new Set() };
	}

	/** How many pages may be asked for after the last one that was noted. */
	get wanted(): number {
		const { pagesRead, taken, reading } = this;
		const { limit, keeps, concurrency } = reading;
		if (this.ended || this.isAllAskedFor) return 0;
		const last = lastPageOf(pagesRead);
		if (last === undefined) return 1;
		const toLast = last - latestPage(pagesRead);
		// As many as have come, so that half of them at most are asked for in vain.
		if (reading.mayEndEarly?.()) return Math.min(toLast, pagesRead.pages);
		if (limit === undefined) return toLast;
		// Where some records don't count, nobody can tell how many pages a limit takes.
		const toLimit = keeps ? concurrency : Math.ceil((limit - taken.count) / this.size);
		return Math.min(toLast, toLimit);
	}

	/** Notes, as soon as an answer is here, whether it makes the pages after it needless. */
	stopIfLast(answer: PageAnswer): void {
		if ('failure' in answer || answer.page.records.length === 0) this.isAllAskedFor = true;
		else if (this.reading.isEnough?.(answer.page)) this.isAllAskedFor = true;
	}

	/** Notes the answers in the order of the pages, and takes their records. */
	addAnswer(number: number, answer: PageAnswer): void {
		this.ended ??= this.endAfter(number, answer);
	}

	/** How the pass ends, once no request is under way. */
	get end(): PassEnd {
		return this.ended ?? this.endWith(missingRows(this.pagesRead));
	}

	/** Notes an answer. @returns how the pass ends with it; undefined where it goes on */
	private endAfter(number: number, answer: PageAnswer): PassEnd | undefined {
		const { reading } = this;
		const isClaimed = number <= (this.pagesRead.lastPage ?? Infinity);
		if ('failure' in answer) {
			// A page that the service doesn't claim may be refused.
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
		if (reading.isEnough?.(page)) return this.endWith(0, true);
		if (this.isFull) return tell({ missing: 0 });
		const { records, lastPage = 0 } = page;
		// An empty list has a first page too.
		if (records.length === 0 && lastPage >= Math.max(number, reading.first + 1))
			return tell({ failure: problems.missingPages(number, lastPage) });
		if (lastPageOf(this.pagesRead) === undefined && this.pagesRead.pages > mostUncounted)
			return tell({ failure: problems.endlessPages(mostUncounted) });
		return undefined;
	}

	/**
	 * How the pass ends where the query has what the service gives, but for so many rows.
	 * @param isEarly whether there are pages that it didn't read
	 */
	private endWith(missing: number, isEarly = false): PassEnd {
		// Where a page told of fewer rows than one before it, others may have moved past the pages.
		if (this.pagesRead.hasShrunk) return readAgain({ incomplete: 'changed', missing });
		// Counts agree also where records come twice in place of others: of equal times, the order may be any.
		const different = isEarly ? this.different : this.differentInBoth;
		// A new row before the others pushes one on to the next page, where it comes again.
		const pushed = Math.max(0, this.risen - this.mayBeNew);
		return claimedRows(this.pagesRead) - different > pushed
			? readAgain({ incomplete: 'overlapping', missing })
			: tell({ missing });
	}

	/** How many different records this pass and the one before have seen together, as far as they are still there. */
	private get differentInBoth(): number {
		const { before, keys, different } = this;
		if (!before || (this.pagesRead.total ?? 0) < (before.pagesRead.total ?? 0)) return different;
		let more = 0;
		for (const key of before.keys) if (!keys.has(key)) more++;
		return different + more;
	}

	/** How many rows more the service claims than with the first page. */
	private get risen(): number {
		const { total = 0, firstTotal = 0 } = this.pagesRead;
		return Math.max(0, total - firstTotal);
	}

	private get different(): number {
		return this.keys.size + this.withoutId;
	}

	/** How many rows the service puts on a page. */
	get size(): number {
		return pageSize(this.pagesRead);
	}

	/** Whether the service gives one record for a page that should have more. */
	private isOneOfMany({ isBare, total, lastPage }: Page): boolean {
		const { first, perPage, sized } = this.reading;
		if (isBare !== true || perPage === 1) return false;
		// Without a count, only pages of one record tell how many there are.
		if (total === undefined && lastPage === undefined) return sized !== undefined;
		return (total ?? 0) > (first - 1) * perPage + 1 || (lastPage ?? 0) > first;
	}

	/** Notes whether the record may be younger than the first page. */
	private countIfNew(record: IDataObject, key = ''): void {
		const { pagesRead, keys, before, newest } = this;
		if (pagesRead.pages === 1) this.newest = Math.max(newest, createdAtOf(record) ?? -Infinity);
		else if (this.risen > 0 && !keys.has(key) && !before?.keys.has(key))
			if ((createdAtOf(record) ?? Infinity) >= newest) this.mayBeNew++;
	}

	private get isFull(): boolean {
		return this.taken.count === this.reading.limit;
	}

	/** Whether an earlier page had just these records, and the same total: new rows may push a whole page on. */
	private isRepetition({ records, keys, total }: Page): boolean {
		if (records.length === 0) return false;
		const told = JSON.stringify([total, records.map((record, place) => keys[place] ?? record)]);
		const digest = createHash('sha256').update(told).digest('base64');
		const isKnown = this.pages.has(digest);
		this.pages.add(digest);
		return isKnown;
	}

	/** Takes the records of a page that it hasn't taken yet and that count, up to the limit. */
	private takeRecords({ records, keys }: Page): void {
		const { taken, reading } = this;
		for (const [place, record] of records.entries()) {
			if (this.isFull) return;
			const key = keys[place];
			this.countIfNew(record, key);
			if (key === undefined) this.withoutId++;
			else this.keys.add(key);
			if ((key !== undefined && taken.keys.has(key)) || reading.keeps?.(record) === false) continue;
			// One that doesn't count may come to: a group's numbers may be filled in later.
			if (key !== undefined) taken.keys.add(key);
			taken.count++;
			reading.take(record);
		}
	}
}
