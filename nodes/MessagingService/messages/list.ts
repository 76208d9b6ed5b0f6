import type { IDataObject } from 'n8n-workflow';

import { type Page, type PageAnswer, pageAnswerOf } from './page';
import { incompleteProblem, readPages } from './pages';
import type { PageQuery } from './pass';
import { queryMessages } from '../operations/queries';
import type { Days } from '../service/bounds';
import { failureOfOddAnswer } from '../service/failure';
import { ListRequest } from '../service/listRequest';
import type { Session } from '../service/session';
import { type Problem, problems } from '../texts';
import { createdAtOf } from '../values/messageRecord';
import { HOUR, MINUTE } from '../values/durations';
import { latestInstant } from '../values/time';

interface ListOptions {
	session: Session;
	concurrency: number;
	/** Filters that the service applies, without the date range. */
	filters: IDataObject;
	clock: ServiceClock;
	/**
	 * Returns the earliest creation time to read, by the service's clock, in milliseconds since 1970. Called again once
	 * that clock is known.
	 */
	since(): number;
	/** Numbers of the first page to read and of the last one. Default to all. */
	first?: number;
	last?: number;
	/** Whether the pages after this one need not be read. @param number of the page, from 1 */
	isEnough?(page: Page, since: number, number: number): boolean;
	/** Whether records may be missing because the list changed, or its pages overlapped, during the read. */
	mayMiss?: boolean;
	/** Whether the list must include the newest messages: without them, somebody would be texted twice. */
	mustBeNewest?: boolean;
	/** Receives each record once. Nothing else keeps the record. */
	onRecord(record: IDataObject): void;
	/** Lets this read end where only known records follow. */
	incremental?: IncrementalList;
}

/** Records of earlier reads. `form` tells lists apart. */
export interface IncrementalList {
	/** Whether the read may end before the last page. */
	mayEndEarly(form: string): boolean;
	/** Receives each record once, and its key (`recordKey`). */
	add(record: IDataObject, key: string | undefined): void;
	/** Whether the pages after this one need not be read. Called in page order, once the page's records are added. */
	isRestKnown(page: Page, form: string): boolean;
	/** Called when nothing was missed. */
	keep(form: string): void;
}

const perPage = 100;

/** Date ranges, in order: each is tried only if the service refuses the one before. */
const fewerAndFewer: Days[] = ['pastToday', 'toToday', 'none'];
/**
 * Date ranges for a list that must include the newest messages. A range to the service's today comes last: it may end
 * when its last day begins, and that day may be over already where the service is.
 */
const newestForSure: Days[] = ['pastToday', 'none', 'toToday'];

/** Requests the pages of such a list. Corrects the date range once the service's clock is known. */
class ListPages {
	private readonly asked: ConstructorParameters<typeof ListRequest>[1];
	private list: ListRequest;
	private isClockKnown = false;

	constructor(private readonly options: ListOptions) {
		const days = options.mustBeNewest ? newestForSure : fewerAndFewer;
		const { concurrency } = options;
		const query = (range: Days) => this.queryFor(range);
		this.asked = { url: queryMessages.url, concurrency, perPage, days, query };
		this.list = new ListRequest(options.session, this.asked);
	}

	/** Whether the pages are those of a date range. A list without one is never read to its last page. */
	get hasDays(): boolean {
		return this.list.taken?.days !== 'none';
	}

	/** Tells this list from others: by the filters, the date range and the page size that were requested. */
	get form(): string {
		return JSON.stringify(this.list.taken);
	}

	/** Requests pages of another size from now on. */
	resize(size: number): void {
		this.list = new ListRequest(this.options.session, Object.assign(this.asked, { perPage: size }));
	}

	async ask(page: number): Promise<PageAnswer> {
		const answer = await this.askOnce(page);
		const { taken } = this.list;
		if (this.isClockKnown || 'failure' in answer || !taken) return answer;
		this.isClockKnown = true;
		// The service's clock may be days off from this machine's, so the right date range may differ from the requested
		// one.
		if (JSON.stringify(this.queryFor(taken.days)) === JSON.stringify(taken.query)) return answer;
		this.list = new ListRequest(this.options.session, this.asked);
		return await this.askOnce(page);
	}

	private queryFor(days: Days): IDataObject {
		const { filters, clock, since } = this.options;
		return { ...filters, ...clock.daysSince(since(), Date.now(), days) };
	}

	private async askOnce(page: number): Promise<PageAnswer> {
		const askedAt = Date.now();
		const outcome = await this.list.page(page);
		if (outcome.type === 'answered') this.options.clock.update(outcome.date, askedAt, Date.now());
		return pageAnswerOf(outcome);
	}
}

/**
 * Reads the service's list of messages since a time.
 * @returns undefined, or the problem that kept it from reading all of them
 */
export async function readMessageList(options: ListOptions): Promise<Problem | undefined> {
	const { concurrency, since, onRecord, mayMiss, incremental } = options;
	const list = new ListPages(options);
	const pages: PageQuery = {
		...{ first: options.first ?? 1, last: options.last, perPage, concurrency },
		ask: async (page) => await list.ask(page),
		take: (record, key) => {
			onRecord(record);
			incremental?.add(record, key);
		},
		isEnough: (page, number) =>
			options.isEnough?.(page, since(), number) === true ||
			(!list.hasDays && endsBefore(page, since())),
		isRestKnown: (page) => incremental?.isRestKnown(page, list.form) === true,
		mayEndEarly: () =>
			options.isEnough !== undefined ||
			!list.hasDays ||
			incremental?.mayEndEarly(list.form) === true,
	};
	const sized = (size: number): PageQuery => {
		list.resize(size);
		return { ...pages, perPage: size };
	};
	try {
		const read = await readPages({ ...pages, sized });
		if ('failure' in read) return read.failure;
		if (read.missing) return problems.listCutShort(read.missing);
		const { incomplete } = read;
		if (incomplete) return mayMiss ? undefined : incompleteProblem(incomplete);
		incremental?.keep(list.form);
		return undefined;
	} catch (error) {
		return failureOfOddAnswer(error);
	}
}

/** The longest time after which a service lists a message, in milliseconds. */
export const listedWithin = 2 * MINUTE;

/** Whether the page shows that the list is sorted newest first, and ends with a message older than `time`. */
export function endsBefore(page: Page, time: number): boolean {
	const { schedule, ...last } = page.records.at(-1) ?? {};
	const created = latestInstant(last.created_at);
	// In a list sorted by schedule, newer messages may follow one that was created long before its schedule.
	const due = Math.max(created ?? Infinity, latestInstant(schedule) ?? -Infinity);
	return due < time && isNewestFirst(page);
}

/** Whether the page shows that the list is sorted newest first. A single record, or equal times, show no order. */
export function isNewestFirst({ records }: Page): boolean {
	const times = records.map(createdAtOf);
	if (times.length < 2 || times[0] === times.at(-1)) return false;
	return records.every(({ id }, place) => {
		// Rising IDs mean a list sorted oldest first, even if times fall because records were added out of order.
		const risesById = Number(id) > Number(records[place - 1]?.id);
		const time = times[place];
		return !risesById && time !== undefined && time <= (times[place - 1] ?? Infinity);
	});
}

/** The largest assumed offset from this machine's clock, in milliseconds, of a service without a `Date` header. */
const offAtMost = 60_000;
/** Tolerance in milliseconds: the header and `created_at` may each be truncated to whole seconds. */
const cut = 2_000;

/** Estimates the service's clock from the `Date` headers of its answers. `created_at` goes by that clock. */
export class ServiceClock {
	/** Lower bound of its lead over this machine's clock, in milliseconds. Undefined before the first usable header. */
	private ahead?: number;
	/** Upper bound of that lead, in milliseconds, without the tolerance for truncated seconds. */
	private aheadAtMost = Infinity;

	/** Records the `Date` header of an answer. The quickest answers give the narrowest bounds. */
	update(date: string | undefined, askedAt: number, receivedAt: number): void {
		const told = Date.parse(date ?? '');
		if (Number.isNaN(told)) return;
		this.ahead = Math.max(this.ahead ?? -Infinity, told - receivedAt);
		this.aheadAtMost = Math.min(this.aheadAtMost, told - askedAt);
	}

	/** Returns the earliest `created_at` that a message can have if it left this machine at `left`. */
	earliest(left: number): number {
		return left + (this.ahead ?? -offAtMost) - cut;
	}

	/**
	 * Returns the latest `created_at` of a message whose answer arrived at `answered`. Infinity if the clock is unknown.
	 */
	latest(answered: number): number {
		return answered + this.aheadAtMost + cut;
	}

	/** Whether a `created_at` can come from this clock. By another clock, old messages would look like new ones. */
	canBe(createdAt: number, now: number): boolean {
		return createdAt <= (this.ahead === undefined ? now + offAtMost : this.latest(now));
	}

	/** Returns the query for the days since a time, wherever the service begins its days (specification section 4.3). */
	daysSince(since: number, now: number, days: Days = 'pastToday'): IDataObject {
		if (days === 'none') return {};
		const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
		const ahead = this.ahead ?? 0;
		// A wrong `Date` header must not hide the newest messages. 14 hours allow for time zones, and 24 for a range that
		// ends when its last day begins.
		const pastToday = now + Math.max(0, ahead) + (14 + 24) * HOUR;
		return {
			date_created: 'custom',
			start_date: dayOf(since - 14 * HOUR),
			end_date: dayOf(days === 'toToday' ? now + ahead : pastToday),
		};
	}
}
