import type { IDataObject } from 'n8n-workflow';

import { failureOfRead } from '../service/failure';
import type { Outcome } from '../service/outcome';
import type { Problem } from '../texts';
import { wholeNumberOf } from '../values/fieldValues';
import { isRecord } from '../values/given';
import { hasId, recordKey } from '../values/messageRecord';

/** One page of a query's results, as read from the answer. */
export interface Page {
	records: IDataObject[];
	/** Keys of the records (`recordKey`), in the same order. Undefined for a record without an ID. */
	keys: Array<string | undefined>;
	/** Number of rows that aren't records. */
	oddRows: number;
	/** Whether `data` was a single record, and not a list (specification section 4.3). */
	isBare?: boolean;
	/** Counts from `meta` (specification section 2.3). Each is undefined if `meta` has no usable value. */
	lastPage?: number;
	perPage?: number;
	total?: number;
}

/** A page, or the reason why there is none. A refusal is the service's own answer, not a failure on the way to it. */
export type PageAnswer = { page: Page } | { failure: Problem; isRefusal: boolean };

/** Reads the answer to a request for a page. */
export function pageAnswerOf(outcome: Outcome): PageAnswer {
	const page = outcome.type === 'answered' ? readPage(outcome) : undefined;
	// A skipped row would be lost without notice, so a row that can't be read fails the page.
	if (page?.oddRows === 0) return { page };
	return { failure: failureOfPage(outcome), isRefusal: outcome.type === 'refused' };
}

/** Returns why no page was read: the request failed, or its answer has rows that can't be read. */
export function failureOfPage(outcome: Outcome): Problem {
	return failureOfRead(outcome.type === 'answered' ? { type: 'unreadable', status: 200 } : outcome);
}

/**
 * Reads paginated `data`: a list of rows, a single row (specification section 4.3) or none. Undefined for other data.
 */
export function readPage({ data, body }: { data: unknown; body: IDataObject }): Page | undefined {
	const holder = Array.isArray(data) || isListWithHoles(data) ? { data } : data;
	if (!isRecord(holder)) return undefined;
	const rows = rowsOf(holder.data);
	if (!rows) return undefined;
	// Frameworks put `meta`, or its members on their own, beside the list or beside `data`.
	const meta = [holder.meta, body.meta, holder, body].filter(isRecord).find(isCounting) ?? {};
	const records = rows.filter(isRecord);
	return {
		records,
		keys: records.map(recordKey),
		oddRows: rows.length - records.length,
		isBare: isRecord(holder.data) && !isListWithHoles(holder.data),
		lastPage: wholeNumberOf(meta.last_page, { min: 0 }),
		perPage: wholeNumberOf(meta.per_page, { min: 0 }),
		total: wholeNumberOf(meta.total, { min: 0 }),
	};
}

function isCounting(meta: IDataObject): boolean {
	return [meta.total, meta.last_page].some(
		(count) => wholeNumberOf(count, { min: 0 }) !== undefined,
	);
}

function rowsOf(value: unknown): unknown[] | undefined {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value) || isListWithHoles(value)) return Object.values(value);
	if (!isRecord(value) || isEnvelope(value)) return undefined;
	return Object.keys(value).length > 0 ? [value] : [];
}

/**
 * Whether a row wraps records and isn't one itself: `{ "data": [{…}] }`. Read as a record, it would look new on each
 * page.
 */
function isEnvelope(row: IDataObject): boolean {
	const holds = ([name, value]: [string, unknown]) =>
		name === 'data'
			? typeof value === 'object'
			: Array.isArray(value) && value.some(isRecord) && !name.startsWith('sms_');
	return ![row.id, row.sender_id].some(hasId) && Object.entries(row).some(holds);
}

/** Whether a value is a list as PHP writes it after a row was removed: `{ "0": {…}, "2": {…} }`. */
function isListWithHoles(value: unknown): value is Record<string, unknown> {
	if (!isRecord(value) || !Object.values(value).some(isRecord)) return false;
	return Object.keys(value).every((key) => /^\d+$/.test(key));
}
