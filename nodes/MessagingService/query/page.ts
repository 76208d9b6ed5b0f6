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

/**
 * Reads the `data` of a paginated answer. Its `data` may be an array, a single record (as in the
 * specification's sample, section 4.3), null or missing.
 *
 * @returns undefined when it is something else, such as a text
 */
export function readPage(data: unknown): Page | undefined {
	if (Array.isArray(data)) return recordsOf(data);
	if (!isRecord(data)) return undefined;
	const meta = isRecord(data.meta) ? data.meta : {};
	const page = recordsOf(data.data);
	if (!page) return undefined;
	const lastPage = wholeNumber(meta.last_page);
	const perPage = wholeNumber(meta.per_page);
	const total = wholeNumber(meta.total);
	return {
		...page,
		number: wholeNumber(meta.current_page),
		perPage,
		total,
		lastPage: lastPage ?? (total !== undefined && perPage ? Math.ceil(total / perPage) : undefined),
	};
}

function recordsOf(value: unknown): Page | undefined {
	if (value === null || value === undefined) return { records: [] };
	if (Array.isArray(value)) return value.every(isRecord) ? { records: value } : undefined;
	return isRecord(value) ? { records: [value] } : undefined;
}

function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
