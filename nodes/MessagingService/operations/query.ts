import type { IDataObject } from 'n8n-workflow';

import type { ReadOrder } from '../item';
import { readBoolean } from '../validation/boolean';
import { readDateRange } from '../validation/dateRange';
import { readSearchText } from '../validation/searchText';
import { readOptionalWholeNumber, readWholeNumber } from '../validation/wholeNumber';
import type { Fields, Prepared } from './operation';
import { Reasons } from './reasons';

/** Names of the service's query parameters that are whole numbers, with the names of their fields. */
const numbers = { sender_id: 'Sender ID', status: 'Status Name or ID' } as const;

/** What one paginated operation alone has. */
export interface OwnPart extends Pick<ReadOrder, 'output' | 'keeps'> {
	query?: IDataObject;
	/** The most records that there can be. */
	most?: number;
}

/**
 * The query of a paginated operation (specification sections 4.3 and 4.4). A filter that is blank,
 * null or missing is not sent; 0 is.
 *
 * @param searchLabel the label of the filter `query`
 */
export function prepareQuery(
	{ query: raw, parameter, zone }: Fields,
	searchLabel: string,
	readOwn: (reasons: Reasons) => OwnPart,
): Prepared {
	const reasons = new Reasons();
	const { query: own, most = Infinity, keeps, output } = readOwn(reasons);
	const query: IDataObject = { ...own, ...readTextAndNumbers(raw, searchLabel, reasons) };
	const range = {
		dateCreated: raw.date_created,
		startDate: parameter('filters.startDate'),
		endDate: parameter('filters.endDate'),
	};
	Object.assign(query, reasons.read(readDateRange(range, zone), {}));

	const atLeastOne = { min: 1 };
	// Whoever gave Return All a value that it can't have need not hear of a limit too.
	const asked = reasons.read(readBoolean(parameter('returnAll'), 'Return All'), true)
		? undefined
		: reasons.read(readWholeNumber(parameter('limit'), 'Limit', atLeastOne), 1);
	const limit =
		asked === undefined && most === Infinity ? undefined : Math.min(asked ?? Infinity, most);
	const first = reasons.read(readOptionalWholeNumber(raw.page, 'Page', atLeastOne), 1) ?? 1;
	const perPage =
		reasons.read(readOptionalWholeNumber(raw.per_page, 'Per Page', atLeastOne), undefined) ??
		// Of the records that the node reads it may keep few.
		(keeps ? 100 : Math.min(limit ?? 100, 100));
	const concurrency = readConcurrency(parameter, reasons);
	if (reasons.problems.length > 0) return { problems: reasons.problems };
	return {
		order: { purpose: 'read', query, pages: { first, perPage, limit }, keeps, output },
		concurrency,
	};
}

/** The filters by a text and by numbers, as query parameters. */
export function readTextAndNumbers(
	raw: IDataObject,
	searchLabel: string,
	reasons: Reasons,
): IDataObject {
	const query: IDataObject = {};
	const text = reasons.read(readSearchText(raw.query, searchLabel), undefined);
	if (text !== undefined) query.query = text;
	for (const [name, field] of Object.entries(numbers)) {
		const number = reasons.read(readOptionalWholeNumber(raw[name], field), undefined);
		if (number !== undefined) query[name] = number;
	}
	return query;
}

/** How many requests may be under way at once. */
export function readConcurrency(parameter: Fields['parameter'], reasons: Reasons): number {
	const value = parameter('options.maxConcurrentRequests');
	return (
		reasons.read(readOptionalWholeNumber(value, 'Max Concurrent Requests', { min: 1 }), 1) ?? 10
	);
}
