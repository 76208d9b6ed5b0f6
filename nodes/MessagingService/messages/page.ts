import type { IDataObject } from 'n8n-workflow';

import { failureOfRead } from '../service/failure';
import type { Outcome } from '../service/outcome';
import type { Problem } from '../texts';
import { wholeNumberOf } from '../values/fieldValues';
import { isRecord } from '../values/given';
import { hasId, recordKey } from '../values/messageRecord';

/** One page of a query, as far as its answer told. */
export interface Page {
	records: IDataObject[];
	/** Undefined for a record without an ID. */
	keys: Array<string | undefined>;
	/** How many rows are no records. */
	oddRows: number;
	/** Whether it came as one record, and not as a list (specification section 4.3). */
	isBare?: boolean;
	/** What `meta` claims (specification section 2.3); undefined where it claims nothing usable. */
	lastPage?: number;
	perPage?: number;
	total?: number;
}

/** A refusal is the service's own word, not a failure on the way. */
export type PageAnswer = { page: Page } | { failure: Problem; isRefusal: boolean };

/** Reads the answer to a request for a page. */
export function pageAnswerOf(outcome: Outcome): PageAnswer {
	const page = outcome.type === 'answered' ? readPage(outcome) : undefined;
	// A row that can't be read would be lost without a word.
	if (page?.oddRows === 0) return { page };
	return { failure: failureOfPage(outcome), isRefusal: outcome.type === 'refused' };
}

/** Why no page was read: the request failed, or its answer has rows that can't be read. */
export function failureOfPage(outcome: Outcome): Problem {
	return failureOfRead(outcome.type === 'answered' ? { type: 'unreadable', status: 200 } : outcome);
}

/** Reads a paginated `data`: rows in a list, a single one (as in section 4.3) or none. Undefined for other data. */
export function readPage({ data, body }: { data: unknown; body: IDataObject }): Page | undefined {
	const holder = Array.isArray(data) || isListWithHoles(data) ? { data } : data;
	if (!isRecord(holder)) return undefined;
	const rows = rowsOf(holder.data);
	if (!rows) return undefined;
	// Frameworks put it beside the list, or its members, or both beside `data`.
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

/** Whether the row holds records and is none itself: `{ "data": [{…}] }`. Each page would have a new one. */
function isEnvelope(row: IDataObject): boolean {
	const holds = ([name, value]: [string, unknown]) =>
		name === 'data'
			? typeof value === 'object'
			: Array.isArray(value) && value.some(isRecord) && !name.startsWith('sms_');
	return ![row.id, row.sender_id].some(hasId) && Object.entries(row).some(holds);
}

/** Whether the value is a list as PHP writes it once a row has left it: `{ "0": {…}, "2": {…} }`. */
function isListWithHoles(value: unknown): value is Record<string, unknown> {
	if (!isRecord(value) || !Object.values(value).some(isRecord)) return false;
	return Object.keys(value).every((key) => /^\d+$/.test(key));
}

/** How many pages there are, by those that were read so far. */
export class PageCount {
	pages = 0;
	rows = 0;
	/** Whether a page told of fewer rows than one before it. */
	hasShrunk = false;
	private firstRows = 0;
	private latestRows = 0;
	private claimed?: number;
	private firstTotal?: number;
	private total?: number;

	constructor(
		private readonly first: number,
		/** How many rows the service says it puts on a page, or the size that is asked for until one is read. */
		private claimedSize: number,
	) {}

	/** Notes the next page, in the order of the pages. */
	note({ records, perPage, lastPage, total }: Page): void {
		this.rows += records.length;
		this.latestRows = records.length;
		if (++this.pages === 1) {
			this.claimedSize = perPage || this.claimedSize;
			this.firstRows = records.length;
			this.total = this.firstTotal = total;
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
		const { claimed = 0, claimedSize, first, pages, rows, size, latestRows, firstRows } = this;
		// A page that is full at the service's own size is the last one only by a total.
		const isFull = latestRows > 0 && latestRows >= firstRows;
		if (this.total === undefined && claimed > 0 && isFull) return true;
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

	/** How many of the rows that came the service counts. */
	get counted(): number {
		return Math.min(this.rows, (this.total ?? Infinity) - this.skipped);
	}

	/** How many rows more the service counts than when it gave the first page. */
	get risen(): number {
		return Math.max(0, (this.total ?? 0) - (this.firstTotal ?? 0));
	}

	/** Whether the service counts fewer rows than at the end of that reading. */
	isBelow({ total = 0 }: PageCount): boolean {
		return (this.total ?? 0) < total;
	}

	/** Whether the service claims this page, or doesn't say how many there are. */
	claims(number: number): boolean {
		return number <= (this.claimed ?? Infinity);
	}

	private get skipped(): number {
		return (this.first - 1) * this.size;
	}
}
