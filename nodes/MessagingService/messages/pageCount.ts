import type { Page } from './page';

/** How many pages there are, by those that were read so far. */
export class PageCount {
	pages = 0;
	rows = 0;
	/** How many rows there were from the first page on, when that was read. */
	rowsAtFirst = 0;
	/** Whether a page told of fewer rows than one before it. */
	hasShrunk = false;
	private firstRows = 0;
	private claimed?: number;
	private total?: number;

	constructor(
		private readonly first: number,
		/** How many rows the service says it puts on a page, or the size that is asked for until one is read. */
		private claimedSize: number,
	) {}

	/** Notes the next page, in the order of the pages. */
	note({ records, perPage, lastPage, total }: Page): void {
		this.rows += records.length;
		if (++this.pages === 1) {
			this.claimedSize = perPage || this.claimedSize;
			this.firstRows = records.length;
			this.total = total;
			this.rowsAtFirst = (total ?? 0) - this.skipped;
		}
		// Past the last page some services count nothing at all.
		if (records.length === 0 && total === 0) return;
		if (total !== undefined) this.hasShrunk ||= total < (this.total ?? 0);
		else if (lastPage !== undefined) this.hasShrunk ||= lastPage < (this.claimed ?? 0);
		this.total = total ?? this.total;
		this.claimed = lastPage ?? this.claimed;
	}

	/** How many rows a page has: fewer than claimed are the service's own size, unless the first page is the last. */
	get size(): number {
		const { firstRows, rows, total, claimedSize } = this;
		const isLast = rows === firstRows && total === (this.first - 1) * claimedSize + rows;
		return firstRows && !isLast ? firstRows : claimedSize;
	}

	/** The last page, undefined where nothing tells. A total of more rows than came counts more than `last_page`. */
	get last(): number | undefined {
		const { claimed = 0, total, latest } = this;
		if (claimed === 0 && total === undefined) return undefined;
		const last = Math.max(claimed, latest + Math.ceil(this.missing / this.size));
		return latest >= last && this.mayGoOn ? undefined : last;
	}

	/** Whether an empty page alone tells the end: the pages were shorter than `per_page` claims, or may have been. */
	get mayGoOn(): boolean {
		const { claimed = 0, claimedSize, first, pages, rows, size } = this;
		const isShort = this.skipped + rows <= (claimed - 1) * claimedSize;
		return isShort || (first > 1 && pages === 1 && rows > 0 && rows < size);
	}

	/** The page that was noted last. */
	get latest(): number {
		return this.first + this.pages - 1;
	}

	/** How many rows the service counts beyond those that came. */
	get missing(): number {
		return Math.max(0, (this.total ?? 0) - this.skipped - this.rows);
	}

	/** Whether the service claims this page, or doesn't say how many there are. */
	claims(number: number): boolean {
		return number <= (this.claimed ?? Infinity);
	}

	private get skipped(): number {
		return (this.first - 1) * this.size;
	}
}
