/** A paginated service in memory, and what a query that reads it comes to. */
import { readPages } from '../../nodes/MessagingService/query/pages.ts';

type Record = { id?: number; text?: string };

interface Service {
	records: Record[];
	/** Caps per_page; says so, unless it claims another size. */
	cap?: number;
	claimsSize?: number;
	/** Gives no rows past this page. */
	endsAfter?: number;
	/** What it says of itself on a page without rows. */
	emptyMeta?: object;
	/** Fails from this page on, in this way. */
	failsFrom?: number;
	failsWith?: string;
	/** Gives the last page that it claims again for each one past it. */
	repeatsLastPage?: boolean;
	/** Whether it says how many pages there are: on each page, on its first alone, or never. */
	meta?: boolean | 'once';
	lastPage?: number;
	/** Leaves its page size, or its number of records, or of pages, out of what it tells. */
	hidesSize?: boolean;
	hidesTotal?: boolean;
	hidesLastPage?: boolean;
	/** Called before each page is read: rows may move. */
	before?(page: number, records: Record[]): void;
	repeats?: boolean;
}

const failure = {
	fate: 'refused' as const,
	what: 'There is no such page.',
	next: 'Ask for another.',
};

/** Counts the requests, in all and under way at once. */
function serviceOf(service: Service) {
	const pages: number[] = [];
	let underWay = 0;
	let peak = 0;
	const ask = async ({ page, per_page }: { page: number; per_page: number }) => {
		pages.push(page);
		peak = Math.max(peak, ++underWay);
		await new Promise((resolve) => setImmediate(resolve));
		service.before?.(page, service.records);
		const size = Math.min(per_page, service.cap ?? per_page);
		const total = service.records.length;
		const claimed = service.lastPage ?? Math.ceil(total / size);
		const shown = service.repeats ? 1 : service.repeatsLastPage ? Math.min(page, claimed) : page;
		const isThere = page <= (service.endsAfter ?? Infinity);
		const data = isThere ? service.records.slice((shown - 1) * size, shown * size) : [];
		underWay--;
		if (page >= (service.failsFrom ?? Infinity))
			return { failure: { ...failure, id: service.failsWith ?? 'refused' } };
		const meta = {
			current_page: shown,
			per_page: service.hidesSize ? undefined : (service.claimsSize ?? size),
			total: service.hidesTotal ? undefined : total,
			last_page: service.hidesLastPage ? undefined : claimed,
			...(data.length === 0 ? service.emptyMeta : {}),
		};
		const tells = service.meta === 'once' ? pages.length === 1 : service.meta !== false;
		return { data: { data, ...(tells ? { meta } : {}) } };
	};
	return { ask, pages, peak: () => peak };
}

export const numbered = (count: number): Record[] =>
	Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
export const upTo = (count: number): number[] =>
	Array.from({ length: count }, (_, index) => index + 1);

/** An output that is the record itself. */
export const same = (record: object) => [record as never];

interface Reading {
	first?: number;
	perPage?: number;
	limit?: number;
	concurrency?: number;
	keeps?(record: { id?: unknown }): boolean;
}

/** Reads the service's pages; tells what came, by its ids too, which pages were asked for, and how many at once. */
export async function read(
	service: Service,
	{ first = 1, perPage = 10, limit, concurrency = 10, keeps }: Reading = {},
) {
	const { ask, pages, peak } = serviceOf(service);
	const answer = await readPages({ first, perPage, limit }, concurrency, ask, same, { keeps });
	const ids = 'outputs' in answer ? answer.outputs.map(({ id }) => id) : [];
	return { answer, ids, pages, peak: peak() };
}
