/**
 * A list of messages that a test controls: how the service pages it, what its `meta` says, and what happens meanwhile.
 */
import { answering, run } from '../harness/index.mts';

export interface Row {
	id?: unknown;
	campaign?: string;
	text?: string;
}

type Meta = { last_page?: unknown; per_page?: unknown; total?: unknown };

export interface List {
	rows: Row[];
	/** Maximum number of rows per page, whatever size was requested. */
	cap?: number;
	/** Wrong values for `meta` (undefined: left out); null for an answer without `meta`. */
	says?: Meta | null | ((page: number) => Meta | null);
	/** Returns the page to give in place of the requested one; 0 for an empty page. */
	shows?: (page: number) => number;
	/** Returns the answer to a request for this page, or undefined for the page itself. */
	answers?: (page: number) => { status?: number; body: unknown } | undefined;
	/** Runs after a page was requested and before the service looks it up. */
	before?: (page: number, list: List, seen: (page: number) => Promise<void>) => unknown;
	/** Runs after the service looked a page up and before it answers. */
	after?: (page: number) => unknown;
}

export interface Reading {
	first?: number;
	perPage?: number;
	limit?: number;
	concurrency?: number;
	campaign?: string;
}

export const upTo = (last: number, from = 1): number[] =>
	Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index);
export const numbered = (count: number): Row[] => upTo(count).map((id) => ({ id }));
export const envelope = (data: unknown) => ({ responsecode: 200, data, responsemessage: '' });

/** Returns one page of the list, as the service gives it. */
export function pageOf(list: List, page: number, asked: number): object {
	const size = Math.min(asked, list.cap ?? asked);
	const total = list.rows.length;
	const shown = list.shows?.(page) ?? page;
	const data = shown > 0 ? list.rows.slice((shown - 1) * size, shown * size) : [];
	const says = typeof list.says === 'function' ? list.says(page) : list.says;
	const meta = { current_page: page, per_page: size, last_page: Math.ceil(total / size), total };
	return says === null ? { data } : { data, meta: { ...meta, ...says } };
}

/** Starts a service with such a list. Returns the pages that are requested, and how many were in flight at once. */
export async function listing(list: List) {
	const asked: number[] = [];
	const counts = { underWay: 0, peak: 0 };
	const read = new Set<number>();
	const waiting: Array<() => void> = [];
	const seen = async (page: number) => {
		while (!read.has(page)) await new Promise<void>((resolve) => waiting.push(resolve));
	};
	await answering(async ({ path }) => {
		const query = new URL(path, 'http://service').searchParams;
		const page = Number(query.get('page'));
		asked.push(page);
		counts.peak = Math.max(counts.peak, ++counts.underWay);
		await list.before?.(page, list, seen);
		const answer = list.answers?.(page) ?? {
			body: envelope(pageOf(list, page, Number(query.get('per_page')))),
		};
		read.add(page);
		for (const wake of waiting.splice(0)) wake();
		await list.after?.(page);
		counts.underWay--;
		return answer;
	});
	return { asked, counts };
}

/** Runs Query Messages with this paging. */
export async function query({ first, perPage = 10, limit, concurrency, campaign }: Reading = {}) {
	return await run({
		operation: 'queryMessages',
		output: 'raw',
		...(limit === undefined ? { returnAll: true } : { limit }),
		filters: campaign === undefined ? {} : { campaign },
		options: {
			perPage,
			...(first && { page: first }),
			...(concurrency && { maxConcurrentRequests: concurrency }),
		},
	});
}

/** Reads a list. Returns the output, and the requested pages, sorted if several were in flight at once. */
export async function read(list: List, reading: Reading = {}) {
	const { asked, counts } = await listing(list);
	const { rows, hints, told } = await query(reading);
	const inOrder = (reading.concurrency ?? 10) === 1 || counts.peak === 1;
	const pages = inOrder ? asked : [...asked].sort((one, other) => one - other);
	return { ids: rows.map(({ id }) => id), rows, pages, peak: counts.peak, hints, told };
}
