import type { Page } from './page';

/** The facts of the pages read so far, in their order, that tell how many more there are. */
export interface PagesRead {
	/** The number of the first page that was asked for, from 1. */
	first: number;
	/** Rows on a page, as the first page claims; until then, as many as are asked for. */
	perPage: number;
	/** How many pages were read. */
	pages: number;
	/** Rows of all pages, of the first one and of the latest one. */
	rows: number;
	firstRows: number;
	latestRows: number;
	/** The latest claims of `meta` (specification section 2.3); undefined where no page made them. */
	lastPage?: number;
	total?: number;
	/** The claim of the first page. */
	firstTotal?: number;
	/** Whether a page claimed fewer rows than one before it. */
	hasShrunk: boolean;
}

/** Returns the facts before any page is read. */
export function noPages(first: number, perPage: number): PagesRead {
	return { first, perPage, pages: 0, rows: 0, firstRows: 0, latestRows: 0, hasShrunk: false };
}

/** Adds the facts of the next page. */
export function withPage(read: PagesRead, page: Page): PagesRead {
	const { records, perPage, lastPage, total } = page;
	const isFirst = read.pages === 0;
	const latestRows = records.length;
	const next: PagesRead = {
		...read,
		...{ pages: read.pages + 1, rows: read.rows + latestRows, latestRows },
		...(isFirst && { perPage: perPage || read.perPage, firstRows: latestRows, firstTotal: total }),
	};
	// Past the last page some services count nothing at all.
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

/** Returns how many rows a page has: fewer than claimed is the service's own size, unless the first page is the last. */
export function pageSize({ first, perPage, rows, firstRows, total }: PagesRead): number {
	const isOnlyPage = rows === firstRows && total === (first - 1) * perPage + rows;
	return firstRows > 0 && !isOnlyPage ? firstRows : perPage;
}

/** Returns how many rows the service claims beyond those that came. */
export function missingRows(read: PagesRead): number {
	return Math.max(0, (read.total ?? 0) - rowsBefore(read) - read.rows);
}

/** Returns how many of the rows that came the service claims. */
export function claimedRows(read: PagesRead): number {
	return Math.min(read.rows, (read.total ?? Infinity) - rowsBefore(read));
}

/**
 * Returns the number of the last page; undefined while only an empty page can tell. A total of more rows than came
 * counts more than `last_page`.
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
	// The pages before the claimed last one alone would have more rows.
	if (rowsBefore(read) + rows <= (lastPage - 1) * perPage) return true;
	// Of a query that begins at a later page, one short page doesn't tell whether all are short.
	return first > 1 && pages === 1 && rows > 0 && rows < pageSize(read);
}

/** Returns how many rows stand on the pages before the first one that was asked for. */
function rowsBefore(read: PagesRead): number {
	return (read.first - 1) * pageSize(read);
}
