import { success, type Answer } from './answers.mts';
import { playFault } from './faultAnswers.mts';
import { faults, type FaultMeaning } from './faults.mts';
import { addFromElsewhere } from './messageFromElsewhere.mts';
import type { Settings } from './options.mts';
import type { Readings } from './readings.mts';
import type { SandboxState } from './state.mts';

export interface PageQuery {
	page?: number;
	per_page?: number;
}

/** The pagination block of the specification (2.3). */
export interface Meta {
	current_page: number;
	from: number;
	last_page: number;
	per_page: number;
	to: number;
	total: number;
}

export interface PageData {
	data?: unknown;
	meta?: Meta;
}

const defaultPerPage = 20;

const claimedPages = 1_000_000_000;

/**
 * A page of the matches as an answer, with the faults that concern pages. `find` is asked after a
 * fault has moved the rows.
 */
export function pagedAnswer<Match>(
	state: SandboxState,
	operation: 'messages' | 'senders',
	query: PageQuery,
	find: () => readonly Match[],
	record: (match: Match) => object,
	order: Readings['listOrder'] = 'newestFirst',
): Answer {
	const fault = state.faults.take(operation, []);
	const text = `The ${operation} that match.`;
	const read = (asked: PageQuery) => pageOf(find(), asked, state.settings, record, order);
	if (!fault) return success(200, read(query), text);

	const meaning: FaultMeaning = faults[fault.kind];
	if (!meaning.only) return playFault(fault, () => success(200, read(query), text));

	if (fault.kind === 'rowsMove') addFromElsewhere(state);
	const answer = read(fault.kind === 'repeatPage' ? { ...query, page: 1 } : query);
	if (answer.meta && fault.kind === 'repeatPage') answer.meta.current_page = query.page ?? 1;
	if (answer.meta && fault.kind === 'hugeLastPage') {
		answer.meta.last_page = claimedPages;
		answer.meta.total = claimedPages * answer.meta.per_page;
	}
	if (fault.kind === 'noMeta') delete answer.meta;
	return { ...success(200, answer, text), fault: fault.kind };
}

/**
 * The `data` of a paged answer: the asked page of the matches in the given order, and its `meta`, in the
 * shape that the readings ask for. `matches` are oldest first; only the page's own are made into records.
 */
export function pageOf<Match>(
	matches: readonly Match[],
	query: PageQuery,
	settings: Settings,
	record: (match: Match) => object,
	order: Readings['listOrder'],
): PageData {
	const page = query.page ?? 1;
	const perPage = Math.min(query.per_page ?? defaultPerPage, settings.maxPerPage);
	const total = matches.length;
	const first = Math.min((page - 1) * perPage, total);
	const last = Math.min(first + perPage, total);
	const onPage =
		order === 'oldestFirst'
			? matches.slice(first, last)
			: matches.slice(total - last, total - first).reverse();
	const records = onPage.map(record);

	const { singleRecord, emptyAs, meta } = settings.readings;
	const answer: PageData = {};
	if (records.length === 0) {
		if (emptyAs !== 'missing') answer.data = emptyAs === 'null' ? null : [];
	} else if (
		records.length === 1 &&
		(singleRecord === 'page' || (singleRecord === true && total === 1))
	) {
		answer.data = records[0];
	} else {
		answer.data = records;
	}
	if (meta !== 'missing') {
		const claimedSize = meta === 'sizeAsAsked' ? (query.per_page ?? perPage) : perPage;
		const mostPages = { twoPages: 2, onePage: 1 }[meta as string] ?? Infinity;
		answer.meta = {
			current_page: page,
			from: records.length === 0 ? 0 : first + 1,
			last_page: Math.min(mostPages, Math.max(1, Math.ceil(total / claimedSize))),
			per_page: claimedSize,
			to: records.length === 0 ? 0 : last,
			total,
		};
	}
	return answer;
}
