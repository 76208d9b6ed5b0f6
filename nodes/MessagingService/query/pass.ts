import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Page } from './page';

/** What one pass over a query's pages has seen, noted in the order of the pages. */
export class Pass {
	private readonly pages = new Map<string, number | undefined>();

	/** The total of the first page: so many rows there were when the pass began. */
	private total?: number;

	private latestTotal = 0;

	private latestLastPage = 0;

	private fell = false;

	private different = 0;

	private cameAgain = false;

	note(page: Page): void {
		const { total, lastPage } = page;
		if (this.pages.size === 0) this.total = total;
		this.pages.set(signatureOf(page), total);
		if (total !== undefined) {
			if (total < this.latestTotal) this.fell = true;
			this.latestTotal = total;
		} else if (lastPage !== undefined) {
			if (lastPage < this.latestLastPage) this.fell = true;
			this.latestLastPage = lastPage;
		}
	}

	/** @param again whether this pass has seen the record before */
	noteRecord(again: boolean): void {
		if (again) this.cameAgain = true;
		else this.different++;
	}

	/**
	 * Whether an earlier page had just these records. Not a repetition when the total changed in
	 * between: so many rows were added meanwhile that they pushed a whole page on.
	 */
	repeats(page: Page): boolean {
		const signature = signatureOf(page);
		return this.pages.has(signature) && this.pages.get(signature) === page.total;
	}

	/**
	 * Whether rows may have moved past the pages. They do so where one page ends and the next begins:
	 *
	 * - up, when rows before them leave after this page was read and before the next one is;
	 * - on, when rows come before them after the next page was read and before this one is, which
	 *   happens with pages read side by side.
	 *
	 * Either way a later page has a lower total than an earlier one. Only where about as many rows come
	 * as leave the totals may hide it. Then rows that moved on come twice in place of those passed over,
	 * so that there are fewer different ones than the first page told; unless the pass before saw the
	 * very same pages: that list does not move, it has these rows twice.
	 *
	 * What nobody can see: as many rows leave as come further down. These pages are those of a list
	 * that never moved.
	 *
	 * @param skipped how many rows stand before the first page of the pass
	 */
	mayHaveMissed(skipped: number, previous: Pass | undefined): boolean {
		if (this.fell) return true;
		const isShort = this.total !== undefined && this.different < this.total - skipped;
		return this.cameAgain && isShort && !this.hasSamePagesAs(previous);
	}

	private hasSamePagesAs(other: Pass | undefined): boolean {
		return (
			other !== undefined &&
			[...this.pages.keys()].join('\n') === [...other.pages.keys()].join('\n')
		);
	}
}

/**
 * The id by which a record can be told from others, and so be read more than once and come out once;
 * the same for 7 and '7'. Undefined where it has none: services write '' or 0 for that.
 */
export function idOf({ id }: IDataObject): string | undefined {
	const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	return text === '' || text === '0' ? undefined : text;
}

/** Equal for pages with the same records; a digest where they have no ids, so that no page is kept twice. */
function signatureOf({ records }: Page): string {
	const ids = records.map(idOf);
	if (!ids.includes(undefined)) return ids.join(' ');
	return createHash('sha256').update(JSON.stringify(records)).digest('hex');
}
