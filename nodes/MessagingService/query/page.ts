import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../validation/record';

/** One page of a query, as far as its answer told. */
export interface Page {
	records: IDataObject[];
	/** What `meta` claims (specification section 2.3); undefined where it claims nothing usable. */
	number?: number;
	lastPage?: number;
	perPage?: number;
	total?: number;
}

/** A page whose rows may be anything. */
interface RawPage extends Omit<Page, 'records'> {
	rows: unknown[];
}

/**
 * Reads the `data` of a paginated answer. Its `data` may be a list, a single record (as in the
 * specification's sample, section 4.3), null, empty or missing.
 *
 * @returns undefined when it is something else, such as a text, or when one of its rows is: left out,
 * that row would be lost without a word
 */
export function readPage(data: unknown): Page | undefined {
	const page = rawPage(data);
	return page && withRecords(page, page.rows.every(isRecord));
}

/**
 * As `readPage`, but without the rows that are no records: for a list to choose from, where some are
 * better than none.
 *
 * @returns undefined when there are rows and none of them is a record
 */
export function readablePage(data: unknown): Page | undefined {
	const page = rawPage(data);
	return page && withRecords(page, page.rows.length === 0 || page.rows.some(isRecord));
}

function withRecords({ rows, ...counts }: RawPage, isReadable: boolean): Page | undefined {
	return isReadable ? { ...counts, records: rows.filter(isRecord) } : undefined;
}

function rawPage(data: unknown): RawPage | undefined {
	if (Array.isArray(data) || isListWithHoles(data)) return { rows: Object.values(data) };
	if (!isRecord(data)) return undefined;
	const rows = rowsOf(data.data);
	if (!rows) return undefined;
	const meta = isRecord(data.meta) ? data.meta : {};
	return {
		rows,
		number: wholeNumber(meta.current_page),
		perPage: wholeNumber(meta.per_page),
		total: wholeNumber(meta.total),
		lastPage: wholeNumber(meta.last_page),
	};
}

function rowsOf(value: unknown): unknown[] | undefined {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value) || isListWithHoles(value)) return Object.values(value);
	if (!isRecord(value)) return undefined;
	return Object.keys(value).length > 0 ? [value] : [];
}

/**
 * Whether this is a list as PHP writes it once a row has left it: `{ "0": {…}, "2": {…} }`. The
 * statuses (specification section 4.5) have numbers as keys as well, but no records under them.
 */
function isListWithHoles(value: unknown): value is Record<string, unknown> {
	if (!isRecord(value)) return false;
	return (
		Object.keys(value).every((key) => /^\d+$/.test(key)) && Object.values(value).some(isRecord)
	);
}

function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
		? number
		: undefined;
}
