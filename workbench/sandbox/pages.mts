/** Builds the answer to a paged query, in the shape that the readings ask for. */
import { envelope, type Answer } from './answers.mts';
import type { FaultKind } from './faults.mts';
import type { Sandbox } from './sandbox.mts';

export interface PageQuery {
	page?: number;
	per_page?: number;
}

const defaultPerPage = 20;
const hugeCount = 1_000_000_000;

/** Returns one page of the matches, unless a fault replaces it. A fault may move the rows before `find` is called. */
export function pagedAnswer<Match>(
	sandbox: Sandbox,
	operation: 'messages' | 'senders',
	query: PageQuery,
	find: () => readonly Match[],
	record: (match: Match) => object,
): Answer {
	return sandbox.faults.around(operation, [], (fault) => {
		if (fault === 'rowsMove') sandbox.addMessage();
		const { meta: counts, ...data } = pageOf(sandbox, find(), query, record, fault);
		const answer = envelope(200, `The ${operation} that match.`, { ...data, meta: counts });
		const { meta } = sandbox.settings.readings;
		if (!counts || (meta !== 'flat' && meta !== 'beside')) return answer;
		const body =
			meta === 'flat'
				? { ...(answer.body as object), data: { ...data, ...counts } }
				: { ...(answer.body as object), data, meta: counts };
		return { ...answer, body, isOtherForm: true };
	});
}

function pageOf<Match>(
	{ settings }: Sandbox,
	matches: readonly Match[],
	query: PageQuery,
	record: (match: Match) => object,
	fault: FaultKind | undefined,
): { data: unknown; meta?: object } {
	const asked = query.page ?? 1;
	const page = fault === 'repeatPage' ? 1 : asked;
	const perPage = Math.min(query.per_page ?? defaultPerPage, settings.maxPerPage);
	const total = matches.length;
	const first = (page - 1) * perPage;
	const records = matches.slice(first, first + perPage).map(record);

	const { singleRecord, emptyAs, meta } = settings.readings;
	const isAlone = records.length === 1 && (singleRecord === 'page' || total === 1);
	const isSingle = singleRecord === 'always' ? records.length > 0 : singleRecord && isAlone;
	const nothing = { array: [], null: null, missing: undefined }[emptyAs];
	const data = isSingle ? records[0] : records.length === 0 ? nothing : records;
	if (meta === 'missing' || fault === 'noMeta') return { data };

	const claimedSize = meta === 'sizeAsAsked' ? (query.per_page ?? perPage) : perPage;
	const mostPages = meta === 'onePage' ? 1 : meta === 'twoPages' ? 2 : Infinity;
	const pages = Math.min(mostPages, Math.max(1, Math.ceil(total / claimedSize)));
	const isHuge = fault === 'hugeLastPage';
	return {
		data,
		meta: {
			current_page: asked,
			from: records.length === 0 ? 0 : first + 1,
			last_page: isHuge ? hugeCount : pages,
			per_page: claimedSize,
			to: records.length === 0 ? 0 : first + records.length,
			total: isHuge ? hugeCount * claimedSize : total,
		},
	};
}
