import type { IDataObject } from 'n8n-workflow';

import { failureOfRead } from '../service/failure';
import type { Outcome } from '../service/outcome';
import type { Session } from '../service/session';
import type { Problem } from '../texts';
import { hasId, keyOfRecord } from '../values/messageRecord';
import { wholeNumberOf } from '../values/fieldValues';
import { isRecord } from '../values/given';

/** One page of a query, as far as its answer told. */
export interface Page {
	records: IDataObject[];
	/** Undefined for a record without an ID. */
	keys: Array<string | undefined>;
	/** How many rows are no records. */
	oddRows: number;
	/** What `meta` claims (specification section 2.3); undefined where it claims nothing usable. */
	lastPage?: number;
	perPage?: number;
	total?: number;
}

/** A refusal is the service's own word, not a failure on the way. */
export type PageAnswer = { page: Page; date?: string } | { failure: Problem; isRefusal: boolean };

/** Never rejects. */
export async function askForPage(
	session: Session,
	url: string,
	qs: IDataObject,
	concurrency: number,
): Promise<PageAnswer> {
	const outcome = await session.request({ purpose: 'read', url, qs, concurrency });
	if (outcome.type === 'answered') {
		const page = readPage(outcome.data);
		// A row that can't be read would be lost without a word.
		if (page?.oddRows === 0) return { page, date: outcome.date };
	}
	return { failure: failureOfPage(outcome), isRefusal: outcome.type === 'refused' };
}

/** Why no page was read: the request failed, or its answer has rows that can't be read. */
export function failureOfPage(outcome: Outcome): Problem {
	return failureOfRead(outcome.type === 'answered' ? { type: 'unreadable', status: 200 } : outcome);
}

/** Reads a paginated `data`: rows in a list, a single one (as in section 4.3) or none. Undefined for other data. */
export function readPage(data: unknown): Page | undefined {
	const holder = Array.isArray(data) || isListWithHoles(data) ? { data } : data;
	if (!isRecord(holder)) return undefined;
	const rows = rowsOf(holder.data);
	if (!rows) return undefined;
	const meta = isRecord(holder.meta) ? holder.meta : {};
	const records = rows.filter(isRecord);
	return {
		records,
		keys: records.map(keyOfRecord),
		oddRows: rows.length - records.length,
		lastPage: wholeNumberOf(meta.last_page, { min: 0 }),
		perPage: wholeNumberOf(meta.per_page, { min: 0 }),
		total: wholeNumberOf(meta.total, { min: 0 }),
	};
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
