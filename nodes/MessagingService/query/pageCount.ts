import type { Page } from './page';

/**
 * How many rows the service puts on a page, told by one of them. One with fewer than were asked for is the
 * last one, where the total says so; otherwise it shows the service's own size, whatever `per_page` claims.
 */
function pageSize({ records, perPage, total }: Page, number: number, asked: number): number {
	const claimed = perPage || asked;
	const isLast = total === (number - 1) * claimed + records.length;
	return records.length === 0 || isLast ? claimed : records.length;
}

/**
 * Where the pages of one pass end, by what those that were read told. `last_page` alone is not believed:
 * as long as the total says that there are more rows than came, there is another page.
 */
export class PageCount {
	readonly size: number;

	private claimed?: number;

	private total?: number;

	private rows = 0;

	private latest: number;

	private end?: number;

	private readonly before: number;

	/** @param number that of the first page that is read */
	constructor(opener: Page, number: number, asked: number) {
		this.size = pageSize(opener, number, asked);
		this.before = (number - 1) * this.size;
		this.latest = number;
		this.note(opener, number);
		if (opener.records.length === 0) this.end = number;
	}

	/** A page, in the order of the pages. One without rows may tell another total, or none. */
	note({ records, lastPage, total }: Page, number: number): void {
		this.latest = number;
		this.rows += records.length;
		if (lastPage !== undefined) this.claimed = lastPage;
		if (total !== undefined && (records.length > 0 || this.total === undefined)) this.total = total;
	}

	/** Whether this page comes after the last one that the service claims. */
	isPastLast(number: number): boolean {
		return this.claimed !== undefined && number > this.claimed;
	}

	/** This page is not there, nor any after it. */
	endBefore(number: number): void {
		this.end = number - 1;
	}

	/** The last page; undefined where nothing tells. */
	get last(): number | undefined {
		if (this.end !== undefined) return this.end;
		if (this.total === undefined) return this.claimed;
		return Math.max(this.claimed ?? 0, this.latest + Math.ceil(this.missing / this.size));
	}

	/** How many rows the service counts beyond those that came. */
	get missing(): number {
		return Math.max(0, (this.total ?? 0) - this.before - this.rows);
	}
}
