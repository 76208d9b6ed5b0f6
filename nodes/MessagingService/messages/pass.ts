import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { type Page, type PageAnswer, PageCount } from './page';
import { type Problem, problems } from '../texts';

/** Which pages are read, and what becomes of their records. */
export interface Reading {
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

/** `incomplete` where the list changed meanwhile; `missing` says how many more rows the service counts than it gave. */
export type Read = { incomplete?: true; missing: number } | { failure: Problem };

/** How a pass ends. Where reading again is no help, or can't be done, `read` is told all the same. */
type End = { then: 'tell' | 'readAgain'; read: Read };

const tell = (read: Read): End => ({ then: 'tell', read });
const readAgain = (read: Read): End => ({ then: 'readAgain', read });

/** The most pages that are read one after the other while the service doesn't say how many there are. */
const mostUncounted = 10_000;

/** Its first row that holds decides. */
type Table = Array<(pass: Pass) => End | false | undefined>;

/** Where no row holds, the pass goes on. */
const afterEachPage: Table = [
	// The limit is reached.
	({ isFull }) => isFull && tell({ missing: 0 }),
	// A page failed.
	({ failure }) => failure && tell({ failure }),
	// A page is empty, and says itself that the last one is this or comes after it.
	({ gap }) => gap && tell({ failure: problems.missingPages(gap.page, gap.lastPage) }),
	// A page that the service claims is the same as an earlier one.
	({ repeats }) => repeats && readAgain({ failure: problems.repeatedPage(repeats.page) }),
	// Nothing tells the last page, and there are too many to go on.
	({ count: { last, pages } }) =>
		last === undefined &&
		pages > mostUncounted &&
		tell({ failure: problems.endlessPages(mostUncounted) }),
];

/** Where no row holds, the query has what the service gives. */
const atTheEnd: Table = [
	// A page told of fewer rows than one before it: as rows left, others may have moved past the pages.
	({ count, missing }) => count.hasShrunk && readAgain({ incomplete: true, missing }),
	// Records came twice in place of others, and not because the list is like that.
	({ different, count: { rows, rowsAtFirst }, isAsBefore, missing }) =>
		different < Math.min(rows, rowsAtFirst) &&
		!isAsBefore &&
		readAgain({ incomplete: true, missing }),
];

function decide(table: Table, pass: Pass): End | undefined {
	return table.map((row) => row(pass)).find((end) => typeof end === 'object');
}

/** One pass over the pages of a query: what it has seen, and how it ends. */
export class Pass {
	readonly count: PageCount;
	/** Why a page could not be read. */
	failure?: Problem;
	gap?: { page: number; lastPage: number };
	repeats?: { page: number };
	/** How many records without an ID came. */
	withoutId = 0;
	private readonly keys = new Set<string>();
	private readonly pages = new Set<string>();
	private isEnough = false;
	/** Whether no page is asked for any more. */
	private isAllAskedFor = false;
	private ended?: End;
	/** The records that both passes have taken. */
	private readonly taken: { count: number; keys: Set<string> };

	/** @param before the pass that has read the same pages already */
	constructor(
		private readonly reading: Reading,
		private readonly before?: Pass,
	) {
		this.count = new PageCount(reading.first, reading.perPage);
		this.taken = before?.taken ?? { count: 0, keys: new Set() };
	}

	/** How many pages may be asked for after the last one that was noted. */
	get wanted(): number {
		const { count, taken, reading } = this;
		const { limit, keeps, concurrency } = reading;
		if (this.ended || this.isAllAskedFor) return 0;
		if (count.last === undefined) return 1;
		const toLast = count.last - count.latest;
		if (limit === undefined) return toLast;
		// Where some records don't count, nobody can tell how many pages a limit takes.
		const toLimit = keeps ? concurrency : Math.ceil((limit - taken.count) / count.size);
		return Math.min(toLast, toLimit);
	}

	/** Notes, as soon as an answer is here, whether it makes the pages after it needless. */
	noteIfLast(answer: PageAnswer): void {
		if ('failure' in answer || answer.page.records.length === 0) this.isAllAskedFor = true;
		else if (this.reading.isEnough?.(answer.page)) this.isAllAskedFor = true;
	}

	/** Notes the answers in the order of the pages, and takes their records. */
	note(number: number, answer: PageAnswer): void {
		if (this.ended) return;
		const isClaimed = this.count.claims(number);
		let isPastEnd = false;
		if ('failure' in answer) {
			// A page that the service doesn't claim may be refused.
			if (isClaimed || !answer.isRefusal) this.failure = answer.failure;
		} else if (!this.isRepetition(answer.page)) {
			this.notePage(number, answer.page);
		} else if (isClaimed) {
			this.repeats = { page: number };
		} else {
			isPastEnd = true;
		}
		this.ended = isPastEnd || this.isEnough ? this.end : decide(afterEachPage, this);
	}

	/** How the pass ends, once no request is under way. */
	get end(): End {
		return this.ended ?? decide(atTheEnd, this) ?? tell({ missing: this.missing });
	}

	get isFull(): boolean {
		return this.taken.count === this.reading.limit;
	}

	/** How many different records came. */
	get different(): number {
		return this.keys.size + this.withoutId;
	}

	get missing(): number {
		return this.isEnough ? 0 : this.count.missing;
	}

	/** Whether the pass before saw the very same pages. */
	get isAsBefore(): boolean {
		return String([...this.pages]) === String([...(this.before?.pages ?? [])]);
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

	private notePage(number: number, page: Page): void {
		const { first, isEnough } = this.reading;
		const { records, lastPage = 0 } = page;
		// An empty list has a first page too.
		if (records.length === 0 && lastPage >= Math.max(number, first + 1))
			this.gap = { page: number, lastPage };
		this.count.note(page);
		this.takeRecords(page);
		if (isEnough?.(page)) this.isEnough = true;
	}

	/** Takes the records of a page that are new and count, up to the limit. */
	private takeRecords({ records, keys }: Page): void {
		const { taken, reading } = this;
		for (const [place, record] of records.entries()) {
			if (this.isFull) return;
			const key = keys[place];
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
