import type { Page } from './page';

/** Facts about the pages read so far, in page order. They tell how many more there are. */
export interface PagesRead {
	/** Number of the first page requested, from 1. */
	first: number;
	/** Page size that the first page claims. Until it is read, the requested size. */
	perPage: number;
	/** Number of pages read. */
	pages: number;
	/** Number of rows on all pages, on the first one and on the latest one. */
	rows: number;
	firstRows: number;
	latestRows: number;
	/** Latest claims of `meta` (specification section 2.3). Undefined if no page made them. */
	lastPage?: number;
	total?: number;
	/** Total that the first page claimed. */
	firstTotal?: number;
	/** Whether a page claimed fewer rows, or fewer pages without a total, than a page before it. */
	hasShrunk: boolean;
}

/** Returns the facts before any page is read. */
export function noPages(first: number, perPage: number): PagesRead {
	return { first, perPage, pages: 0, rows: 0, firstRows: 0, latestRows: 0, hasShrunk: false };
}

/** Returns the facts including the next page. */
export function withPage(read: PagesRead, page: Page): PagesRead {
	const { records, perPage, lastPage, total } = page;
	const isFirst = read.pages === 0;
	const latestRows = records.length;
	const next: PagesRead = {
		...read,
		...{ pages: read.pages + 1, rows: read.rows + latestRows, latestRows },
		...(isFirst && { perPage: perPage || read.perPage, firstRows: latestRows, firstTotal: total }),
	};
	// Past the last page, some services give a total of 0.
	if (latestRows === 0 && total === 0) return { ...next, total: isFirst ? total : read.total };
	const hasFewer =
		total === undefined ? (lastPage ?? Infinity) < (read.lastPage ?? 0) : total < (read.total ?? 0);
	return {
		...next,
		lastPage: lastPage ?? read.lastPage,
		total: total ?? read.total,
		hasShrunk: read.hasShrunk || hasFewer,
	};
}

/** Returns the number of the page that was read last. */
export function latestPage({ first, pages }: PagesRead): number {
	return first + pages - 1;
}

/**
 * Returns the number of rows on a full page. If the first page has fewer than claimed, that is the service's own size,
 * unless it is also the last page.
 */
export function pageSize({ first, perPage, rows, firstRows, total }: PagesRead): number {
	const isOnlyPage = rows === firstRows && total === (first - 1) * perPage + rows;
	return firstRows > 0 && !isOnlyPage ? firstRows : perPage;
}

/** Returns the number of rows that the service claims but hasn't returned. */
export function missingRows(read: PagesRead): number {
	return Math.max(0, (read.total ?? 0) - rowsBefore(read) - read.rows);
}

/** Returns the number of returned rows that the service claims to have. */
export function claimedRows(read: PagesRead): number {
	return Math.min(read.rows, (read.total ?? Infinity) - rowsBefore(read));
}

/**
 * Returns the number of the last page. Undefined while only an empty page can show the end. A total of more rows than
 * were returned outweighs `last_page`.
 */
export function lastPageOf(read: PagesRead): number | undefined {
	const { lastPage = 0, total } = read;
	if (lastPage === 0 && total === undefined) return undefined;
	const latest = latestPage(read);
	const last = Math.max(lastPage, latest + Math.ceil(missingRows(read) / pageSize(read)));
	return latest >= last && mayGoOn(read) ? undefined : last;
}

/** Whether pages may follow the claimed last one, because pages are, or may be, shorter than claimed. */
export function mayGoOn(read: PagesRead): boolean {
	const { first, perPage, pages, rows, firstRows, latestRows, total, lastPage = 0 } = read;
	// Without a total, a last page as long as the first one isn't known to be the last.
	if (total === undefined && lastPage > 0 && latestRows > 0 && latestRows >= firstRows) return true;
	// At the claimed size, the pages before the last one alone would have more rows.
	if (rowsBefore(read) + rows <= (lastPage - 1) * perPage) return true;
	// If the query begins at a later page, a single short page doesn't show whether all are short.
	return first > 1 && pages === 1 && rows > 0 && rows < pageSize(read);
}

/** Returns the number of rows on the pages before the first one requested. */
function rowsBefore(read: PagesRead): number {
	return (read.first - 1) * pageSize(read);
}
